/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target of the PTX reader and executor, and of launch files: any text is read or refused with one
 * line, and what is read is executed, a block of 48 threads, within a number of steps. The first byte picks:
 * 'l' a launch file, anything else PTX.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/ptx/ptx_build.h"
#include "program/ptx/ptx_machine.h"
#include "program/ptx/ptx_registers.h"
#include "program/ptx/ptx_toml.h"
#include "program/spool.h"
#include "require.h"

#define NAME        "fuzz.ptx"
#define BASE        UINT64_C(0x100000000)
#define BYTES       4096U
#define SHARED_MOST (1U << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One line, with its file, printable. */
static void check_error(const char *error) {
    require(strncmp(error, NAME ":", sizeof NAME) == 0, "the error does not name the file");
    require_line(error);
}

static void check_block(block_stream *b, uint32_t warps) {
    warp_inst i;
    require(spool_block_finish(b), "the spool has failed");
    for (uint32_t w = 0; w < warps; w++)
        while (block_next_inst(b, w, &i)) {
            require(i.op <= OP_EXIT && i.space <= SPACE_CONST, "class or space out of range");
            require(i.ndst <= GMMU_MAX_DST && i.nsrc <= GMMU_MAX_SRC && i.width <= 16, "a bad instruction");
            require((i.width > 0) == (i.space != SPACE_NONE), "a width without an access");
        }
}

static void run_kernel(ptx_module *m, const ptx_kernel *k) {
    static uint8_t host[BYTES];
    char err[2048] = "";
    uint8_t *variables = calloc(1, m->bytes + 1), *parameters = calloc(1, k->parameter_bytes + 1U);
    ptx_region region[] = {{PTX_MODULE_BASE, m->bytes, variables}, {BASE, BYTES, host}};
    const ptx_memory memory = {m->bytes ? region : region + 1, m->bytes ? 2 : 1};
    ptx_launch_state launch = {.kernel = k,
                               .file = NAME,
                               .memory = &memory,
                               .parameters = parameters,
                               .grid = {1, 1, 1},
                               .block = {48, 1, 1},
                               .shared_bytes = k->shared_bytes + 64,
                               .steps = 3000};
    spool *sp = spool_new(64U << 10);
    require(variables && parameters && sp, "out of memory");
    for (uint32_t p = 0; p < k->parameters; p++)
        if (k->parameter[p].bytes == 8)
            memcpy(parameters + k->parameter[p].offset, &(uint64_t){BASE}, 8);
    ptx_machine *machine = ptx_machine_new(&launch);
    block_stream *b = spool_block_new(sp, ptx_machine_warps(&launch));
    require(machine && b, "out of memory");
    if (ptx_machine_run(machine, 0, b, err, sizeof err))
        check_block(b, ptx_machine_warps(&launch));
    else
        check_error(err);
    block_close(b);
    ptx_machine_free(machine);
    spool_free(sp);
    free(variables);
    free(parameters);
}

static void read_ptx(const uint8_t *data, size_t size) {
    char err[2048] = "";
    ptx_module m;
    ptx_kernel k;
    char *text = malloc(size + 1);
    require(text != NULL, "out of memory");
    memcpy(text, data, size);
    text[size] = '\0';
    if (!ptx_module_open(&m, NAME, text, size, err, sizeof err)) {
        check_error(err);
        return;
    }
    for (uint32_t f = 0; f < m.functions && m.bytes < SHARED_MOST; f++) {
        if (!m.function[f].entry || !m.function[f].defined)
            continue;
        if (!ptx_build(&m, &m.function[f], PTX_REGISTERS_MOST, &k, err, sizeof err))
            check_error(err);
        else if (k.shared_bytes + k.local_bytes + k.param_bytes < SHARED_MOST)
            run_kernel(&m, &k);
        ptx_kernel_free(&k);
    }
    ptx_module_close(&m);
}

static void read_launch(const uint8_t *data, size_t size) {
    char err[2048] = "";
    toml t;
    ptx_reader r = {.toml = true};
    char *text = malloc(size + 1);
    require(text != NULL, "out of memory");
    memcpy(text, data, size);
    text[size] = '\0';
    ptx_reader_start(&r, NAME, text, size, err, sizeof err);
    if (!toml_read(&t, &r))
        check_error(err);
    toml_free(&t);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size)
        return 0;
    if (data[0] == 'l')
        read_launch(data + 1, size - 1);
    else
        read_ptx(data + 1, size - 1);
    return 0;
}
