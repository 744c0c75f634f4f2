/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/byte_source.h"

#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "program/trace/packed.h"
#include "program/trace/tracez.h"

/* xz -9 needs 65 MB to decompress; a header may ask for gigabytes. */
#define XZ_MEMORY_LIMIT (128ULL << 20)
#define INPUT_BYTES     32768U

struct byte_source {
    FILE *file;        /* NULL: from memory */
    const uint8_t *at; /* memory not yet read */
    size_t left;
    bool is_xz, ended;
    tracez *z;       /* NULL: no .tracez */
    lzma_stream xz;  /* made anew for each file, in the memory of the last one */
    ZSTD_DCtx *zstd; /* NULL: no .tracep */
    ZSTD_inBuffer in;
    uint8_t input[INPUT_BYTES];
};

bool bytes_named(const char *path, const char *end) {
    const size_t n = strlen(path), m = strlen(end);
    return n > m && strcmp(path + n - m, end) == 0;
}

/* An application may start again, and reads its traces again: no FIFO can be read twice, or ends. */
static FILE *open_regular(const char *path, const char **problem) {
    struct stat found;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *file = NULL;
    *problem = NULL;
    if (fd >= 0 && fstat(fd, &found) == 0 && !S_ISREG(found.st_mode))
        *problem =
            S_ISDIR(found.st_mode) ? strerror(EISDIR) : "not a regular file, which could be read again";
    else if (fd >= 0)
        file = fdopen(fd, "rb");
    if (!file && !*problem)
        *problem = strerror(errno);
    if (!file && fd >= 0)
        close(fd);
    return file;
}

static void byte_source_end_file(byte_source *b) {
    tracez_close(b->z);
    ZSTD_freeDCtx(b->zstd);
    if (b->file)
        fclose(b->file);
}

/* A fresh one, or the old one without its file. NULL when out of memory. */
static byte_source *byte_source_ready(byte_source *old) {
    if (!old)
        return calloc(1, sizeof *old);
    lzma_stream xz = old->xz;
    byte_source_end_file(old);
    memset(old, 0, offsetof(byte_source, input));
    xz.next_in = NULL;
    xz.avail_in = 0;
    old->xz = xz;
    return old;
}

byte_source *bytes_next_file(byte_source *old, const char *path, const char **problem) {
    byte_source *b = byte_source_ready(old);
    if (!b) {
        *problem = "out of memory";
        return NULL;
    }
    b->file = open_regular(path, problem);
    if (!b->file) {
        bytes_close(b);
        return NULL;
    }
    if (bytes_named(path, ".tracez")) {
        b->z = tracez_open(b->file, path, problem);
        if (!b->z) {
            bytes_close(b);
            return NULL;
        }
    }
    b->is_xz = bytes_named(path, ".xz");
    if (b->is_xz && lzma_stream_decoder(&b->xz, XZ_MEMORY_LIMIT, LZMA_CONCATENATED) != LZMA_OK) {
        *problem = "out of memory";
        bytes_close(b);
        return NULL;
    }
    const bool packed = bytes_named(path, PACKED_SUFFIX);
    if (packed)
        b->zstd = ZSTD_createDCtx();
    if (packed && !b->zstd) {
        *problem = "out of memory";
        bytes_close(b);
        return NULL;
    }
    return b;
}

byte_source *bytes_from_file(const char *path, const char **problem) {
    return bytes_next_file(NULL, path, problem);
}

byte_source *bytes_from_memory(const void *data, size_t size) {
    byte_source *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->at = data;
    b->left = size;
    return b;
}

void bytes_close(byte_source *b) {
    if (!b)
        return;
    byte_source_end_file(b);
    lzma_end(&b->xz);
    free(b);
}

static const char *xz_problem(lzma_ret r) {
    switch (r) {
    case LZMA_BUF_ERROR:
        return "truncated .xz data, expected more";
    case LZMA_FORMAT_ERROR:
        return "not .xz data, expected the .xz format";
    case LZMA_DATA_ERROR:
        return "corrupt .xz data, expected an intact file";
    case LZMA_MEMLIMIT_ERROR:
        return ".xz data needs more than 128 MB to decompress, expected xz -9 or less";
    case LZMA_OPTIONS_ERROR:
        return ".xz data uses options this liblzma lacks, expected plain xz output";
    default:
        return "out of memory decompressing .xz data";
    }
}

static size_t byte_source_read_file(byte_source *b, void *to, size_t size, const char **problem) {
    size_t n = fread(to, 1, size, b->file);
    if (n < size && ferror(b->file))
        *problem = strerror(errno);
    return n;
}

static size_t read_xz(byte_source *b, void *to, size_t size, const char **problem) {
    b->xz.next_out = to;
    b->xz.avail_out = size;
    while (b->xz.avail_out && !b->ended && !*problem) {
        bool at_end = feof(b->file) != 0;
        if (!b->xz.avail_in && !at_end) {
            b->xz.next_in = b->input;
            b->xz.avail_in = byte_source_read_file(b, b->input, sizeof b->input, problem);
            continue;
        }
        lzma_ret r = lzma_code(&b->xz, at_end ? LZMA_FINISH : LZMA_RUN);
        b->ended = r == LZMA_STREAM_END;
        if (r != LZMA_OK && r != LZMA_STREAM_END)
            *problem = xz_problem(r);
    }
    return size - b->xz.avail_out;
}

/* One frame with its checksum, and nothing behind it. */
static size_t read_zstd(byte_source *b, void *to, size_t size, const char **problem) {
    ZSTD_outBuffer out = {to, size, 0};
    while (out.pos < size && !*problem) {
        if (b->in.pos == b->in.size) {
            b->in =
                (ZSTD_inBuffer){b->input, byte_source_read_file(b, b->input, sizeof b->input, problem), 0};
            if (*problem || (!b->in.size && b->ended))
                break;
            if (!b->in.size)
                *problem = "truncated zstd data, expected more";
        }
        if (b->ended && b->in.size)
            *problem = "more than one zstd frame, expected one";
        if (*problem)
            break;
        const size_t result = ZSTD_decompressStream(b->zstd, &out, &b->in);
        b->ended = result == 0;
        if (ZSTD_isError(result))
            *problem = "corrupt zstd data, expected an intact file";
    }
    return out.pos;
}

size_t bytes_read(byte_source *b, void *to, size_t size, const char **problem) {
    if (b->z)
        return tracez_read(b->z, to, size, problem);
    if (b->is_xz)
        return read_xz(b, to, size, problem);
    if (b->zstd)
        return read_zstd(b, to, size, problem);
    if (b->file)
        return byte_source_read_file(b, to, size, problem);
    size_t n = size < b->left ? size : b->left;
    if (n)
        memcpy(to, b->at, n);
    b->at += n;
    b->left -= n;
    return n;
}
