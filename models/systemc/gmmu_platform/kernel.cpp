/* SPDX-License-Identifier: Apache-2.0 */
#include "kernel.hpp"

#include <cstring>
#include <tlm>

enum { FRAME = 4096, RIGHTS = GMMU_READ | GMMU_WRITE | GMMU_USER };

namespace {

platform_kernel &self(void *kernel) {
    return *static_cast<platform_kernel *>(kernel);
}

} // namespace

platform_kernel::platform_kernel(sc_core::sc_module_name module, sc_core::sc_time between_polls,
                                 sc_core::sc_time longest)
    : sc_module(module), poll(between_polls), limit(longest) {
    SC_HAS_PROCESS(platform_kernel);
    SC_THREAD(run);
}

void platform_kernel::check(bool holds, const char *what) {
    if (!holds && failed == nullptr)
        failed = what;
}

// ---- what the library needs ----

bool platform_kernel::access(tlm::tlm_command command, std::uint32_t offset, std::uint32_t &value) {
    tlm::tlm_generic_payload t;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    t.set_command(command);
    t.set_address(offset);
    t.set_data_ptr(reinterpret_cast<unsigned char *>(&value));
    t.set_data_length(sizeof value);
    t.set_streaming_width(sizeof value);
    registers->b_transport(t, delay);
    wait(delay);
    return t.is_response_ok();
}

bool platform_kernel::read_register(void *kernel, std::uint32_t offset, std::uint32_t *value) {
    return self(kernel).access(tlm::TLM_READ_COMMAND, offset, *value);
}

bool platform_kernel::write_register(void *kernel, std::uint32_t offset, std::uint32_t value) {
    return self(kernel).access(tlm::TLM_WRITE_COMMAND, offset, value);
}

std::uint64_t platform_kernel::ring_word(void *kernel, std::uint32_t byte) {
    std::uint64_t word;
    std::memcpy(&word, self(kernel).at(RING_FRAME) + byte, sizeof word);
    return word;
}

// Stores by the direct pointer are in memory at once.
void platform_kernel::publish(void *) {}

bool platform_kernel::poll_again(void *kernel) {
    platform_kernel &k = self(kernel);
    sc_core::wait(k.poll);
    return sc_core::sc_time_stamp() < k.limit;
}

std::uint64_t platform_kernel::take() {
    for (std::uint64_t f = RING_FRAME + 1; f < taken.size(); f++) {
        if (taken[f])
            continue;
        taken[f] = true;
        std::memset(at(f), 0, FRAME);
        return f;
    }
    check(false, "no frame is left");
    return RING_FRAME;
}

bool platform_kernel::take_frame(void *kernel, std::uint64_t *frame) {
    *frame = self(kernel).take();
    return self(kernel).failed == nullptr;
}

// A core or a walk that uses it from now on finds nonsense.
void platform_kernel::give_frame(void *kernel, std::uint64_t frame) {
    platform_kernel &k = self(kernel);
    k.check(k.taken.at(frame), "a frame is given back twice");
    k.taken[frame] = false;
    std::memset(k.at(frame), 0xFF, FRAME);
}

void *platform_kernel::frame_at(void *kernel, std::uint64_t frame) {
    return self(kernel).at(frame);
}

unsigned char *platform_kernel::at(std::uint64_t frame) const {
    return bytes + frame * FRAME;
}

// ---- pages ----

void platform_kernel::map_page(unsigned process, unsigned page, std::uint64_t frame, unsigned rights) {
    check(gmmu_table_map(&spaces[process].table, data_vpn + page, frame, 1, rights),
          "a page cannot be mapped");
}

std::uint64_t platform_kernel::frame_of(unsigned process, unsigned page) const {
    gmmu_mapping m;
    return gmmu_table_look(&spaces.at(process).table, data_vpn + page, &m) ? m.frame : 0;
}

std::uint64_t platform_kernel::word(unsigned process, unsigned page, unsigned number) const {
    const std::uint64_t frame = frame_of(process, page);
    std::uint64_t found = 0;
    if (frame != 0)
        std::memcpy(&found, at(frame) + 8 * number, sizeof found);
    return found;
}

gmmu_verdict platform_kernel::page_fault(void *kernel, const gmmu_page_fault *fault) {
    platform_kernel &k = self(kernel);
    const unsigned process = fault->asid - 1U;
    const std::uint64_t page = fault->vpn - data_vpn;
    k.check(process < PROCESSES && page < PAGES && !fault->lost, "a record of a page that nobody asks for");
    if (k.failed != nullptr || k.spaces[process].pages[page].held)
        return GMMU_LATER;
    if (k.frame_of(process, static_cast<unsigned>(page)) == 0) {
        k.map_page(process, static_cast<unsigned>(page), k.take(), RIGHTS);
        k.seen.mapped++;
    }
    return GMMU_RESUME;
}

void platform_kernel::done(gmmu_result result, const char *what) {
    check(result == GMMU_DONE, what);
}

void platform_kernel::changed(unsigned process, const gmmu_changes &c) {
    done(
        gmmu_device_changed(&device, static_cast<std::uint16_t>(asid_of(process)), c.vpn, c.pages, c.resized),
        "an invalidation does not come to an end");
}

