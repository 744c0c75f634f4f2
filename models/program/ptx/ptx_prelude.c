/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_prelude.h"

#include <stddef.h>

/* clang-format off */

/* Functions of a real number and of two, under the names that both languages give them with and without f. */
#define FUNCTIONS(add)                                                                                       \
    add "float exp(float x) { return __nvvm_ex2_approx_f(x * 1.44269504F); }\n"                              \
    add "float exp2(float x) { return __nvvm_ex2_approx_f(x); }\n"                                           \
    add "float log(float x) { return __nvvm_lg2_approx_f(x) * 0.69314718F; }\n"                              \
    add "float log2(float x) { return __nvvm_lg2_approx_f(x); }\n"                                           \
    add "float pow(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }\n"          \
    add "float sin(float x) { return __nvvm_sin_approx_f(x); }\n"                                            \
    add "float cos(float x) { return __nvvm_cos_approx_f(x); }\n"                                            \
    add "float sqrt(float x) { return __nvvm_sqrt_rn_f(x); }\n"                                              \
    add "float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }\n"                                        \
    add "float fabs(float x) { return __builtin_fabsf(x); }\n"                                               \
    add "float floor(float x) { return __builtin_floorf(x); }\n"                                             \
    add "float ceil(float x) { return __builtin_ceilf(x); }\n"                                               \
    add "float fmin(float x, float y) { return __builtin_fminf(x, y); }\n"                                   \
    add "float fmax(float x, float y) { return __builtin_fmaxf(x, y); }\n"                                   \
    add "float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }\n"                         \
    add "double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }\n"                                            \
    add "double fabs(double x) { return __builtin_fabs(x); }\n"                                              \
    add "double fmin(double x, double y) { return __builtin_fmin(x, y); }\n"                                 \
    add "double fmax(double x, double y) { return __builtin_fmax(x, y); }\n"                                 \
    add "double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }\n"                      \
    add "int min(int x, int y) { return x < y ? x : y; }\n"                                                  \
    add "int max(int x, int y) { return x > y ? x : y; }\n"                                                  \
    add "unsigned min(unsigned x, unsigned y) { return x < y ? x : y; }\n"                                   \
    add "unsigned max(unsigned x, unsigned y) { return x > y ? x : y; }\n"

