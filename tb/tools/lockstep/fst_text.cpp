/* SPDX-License-Identifier: Apache-2.0 */
// A waveform as VCD, by Verilator's copy of the library that wrote it. usage: fst_text FST >VCD
#include "gtkwave/fstapi.h"

#include <cstdio>

int main(int argc, char **argv) {
    void *wave = argc == 2 ? fstReaderOpen(argv[1]) : nullptr;
    if (!wave) {
        std::fprintf(stderr, "fst_text: expected a waveform\n");
        return 2;
    }
    fstReaderProcessHier(wave, stdout);
    fstReaderSetFacProcessMaskAll(wave);
    fstReaderIterBlocks(wave, nullptr, nullptr, stdout);
    fstReaderClose(wave);
    return 0;
}
