/* SPDX-License-Identifier: Apache-2.0 */
/* The workloads of a run's applications, in the order of the command. */
#ifndef GMMU_WORKLOADS_H
#define GMMU_WORKLOADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/config.h"
#include "config/observer.h"
#include "dispatch/gpu_app.h"
#include "program/workload.h"

/* Opens one for each application; what is open stays the caller's to close. False with one line in err. */
bool workloads_open(workload **work, const gpu_app *apps, uint32_t count, const gpu_config *config,
                    const observer *watch, char *err, size_t err_size);
/* Has one of them pages that stay in the host's memory? */
bool workloads_pin_pages(workload *const *work, uint32_t count);

#endif
