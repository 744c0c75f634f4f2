/* SPDX-License-Identifier: Apache-2.0 */
// Counts the transitions of a netlist's nets in a run of the simulator (make power).
// The netlist calls gmmu_toggles() at each edge of its clock outside reset, with the nets that have another
// value than at the edge before. All instances of the unit count together. At the end of the run the counts
// go to the file that GMMU_TOGGLES names: instances, edges, then a line per net.
#include "svdpi.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct counts {
    uint64_t instances = 0, edges = 0;
    std::vector<uint64_t> nets;

    ~counts() {
        const char *name = std::getenv("GMMU_TOGGLES");
        std::FILE *file = name ? std::fopen(name, "w") : nullptr;
        if (!file)
            return;
        std::fprintf(file, "%" PRIu64 "\n%" PRIu64 "\n", instances, edges);
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

extern "C" void gmmu_toggles(int nets, const svBitVecVal *changed) {
    all.nets.resize(static_cast<std::size_t>(nets));
    all.edges++;
    for (int first = 0; first < nets; first += 32)
        for (uint32_t word = changed[first / 32]; word != 0; word &= word - 1)
            all.nets[static_cast<std::size_t>(first + __builtin_ctz(word))]++;
}
