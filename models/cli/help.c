/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu help: the commands and their options, or one command with its options. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bad_option.h"
#include "cli/commands.h"
#include "cli/option_rows.h"
#include "cli/size_text.h"

#define WIDTH       98
#define TEXT_COLUMN 21
#define LINE_BYTES  1024

typedef struct {
    const char *command, *arguments, *says;
} usage;

static const usage usages[] = {
    {"run", "--app APP [--then APP...] [--app APP...] [options]", "one design"},
    {"compare", "--app APP [--then APP...] [--app APP...] [options]", "designs side by side"},
    {"show", "[--chip CHIP] [--set PATH=VALUE...]", "all values of a chip as JSON"},
    {"show", "--design DESIGN [--set ...]", "the parts of a design"},
    {"show", "--units [--chip CHIP] [--design ...]", "its hardware units with their sizes"},
    {"colours", "[--chip CHIP] [--set ...]", "page colours of a chip's address map"},
    {"probe", "EXPERIMENT [--chip CHIP] [options]",
     "what accesses tell about a chip: tlb-boundary, tlb-sharing, tlb-covert, tlb-closed, hash, "
     "interference"},
    {"classify", "[WORKLOAD...] [options]",
     "TLB miss rates of each workload alone, and its row of MASK Table 2; a WORKLOAD is an APP or a name of "
     "that "
     "table"},
    {"share", "--process PROCESS... [options]",
     "processes share SMs, their blocks as delays (thesis chapter 5)"},
    {"pack", "trace:PATH FILE.tracep", "a trace as one file that is read faster"},
    {"ptx-info", "[--ptx] FILE.ptx|FILE.cl|FILE.cu",
     "the kernels of a program: parameters, registers, what is not supported; or its PTX"},
    {"rerun", "RESULT.json", "repeats the run that wrote this file, and compares cycles and event hash"},
    {"report", "FILE.json... [--html PAGE.html]",
     "what run or compare --json wrote as a page, without --html next to the first file"},
    {"list", "[--statistics | --options]",
     "chips, designs, schemes, links, units, kernels; or all statistics of a run, or all options, as JSON"},
    {"help", "[COMMAND]", "all commands and options, or one command with its own"},
};
#define USAGES (sizeof usages / sizeof *usages)

/* Text from the cursor's column on, broken at spaces, in lines that begin at `left`. */
static void print_wrapped(size_t column, size_t left, const char *text) {
    while (*text) {
        const size_t word = strcspn(text, " ");
        if (column > left && column + 1 + word > WIDTH) {
            printf("\n%*s", (int)left, "");
            column = left;
        } else if (column > left) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)word, text);
        column += word;
        text += word + strspn(text + word, " ");
    }
    putchar('\n');
}

static void print_left(const char *head, size_t left, const char *text) {
    const size_t length = strlen(head);
    if (length + 1 < left) {
        printf("%-*s", (int)left, head);
        print_wrapped(left, left, text);
    } else {
        printf("%s ", head);
        print_wrapped(length + 1, left, text);
    }
}

static void print_usage(const usage *u) {
    char head[128];
    (void)snprintf(head, sizeof head, "  gmmu %-7s %s", u->command, u->arguments);
    print_left(head, 52, u->says);
}

/* " (default: 1; from 0 to 100)" */
static void add_limits(char *text, size_t size, const option_row *row) {
    char least[SIZE_TEXT], most[SIZE_TEXT], range[96] = "";
    const size_t used = strlen(text);
    if (row->most && row->most < UINT32_MAX - 1U && !row->suffix)
        (void)snprintf(range, sizeof range, "from %" PRIu64 " to %" PRIu64, row->least, row->most);
    else if (row->most && (row->least || row->suffix))
        (void)snprintf(range, sizeof range, "at least %s%s%s", size_text(row->least, least),
                       row->suffix ? ", at most " : "", row->suffix ? size_text(row->most, most) : "");
    if (row->standard || range[0])
        (void)snprintf(text + used, size - used, " (%s%s%s%s)", row->standard ? "default: " : "",
                       row->standard ? row->standard : "", row->standard && range[0] ? "; " : "", range);
}

static void print_option(const option_row *row) {
    char head[96], text[LINE_BYTES];
    const char *argument = row->argument ? row->argument : "";
    (void)snprintf(head, sizeof head, "  --%s%s%s", row->name, argument[0] && argument[0] != '[' ? " " : "",
                   argument);
    (void)snprintf(text, sizeof text, "%s", row->says);
    add_limits(text, sizeof text, row);
    print_left(head, TEXT_COLUMN, text);
}

/* Of the options of other commands than run, the command says what they are for. */
static void print_options(const option_row *rows, const char *command, const char *but) {
    for (const option_row *row = rows; row->name; row++)
        if (option_row_of(row, command) && (!but || !option_row_of(row, but)))
            print_option(row);
}

static bool has_options(const option_row *rows, const char *command) {
    while (rows->name && !option_row_of(rows, command))
        rows++;
    return rows->name;
}

static void print_all(void) {
    static const char *const others[] = {"show", "probe", "classify"};
    puts("gmmu: several applications on one GPU's memory system, cycle by cycle\n");
    for (size_t i = 0; i < USAGES; i++)
        print_usage(&usages[i]);
    puts("\nrun and compare; the other commands have some of these ('gmmu help COMMAND'):");
    print_options(option_rows, "run", NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        printf("\n%s alone:\n", others[i]);
        print_options(option_rows, others[i], "run");
    }
    puts("\nshare:");
    print_options(share_option_rows, "share", NULL);
}

/* Each command once: the usages of one follow each other. */
static bool bad_command(const char *word) {
    const char *names[USAGES + 1] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < USAGES; i++)
        if (count == 0 || strcmp(usages[i].command, names[count - 1]) != 0)
            names[count++] = usages[i].command;
    return bad_one_of("help", word, names);
}

static bool print_command(const char *word) {
    bool found = false;
    for (size_t i = 0; i < USAGES; i++) {
        if (strcmp(usages[i].command, word) != 0)
            continue;
        print_usage(&usages[i]);
        found = true;
    }
    if (!found)
        return bad_command(word);
    if (has_options(option_rows, word) || has_options(share_option_rows, word))
        puts("");
    print_options(option_rows, word, NULL);
    print_options(share_option_rows, word, NULL);
    return true;
}

int command_help(int argc, char **argv) {
    if (argc > 2) {
        (void)bad_option("argument", argv[2], "one command at most");
        return EXIT_BAD_INPUT;
    }
    if (argc == 2)
        return print_command(argv[1]) ? EXIT_SUCCESS : EXIT_BAD_INPUT;
    print_all();
    return EXIT_SUCCESS;
}
