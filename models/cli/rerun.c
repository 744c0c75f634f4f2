/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu rerun: repeats the run that wrote a file of results, and compares cycles and event hash. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/outside.h"
#include "base/visible.h"
#include "cli/bad_option.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "config/version.h"

#define HASH_TEXT 24

/* Says in one line what is wrong with the file. */
static bool bad_results(const char *file, const char *expected) {
    char quoted[SHORTENED_BYTES];
    message_line("gmmu: %s: expected %s", shortened(quoted, file), expected);
    return false;
}

static json_t *read_results(const char *file) {
    json_error_t error;
    char quoted[SHORTENED_BYTES];
    errno = 0;
    json_t *root = json_load_file(file, 0, &error);
    if (!root && error.line < 0)
        message_line("gmmu: %s: cannot be opened: %s", shortened(quoted, file), strerror(errno));
    else if (!root)
        message_line("gmmu: %s:%d: %s: expected the JSON of a run", shortened(quoted, file), error.line,
                     error.text);
    return root;
}

static void free_words(char **words) {
    for (char **w = words; w && *w; w++)
        free(*w);
    free((void *)words);
}

/* The recorded command as main() would get it, ended by NULL; NULL: there is none. */
static char **command_of(const json_t *root, int *argc) {
    const json_t *words = json_object_get(json_object_get(root, "provenance"), "command");
    const size_t count = json_array_size(words);
    char **argv = alloc_zeroed(count + 1, sizeof *argv);
    for (size_t i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(words, i));
        if (!word) {
            free_words(argv);
            return NULL;
        }
        argv[i] = alloc_checked(strdup(word));
    }
    *argc = (int)count;
    return argv;
}

static bool is_command(const char *word) {
    return word && (strcmp(word, "run") == 0 || strcmp(word, "compare") == 0);
}

/* The n-th run of the file; NULL: there is none. */
static const json_t *recorded_run(const json_t *root, size_t n) {
    const json_t *runs = json_object_get(root, "runs");
    return runs ? json_array_get(runs, n) : n == 0 ? root : NULL;
}

static bool has_results(const json_t *root, size_t designs) {
    for (size_t i = 0; i < designs; i++) {
        const json_t *run = recorded_run(root, i);
        if (!json_is_integer(json_object_get(run, "cycles")) ||
            !json_is_string(json_object_get(run, "event_hash")))
            return false;
    }
    return !recorded_run(root, designs);
}

static bool same_as_recorded(const experiment *x, const json_t *run) {
    char hash[HASH_TEXT];
    const json_int_t cycles = json_integer_value(json_object_get(run, "cycles"));
    const char *recorded = json_string_value(json_object_get(run, "event_hash"));
    (void)snprintf(hash, sizeof hash, "%016" PRIx64, x->result.event_hash);
    const bool same = (uint64_t)cycles == x->result.cycles && strcmp(hash, recorded) == 0;
    if (same)
        visible_line(stdout, "%s: %" PRIu64 " cycles, event hash %s: the same", x->label, x->result.cycles,
                     hash);
    else
        visible_line(stdout,
                     "%s: %" PRIu64 " cycles, event hash %s: DIFFERENT, expected %" JSON_INTEGER_FORMAT
                     " cycles, event hash %s",
                     x->label, x->result.cycles, hash, cycles, recorded);
    return same;
}

/* Where results differ: which simulators these are. */
static void print_versions(const json_t *root) {
    const json_t *made = json_object_get(root, "provenance");
    const char *version = json_string_value(json_object_get(made, "version"));
    const char *commit = json_string_value(json_object_get(made, "commit"));
    visible_line(stdout, "recorded by gmmu %s (commit %s), repeated by gmmu %s (commit %s)",
                 version ? version : "?", commit ? commit : "?", gmmu_version(), gmmu_commit());
}

static int repeat_run(const char *file, const json_t *root, int argc, char **argv) {
    session *s = alloc_zeroed(1, sizeof *s);
    bool ok = run_options_parse(&s->o, argc, argv, strcmp(argv[0], "compare") == 0);
    if (ok && (s->o.json || s->o.csv || s->o.kanata || s->o.perfetto || s->o.ticks))
        ok = bad_results(file, "a command that writes no file");
    if (ok && !has_results(root, s->o.on.designs))
        ok = bad_results(file, "cycles and event hash of each design of its command");
    s->o.alone = false;
    ok = ok && session_run(s, NULL, false);
    bool same = true;
    for (size_t i = 0; ok && i < s->designs; i++)
        same = same_as_recorded(s->list[i], recorded_run(root, i)) && same;
    if (!same)
        print_versions(root);
    session_free(s);
    return !ok ? EXIT_BAD_INPUT : same ? EXIT_SUCCESS : EXIT_DIFFERENT;
}

int command_rerun(int argc, char **argv) {
    if (argc != 2) {
        (void)bad_option("argument", argc < 2 ? "" : argv[2],
                         "one file, written by gmmu run or compare --json");
        return EXIT_BAD_INPUT;
    }
    json_t *root = read_results(argv[1]);
    int words = 0;
    char **command = root ? command_of(root, &words) : NULL;
    int code = EXIT_BAD_INPUT;
    if (command && is_command(command[0]))
        code = repeat_run(argv[1], root, words, command);
    else if (root)
        (void)bad_results(argv[1],
                          "the JSON of gmmu run or gmmu compare, which says with which command it was made");
    free_words(command);
    json_decref(root);
    return code;
}
