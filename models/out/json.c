/* SPDX-License-Identifier: Apache-2.0 */
#include "out/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/visible.h"
#include "chip/chip_units.h"
#include "out/trace_file.h"
#include "spec/description.h"

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

static json_t *hits_misses(uint64_t hits, uint64_t misses) {
    json_t *o = json_object();
    json_put(o, "hits", hits);
    json_put(o, "misses", misses);
    put_ratio(o, "hit_rate", hits, hits + misses);
    return o;
}

static json_t *json_tlb(uint64_t hits, uint64_t misses, uint64_t pending_hits) {
    json_t *o = hits_misses(hits, misses);
    json_put(o, "pending_hits", pending_hits);
    return o;
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

static json_t *json_dram(const app_stats *s, uint64_t bus_cycles) {
    static const char *const names[3] = {"golden", "silver", "normal"};
    json_t *o = json_object();
    for (int c = 0; c < 3; c++) {
        json_t *q = json_object();
        json_put(q, "requests", s->dram_requests[c]);
        json_put(q, "row_hits", s->dram_row_hits[c]);
        put_ratio(q, "latency_avg", s->dram_cycles[c], s->dram_requests[c]);
        json_object_set_new(o, names[c], q);
    }
    json_put(o, "walk_requests", s->dram_walk_requests);
    put_ratio(o, "walk_latency_avg", s->dram_walk_cycles, s->dram_walk_requests);
    put_ratio(o, "data_latency_avg", app_dram_data_cycles(s), app_dram_data_reads(s));
    json_put(o, "row_hits", app_dram_row_hits(s));
    json_put(o, "writes", s->dram_writes);
    put_ratio(o, "bus_walks", s->dram_walk_bus, bus_cycles);
    put_ratio(o, "bus_data", s->dram_data_bus, bus_cycles);
    return o;
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

static json_t *json_registers(const register_use *used) {
    json_t *o = json_object();
    json_put(o, "most", used->most);
    json_put(o, "scattered", used->scattered);
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

static json_t *json_preemptions(const preemption_stats *p) {
    json_t *o = json_object();
    json_put(o, "count", p->count);
    put_real(o, "cycles_avg", (double)p->cycles / (double)p->count);
    json_put(o, "cycles_max", p->most);
    return o;
}

static json_t *block_switching_of(const switch_stats *s) {
    json_t *o = json_object();
    json_put(o, "out", s->out);
    json_put(o, "in", s->in);
    json_put(o, "extra_blocks", s->extra);
    json_put(o, "context_lines", s->lines);
    json_put(o, "cycles", s->cycles);
    json_put(o, "context_tlb_hits", s->tlb_hits);
    json_put(o, "context_tlb_misses", s->tlb_misses);
    return o;
}

static json_t *json_faults(const gpu_result *r) {
    const fault_stats *s = &r->faults;
    json_t *o = json_object();
    json_put(o, "requests", s->requests);
    json_put(o, "faults", s->faults);
    json_put(o, "merged", s->merged);
    json_put(o, "late", s->late);
    json_put(o, "local", s->local);
    json_put(o, "pages_migrated", s->migrated);
    json_put(o, "pages_allocated", s->allocated);
    put_ratio(o, "round_trip_avg", s->cycles, s->faults);
    json_put(o, "in_flight_max", s->most);
    json_put(o, "batches", s->batches);
    json_put(o, "largest_batch", s->largest_batch);
    put_ratio(o, "handler_busy", s->handler_cycles, gpu_measured_cycles(r));
    put_ratio(o, "link_busy", s->link_cycles, gpu_measured_cycles(r));
    return o;
}

/* Mosaic 3.2, Table 2: what large frames take beyond the base pages in them that are allocated. */
static json_t *json_compaction(const gpu_result *r) {
    const compaction_totals *t = &r->compaction;
    json_t *o = json_object();
    json_put(o, "pages_freed", t->pads_freed);
    json_put(o, "splintered", t->splintered);
    json_put(o, "emergency_frames", t->emergency);
    json_put(o, "frames_freed", t->freed);
    json_put(o, "pages_moved", t->moved);
    json_put(o, "frames_emptied", t->rooms);
    json_put(o, "fragments_moved", t->fragments_moved);
    json_put(o, "stall_cycles", t->stall_cycles);
    json_put(o, "copy_cycles", t->copy_cycles);
    json_put(o, "frames_owned", r->owned_frames);
    json_put(o, "pages_allocated", r->pages_in_use);
    put_ratio(o, "bloat", r->spare_pages, r->pages_in_use);
    return o;
}

static json_t *json_coalescing(const gpu_result *r) {
    const inplace_totals *t = &r->coalescing;
    json_t *o = json_object();
    json_put(o, "pages", t->pages);
    json_put(o, "coalesced", t->coalesced);
    json_put(o, "splintered", t->splintered);
    json_put(o, "table_lines", t->lines);
    put_ratio(o, "busy", t->cycles, gpu_measured_cycles(r));
    json_put(o, "failsafe_pages", r->failsafe_pages);
    return o;
}

static json_t *json_place_count(place_count c) {
    json_t *o = json_object();
    json_put(o, "used", c.used);
    json_put(o, "shared", c.shared);
    return o;
}

static json_t *json_places(const place_counts *c) {
    json_t *o = json_object();
    json_object_set_new(o, "l2_sets", json_place_count(c->l2_sets));
    json_object_set_new(o, "dram_banks", json_place_count(c->dram_banks));
    json_object_set_new(o, "channels", json_place_count(c->channels));
    return o;
}

static json_t *json_colours(colour_range c) {
    json_t *o = json_object();
    json_put(o, "first", c.first);
    json_put(o, "count", c.count);
    return o;
}

static json_t *json_application(const experiment *x, const app_result *a) {
    const gpu_result *r = &x->result;
    const uint64_t cycles = gpu_measured_cycles(r);
    const app_stats *s = &a->stats;
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
    json_put(o, "launches", a->launches);
    if (x->config.measure.launches != 0)
        json_object_set_new(o, "turnaround_cycles",
                            a->ipc_cycles ? json_real((double)a->ipc_cycles / (double)a->ipc_launches)
                                          : json_null());
    json_put(o, "instructions", app_ipc_instructions(a));
    json_put(o, "cycles", app_ipc_cycles(a));
    put_real(o, "ipc", app_ipc(a));
    json_put(o, "instructions_committed", s->instructions);
    json_put(o, "thread_instructions", s->thread_instructions);
    json_put(o, "mem_instructions", s->mem_instructions);
    json_put(o, "mem_transactions", s->mem_transactions);
    json_object_set_new(o, "l1_tlb", json_tlb(s->l1_tlb_hits, s->l1_tlb_misses, s->l1_tlb_pending_hits));
    json_object_set_new(o, "l1_cache", hits_misses(s->l1_hits, s->l1_misses));
    json_object_set_new(o, "l2_tlb", json_tlb(s->l2_tlb_hits, s->l2_tlb_misses, s->l2_tlb_pending_hits));
    for (uint32_t i = 0; i < CHIP_MAX_TLB_LEVELS; i++) {
        char key[24];
        (void)snprintf(key, sizeof key, "tlb_level_%u", i + 1);
        if (s->level_hits[i] + s->level_misses[i] != 0)
            json_object_set_new(o, key, hits_misses(s->level_hits[i], s->level_misses[i]));
    }
    json_t *bypass = json_object();
    json_put(bypass, "hits", s->bypass_hits);
    json_put(bypass, "fills", s->bypass_fills);
    put_ratio(bypass, "hit_rate", s->bypass_hits, s->l2_tlb_misses);
    json_object_set_new(o, "bypass_cache", bypass);
    json_put(o, "l2_tlb_fills", s->l2_tlb_fills);
    json_put(o, "walks", s->walks);
    if (s->walk_cache_hits != 0)
        json_put(o, "walk_cache_hits", s->walk_cache_hits);
    put_ratio(o, "walk_latency_avg", s->walk_cycles, s->walks);
    put_ratio(o, "walks_active_avg", s->walk_active_cycles, cycles);
    put_ratio(o, "walks_queued_avg", s->walk_queue_cycles, cycles);
    put_ratio(o, "sms_per_walk_avg", s->walk_requests, s->walks);
    put_ratio(o, "warps_per_miss_avg", s->tlb_warps, s->tlb_answers);
    json_put(o, "stall_tlb_cycles", s->stall_tlb_cycles);
    put_ratio(o, "warps_stalled_tlb_avg", s->stall_tlb_cycles, cycles * a->sms);
    put_ratio(o, "translation_latency_avg", s->translation_cycles, s->translations);
    json_object_set_new(o, "tokens", json_integer(a->tokens));
    if (a->registers.most)
        json_object_set_new(o, "registers", json_registers(&a->registers));
    json_put(o, "oracle_checks", s->oracle_checks);
    json_put(o, "data_checks", s->data_checks);
    if (x->config.check_values)
        json_object_set_new(o, "architectural_hash", json_values(a));
    json_object_set_new(o, "l2_cache", l2_depths(s));
    json_object_set_new(o, "dram", json_dram(s, r->bus_cycles));
    return o;
}

static json_t *json_queues(const double *level) {
    json_t *o = json_object();
    put_real(o, "golden", level[0]);
    put_real(o, "silver", level[1]);
    put_real(o, "normal", level[2]);
    return o;
}

static json_t *json_epochs(const experiment *x) {
    const gpu_result *r = &x->result;
    const uint64_t length = x->config.mask.epoch_cycles;
    json_t *list = json_array();
    for (size_t i = 0; i < r->epoch_samples; i++) {
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
        json_array_append_new(list, o);
    }
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

/* The metrics of thesis chapter 5 are in every run; null where nobody knows how fast programs are alone. */
static void json_metrics(json_t *o, const gpu_result *r, const double *alone_ipc, bool alone_runs) {
    const progress_metrics m = alone_ipc ? shared_progress(r, alone_ipc)
                                         : (progress_metrics){INFINITY, INFINITY, INFINITY, INFINITY};
    json_object_set_new(o, "alone", json_string(alone_runs ? "runs" : alone_ipc ? "itself" : "unknown"));
    if (alone_runs) {
        put_real(o, "weighted_speedup", m.stp);
        json_object_set_new(o, "unfairness", json_finite(m.worst));
    }
    json_object_set_new(o, "antt", json_finite(m.antt));
    json_object_set_new(o, "stp", json_finite(m.stp));
    json_object_set_new(o, "fairness", json_finite(m.fairness));
}

json_t *json_result(const experiment *x, const double *alone_ipc) {
    const gpu_result *r = &x->result;
    const double own_ipc = app_ipc(&r->app[0]); /* one program is alone: its own run says how fast that is */
    const double *known_ipc = alone_ipc ? alone_ipc : r->apps == 1 ? &own_ipc : NULL;
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
    json_put(o, "cycles", r->cycles);
    if (x->config.measure.epochs != 0)
        json_object_set_new(o, "window", json_window(x));
    put_hash(o, "event_hash", r->event_hash);
    json_put(o, "events", r->events);
    json_metrics(o, r, known_ipc, alone_ipc != NULL);
    const bool faulting = x->config.chip.sm.kind == SM_THESIS || x->config.exceptions.faults != FAULTS_NONE;
    if (faulting) {
        json_object_set_new(o, "exceptions", json_exceptions(&x->config.exceptions));
        json_object_set_new(o, "faults", json_faults(r));
    }
    if (faulting || r->switching.out)
        json_object_set_new(o, "block_switching", block_switching_of(&r->switching));
    if (r->preemptions.count)
        json_object_set_new(o, "preemptions", json_preemptions(&r->preemptions));
    if (x->config.design.coalesce)
        json_object_set_new(o, "coalescing", json_coalescing(r));
    if (x->config.churn.percent != 0 || x->config.churn.fragmented != 0)
        json_object_set_new(o, "compaction", json_compaction(r));
    json_object_set_new(o, "places", json_places(&r->places));
    json_object_set_new(o, "queue_occupancy_avg", json_queues(r->queue_level));
    json_t *apps = json_array();
    for (uint32_t i = 0; i < r->apps; i++) {
        json_t *a = json_application(x, &r->app[i]);
        if (alone_ipc)
            put_real(a, "ipc_alone", alone_ipc[i]);
        const double progress = known_ipc ? normalized_progress(r, known_ipc, i) : 0.0;
        json_object_set_new(a, "ntt", json_finite(progress_turnaround(progress)));
        json_array_append_new(apps, a);
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
    if (json_dumpf(root, out->file, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12)) != 0) {
        (void)trace_file_give_up(out, NULL);
        json_decref(root);
        return false;
    }
    fputc('\n', out->file);
    json_decref(root);
    return true;
}
