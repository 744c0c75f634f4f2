/* SPDX-License-Identifier: Apache-2.0 */
#include "driver/gmmu_device.h"

#include <stddef.h>

#include "mmu_registers_map.h"

enum { SET = 0, INV_PAGE = 1, INV_SPACE = 2, FENCE = 4, INV_LARGE = 5 }; /* kinds of COMMAND */
enum { RECORD_BYTES = 16, LARGE_PAGES = 512, PAGE_BITS = 48 };

/* ---- registers ---- */

static gmmu_result put_word(const gmmu_device *d, uint32_t offset, uint32_t value) {
    return d->setup.bus.write(d->setup.bus.context, offset, value) ? GMMU_DONE : GMMU_BUS_ERROR;
}

static gmmu_result get_word(const gmmu_device *d, uint32_t offset, uint32_t *value) {
    *value = 0;
    return d->setup.bus.read(d->setup.bus.context, offset, value) ? GMMU_DONE : GMMU_BUS_ERROR;
}

/* A pair of registers: the lower and the upper half of a page. */
static gmmu_result put_page(const gmmu_device *d, uint32_t offset, uint64_t vpn) {
    const gmmu_result low = put_word(d, offset, (uint32_t)(vpn & UINT32_MAX));
    return low != GMMU_DONE ? low : put_word(d, offset + 4, (uint32_t)(vpn >> 32));
}

/* Reads until these bits are `level`. `value`: what was read last. */
static gmmu_result await_bits(const gmmu_device *d, uint32_t offset, uint32_t mask, bool level,
                              uint32_t *value) {
    for (;;) {
        const gmmu_result read = get_word(d, offset, value);
        if (read != GMMU_DONE || ((*value & mask) != 0) == level)
            return read;
        if (!d->setup.bus.wait(d->setup.bus.context))
            return GMMU_GAVE_UP;
    }
}

static gmmu_result enter_call(gmmu_device *d) {
    if (d->inside)
        return GMMU_BUSY;
    d->inside = true;
    return GMMU_DONE;
}

static gmmu_result leave_call(gmmu_device *d, gmmu_result result) {
    d->inside = false;
    return result;
}

/* ---- the ring ---- */

static uint32_t ring_records(const gmmu_device *d) {
    return UINT32_C(1) << d->setup.ring_bits;
}

gmmu_result gmmu_device_resume(gmmu_device *d, uint16_t asid, uint64_t vpn) {
    uint32_t was;
    gmmu_result r = await_bits(d, MMU_RESUME, MMU_RESUME_MASK, false, &was);
    if (r != GMMU_DONE)
        return r;
    d->setup.bus.publish(d->setup.bus.context);
    r = put_page(d, MMU_RESUME_PAGE_LOW, vpn);
    return r != GMMU_DONE ? r : put_word(d, MMU_RESUME, (uint32_t)asid << MMU_RESUME_ASID_AT);
}

static gmmu_page_fault record_at(const gmmu_device *d, uint32_t place) {
    const gmmu_bus *bus = &d->setup.bus;
    const uint64_t first = bus->ring(bus->context, place * RECORD_BYTES);
    const uint64_t second = bus->ring(bus->context, place * RECORD_BYTES + 8);
    return (gmmu_page_fault){.asid = (uint16_t)(first >> PAGE_BITS),
                             .vpn = first & ((UINT64_C(1) << PAGE_BITS) - 1),
                             .reads = (second >> 24 & 1U) != 0,
                             .writes = (second >> 25 & 1U) != 0,
                             .requester = (uint32_t)(second & 0xFFFFFFU),
                             .time = (uint32_t)(second >> 32)};
}

static gmmu_result lost_record(const gmmu_device *d, uint32_t error, gmmu_page_fault *f) {
    uint32_t low, high = 0;
    gmmu_result r = get_word(d, MMU_RECORD_ERROR_PAGE_LOW, &low);
    if (r == GMMU_DONE)
        r = get_word(d, MMU_RECORD_ERROR_PAGE_HIGH, &high);
    *f = (gmmu_page_fault){.asid = (uint16_t)((error & MMU_ERROR_ASID_MASK) >> MMU_ERROR_ASID_AT),
                           .vpn = (uint64_t)(high & MMU_ERROR_PAGE_HIGH_MASK) << 32 | low,
                           .reads = true,
                           .lost = true};
    return r;
}

static bool is_enabled(const gmmu_device *d, uint32_t asid) {
    return asid < GMMU_DEVICE_SPACES && (d->enabled[asid / 32] >> asid % 32 & 1U) != 0;
}

/* A record of a space that has ended, or is about to, is dropped: its owner must not see it, nor the next. */
static gmmu_result serve_record(gmmu_device *d, const gmmu_page_fault *f) {
    gmmu_verdict verdict = GMMU_LATER;
    if (is_enabled(d, f->asid))
        verdict = d->setup.handler(d->setup.handler_context, f);
    const gmmu_result r = verdict == GMMU_RESUME ? gmmu_device_resume(d, f->asid, f->vpn) : GMMU_DONE;
    d->head = (d->head + 1) % (2 * ring_records(d));
    return r != GMMU_DONE ? r : put_word(d, MMU_RING_HEAD, d->head);
}