void platform_kernel::begin(unsigned process) {
    space &s = spaces[process];
    const gmmu_table_memory tables = {this, take_frame, give_frame, frame_at};
    check(gmmu_table_init(&s.table, &gmmu_format_sv39, &tables), "no frame for a root");
    done(gmmu_device_begin(&device, static_cast<std::uint16_t>(asid_of(process)),
                           static_cast<std::uint32_t>(s.table.root), data_vpn, data_vpn + PAGES - 1),
         "a space cannot begin");
    s.runs = true;
}

void platform_kernel::end(unsigned process) {
    space &s = spaces[process];
    s.runs = false;
    for (const blocked_store &b : stores)
        if (b.process == process)
            b.core->look_again(b.warp);
    done(gmmu_device_end(&device, static_cast<std::uint16_t>(asid_of(process))),
         "a space does not come to an end");
    for (unsigned i = 0; i < PAGES; i++) {
        const std::uint64_t frame = frame_of(process, i);
        check(!s.pages[i].shared, "a process ends that shares pages"); // not for this kernel
        if (frame != 0)
            give_frame(this, frame);
        s.pages[i] = page_state();
    }
    gmmu_table_free(&s.table);
    seen.ended++;
}

// Unmapped, dropped everywhere, copied, mapped again.
void platform_kernel::move(unsigned process, unsigned page) {
    space &s = spaces[process];
    gmmu_changes changes;
    const std::uint64_t from = frame_of(process, page);
    if (from == 0 || s.pages[page].shared)
        return;
    const std::uint64_t to = take();
    s.pages[page].held = true;
    check(gmmu_table_unmap(&s.table, data_vpn + page, 1, &changes), "a page cannot be unmapped");
    changed(process, changes); // from here on nobody uses the old frame
    std::memcpy(at(to), at(from), FRAME);
    give_frame(this, from);
    map_page(process, page, to, RIGHTS);
    s.pages[page].held = false;
    done(gmmu_device_resume(&device, static_cast<std::uint16_t>(asid_of(process)), data_vpn + page),
         "a page cannot be resumed");
    seen.moved++;
}

void platform_kernel::share(unsigned parent, unsigned child, unsigned page) {
    gmmu_changes changes;
    check(frame_of(parent, page) != 0 && frame_of(child, page) == 0, "no page to share");
    if (failed != nullptr)
        return;
    map_page(child, page, frame_of(parent, page), GMMU_READ | GMMU_USER);
    check(gmmu_table_protect(&spaces[parent].table, data_vpn + page, 1, GMMU_READ | GMMU_USER, &changes),
          "a page cannot be protected");
    changed(parent, changes);
    spaces[parent].pages[page].shared = spaces[child].pages[page].shared = true;
}

// Process 1 gets a copy; then both may write.
void platform_kernel::part(unsigned page) {
    gmmu_changes changes;
    const std::uint64_t from = frame_of(1, page), to = take();
    check(gmmu_table_unmap(&spaces[1].table, data_vpn + page, 1, &changes), "a page cannot be unmapped");
    std::memcpy(at(to), at(from), FRAME);
    map_page(1, page, to, RIGHTS);
    changed(1, changes);
    check(gmmu_table_protect(&spaces[0].table, data_vpn + page, 1, RIGHTS, &changes),
          "a page cannot be written");
    changed(0, changes);
    spaces[0].pages[page].shared = spaces[1].pages[page].shared = false;
    seen.copied++;
}

// ---- the thread ----

void platform_kernel::store_is_blocked(platform_core &core, unsigned warp, unsigned asid, std::uint64_t vpn) {
    stores.push_back({&core, warp, asid - 1, static_cast<unsigned>(vpn - data_vpn)});
    something.notify(sc_core::SC_ZERO_TIME);
}

void platform_kernel::serve() {
    if (irq.read())
        done(gmmu_device_serve(&device), "the ring cannot be served");
    while (!stores.empty() && failed == nullptr) {
        const blocked_store b = stores.front();
        stores.pop_front();
        if (spaces[b.process].pages[b.page].shared)
            part(b.page);
        b.core->look_again(b.warp);
    }
}

void platform_kernel::idle() {
    wait(10 * poll, irq.posedge_event() | something);
    check(sc_core::sc_time_stamp() < limit, "the platform does not come to an end");
    serve();
}

void platform_kernel::quiesce() {
    done(gmmu_device_quiesce(&device), "the block does not become quiet");
}

void platform_kernel::run() {
    tlm::tlm_generic_payload t;
    tlm::tlm_dmi direct;
    t.set_command(tlm::TLM_WRITE_COMMAND);
    if (!memory->get_direct_mem_ptr(t, direct))
        SC_REPORT_FATAL("platform", "memory gives no pointer");
    bytes = direct.get_dmi_ptr();
    taken.resize(static_cast<std::size_t>((direct.get_end_address() + 1) / FRAME));
    wait(10 * poll); // reset
    gmmu_setup setup = {};
    setup.bus = {this, read_register, write_register, ring_word, publish, poll_again};
    setup.format = &gmmu_format_sv39;
    setup.ring_frame = RING_FRAME;
    setup.ring_bits = RING_BITS;
    setup.irq_records = 1;
    setup.handler = page_fault;
    setup.handler_context = this;
    done(gmmu_device_start(&device, &setup), "the device does not start");
    program();
}
