/* SPDX-License-Identifier: Apache-2.0 */
/* Values of the options of exceptions. False: one line about the option on stderr. */
#ifndef GMMU_OPTION_EXCEPTIONS_H
#define GMMU_OPTION_EXCEPTIONS_H

#include <stdbool.h>

#include "config/exceptions.h"

bool option_scheme(exception_config *x, const char *text);    /* --exceptions */
bool option_faults(exception_config *x, const char *text);    /* --faults */
bool option_link(exception_config *x, const char *text);      /* --link */
bool option_switching(exception_config *x, const char *text); /* --switch-blocks; text may be NULL */

#endif
