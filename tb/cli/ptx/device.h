/* SPDX-License-Identifier: Apache-2.0 */
/* The words of kernels.h for clang -x cuda, without CUDA's headers. */
#define KERNEL           extern "C" __attribute__((global)) void
#define DEVICE           static __attribute__((device)) __attribute__((noinline))
#define SHARED           static __attribute__((shared))
#define THREAD_X         ((int)__nvvm_read_ptx_sreg_tid_x())
#define BLOCK_X          ((int)__nvvm_read_ptx_sreg_ctaid_x())
#define BLOCK_THREADS    ((int)__nvvm_read_ptx_sreg_ntid_x())
#define BARRIER          __syncthreads()
#define ATOMIC_ADD(p, x) ((void)__nvvm_atom_add_gen_i((p), (x)))
#define ATOMIC_MIN(p, x) ((void)__nvvm_atom_min_gen_i((p), (x)))
#define SQRT(x)          __nvvm_sqrt_rn_f(x)
#define FMA(a, b, c)     __nvvm_fma_rn_f((a), (b), (c))