static gmmu_result set_up_ring(gmmu_device *d) {
    uint32_t was;
    const gmmu_result r = put_word(d, MMU_RING, MMU_RING_ENABLE_MASK);
    d->head = 0;
    return r != GMMU_DONE ? r : await_bits(d, MMU_RING, MMU_RING_MASK, false, &was);
}

/* Records without a name are lost: the ring is set up anew, and what still waits is recorded once more. */
static gmmu_result record_anew(gmmu_device *d) {
    gmmu_result r = set_up_ring(d);
    for (uint32_t asid = 0; asid < GMMU_DEVICE_SPACES && r == GMMU_DONE; asid++) {
        uint32_t was;
        if (!is_enabled(d, asid))
            continue;
        r = await_bits(d, MMU_RESUME, MMU_RESUME_MASK, false, &was);
        if (r == GMMU_DONE)
            r = put_word(d, MMU_RESUME, MMU_RESUME_SPACE_MASK | asid << MMU_RESUME_ASID_AT);
    }
    return r;
}

/* Up to the tail that is read first; what was written off is looked at after it, and before the records. */
static gmmu_result serve_ring(gmmu_device *d) {
    uint32_t state = 0, error = 0;
    gmmu_result r = d->setup.handler == NULL ? GMMU_DONE : get_word(d, MMU_RING_STATE, &state);
    if (d->setup.handler == NULL || r != GMMU_DONE)
        return r;
    const uint32_t places = 2 * ring_records(d); /* whatever the register says, the loop comes to an end */
    const uint32_t tail = ((state & MMU_RING_TAIL_MASK) >> MMU_RING_TAIL_AT) % places;
    d->head = ((state & MMU_RING_FIRST_MASK) >> MMU_RING_FIRST_AT) % places;
    r = get_word(d, MMU_RECORD_ERROR, &error);
    while (r == GMMU_DONE && d->head != tail) {
        const uint32_t place = d->head % ring_records(d);
        gmmu_page_fault f = record_at(d, place);
        const bool lost = (error & MMU_ERROR_SEEN_MASK) != 0 && (error & MMU_ERROR_SLOT_MASK) == place;
        if (lost)
            r = lost_record(d, error, &f);
        if (r == GMMU_DONE)
            r = serve_record(d, &f);
        if (r == GMMU_DONE && lost) {
            r = put_word(d, MMU_RECORD_ERROR, MMU_ERROR_CLEAR_MASK);
            error &= ~MMU_ERROR_SEEN_MASK;
        }
    }
    return r == GMMU_DONE && (error & MMU_ERROR_MORE_MASK) != 0 ? record_anew(d) : r;
}

gmmu_result gmmu_device_serve(gmmu_device *d) {
    const gmmu_result r = enter_call(d);
    return r != GMMU_DONE ? r : leave_call(d, serve_ring(d));
}

/* ---- commands ---- */

/* Returns when it has completed, and serves faults until then. */
static gmmu_result give_command(gmmu_device *d, uint32_t kind, uint16_t asid, bool enable) {
    uint32_t value;
    d->setup.bus.publish(d->setup.bus.context);
    gmmu_result r = put_word(d, MMU_COMMAND,
                             kind << MMU_CMD_KIND_AT | (enable ? MMU_CMD_ENABLE_MASK : 0) |
                                 (uint32_t)asid << MMU_CMD_ASID_AT);
    while (r == GMMU_DONE) {
        r = get_word(d, MMU_COMMAND, &value);
        if (r == GMMU_DONE && (value & MMU_CMD_MASK) == 0)
            return (value & MMU_CMD_REFUSED_MASK) != 0 ? GMMU_REFUSED : GMMU_DONE;
        if (r == GMMU_DONE)
            r = serve_ring(d);
        if (r == GMMU_DONE && !d->setup.bus.wait(d->setup.bus.context))
            r = GMMU_GAVE_UP;
    }
    return r;
}

static gmmu_result begin_space(gmmu_device *d, uint16_t asid, uint32_t root, uint64_t lowest,
                               uint64_t highest) {
    const bool again = is_enabled(d, asid);
    gmmu_result r = put_page(d, MMU_COMMAND_PAGE_LOW, lowest);
    if (r == GMMU_DONE)
        r = put_page(d, MMU_COMMAND_HIGHEST_LOW, highest);
    if (r == GMMU_DONE)
        r = put_word(d, MMU_COMMAND_ROOT, root);
    if (r == GMMU_DONE)
        r = give_command(d, SET, asid, true);
    if (r == GMMU_DONE)
        d->enabled[asid / 32] |= UINT32_C(1) << asid % 32;
    return r == GMMU_DONE && again ? give_command(d, FENCE, 0, false) : r;
}

