/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The commands of gmmu. Each returns the exit code: 0, or EXIT_BAD_INPUT after one
 * line on stderr.
 */
#ifndef GMMU_COMMANDS_H
#define GMMU_COMMANDS_H

#define EXIT_WRONG_VALUES 1
#define EXIT_BAD_INPUT    2
#define EXIT_NOT_FOUND    1 /* an experiment says that it has found nothing */
#define EXIT_DIFFERENT    1 /* a run that was repeated has another result */

/* argv[0] is the command word. */
int command_run(int argc, char **argv);      /* one design, one chip, once */
int command_compare(int argc, char **argv);  /* designs side by side */
int command_rerun(int argc, char **argv);    /* the run that wrote a file of results; or EXIT_DIFFERENT */
int command_show(int argc, char **argv);     /* the description of a chip */
int command_colours(int argc, char **argv);  /* page colours of a chip */
int command_probe(int argc, char **argv);    /* an experiment on a chip, from outside; or EXIT_NOT_FOUND */
int command_classify(int argc, char **argv); /* TLB miss rates of workloads, MASK Table 2 */
int command_share(int argc, char **argv);    /* processes share SMs, blocks as delays */
int command_pack(int argc, char **argv);     /* a trace as one file that is read faster */
int command_ptx_info(int argc, char **argv); /* the kernels of a program, and what is not supported */
int command_report(int argc, char **argv);   /* results as a page */
int command_list(int argc, char **argv);     /* what can be named on the command line */
int command_help(int argc, char **argv);
int command_version(int argc, char **argv);

#endif
