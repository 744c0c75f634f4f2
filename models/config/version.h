/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The version of this project, of the file VERSION: of the simulator, of what `make install` installs. The
 * first number changes with interfaces that break, the second with results, the third with neither.
 */
#ifndef GMMU_VERSION_H
#define GMMU_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* The text of the file: "1.0.0". */
const char *gmmu_version(void);

/* The commit that last changed what the simulator is made of, with "-changed" behind it where a source
 * differs from that commit; "unknown" outside a git repository. */
const char *gmmu_commit(void);

#ifdef __cplusplus
}
#endif

#endif
