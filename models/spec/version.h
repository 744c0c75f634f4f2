/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The version of this project: of the simulator, of what `make install` installs. The first number changes
 * with interfaces that break, the second with results, the third with neither.
 */
#ifndef GMMU_VERSION_H
#define GMMU_VERSION_H

#define GMMU_VERSION "0.9.0"

#endif
