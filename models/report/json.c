/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/visible.h"
#include "chip/chip_units.h"
#include "config/description.h"
#include "report/statistics.h"
#include "report/trace_file.h"

#define TEXT_BYTES 4096

json_t *json_text(const char *text) {
    char shown[TEXT_BYTES];
    return json_string(visible(shown, sizeof shown, text));
}

json_t *json_finite(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static void json_put(json_t *object, const char *key, uint64_t value) {
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

static void put_real(json_t *object, const char *key, double value) {
    json_object_set_new(object, key, json_real(value));
}

static void put_ratio(json_t *object, const char *key, uint64_t part, uint64_t whole) {
    put_real(object, key, whole ? (double)part / (double)whole : 0.0);
}

static json_t *l2_depths(const app_stats *s) {
    json_t *list = json_array();
    for (uint32_t d = 0; d < GMMU_NUM_DEPTHS; d++) {
        json_t *o = json_object();
        json_put(o, "depth", d);
        json_put(o, "accesses", s->l2_accesses[d]);
        json_put(o, "hits", s->l2_hits[d]);
        json_put(o, "bypassed", s->l2_bypassed[d]);
        json_array_append_new(list, o);
    }
    return list;
}

static void put_hash(json_t *object, const char *key, uint64_t hash) {
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_object_set_new(object, key, json_string(text));
}

static json_t *json_values(const app_result *a) {
    json_t *o = json_object();
    put_hash(o, "registers", a->values.registers);
    put_hash(o, "memory", a->values.memory);
    json_object_set_new(o, "right", json_boolean(app_values_right(a)));
    json_put(o, "races", a->races.count);
    return o;
}

static json_t *json_exceptions(const exception_config *x) {
    json_t *o = json_object();
    json_object_set_new(o, "scheme", json_string(exception_scheme_names[x->scheme]));
    if (x->scheme == SCHEME_OPLOG)
        json_put(o, "log_bytes", x->log_bytes);
    json_object_set_new(o, "faults", json_string(fault_mode_names[x->faults]));
    if (x->faults == FAULTS_INJECT)
        put_real(o, "inject_rate", x->inject_rate);
    json_object_set_new(o, "link", json_string(host_link_name(&x->link)));
    json_object_set_new(o, "switch_blocks", json_string(block_switching_names[x->switch_blocks]));
    json_object_set_new(o, "local_faults", json_boolean(x->local_faults));
    return o;
}

static json_t *json_colours(colour_range c) {
    json_t *o = json_object();
    json_put(o, "first", c.first);
    json_put(o, "count", c.count);
    return o;
}

static json_t *json_application(const statistic_source *from) {
    const experiment *x = from->x;
    const app_result *a = from->a;
    json_t *o = json_object();
    json_object_set_new(o, "name", json_text(a->name));
    json_put(o, "asid", a->asid);
    json_put(o, "sms", a->sms);
    json_put(o, "priority", a->priority);
    if (a->threads != 0)
        json_put(o, "threads_percent", a->threads);
    if (a->colours.count != 0)
        json_object_set_new(o, "colours", json_colours(a->colours));
    if (a->follows || a->begin != 0)
        json_put(o, "begin_cycle", a->begin);
    if (x->config.check_values)
        json_object_set_new(o, "architectural_hash", json_values(a));
    json_object_set_new(o, "l2_cache", l2_depths(from->s));
    statistics_json(o, from);
    return o;
}

static json_t *json_queues(const double *level) {
    json_t *o = json_object();
    put_real(o, "golden", level[0]);
    put_real(o, "silver", level[1]);
    put_real(o, "normal", level[2]);
    return o;
}

json_t *json_epoch(const experiment *x, const gpu_result *r, size_t i) {
    const uint64_t length = x->config.mask.epoch_cycles;
    const epoch_sample *e = &r->epochs[i];
    const app_flow *f = &r->app_flow[i];
    const uint64_t bus = r->chip_flow[e->epoch].mem_cycles * x->config.chip.memory.channels;
    uint64_t accesses = (uint64_t)e->l2_tlb_hits + e->l2_tlb_misses;
    json_t *o = json_object();
    json_put(o, "epoch", e->epoch);
    json_put(o, "end_cycle", (e->epoch + 1) * length);
    json_put(o, "app", e->app);
    put_ratio(o, "ipc", f->instructions, length);
    json_object_set_new(o, "tokens", json_integer(e->tokens));
    json_put(o, "l2_tlb_accesses", accesses);
    put_ratio(o, "l2_tlb_miss_rate", e->l2_tlb_misses, accesses);
    put_ratio(o, "bypass_hit_rate", e->bypass_hits, e->l2_tlb_misses);
    json_put(o, "l2_tlb_fills", e->l2_tlb_fills);
    json_put(o, "bypass_fills", e->bypass_fills);
    put_ratio(o, "warps_running_avg", e->walk_running, e->walks);
    json_put(o, "conptw", e->conptw);
    json_put(o, "warps_stalled", e->stalled);
    json_put(o, "walks", f->walks);
    put_ratio(o, "walk_latency_avg", f->walk_cycles, f->walks);
    put_ratio(o, "walks_active_avg", f->walk_active_cycles, length);
    put_ratio(o, "walks_queued_avg", f->walk_queue_cycles, length);
    put_ratio(o, "dram_bus", f->bus_cycles, bus);
    return o;
}

static json_t *json_epochs(const experiment *x) {
    json_t *list = json_array();
    for (size_t i = 0; i < x->result.epoch_samples; i++)
        json_array_append_new(list, json_epoch(x, &x->result, i));
    return list;
}

static json_t *json_chip_epochs(const experiment *x) {
    const gpu_result *r = &x->result;
    json_t *list = json_array();
    for (size_t i = 0; i < r->chip_epochs; i++) {
        const chip_flow *f = &r->chip_flow[i];
        const double samples = (double)(f->mem_cycles * x->config.chip.memory.channels);
        double level[3];
        for (int q = 0; q < 3; q++)
            level[q] = samples > 0.0 ? (double)f->queue_level[q] / samples : 0.0;
        json_t *o = json_object();
        json_put(o, "epoch", i);
        json_put(o, "end_cycle", (i + 1) * x->config.mask.epoch_cycles);
        json_object_set_new(o, "queue_occupancy_avg", json_queues(level));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *json_window(const experiment *x) {
    json_t *o = json_object();
    json_put(o, "warmup_epochs", x->config.measure.warmup_epochs);
    json_put(o, "epochs", x->config.measure.epochs);
    json_put(o, "from_cycle", x->result.window_from);
    json_put(o, "end_cycle", x->result.cycles);
    return o;
}

json_t *json_result(const experiment *x, const double *alone_ipc) {
    const gpu_result *r = &x->result;
    statistic_source from;
    statistics_begin(&from, x, alone_ipc, STATISTICS_CHIP);
    json_t *o = json_object();
    json_object_set_new(o, "chip", json_text(x->config.chip.name));
    json_t *changed = description_changed(&x->config);
    if (changed)
        json_object_set_new(o, "changed", changed);
    json_object_set_new(o, "design", json_text(x->config.design.name));
    json_t *rtl = json_array();
    for (int i = 0; x->config.rtl_units[i]; i++) /* --rtl all names them all */
        if (chip_units_find(&x->config, x->config.rtl_units[i]))
            json_array_append_new(rtl, json_string(x->config.rtl_units[i]));
    json_object_set_new(o, "rtl", rtl);
    json_put(o, "seed", x->config.seed);
    put_hash(o, "event_hash", r->event_hash);
    json_object_set_new(o, "alone", json_string(alone_ipc ? "runs" : from.known_ipc ? "itself" : "unknown"));
    if (x->config.measure.epochs != 0)
        json_object_set_new(o, "window", json_window(x));
    if (x->config.chip.sm.kind == SM_THESIS || x->config.exceptions.faults != FAULTS_NONE)
        json_object_set_new(o, "exceptions", json_exceptions(&x->config.exceptions));
    statistics_json(o, &from);
    json_t *apps = json_array();
    for (uint32_t i = 0; i < r->apps; i++) {
        statistics_begin(&from, x, alone_ipc, i);
        json_array_append_new(apps, json_application(&from));
    }
    json_object_set_new(o, "applications", apps);
    json_object_set_new(o, "epochs", json_epochs(x));
    json_object_set_new(o, "chip_epochs", json_chip_epochs(x));
    return o;
}

bool json_write(json_t *root, trace_file *out) {
    errno = 0;
    if (!root)
        return trace_file_give_up(out, "out of memory");
    if (json_dumpf(root, out->file, RESULT_TEXT) != 0) {
        (void)trace_file_give_up(out, NULL);
        json_decref(root);
        return false;
    }
    fputc('\n', out->file);
    json_decref(root);
    return true;
}