const char *const ptx_prelude_cl[] = {
    "typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned uint; typedef unsigned long ulong;\n"
    "typedef ulong size_t; typedef long ptrdiff_t;\n"
    "typedef signed char int8_t; typedef uchar uint8_t; typedef short int16_t; typedef ushort uint16_t;\n"
    "typedef int int32_t; typedef uint uint32_t; typedef long int64_t; typedef ulong uint64_t;\n"
    "#define GMMU_VECTORS(T) typedef T T##2 __attribute__((ext_vector_type(2))); \\\n"
    "    typedef T T##3 __attribute__((ext_vector_type(3))); typedef T T##4 __attribute__((ext_vector_type(4))); \\\n"
    "    typedef T T##8 __attribute__((ext_vector_type(8))); typedef T T##16 __attribute__((ext_vector_type(16)));\n"
    "GMMU_VECTORS(char) GMMU_VECTORS(uchar) GMMU_VECTORS(short) GMMU_VECTORS(ushort) GMMU_VECTORS(int)\n"
    "GMMU_VECTORS(uint) GMMU_VECTORS(long) GMMU_VECTORS(ulong) GMMU_VECTORS(float) GMMU_VECTORS(double)\n",
    "#define GMMU_F static inline __attribute__((overloadable, always_inline))\n"
    "#define GMMU_AXES(name, x, y, z) GMMU_F size_t name(uint d) { return d == 0 ? (x) : d == 1 ? (y) : (z); }\n"
    "GMMU_AXES(get_local_id, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), "
    "__nvvm_read_ptx_sreg_tid_z())\n"
    "GMMU_AXES(get_local_size, __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(), "
    "__nvvm_read_ptx_sreg_ntid_z())\n"
    "GMMU_AXES(get_group_id, __nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(), "
    "__nvvm_read_ptx_sreg_ctaid_z())\n"
    "GMMU_AXES(get_num_groups, __nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(), "
    "__nvvm_read_ptx_sreg_nctaid_z())\n"
    "GMMU_F size_t get_global_size(uint d) { return (uint)get_local_size(d) * (uint)get_num_groups(d); }\n"
    "GMMU_F size_t get_global_id(uint d) { return (uint)get_group_id(d) * (uint)get_local_size(d) + "
    "(uint)get_local_id(d); }\n"
    "GMMU_F size_t get_global_offset(uint d) { return 0; }\n"
    "GMMU_F uint get_work_dim(void) { return 3; }\n",
    "#define CLK_LOCAL_MEM_FENCE 1\n#define CLK_GLOBAL_MEM_FENCE 2\n"
    "GMMU_F void barrier(uint f) { __syncthreads(); }\n"
    "GMMU_F void work_group_barrier(uint f) { __syncthreads(); }\n"
    "GMMU_F void mem_fence(uint f) { __nvvm_membar_gl(); }\n",
    "#define GMMU_ATOMIC(name, op) \\\n"
    "    GMMU_F int atomic_##name(volatile int *p, int x) { return op((int *)p, x); } \\\n"
    "    GMMU_F uint atomic_##name(volatile uint *p, uint x) { return (uint)op((int *)p, (int)x); }\n"
    "GMMU_ATOMIC(add, __nvvm_atom_add_gen_i) GMMU_ATOMIC(and, __nvvm_atom_and_gen_i)\n"
    "GMMU_ATOMIC(or, __nvvm_atom_or_gen_i) GMMU_ATOMIC(xor, __nvvm_atom_xor_gen_i)\n"
    "GMMU_ATOMIC(xchg, __nvvm_atom_xchg_gen_i)\n"
    "GMMU_F int atomic_sub(volatile int *p, int x) { return __nvvm_atom_add_gen_i((int *)p, -x); }\n"
    "GMMU_F uint atomic_sub(volatile uint *p, uint x) { return (uint)__nvvm_atom_add_gen_i((int *)p, -(int)x); }\n"
    "GMMU_F int atomic_inc(volatile int *p) { return __nvvm_atom_add_gen_i((int *)p, 1); }\n"
    "GMMU_F uint atomic_inc(volatile uint *p) { return (uint)__nvvm_atom_add_gen_i((int *)p, 1); }\n"
    "GMMU_F int atomic_dec(volatile int *p) { return __nvvm_atom_add_gen_i((int *)p, -1); }\n"
    "GMMU_F int atomic_min(volatile int *p, int x) { return __nvvm_atom_min_gen_i((int *)p, x); }\n"
    "GMMU_F int atomic_max(volatile int *p, int x) { return __nvvm_atom_max_gen_i((int *)p, x); }\n"
    "GMMU_F uint atomic_min(volatile uint *p, uint x) { return __nvvm_atom_min_gen_ui((uint *)p, x); }\n"
    "GMMU_F uint atomic_max(volatile uint *p, uint x) { return __nvvm_atom_max_gen_ui((uint *)p, x); }\n"
    "GMMU_F int atomic_cmpxchg(volatile int *p, int c, int x) { return __nvvm_atom_cas_gen_i((int *)p, c, x); }\n"
    "GMMU_F uint atomic_cmpxchg(volatile uint *p, uint c, uint x) { return (uint)__nvvm_atom_cas_gen_i((int *)p, "
    "(int)c, (int)x); }\n",
    FUNCTIONS("GMMU_F ")
    "GMMU_F float mad(float x, float y, float z) { return x * y + z; }\n"
    "GMMU_F int mad24(int x, int y, int z) { return x * y + z; }\n"
    "GMMU_F int mul24(int x, int y) { return x * y; }\n"
    "GMMU_F float native_exp(float x) { return exp(x); }\nGMMU_F float native_log(float x) { return log(x); }\n"
    "GMMU_F float native_sin(float x) { return sin(x); }\nGMMU_F float native_cos(float x) { return cos(x); }\n"
    "GMMU_F float native_sqrt(float x) { return sqrt(x); }\nGMMU_F float native_rsqrt(float x) { return rsqrt(x); }\n"
    "GMMU_F float native_divide(float x, float y) { return x / y; }\n"
    "GMMU_F float native_recip(float x) { return 1.0f / x; }\n"
    "GMMU_F uint popcount(uint x) { return (uint)__builtin_popcount(x); }\n"
    "GMMU_F uint clz(uint x) { return x ? (uint)__builtin_clz(x) : 32; }\n"
    "GMMU_F uint abs(int x) { return x < 0 ? 0u - (uint)x : (uint)x; }\n",
    NULL,
};

