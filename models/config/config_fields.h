/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything of a gpu_config that decides a result, as fields (config/field.h): the chip under the
 * paths of its members (`tlb.l2.entries`), MASK's knobs under `mask.`, exceptions under `exceptions.`, the
 * design under `design.`.
 */
#ifndef GMMU_CONFIG_FIELDS_H
#define GMMU_CONFIG_FIELDS_H

#include "config/config.h"
#include "config/field.h"

/* Visits every value of the configuration, the chip's first. False: a visitor stopped. */
bool config_visit(gpu_config *config, figure_visitor visit, void *ctx);
/* The same without the design: the content of a chip's description. */
bool machine_visit(gpu_config *config, figure_visitor visit, void *ctx);
/* Visits the values of a chip or of a design alone. */
bool chip_visit(chip_config *chip, figure_visitor visit, void *ctx);
bool design_visit(design_config *design, figure_visitor visit, void *ctx);

/* Finds the value at `path`; false when there is none. */
bool config_find(gpu_config *config, const char *path, figure *found);
/* All paths, for a hint. */
void config_offer(const gpu_config *config, near_name *n);

#endif
