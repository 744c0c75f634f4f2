/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near_name.h"
#include "base/number_text.h"
#include "program/ptx/ptx_compile.h"
#include "program/ptx/ptx_launch.h"
#include "program/ptx/ptx_registers.h"
#include "program/trace/address_map.h"

#define PAGE_BITS  12U
#define PATH_BYTES 1024U

typedef struct {
    char path[PATH_BYTES], launch[PATH_BYTES];
    char compiler[PATH_BYTES]; /* "": the usual ones */
    uint32_t registers;
    uint32_t given; /* keys, a bit each */
} ptx_arguments;

typedef struct {
    source base;
    char launch_path[PATH_BYTES];
    spool *sp;
    ptx_module module;
    ptx_launch *launch;
    constants_place constants;
    ptx_launch_state state;
    ptx_machine *machine;
    uint32_t step;  /* that comes next */
    uint32_t again; /* times that it has been done */
    uint32_t round; /* of all steps */
    uint64_t blocks, next_block;
} ptx_source;

/* ---- arguments ---- */

bool ptx_source_is(const char *spec) {
    return strncmp(spec, "ptx:", 4) == 0 || strncmp(spec, "cl:", 3) == 0 || strncmp(spec, "cu:", 3) == 0;
}

static bool ptx_argument(ptx_arguments *a, const char *spec, const char *text, size_t length, char *err,
                         size_t n) {
    static const char *const keys[] = {"launch", "registers", "compiler", NULL};
    char key[NEAR_NAME_BYTES];
    const char *equals = memchr(text, '=', length);
    const size_t name = equals ? (size_t)(equals - text) : length;
    (void)snprintf(key, sizeof key, "%.*s", (int)(name < 63 ? name : 63), text);
    for (uint32_t i = 0; equals && keys[i]; i++) {
        const uint32_t bit = strcmp(key, keys[i]) == 0 ? 1U << i : 0;
        if (a->given & bit) {
            (void)snprintf(err, n, "%.300s: '%.*s': expected each argument once", spec, (int)length, text);
            return false;
        }
        a->given |= bit;
    }
    if (equals && strcmp(key, "launch") == 0 && length - name - 1 < PATH_BYTES) {
        (void)snprintf(a->launch, sizeof a->launch, "%.*s", (int)(length - name - 1), equals + 1);
        return true;
    }
    if (equals && strcmp(key, "compiler") == 0 && length - name - 1 < PATH_BYTES && *spec == 'c') {
        (void)snprintf(a->compiler, sizeof a->compiler, "%.*s", (int)(length - name - 1), equals + 1);
        return true;
    }
    if (equals && strcmp(key, "registers") == 0) {
        uint64_t value;
        const char *at = equals + 1;
        if (number_text_read(&at, &value) && at == text + length && value >= 8 &&
            value <= PTX_REGISTERS_MOST) {
            a->registers = (uint32_t)value;
            return true;
        }
        (void)snprintf(err, n, "%.300s: expected registers from 8 to %u", spec, PTX_REGISTERS_MOST);
        return false;
    }
    near_name near = near_name_of(key);
    near_name_offer_all(&near, keys);
    (void)snprintf(err, n,
                   "%.300s: '%.*s': expected launch=FILE, registers=N or, of cl: and cu:, compiler=PROGRAM%s",
                   spec, (int)length, text, near.hint);
    return false;
}

static bool ptx_arguments_of(ptx_arguments *a, const char *spec, char *err, size_t n) {
    const char *at = strchr(spec, ':') + 1;
    size_t length = strcspn(at, ",");
    *a = (ptx_arguments){.registers = PTX_REGISTERS_MOST};
    if (length == 0 || length >= PATH_BYTES) {
        (void)snprintf(err, n, "%.300s: expected the name of a file of at most %u characters", spec,
                       PATH_BYTES - 1);
        return false;
    }
    (void)snprintf(a->path, sizeof a->path, "%.*s", (int)length, at);
    while (at[length] == ',') {
        at += length + 1;
        length = strcspn(at, ",");
        if (!ptx_argument(a, spec, at, length, err, n))
            return false;
    }
    if (*a->launch)
        return true;
    (void)snprintf(err, n, "%.300s: expected launch=FILE, which says what is run: docs/reference/ptx.md",
                   spec);
    return false;
}

