/* SPDX-License-Identifier: Apache-2.0 */
// The host of the platform: a thread that runs software on the library models/driver. Registers are behind a
// TLM socket, and so is memory, of which it takes a direct pointer. Its processes are address spaces whose
// pages are mapped on demand, moved, shared until one of two writes, and gone when the process ends.
#ifndef GMMU_SYSTEMC_GMMU_PLATFORM_KERNEL_HPP
#define GMMU_SYSTEMC_GMMU_PLATFORM_KERNEL_HPP

#include <cstdint>
#include <deque>
#include <functional>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include "core.hpp"

#include "driver/gmmu_device.h"
#include "driver/gmmu_table.h"

class platform_kernel : public sc_core::sc_module {
  public:
    enum { PROCESSES = 2, PAGES = 8, RING_FRAME = 1, RING_BITS = GMMU_FAULT_RING_W };
    static constexpr std::uint64_t data_vpn = 0x100; // the first page of each process

    tlm_utils::simple_initiator_socket<platform_kernel> registers{"registers"}, memory{"memory"};
    sc_core::sc_in<bool> irq{"irq"};
    std::function<void()> program; // what the thread runs when the device has started

    platform_kernel(sc_core::sc_module_name module, sc_core::sc_time poll, sc_core::sc_time limit);

    static unsigned asid_of(unsigned process) {
        return process + 1;
    }
    // From `program` alone.
    void begin(unsigned process);
    void end(unsigned process); // its warps die
    void move(unsigned process, unsigned page);
    // The child's page is absent and becomes a copy of the parent's: both have its frame until one of them
    // stores. No warp of the two runs.
    void share(unsigned parent, unsigned child, unsigned page);
    void idle(); // some time, in which it serves what comes up
    void quiesce();

    // From a core.
    void store_is_blocked(platform_core &core, unsigned warp, unsigned asid, std::uint64_t vpn);
    bool may_ask(unsigned asid) const {
        return spaces.at(asid - 1).runs;
    }

    // A word of a process as memory holds it; of a page that is absent 0.
    std::uint64_t word(unsigned process, unsigned page, unsigned number) const;
    void check(bool holds, const char *what);

    const char *failed = nullptr; // the first of what has gone wrong
    struct {
        unsigned mapped = 0, moved = 0, copied = 0, ended = 0;
    } seen;

  private:
    struct page_state {
        bool held = false; // it is on its way: requests for it wait on
        bool shared = false;
    };
    struct space {
        bool runs = false;
        gmmu_table table{};
        page_state pages[PAGES];
    };
    struct blocked_store {
        platform_core *core;
        unsigned warp, process, page;
    };

    void run();
    void serve();
    void done(gmmu_result result, const char *what);
    void map_page(unsigned process, unsigned page, std::uint64_t frame, unsigned rights);
    void changed(unsigned process, const gmmu_changes &changes);
    void part(unsigned page);
    std::uint64_t frame_of(unsigned process, unsigned page) const;
    unsigned char *at(std::uint64_t frame) const;
    bool access(tlm::tlm_command command, std::uint32_t offset, std::uint32_t &value);
    std::uint64_t take();

    // gmmu_bus and gmmu_table_memory; the first argument is the kernel
    static bool read_register(void *kernel, std::uint32_t offset, std::uint32_t *value);
    static bool write_register(void *kernel, std::uint32_t offset, std::uint32_t value);
    static std::uint64_t ring_word(void *kernel, std::uint32_t byte);
    static void publish(void *kernel);
    static bool poll_again(void *kernel);
    static bool take_frame(void *kernel, std::uint64_t *frame);
    static void give_frame(void *kernel, std::uint64_t frame);
    static void *frame_at(void *kernel, std::uint64_t frame);
    static gmmu_verdict page_fault(void *kernel, const gmmu_page_fault *fault);

    sc_core::sc_time poll, limit;
    sc_core::sc_event something;
    unsigned char *bytes = nullptr; // memory
    std::vector<bool> taken;        // frames
    gmmu_device device{};
    std::vector<space> spaces{PROCESSES};
    std::deque<blocked_store> stores;
};

#endif
