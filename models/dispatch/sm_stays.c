/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/sm_stays.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"

#define NAME_BYTES 256

void sm_stays_init(sm_stays *t, const observer *watch, uint32_t sms) {
    *t = (sm_stays){0};
    if (!watch || !watch->span)
        return;
    t->watch = watch;
    t->stay = alloc_zeroed(sms, sizeof *t->stay);
}

static sm_stay stay_of(const schedule *s, uint32_t number, uint64_t now) {
    const scheduled_sm *sm = &s->sm[number];
    if (sm->resident == 0)
        return (sm_stay){.apps = 0};
    if (sm->owner == SCHEDULE_ALL_APPS)
        return (sm_stay){.apps = sm->apps, .how = "", .from = now};
    return (sm_stay){.apps = UINT64_C(1) << sm->owner,
                     .how = sm->leaving ? " saving"
                            : sm->held  ? " draining"
                                        : "",
                     .kernel = s->app[sm->owner].kernels,
                     .from = now};
}

static void name_stay(const sm_stay *stay, char *name, size_t size) {
    const bool one = (stay->apps & (stay->apps - 1)) == 0;
    int used = snprintf(name, size, one ? "app" : "apps");
    for (uint64_t todo = stay->apps; todo && used > 0 && (size_t)used < size; todo &= todo - 1)
        used += snprintf(name + used, size - (size_t)used, " %d", __builtin_ctzll(todo));
    if (used > 0 && (size_t)used < size)
        (void)snprintf(name + used, size - (size_t)used, "%s", stay->how);
}

static void change_stay(sm_stays *t, uint32_t number, const sm_stay *next, uint64_t now) {
    sm_stay *before = &t->stay[number];
    /* The texts of one way are one string. */
    if (before->apps == next->apps && before->how == next->how && before->kernel == next->kernel)
        return;
    if (before->apps != 0 && before->from != now) {
        char name[NAME_BYTES];
        name_stay(before, name, sizeof name);
        t->watch->span(t->watch->ctx, now, "SM owners", number, name, before->from, now, before->kernel,
                       (uint32_t)__builtin_ctzll(before->apps));
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
        change_stay(t, i, &(sm_stay){.apps = 0}, now);
    free(t->stay);
    *t = (sm_stays){0};
}