/* ---- the source ---- */

/* What the host does between kernels. */
static void ptx_host_step(const ptx_source *p, const ptx_launch_step *s) {
    ptx_launch *l = p->launch;
    if (s->kind == PTX_STEP_COPY)
        memcpy(l->buffer[s->to].data, l->buffer[s->from].data, l->buffer[s->from].bytes);
    else
        ptx_launch_refill(l, s->from);
}

static int ptx_source_fail(const ptx_source *p, char *err, size_t n, const char *what) {
    (void)snprintf(err, n, "%.900s: %s", p->module.file, what);
    return -1;
}

static int ptx_source_begin(ptx_source *p, const ptx_launch_step *s, kernel_info *info, char *err, size_t n) {
    const ptx_kernel *k = &p->launch->kernel[s->kernel];
    ptx_machine_free(p->machine);
    p->state = (ptx_launch_state){.kernel = k,
                                  .file = p->module.file,
                                  .memory = &p->launch->memory,
                                  .parameters = s->parameters,
                                  .grid = {s->grid[0], s->grid[1], s->grid[2]},
                                  .block = {s->block[0], s->block[1], s->block[2]},
                                  .shared_bytes = s->shared_bytes,
                                  .steps = p->launch->block_steps,
                                  .constants = p->constants};
    p->machine = ptx_machine_new(&p->state);
    if (!p->machine)
        return ptx_source_fail(p, err, n, "out of memory");
    p->next_block = 0;
    p->blocks = (uint64_t)s->grid[0] * s->grid[1] * s->grid[2];
    *info = (kernel_info){.blocks = p->blocks,
                          .warps_per_block = ptx_machine_warps(&p->state),
                          .regs_per_thread = k->used < 8 ? 8 : k->used,
                          .shared_bytes = s->shared_bytes};
    memcpy(info->grid, s->grid, sizeof info->grid);
    memcpy(info->block, s->block, sizeof info->block);
    (void)snprintf(info->name, sizeof info->name, "%s", k->name);
    return 1;
}

static int ptx_source_next_kernel(source *s, kernel_info *info, char *err, size_t n) {
    ptx_source *p = (ptx_source *)s;
    const ptx_launch *l = p->launch;
    for (;;) {
        if (p->step == l->steps) {
            p->step = 0;
            p->round++;
        }
        if (p->round == l->repeat)
            return 0;
        const ptx_launch_step *step = &l->step[p->step];
        if (++p->again == step->repeat) {
            p->again = 0;
            p->step++;
        }
        if (step->kind == PTX_STEP_KERNEL)
            return ptx_source_begin(p, step, info, err, n);
        ptx_host_step(p, step);
    }
}

static int ptx_source_next_block(source *s, block_stream **block, char *err, size_t n) {
    ptx_source *p = (ptx_source *)s;
    if (p->next_block == p->blocks)
        return 0;
    block_stream *b = spool_block_new(p->sp, ptx_machine_warps(&p->state));
    if (!b)
        return ptx_source_fail(p, err, n, SPOOL_FULL);
    if (!ptx_machine_run(p->machine, p->next_block, b, err, n)) {
        block_close(b);
        return -1;
    }
    if (!spool_block_finish(b)) {
        block_close(b);
        return ptx_source_fail(p, err, n, SPOOL_FULL);
    }
    p->next_block++;
    *block = b;
    return 1;
}

static int ptx_source_rewind(source *s, char *err, size_t n) {
    ptx_source *p = (ptx_source *)s;
    p->step = p->again = p->round = 0;
    p->blocks = p->next_block = 0;
    return ptx_launch_reset(p->launch, &p->module, err, n) ? 1 : -1;
}

