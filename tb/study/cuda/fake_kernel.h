/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_FAKE_KERNEL_H
#define GMMU_FAKE_KERNEL_H

#include "study/cuda/cuda_steps.h"

void cuda_run_steps(const cuda_run *run);

#endif
