/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of a thread for the registers of a kernel's text: linear scan over the order of the code, by
 * lifetimes from a data-flow analysis. A value of 64 bits takes two neighbouring registers, the first of even
 * number; each takes the lowest that is free. Nothing is spilled: a kernel that needs more than there are is
 * refused. Predicates are not counted.
 *
 * After it a reference to a register is the number of its (first) register.
 */
#ifndef GMMU_PTX_REGISTERS_H
#define GMMU_PTX_REGISTERS_H

#include "program/ptx/ptx_code.h"

#define PTX_REGISTERS_MOST 254U /* of a thread */

bool ptx_registers(ptx_kernel *k, uint32_t registers, const char *file, char *err, size_t err_size);

#endif
