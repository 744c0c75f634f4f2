/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The simulator as a library: libopengmmu.so.1.
 *
 *     gmmu *g = gmmu_open();
 *     const char *json = gmmu_run(g, (const char *[]){"run", "--app", "kernel:gups,size=2M", NULL});
 *     puts(json ? json : gmmu_error(g));
 *     gmmu_close(g);
 *
 * No function ends the process, writes to its standard streams, or changes its signals, locale or working
 * directory. Handles share nothing: each may be used by one thread at a time, several by several threads at
 * once.
 */
#ifndef GMMU_OPENGMMU_H
#define GMMU_OPENGMMU_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gmmu gmmu;

/* A handle, or NULL when memory has run out. */
gmmu *gmmu_open(void);

/* Frees the handle and all texts that came from it. NULL is allowed here alone. */
void gmmu_close(gmmu *g);

/*
 * Runs a command to its end, in the calling thread and up to --jobs others. `words`: the command line of the
 * program gmmu behind its name, ended by NULL; NULL alone: no word. The first is "run", "compare" or "show";
 * docs/reference/options.md has the options, and --chip and --design also take the JSON of a description in
 * place of a file's name. So the words of `provenance.command` in an earlier result repeat its run.
 *
 * Returns JSON: the file that --json would write, or what gmmu show prints, without its last newline. It is
 * the same text for the same words, but for the version of the library. It stays until the next gmmu_run() or
 * gmmu_close() of this handle. NULL: gmmu_error() says why.
 *
 * Refused are --json and --every, standard output and standard error as files, units as RTL, which only the
 * program has, and a locale of the process whose decimal point is none. Other output files are written as the
 * words say. Without memory a command ends with an error; what it had allocated is lost, and the handle
 * serves on.
 */
const char *gmmu_run(gmmu *g, const char *const *words);

/* Why the last gmmu_run() returned NULL: the line that the program would print, without its newline. NULL: it
 * did not. Stays as long as the text of that call. */
const char *gmmu_error(const gmmu *g);

/* What else the last gmmu_run() had to say, as lines: oddities of a trace, races of a kernel. NULL: nothing.
 * Stays likewise. */
const char *gmmu_warnings(const gmmu *g);

/* The version of the library: "1.0.0". It stays. */
const char *gmmu_version(void);

#ifdef __cplusplus
}
#endif

#endif
