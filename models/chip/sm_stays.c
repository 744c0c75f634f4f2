/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/sm_stays.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

#define NAME_BYTES 24

void sm_stays_init(sm_stays *t, const observer *watch, uint32_t sms) {
    *t = (sm_stays){0};
    if (!watch || !watch->span)
        return;
    t->watch = watch;
    t->stay = alloc_zeroed(sms, sizeof *t->stay);
    for (uint32_t i = 0; i < sms; i++)
        t->stay[i].app = SCHEDULE_NO_APP;
}

static sm_stay stay_of(const schedule *s, uint32_t number, uint64_t now) {
    const scheduled_sm *sm = &s->sm[number];
    if (sm->resident == 0)
        return (sm_stay){.app = SCHEDULE_NO_APP};
    return (sm_stay){.app = sm->owner,
                     .how = sm->leaving ? " saving"
                            : sm->held  ? " draining"
                                        : "",
                     .kernel = s->app[sm->owner].kernels,
                     .from = now};
}

static void change_stay(sm_stays *t, uint32_t number, const sm_stay *next, uint64_t now) {
    sm_stay *before = &t->stay[number];
    /* The texts of one way are one string. */
    if (before->app == next->app && before->how == next->how && before->kernel == next->kernel)
        return;
    if (before->app != SCHEDULE_NO_APP && before->from != now) {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "app %u%s", before->app, before->how);
        t->watch->span(t->watch->ctx, now, "SM owners", number, name, before->from, now, before->kernel,
                       before->app);
    }
    *before = *next;
}

void sm_stays_look(sm_stays *t, const schedule *s, uint64_t now) {
    for (uint32_t i = 0; t->watch && i < s->sms; i++) {
        const sm_stay next = stay_of(s, i, now);
        change_stay(t, i, &next, now);
    }
}

void sm_stays_end(sm_stays *t, const schedule *s, uint64_t now) {
    for (uint32_t i = 0; t->watch && i < s->sms; i++)
        change_stay(t, i, &(sm_stay){.app = SCHEDULE_NO_APP}, now);
    free(t->stay);
    *t = (sm_stays){0};
}
