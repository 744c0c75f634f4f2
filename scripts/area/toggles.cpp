/* SPDX-License-Identifier: Apache-2.0 */
// Counts the transitions of a netlist's nets in a run of the simulator (make power).
// At each edge of its clock outside reset the netlist calls gmmu_edge(), and gmmu_toggles() with the nets
// that have another value than at the edge before, some at a time. All instances of the unit count together.
// At the end of the run the counts go to the file that GMMU_TOGGLES names: instances, edges, words read from
// RAMs and written to them, then a line per net.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct counts {
    uint64_t instances = 0, edges = 0, reads = 0, writes = 0;
    std::vector<uint64_t> nets;

    ~counts() {
        const char *name = std::getenv("GMMU_TOGGLES");
        std::FILE *file = name ? std::fopen(name, "w") : nullptr;
        if (!file)
            return;
        for (uint64_t n : {instances, edges, reads, writes})
            std::fprintf(file, "%" PRIu64 "\n", n);
        for (uint64_t n : nets)
            std::fprintf(file, "%" PRIu64 "\n", n);
        if (std::fclose(file) != 0)
            std::remove(name);
    }
};

counts all;

} // namespace

extern "C" void gmmu_instance() {
    all.instances++;
}

extern "C" void gmmu_edge(int nets) {
    all.nets.resize(static_cast<std::size_t>(nets));
    all.edges++;
}

extern "C" void gmmu_ram_uses(int reads, int writes) {
    all.reads += static_cast<uint64_t>(reads);
    all.writes += static_cast<uint64_t>(writes);
}

// CHUNK of power.py nets from this one on.
extern "C" void gmmu_toggles(int first, long long changed) {
    for (auto bits = static_cast<uint64_t>(changed); bits != 0; bits &= bits - 1)
        all.nets[static_cast<std::size_t>(first + __builtin_ctzll(bits))]++;
}
