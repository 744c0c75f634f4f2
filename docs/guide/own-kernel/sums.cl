/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of 32 numbers of a matrix of 4096 rows and 1024 columns, a thread for each row. */
kernel void by_rows(global float *to, global const float *a) {
    int row = get_global_id(0);
    float sum = 0.0f;
    for (int c = 0; c < 32; c++)
        sum += a[row * 1024 + c];
    to[row] = sum;
}

/* The same of the transposed matrix: neighbouring threads read neighbouring numbers. */
kernel void by_columns(global float *to, global const float *a) {
    int column = get_global_id(0);
    float sum = 0.0f;
    for (int r = 0; r < 32; r++)
        sum += a[r * 4096 + column];
    to[column] = sum;
}