const char *const ptx_prelude_cu[] = {
    "#define __global__ __attribute__((global))\n#define __device__ __attribute__((device))\n"
    "#define __host__ __attribute__((host))\n#define __shared__ __attribute__((shared))\n"
    "#define __constant__ __attribute__((constant))\n#define __forceinline__ inline __attribute__((always_inline))\n"
    "#define __noinline__ __attribute__((noinline))\n"
    "#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))\n"
    "typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned uint;\n"
    "typedef unsigned long size_t; typedef long ptrdiff_t;\n"
    "typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t;\n"
    "typedef int int32_t; typedef unsigned uint32_t; typedef long int64_t; typedef unsigned long uint64_t;\n",
    "#define GMMU_F static __device__ inline __attribute__((always_inline))\n"
    "#define GMMU_VECTORS(T, N) struct __attribute__((aligned(2 * sizeof(T)))) N##2 { T x, y; }; \\\n"
    "    struct N##3 { T x, y, z; }; struct __attribute__((aligned(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)))) N##4 "
    "{ T x, y, z, w; }; \\\n"
    "    GMMU_F N##2 make_##N##2(T x, T y) { return {x, y}; } \\\n"
    "    GMMU_F N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; } \\\n"
    "    GMMU_F N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }\n"
    "GMMU_VECTORS(int, int) GMMU_VECTORS(unsigned, uint) GMMU_VECTORS(float, float) GMMU_VECTORS(double, double)\n"
    "GMMU_VECTORS(unsigned char, uchar)\n",
    "#define GMMU_AXES(name, r) GMMU_F uint3 gmmu_##name() { return {(unsigned)__nvvm_read_ptx_sreg_##r##_x(), "
    "(unsigned)__nvvm_read_ptx_sreg_##r##_y(), (unsigned)__nvvm_read_ptx_sreg_##r##_z()}; }\n"
    "GMMU_AXES(thread, tid) GMMU_AXES(block, ctaid) GMMU_AXES(block_dim, ntid) GMMU_AXES(grid_dim, nctaid)\n"
    "#define threadIdx gmmu_thread()\n#define blockIdx gmmu_block()\n#define blockDim gmmu_block_dim()\n"
    "#define gridDim gmmu_grid_dim()\n#define warpSize 32\n",
    "GMMU_F int atomicAdd(int *p, int x) { return __nvvm_atom_add_gen_i(p, x); }\n"
    "GMMU_F unsigned atomicAdd(unsigned *p, unsigned x) { return (unsigned)__nvvm_atom_add_gen_i((int *)p, (int)x); }\n"
    "GMMU_F unsigned long long atomicAdd(unsigned long long *p, unsigned long long x) { return (unsigned long long)"
    "__nvvm_atom_add_gen_ll((long long *)p, (long long)x); }\n"
    "GMMU_F float atomicAdd(float *p, float x) { return __nvvm_atom_add_gen_f(p, x); }\n"
    "GMMU_F int atomicSub(int *p, int x) { return __nvvm_atom_add_gen_i(p, -x); }\n"
    "GMMU_F int atomicMin(int *p, int x) { return __nvvm_atom_min_gen_i(p, x); }\n"
    "GMMU_F int atomicMax(int *p, int x) { return __nvvm_atom_max_gen_i(p, x); }\n"
    "GMMU_F unsigned atomicMin(unsigned *p, unsigned x) { return __nvvm_atom_min_gen_ui(p, x); }\n"
    "GMMU_F unsigned atomicMax(unsigned *p, unsigned x) { return __nvvm_atom_max_gen_ui(p, x); }\n"
    "#define GMMU_ATOMIC(name, op) \\\n"
    "    GMMU_F int atomic##name(int *p, int x) { return op(p, x); } \\\n"
    "    GMMU_F unsigned atomic##name(unsigned *p, unsigned x) { return (unsigned)op((int *)p, (int)x); }\n"
    "GMMU_ATOMIC(And, __nvvm_atom_and_gen_i) GMMU_ATOMIC(Or, __nvvm_atom_or_gen_i)\n"
    "GMMU_ATOMIC(Xor, __nvvm_atom_xor_gen_i) GMMU_ATOMIC(Exch, __nvvm_atom_xchg_gen_i)\n"
    "GMMU_F int atomicCAS(int *p, int c, int x) { return __nvvm_atom_cas_gen_i(p, c, x); }\n"
    "GMMU_F unsigned atomicCAS(unsigned *p, unsigned c, unsigned x) { return (unsigned)__nvvm_atom_cas_gen_i((int *)p, "
    "(int)c, (int)x); }\n",
    "GMMU_F void __syncwarp(unsigned m = 0xffffffffU) { __nvvm_bar_warp_sync(m); }\n"
    "GMMU_F void __threadfence() { __nvvm_membar_gl(); }\nGMMU_F void __threadfence_block() { __nvvm_membar_cta(); }\n"
    "#define GMMU_SHUFFLE(name, op, c) \\\n"
    "    GMMU_F int __shfl##name##_sync(unsigned m, int x, unsigned l) { return __nvvm_shfl_sync_##op##_i32(m, x, "
    "(int)l, c); } \\\n"
    "    GMMU_F unsigned __shfl##name##_sync(unsigned m, unsigned x, unsigned l) { return (unsigned)"
    "__nvvm_shfl_sync_##op##_i32(m, (int)x, (int)l, c); } \\\n"
    "    GMMU_F float __shfl##name##_sync(unsigned m, float x, unsigned l) { return __nvvm_shfl_sync_##op##_f32(m, x, "
    "(int)l, c); }\n"
    "GMMU_SHUFFLE(, idx, 31) GMMU_SHUFFLE(_up, up, 0) GMMU_SHUFFLE(_down, down, 31) GMMU_SHUFFLE(_xor, bfly, 31)\n"
    "GMMU_F unsigned __ballot_sync(unsigned m, int p) { return (unsigned)__nvvm_vote_ballot_sync(m, p != 0); }\n"
    "GMMU_F int __any_sync(unsigned m, int p) { return __nvvm_vote_any_sync(m, p != 0); }\n"
    "GMMU_F int __all_sync(unsigned m, int p) { return __nvvm_vote_all_sync(m, p != 0); }\n"
    "template <typename T> GMMU_F T __ldg(const T *p) { return *p; }\n"
    "GMMU_F int __popc(unsigned x) { return __builtin_popcount(x); }\n"
    "GMMU_F int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }\n"
    "GMMU_F int __ffs(int x) { return __builtin_ffs(x); }\n",
    FUNCTIONS("GMMU_F ")
    "GMMU_F float expf(float x) { return exp(x); }\nGMMU_F float exp2f(float x) { return exp2(x); }\n"
    "GMMU_F float logf(float x) { return log(x); }\nGMMU_F float log2f(float x) { return log2(x); }\n"
    "GMMU_F float powf(float x, float y) { return pow(x, y); }\nGMMU_F float sinf(float x) { return sin(x); }\n"
    "GMMU_F float cosf(float x) { return cos(x); }\nGMMU_F float sqrtf(float x) { return sqrt(x); }\n"
    "GMMU_F float rsqrtf(float x) { return rsqrt(x); }\nGMMU_F float fabsf(float x) { return fabs(x); }\n"
    "GMMU_F float floorf(float x) { return floor(x); }\nGMMU_F float ceilf(float x) { return ceil(x); }\n"
    "GMMU_F float fminf(float x, float y) { return fmin(x, y); }\n"
    "GMMU_F float fmaxf(float x, float y) { return fmax(x, y); }\n"
    "GMMU_F float fmaf(float x, float y, float z) { return fma(x, y, z); }\n"
    "GMMU_F float __expf(float x) { return exp(x); }\nGMMU_F float __logf(float x) { return log(x); }\n"
    "GMMU_F float __sinf(float x) { return sin(x); }\nGMMU_F float __cosf(float x) { return cos(x); }\n"
    "GMMU_F int abs(int x) { return x < 0 ? -x : x; }\n",
    NULL,
};

/* clang-format on */
