/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/options.h"

static const struct {
    const char *word;
    int (*command)(int argc, char **argv);
} commands[] = {
    {"run", command_run},     {"compare", command_compare},   {"show", command_show},
    {"probe", command_probe}, {"classify", command_classify}, {"list", command_list},
    {"help", command_help},   {"--help", command_help},
};

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].word) == 0)
            return commands[i].command(argc - 1, argv + 1);
    if (argc > 1)
        fprintf(stderr,
                "gmmu: unknown command '%s': expected run, compare, show, probe, classify, list or help\n",
                argv[1]);
    else
        fputs("gmmu: no command: expected run, compare, show, probe, classify, list or help\n", stderr);
    return EXIT_BAD_INPUT;
}
