/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/outside.h"
#include "cli/bad_option.h"
#include "cli/commands.h"

typedef struct {
    const char *word;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
    {"run", command_run},           {"compare", command_compare},   {"rerun", command_rerun},
    {"show", command_show},         {"colours", command_colours},   {"probe", command_probe},
    {"classify", command_classify}, {"share", command_share},       {"pack", command_pack},
    {"ptx-info", command_ptx_info}, {"report", command_report},     {"list", command_list},
    {"help", command_help},         {"--version", command_version},
};
#define COMMANDS (sizeof commands / sizeof *commands)

/*
 * A standard stream that is closed takes no other file's place: what is opened later would get its
 * number, and the next message would be written into a result. Writing to a closed standard output
 * stays an error.
 */
static bool fill_standard_streams(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return false;
    return true;
}

/* Memory for JSON: a value that is missing would be left out without a word. */
static void *json_memory(size_t size) {
    return alloc_checked(malloc(size));
}

/* NULL: there is none. */
static const command *find_command(const char *word) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(word, commands[i].word) == 0)
            return &commands[i];
    return NULL;
}

static void no_such_command(const char *word) {
    char expected[128];
    const char *names[COMMANDS + 1] = {NULL};
    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i].word;
    if (word)
        (void)bad_one_of("unknown command", word, names);
    else
        message_line("gmmu: no command: expected %s", list_of_names(expected, sizeof expected, names));
}

/* "gmmu run --help" and the like show the help of the command, whatever else is there. */
static bool asks_for_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

static int run_command(int argc, char **argv) {
    const command *c = argc > 1 ? find_command(argv[1]) : NULL;
    if (asks_for_help(argc, argv)) /* --version is no command that has a help of its own */
        return command_help(c && c->word[0] != '-' ? 2 : 1, argv);
    if (c)
        return c->run(argc - 1, argv + 1);
    no_such_command(argc > 1 ? argv[1] : NULL);
    return EXIT_BAD_INPUT;
}

int main(int argc, char **argv) {
    if (!fill_standard_streams())
        return EXIT_BAD_INPUT;
    (void)signal(SIGPIPE, SIG_IGN); /* a reader that left is an error like a full disk */
    (void)signal(SIGXFSZ, SIG_IGN); /* and so is a file that has got as large as the user may have it */
    json_set_alloc_funcs(json_memory, free);
    const int code = run_command(argc, argv);
    errno = 0;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || code == EXIT_BAD_INPUT)
        return code;
    message_line("gmmu: cannot write to standard output: %s",
                 errno ? strerror(errno) : "not all could be written");
    return EXIT_BAD_INPUT;
}