gmmu_result gmmu_device_begin(gmmu_device *d, uint16_t asid, uint32_t root, uint64_t lowest,
                              uint64_t highest) {
    const gmmu_result r = asid < GMMU_DEVICE_SPACES ? enter_call(d) : GMMU_REFUSED;
    return r != GMMU_DONE ? r : leave_call(d, begin_space(d, asid, root, lowest, highest));
}

/* Its records are dropped from now on, and none is left in the ring at the end. */
static gmmu_result end_space(gmmu_device *d, uint16_t asid) {
    d->enabled[asid / 32] &= ~(UINT32_C(1) << asid % 32);
    const gmmu_result r = give_command(d, SET, asid, false);
    return r != GMMU_DONE ? r : serve_ring(d);
}

gmmu_result gmmu_device_end(gmmu_device *d, uint16_t asid) {
    const gmmu_result r = asid < GMMU_DEVICE_SPACES ? enter_call(d) : GMMU_REFUSED;
    return r != GMMU_DONE ? r : leave_call(d, end_space(d, asid));
}

/* One command for each page, or for each 2 MB, or for the space. */
static gmmu_result drop_range(gmmu_device *d, uint16_t asid, uint64_t vpn, uint64_t pages, bool resized) {
    const bool wide = resized || pages > GMMU_RANGE_COMMANDS;
    const uint64_t step = wide ? LARGE_PAGES : 1, from = vpn / step, until = (vpn + pages - 1) / step;
    if (until - from >= GMMU_RANGE_COMMANDS)
        return give_command(d, INV_SPACE, asid, false);
    for (uint64_t i = from; i <= until; i++) {
        gmmu_result r = put_page(d, MMU_COMMAND_PAGE_LOW, i * step);
        if (r == GMMU_DONE)
            r = give_command(d, wide ? INV_LARGE : INV_PAGE, asid, false);
        if (r != GMMU_DONE)
            return r;
    }
    return GMMU_DONE;
}

gmmu_result gmmu_device_changed(gmmu_device *d, uint16_t asid, uint64_t vpn, uint64_t pages, bool resized) {
    gmmu_result r = enter_call(d);
    if (r != GMMU_DONE)
        return r;
    if (pages != 0) {
        r = drop_range(d, asid, vpn, pages, resized);
        if (r == GMMU_DONE)
            r = give_command(d, FENCE, 0, false);
    }
    return leave_call(d, r);
}

/* ---- start and stop ---- */

static gmmu_result put_format(const gmmu_device *d, const gmmu_format *f) {
    const struct {
        uint32_t offset, value;
    } words[] = {{MMU_FORMAT, f->format},
                 {MMU_FORMAT_LARGE, 0},
                 {MMU_FORMAT_FLAGS, f->flags},
                 {MMU_FORMAT_RIGHTS, f->rights},
                 {MMU_FORMAT_ENTRIES, f->entries}};
    gmmu_result r = GMMU_DONE;
    for (uint32_t i = 0; i < sizeof words / sizeof words[0] && r == GMMU_DONE; i++)
        r = put_word(d, words[i].offset, words[i].value);
    for (uint32_t i = 0; i < f->levels && r == GMMU_DONE; i++)
        r = put_word(d, MMU_FORMAT_LEVEL + 4 * i, f->level[i]);
    return r;
}

static bool can_be(const gmmu_setup *setup) {
    const bool fits = setup->ring_bits >= 2 && setup->ring_bits <= 8;
    return setup->handler == NULL ||
           (fits && setup->irq_records >= 1 && setup->irq_records <= UINT32_C(1) << setup->ring_bits);
}

gmmu_result gmmu_device_start(gmmu_device *d, const gmmu_setup *setup) {
    if (!can_be(setup))
        return GMMU_REFUSED;
    *d = (gmmu_device){.setup = *setup};
    gmmu_result r = put_format(d, setup->format);
    if (r == GMMU_DONE)
        r = put_word(d, MMU_SHARING,
                     (uint32_t)setup->space_pages << MMU_SPACE_PAGES_AT | (uint32_t)setup->hold_all
                                                                              << MMU_HOLD_ALL_AT);
    if (setup->handler != NULL) {
        d->control = MMU_PARK_MASK | MMU_IRQ_MASK_MASK | (uint32_t)setup->irq_records << MMU_IRQ_RECORDS_AT;
        if (r == GMMU_DONE)
            r = put_word(d, MMU_RING_FRAME, setup->ring_frame);
        if (r == GMMU_DONE)
            r = set_up_ring(d);
    }
    return r != GMMU_DONE ? r : put_word(d, MMU_CONTROL, d->control);
}

gmmu_result gmmu_device_quiesce(gmmu_device *d) {
    uint32_t status;
    gmmu_result r = enter_call(d);
    if (r != GMMU_DONE)
        return r;
    r = put_word(d, MMU_CONTROL, d->control | MMU_QUIESCE_MASK);
    return leave_call(d, r != GMMU_DONE ? r : await_bits(d, MMU_STATUS, MMU_QUIET_MASK, true, &status));
}
