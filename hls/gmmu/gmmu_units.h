/* SPDX-License-Identifier: Apache-2.0 */
/* The units of gmmu, some at sizes that the block has under another name (hls/gmmu/units): an entry of its
 * TLB is a frame with permissions, and the frame of its miss file is a whole result. */
#ifndef GMMU_GMMU_UNITS_H
#define GMMU_GMMU_UNITS_H

#include "axi4_lite_port.h"
#include "fault_queue.h"
#include "mmu_registers.h"
#include "page_walker.h"
#include "record_writer.h"
#include "request_file.h"
#include "token_controller.h"

#pragma push_macro("GMMU_INV_LISTENERS")
#pragma push_macro("GMMU_END_LISTENERS")
#pragma push_macro("GMMU_FENCE_PORTS")
#undef GMMU_INV_LISTENERS
#undef GMMU_END_LISTENERS
#undef GMMU_FENCE_PORTS
#define GMMU_INV_LISTENERS GMMU_MMU_LISTENERS
#define GMMU_END_LISTENERS GMMU_MMU_END_LISTENERS
#define GMMU_FENCE_PORTS   GMMU_MMU_ENDS
#include "asid_table_rams.h"
#pragma pop_macro("GMMU_INV_LISTENERS")
#pragma pop_macro("GMMU_END_LISTENERS")
#pragma pop_macro("GMMU_FENCE_PORTS")

#pragma push_macro("GMMU_PPN_W")
#pragma push_macro("GMMU_LARGE_PPN_W")
#undef GMMU_PPN_W
#undef GMMU_LARGE_PPN_W
#define GMMU_PPN_W       GMMU_ENTRY_W
#define GMMU_LARGE_PPN_W GMMU_LARGE_ENTRY_W
#include "sram_tlb_rams.h"
#undef GMMU_PPN_W
#define GMMU_PPN_W GMMU_KEPT_W
#include "bypass_cache.h"
#undef GMMU_PPN_W
#define GMMU_PPN_W GMMU_RESULT_W
#include "tlb_mshr.h"
#pragma pop_macro("GMMU_PPN_W")
#pragma pop_macro("GMMU_LARGE_PPN_W")

#endif
