/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/opengmmu.h"

#include <jansson.h>
#include <langinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/outside.h"
#include "cli/bad_option.h"
#include "cli/commands.h"
#include "cli/returned.h"
#include "report/json.h"

typedef struct {
    const char *word;
    int (*run)(int argc, char **argv, json_t **result);
    size_t flags; /* of its text */
} returned;

static const returned commands[] = {{"run", run_returned, RESULT_TEXT},
                                    {"compare", compare_returned, RESULT_TEXT},
                                    {"show", show_returned, SHOWN_TEXT}};
#define COMMANDS (sizeof commands / sizeof *commands)

/* One call of gmmu_run(). It stands in the handle: so all of it is known when memory runs out in the middle.
 */
typedef struct {
    outside_place here;
    char **words; /* copies, ended by NULL */
    json_t *result;
} call;

struct gmmu {
    call now;
    char *json;
    char *said;           /* all lines of the last run, or NULL */
    size_t said_bytes;    /* without the zero */
    const char *error;    /* in `said`, or a literal */
    const char *warnings; /* in `said` */
};

gmmu *gmmu_open(void) {
    return calloc(1, sizeof(gmmu));
}

static void forget_run(gmmu *g) {
    free(g->json);
    free(g->said);
    *g = (gmmu){0};
}

void gmmu_close(gmmu *g) {
    if (g)
        forget_run(g);
    free(g);
}

const char *gmmu_error(const gmmu *g) {
    return g->error;
}

const char *gmmu_warnings(const gmmu *g) {
    return g->warnings;
}

static void forget_words(char **words) {
    for (char **word = words; word && *word; word++)
        free(*word);
    free(words);
}

/* NULL when memory has run out. */
static char **copy_words(const char *const *words) {
    size_t count = 0;
    while (words && words[count])
        count++;
    char **copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++) {
        copy[i] = strdup(words[i]);
        if (!copy[i]) {
            forget_words(copy);
            return NULL;
        }
    }
    return copy;
}

static const returned *returned_command(const char *word) {
    const char *names[COMMANDS + 1] = {NULL};
    for (size_t i = 0; i < COMMANDS; i++) {
        if (word && strcmp(word, commands[i].word) == 0)
            return &commands[i];
        names[i] = commands[i].word;
    }
    (void)bad_one_of("command", word ? word : "", names);
    return NULL;
}

/* Numbers are read and written with a point. */
static bool locale_will_do(void) {
    const char *point = nl_langinfo(RADIXCHAR);
    return strcmp(point, ".") == 0 || bad_option("decimal point of the locale", point, "'.'");
}

static void run_call(gmmu *g) {
    call *c = &g->now;
    const returned *command = locale_will_do() ? returned_command(c->words[0]) : NULL;
    int argc = 0;
    while (c->words[argc])
        argc++;
    if (!command || command->run(argc, c->words, &c->result) != EXIT_SUCCESS)
        return;
    g->json = c->result ? json_dumps(c->result, command->flags) : NULL;
    if (!g->json)
        message_line("gmmu: out of memory");
}

/* The last line is the error, if there is no result; what stands before it are warnings. */
static void sort_lines(gmmu *g) {
    char *said = g->said;
    if (g->said_bytes > 0)
        said[g->said_bytes - 1] = '\0'; /* its last newline */
    char *last = g->json ? NULL : strrchr(said, '\n');
    if (last)
        *last++ = '\0';
    if (!g->json)
        g->error = last ? last : said;
    if (said[0] && g->error != said)
        g->warnings = said;
}

static const char *refuse_memory(gmmu *g) {
    g->error = "gmmu: out of memory";
    return NULL;
}

const char *gmmu_run(gmmu *g, const char *const *words) {
    forget_run(g);
    call *c = &g->now;
    c->words = copy_words(words);
    c->here.messages = c->words ? open_memstream(&g->said, &g->said_bytes) : NULL;
    if (!c->here.messages) {
        forget_words(c->words);
        return refuse_memory(g);
    }
    outside_place *before = outside_enter(&c->here);
    if (setjmp(c->here.no_memory) == 0)
        run_call(g);
    else
        (void)fputs("gmmu: out of memory\n", c->here.messages);
    outside_enter(before);
    const bool told = fclose(c->here.messages) == 0 && g->said;
    forget_words(c->words);
    json_decref(c->result);
    if (told)
        sort_lines(g);
    if (!g->json && (!told || !g->error[0]))
        return refuse_memory(g);
    return g->json;
}
