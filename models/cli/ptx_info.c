/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu ptx-info: the kernels of a program, what each needs, and what is not supported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "cli/bad_option.h"
#include "cli/commands.h"
#include "program/ptx/ptx_build.h"
#include "program/ptx/ptx_compile.h"
#include "program/ptx/ptx_registers.h"

#define LINE_BYTES 2048U

static bool info_ends(const char *path, const char *end) {
    const size_t n = strlen(path), m = strlen(end);
    return n > m && strcmp(path + n - m, end) == 0;
}

/* ptx_refused_fn */
static void info_refused(void *ctx, const char *line) {
    ++*(uint32_t *)ctx;
    visible_line(stdout, "  not supported: %s", line);
}

static void info_parameter(const ptx_parameter *p) {
    static const char *const spaces[] = {"",
                                         ", points to global memory",
                                         ", points to constants",
                                         ", points to shared memory",
                                         ", points to local memory",
                                         ""};
    if (p->array)
        visible_line(stdout, "  %-24s struct of %u bytes", p->name, p->bytes);
    else
        visible_line(stdout, "  %-24s %s%s", p->name, ptx_type_name(p->type), spaces[p->space]);
}

static void info_kernel(ptx_module *m, const ptx_function *f) {
    char err[LINE_BYTES];
    uint32_t refused = 0;
    ptx_kernel k;
    visible_line(stdout, "kernel %.*s", (int)f->name.length, f->name.at);
    const bool ok = ptx_build_report(m, f, PTX_REGISTERS_MOST, &k, info_refused, &refused, err, sizeof err);
    for (uint32_t p = 0; p < k.parameters; p++)
        info_parameter(&k.parameter[p]);
    if (!ok)
        visible_line(stdout, "  not supported: %s", err);
    else
        printf("  %u instructions, %u registers, %u bytes of shared and %u of local memory%s\n", k.count,
               k.used, k.shared_bytes, k.local_bytes, refused ? ", without what is not supported" : "");
    ptx_kernel_free(&k);
}

static bool info_open(ptx_module *m, const char *path) {
    char err[LINE_BYTES];
    size_t size;
    char *text = info_ends(path, ".cl")   ? ptx_compile(PTX_FROM_CL, path, NULL, &size, err, sizeof err)
                 : info_ends(path, ".cu") ? ptx_compile(PTX_FROM_CU, path, NULL, &size, err, sizeof err)
                                          : ptx_read_file(path, &size, err, sizeof err);
    if (text && ptx_module_open(m, path, text, size, err, sizeof err))
        return true;
    visible_line(stderr, "gmmu: %s", err);
    return false;
}

int command_ptx_info(int argc, char **argv) {
    ptx_module m;
    if (argc != 2 || argv[1][0] == '-') {
        visible_line(stderr,
                     "gmmu: ptx-info: expected a program: gmmu ptx-info FILE.ptx, FILE.cl or FILE.cu");
        return EXIT_BAD_INPUT;
    }
    if (!info_open(&m, argv[1]))
        return EXIT_BAD_INPUT;
    for (uint32_t f = 0; f < m.functions; f++)
        if (m.function[f].entry && m.function[f].defined)
            info_kernel(&m, &m.function[f]);
    ptx_module_close(&m);
    return EXIT_SUCCESS;
}
