/* SPDX-License-Identifier: Apache-2.0 */
    .section .rodata
    .global cuda_ptx
    .type cuda_ptx, @object
cuda_ptx:
    .incbin "cuda_kernel.ptx"
    .byte 0
    .size cuda_ptx, . - cuda_ptx
    .section .note.GNU-stack, "", @progbits