static bool ptx_source_check(source *s, char *err, size_t n) {
    const ptx_source *p = (const ptx_source *)s;
    return ptx_launch_check(p->launch, p->launch_path, err, n);
}

static page_origin ptx_source_origin(const source *s, uint64_t vpn) {
    const ptx_source *p = (const ptx_source *)s;
    const uint64_t address = vpn << PAGE_BITS;
    if (address >= LOCAL_REGION && address - LOCAL_REGION < LOCAL_REGION_SIZE)
        return PAGE_FRESH;
    if (address >= PTX_MODULE_BASE && address - PTX_MODULE_BASE < p->module.bytes)
        return PAGE_HOST;
    for (uint32_t b = 0; b < p->launch->buffers; b++) {
        const ptx_buffer *buffer = &p->launch->buffer[b];
        if (address >= buffer->base && address - buffer->base < buffer->bytes)
            return buffer->fresh ? PAGE_FRESH : PAGE_HOST;
    }
    return PAGE_INVALID;
}

static void ptx_source_close(source *s) {
    ptx_source *p = (ptx_source *)s;
    ptx_machine_free(p->machine);
    ptx_launch_close(p->launch);
    ptx_module_close(&p->module);
    free(p);
}

/* The name of the file without folder and ending. */
static void ptx_source_name(source *s, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    (void)snprintf(s->name, sizeof s->name, "%.*s", (int)strcspn(name, "."), name);
}

/* The PTX, which may have to be compiled. */
static char *ptx_source_text(const ptx_arguments *a, const char *spec, size_t *size, char *err, size_t n) {
    if (*spec == 'p')
        return ptx_read_file(a->path, size, err, n);
    return ptx_compile(spec[1] == 'l' ? PTX_FROM_CL : PTX_FROM_CU, a->path, *a->compiler ? a->compiler : NULL,
                       size, err, n);
}

source *ptx_source_open(const char *spec, spool *sp, uint64_t seed, constants_place constants, char *err,
                        size_t n) {
    static const source_ops ops = {.next_kernel = ptx_source_next_kernel,
                                   .next_block = ptx_source_next_block,
                                   .rewind = ptx_source_rewind,
                                   .check = ptx_source_check,
                                   .origin = ptx_source_origin,
                                   .close = ptx_source_close};
    ptx_arguments a;
    char label[PATH_BYTES + sizeof PTX_COMPILED];
    size_t size;
    if (!ptx_arguments_of(&a, spec, err, n))
        return NULL;
    char *text = ptx_source_text(&a, spec, &size, err, n);
    if (!text)
        return NULL;
    ptx_source *p = calloc(1, sizeof *p);
    if (!p) {
        free(text);
        (void)snprintf(err, n, "%.900s: out of memory", a.path);
        return NULL;
    }
    p->base.ops = &ops;
    p->sp = sp;
    p->constants = constants;
    ptx_source_name(&p->base, a.path);
    memcpy(p->launch_path, a.launch, sizeof p->launch_path);
    (void)snprintf(label, sizeof label, "%s%s", a.path, *spec == 'p' ? "" : PTX_COMPILED);
    if (ptx_module_open(&p->module, label, text, size, err, n))
        p->launch = ptx_launch_open(&p->module, a.launch, a.registers, seed, err, n);
    if (p->launch)
        return &p->base;
    ptx_source_close(&p->base);
    return NULL;
}

/* ---- files ---- */

/* ptx_file_fn */
static bool ptx_add_input(void *ctx, const char *path, char *err, size_t n) {
    struct stat about;
    if (stat(path, &about) == 0 && input_files_add(ctx, &about))
        return true;
    (void)snprintf(err, n, "%.900s: %s", path, strerror(errno));
    return false;
}

bool ptx_source_inputs(const char *spec, input_files *files, char *err, size_t n) {
    ptx_arguments a;
    return ptx_arguments_of(&a, spec, err, n) && ptx_add_input(files, a.path, err, n) &&
           ptx_add_input(files, a.launch, err, n) && ptx_launch_files(a.launch, ptx_add_input, files, err, n);
}
