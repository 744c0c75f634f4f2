/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu pack: a trace as one file that is read faster. */
#include <stdio.h>
#include <stdlib.h>

#include "base/outside.h"
#include "cli/bad_option.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "program/trace/packed_source.h"
#include "program/trace/trace_pack.h"
#include "program/workload.h"
#include "report/trace_file.h"

static bool pack_to(const char *spec, const char *path) {
    const char *trace = workload_after(spec, "trace:");
    char err[2048];
    trace_file out;
    input_files inputs = {0};
    const bool open = inputs_of_workload(spec, &inputs) && trace_files_open(&out, &path, 1, &inputs);
    input_files_free(&inputs);
    if (!open)
        return false;
    if (trace_pack(trace, out.file, err, sizeof err))
        return trace_file_close(&out);
    trace_file_discard(&out);
    return bad_line(err);
}

int command_pack(int argc, char **argv) {
    if (argc != 3 || argv[1][0] == '-' || argv[2][0] == '-') {
        message_line("gmmu: pack: expected a trace and the file to write: gmmu pack trace:PATH FILE%s",
                     PACKED_SUFFIX);
        return EXIT_BAD_INPUT;
    }
    if (!packed_source_is(argv[2])) {
        (void)bad_option("file", argv[2], "a name that ends in " PACKED_SUFFIX);
        return EXIT_BAD_INPUT;
    }
    const char *trace = workload_after(argv[1], "trace:");
    if (!trace || !*trace || packed_source_is(trace)) {
        (void)bad_option("trace", argv[1], "trace:PATH of a kernelslist.g, or of its folder");
        return EXIT_BAD_INPUT;
    }
    return pack_to(argv[1], argv[2]) ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}
