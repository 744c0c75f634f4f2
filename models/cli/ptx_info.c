/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu ptx-info: the kernels of a program, what each needs, and what is not supported; or its PTX. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/outside.h"
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

static bool info_compiled(const char *path) {
    return info_ends(path, ".cl") || info_ends(path, ".cu");
}

static char *info_text(const char *path, size_t *size, char *err, size_t n) {
    if (!info_compiled(path))
        return ptx_read_file(path, size, err, n);
    return ptx_compile(info_ends(path, ".cl") ? PTX_FROM_CL : PTX_FROM_CU, path, NULL, size, err, n);
}

/* The PTX itself; false: err says why. */
static bool info_write(const char *path, char *err, size_t n) {
    size_t size;
    char *text = info_text(path, &size, err, n);
    if (!text)
        return false;
    (void)fwrite(text, 1, size, stdout);
    free(text);
    return true;
}

static bool info_kernels(const char *path, char *err, size_t n) {
    char label[LINE_BYTES];
    size_t size;
    ptx_module m;
    char *text = info_text(path, &size, err, n);
    (void)snprintf(label, sizeof label, "%.2000s%s", path, info_compiled(path) ? PTX_COMPILED : "");
    if (!text || !ptx_module_open(&m, label, text, size, err, n))
        return false;
    for (uint32_t f = 0; f < m.functions; f++)
        if (m.function[f].entry && m.function[f].defined)
            info_kernel(&m, &m.function[f]);
    ptx_module_close(&m);
    return true;
}

int command_ptx_info(int argc, char **argv) {
    char err[LINE_BYTES];
    const bool whole = argc == 3 && strcmp(argv[1], "--ptx") == 0;
    const char *path = argv[argc - 1];
    if (argc != 2 + whole || *path == '-') {
        message_line(
            "gmmu: ptx-info: expected a program: gmmu ptx-info [--ptx] FILE.ptx, FILE.cl or FILE.cu");
        return EXIT_BAD_INPUT;
    }
    if (whole ? info_write(path, err, sizeof err) : info_kernels(path, err, sizeof err))
        return EXIT_SUCCESS;
    message_line("gmmu: %s", err);
    return EXIT_BAD_INPUT;
}
