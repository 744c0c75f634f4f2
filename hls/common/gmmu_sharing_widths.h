/* SPDX-License-Identifier: Apache-2.0 */
/* Widths of the units of thesis chapter 5, as those in gmmu_widths.h, which includes them. */
#ifndef GMMU_SHARING_WIDTHS_H
#define GMMU_SHARING_WIDTHS_H

/* An SM of thesis chapter 5, or a count of them; signed tokens, as many as SMs above and below 0. */
#if GMMU_NUM_SMS <= 3
#define GMMU_SMS_W       2
#define GMMU_SM_TOKENS_W 3
#elif GMMU_NUM_SMS <= 7
#define GMMU_SMS_W       3
#define GMMU_SM_TOKENS_W 4
#elif GMMU_NUM_SMS <= 15
#define GMMU_SMS_W       4
#define GMMU_SM_TOKENS_W 5
#elif GMMU_NUM_SMS <= 31
#define GMMU_SMS_W       5
#define GMMU_SM_TOKENS_W 6
#elif GMMU_NUM_SMS <= 63
#define GMMU_SMS_W       6
#define GMMU_SM_TOKENS_W 7
#else
#define GMMU_SMS_W       7
#define GMMU_SM_TOKENS_W 8
#endif

/* An active kernel: all ones means none. */
#if GMMU_NUM_KERNELS <= 3
#define GMMU_KERNEL_W 2
#elif GMMU_NUM_KERNELS <= 7
#define GMMU_KERNEL_W 3
#elif GMMU_NUM_KERNELS <= 15
#define GMMU_KERNEL_W 4
#elif GMMU_NUM_KERNELS <= 31
#define GMMU_KERNEL_W 5
#elif GMMU_NUM_KERNELS <= 63
#define GMMU_KERNEL_W 6
#else
#define GMMU_KERNEL_W 7
#endif

/* A step of the search of both, one at a time, and one more. */
#if GMMU_NUM_SMS > GMMU_NUM_KERNELS
#define GMMU_SEARCH_STEPS GMMU_NUM_SMS
#define GMMU_SEARCH_W     GMMU_SMS_W
#else
#define GMMU_SEARCH_STEPS GMMU_NUM_KERNELS
#define GMMU_SEARCH_W     GMMU_KERNEL_W
#endif

/* An entry of a queue of preempted blocks, or a count of them. */
#if GMMU_PTB_ENTRIES <= 7
#define GMMU_PTB_W 3
#elif GMMU_PTB_ENTRIES <= 15
#define GMMU_PTB_W 4
#elif GMMU_PTB_ENTRIES <= 31
#define GMMU_PTB_W 5
#elif GMMU_PTB_ENTRIES <= 63
#define GMMU_PTB_W 6
#elif GMMU_PTB_ENTRIES <= 127
#define GMMU_PTB_W 7
#elif GMMU_PTB_ENTRIES <= 255
#define GMMU_PTB_W 8
#elif GMMU_PTB_ENTRIES <= 511
#define GMMU_PTB_W 9
#elif GMMU_PTB_ENTRIES <= 1023
#define GMMU_PTB_W 10
#elif GMMU_PTB_ENTRIES <= 2047
#define GMMU_PTB_W 11
#else
#define GMMU_PTB_W 12
#endif

#endif
