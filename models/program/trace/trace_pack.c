/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/trace_pack.h"

#include <stdlib.h>
#include <string.h>

#include "program/spool.h"
#include "program/trace/kernel_trace.h"
#include "program/trace/packed.h"
#include "program/trace/packer.h"
#include "program/trace/trace_list.h"

#define SPOOL_WINDOW (64U << 10) /* blocks are read and not kept */

/* Appends the next line of the header. 1: it was the last; 0: more follow; -1: the error is in l. */
static int header_line(lines *l, char *text, size_t *size) {
    char *line;
    const int r = lines_next(l, &line);
    if (r == 0)
        lines_fail(l, NULL, "the file ends inside the header, expected '#traces format = ...'");
    if (r <= 0)
        return -1;
    const size_t length = strlen(line);
    if (*size + length + 1 > PACKED_HEADER_MAX) {
        lines_fail(l, NULL, "cannot be packed: a header of more than %u bytes", PACKED_HEADER_MAX);
        return -1;
    }
    memcpy(text + *size, line, length + 1);
    text[*size + length] = '\n';
    *size += length + 1;
    return strncmp(line + strspn(line, " \t"), "#traces format", 14) == 0;
}

/* The text of a kernel's header, up to the line that ends it; NULL: the error is in l. */
static char *header_text(const char *path, lines *l, size_t *size) {
    char *text = malloc(PACKED_HEADER_MAX);
    int r = -1;
    *size = 0;
    if (!text)
        lines_fail(l, NULL, "%s: out of memory", path);
    else if (lines_open_file(l, path))
        while ((r = header_line(l, text, size)) == 0)
            continue;
    lines_close(l);
    if (r > 0)
        return text;
    free(text);
    return NULL;
}

static bool pack_blocks(packer *p, kernel_trace *t, notes *n) {
    spool *sp = spool_new(SPOOL_WINDOW);
    block_stream *block;
    int r = sp ? 1 : -1;
    if (!sp)
        lines_fail(&t->lines, NULL, "out of memory");
    t->packer = p;
    while (r > 0 && (r = kernel_trace_block(t, n, sp, &block)) > 0)
        block_close(block);
    spool_free(sp);
    return r == 0;
}

/* `listed`: its name in the list. */
static bool pack_kernel(packer *p, const char *listed, const char *path, notes *n, char *err, size_t size) {
    kernel_trace t = {0};
    size_t length;
    char *header = header_text(path, &t.lines, &length);
    bool ok = header != NULL;
    if (ok && !packer_kernel(p, listed, header, length))
        ok = lines_fail(&t.lines, NULL, PACKER_FULL);
    free(header);
    ok = ok && lines_open_file(&t.lines, path) && kernel_trace_start(&t, n) && pack_blocks(p, &t, n);
    if (!ok)
        (void)snprintf(err, size, "%s", t.lines.error);
    kernel_trace_close(&t);
    return ok;
}

static bool pack_list(packer *p, trace_list *list, char *err, size_t n) {
    char name[SOURCE_NAME_SIZE], path[LINE_NAME_SIZE];
    trace_list_name(list, name);
    bool ok = true, written = packer_begin(p, name);
    for (size_t i = 0; ok && written && i < list->kernels.count; i++)
        ok = trace_list_path(list, i, path, err, n) &&
             pack_kernel(p, list->kernels.kernel[i].file, path, &list->notes, err, n);
    written = written && (!ok || packer_end(p));
    if (!written)
        (void)snprintf(err, n, "%.900s: " PACKER_FULL, list->path);
    return ok && written;
}

bool trace_pack(const char *path, FILE *to, char *err, size_t n) {
    trace_list *list = calloc(1, sizeof *list);
    packer *p = packer_new(to);
    bool ok = list && p;
    if (!ok)
        (void)snprintf(err, n, "%.900s: out of memory", path);
    ok = ok && trace_list_open(list, path, err, n) && pack_list(p, list, err, n);
    if (list)
        trace_list_close(list);
    packer_free(p);
    free(list);
    return ok;
}
