/* SPDX-License-Identifier: Apache-2.0 */
/* Why something of an application on an SM does not go on, for messages to the user. */
#ifndef GMMU_SM_WAIT_H
#define GMMU_SM_WAIT_H

#include <stdint.h>

typedef enum {
    SM_WAITS_NOT, /* nothing of it is here */
    SM_WAITS_FOR_TRANSLATION,
    SM_WAITS_FOR_DATA,
    SM_WAITS_FOR_PAGE, /* its fault has been answered, and the page has not come */
    SM_WAITS_FOR_BARRIER,
    SM_WAITS_FOR_UNITS /* an instruction that is to issue, execute or commit, or its block moves */
} sm_wait_reason;
typedef struct {
    sm_wait_reason what;
    uint64_t address; /* virtual, of a translation, of data or of a page */
} sm_wait;

#endif
