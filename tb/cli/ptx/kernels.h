/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that are compiled twice: for the simulator by way of PTX, and for the host. N numbers in, N out;
 * each sum has an order of its own, so results are equal bit by bit.
 */
#define N       1000
#define ROWS    200
#define SIDE    48
#define BUCKETS 16
#define FAR     0x7fffffff

KERNEL vector_add(float *to, const float *a, const float *b) {
    const int i = BLOCK_X * BLOCK_THREADS + THREAD_X;
    if (i < N)
        to[i] = a[i] + b[i];
}

/* A tree in shared memory; a word a block. */
KERNEL reduction(float *to, const float *a, const float *b) {
    SHARED float part[256];
    const int t = THREAD_X, i = BLOCK_X * BLOCK_THREADS + t;
    part[t] = i < N ? a[i] * b[i] : 0.0F;
    BARRIER;
    for (int s = BLOCK_THREADS / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        BARRIER;
    }
    if (t == 0)
        to[BLOCK_X] = part[0];
}

/* Branches inside branches and loops of other lengths in each thread. */
KERNEL divergence(float *to, const float *a, const float *b) {
    const int i = BLOCK_X * BLOCK_THREADS + THREAD_X;
    float x = 0.0F;
    if (i >= N)
        return;
    for (int k = 0; k < i % 13; k++) {
        if ((i + k) % 3 == 0) {
            if (i % 2)
                x += a[i];
            else if (i % 5 == 0)
                break;
            else
                x -= b[(i * 7 + k) % N];
        } else if (k == 7) {
            continue;
        }
        switch (i % 4) {
        case 0:
            x = x * 0.5F;
            break;
        case 1:
            x = SQRT(x < 0.0F ? -x : x);
            break;
        case 2:
            for (int j = i % 9; j > k; j--)
                x += 0.25F;
            break;
        default:
            x += (float)(k - i);
        }
    }
    to[i] = x;
}

KERNEL histogram(int *to, const int *a, const int *b) {
    SHARED int bucket[BUCKETS];
    const int t = THREAD_X, i = BLOCK_X * BLOCK_THREADS + t;
    if (t < BUCKETS)
        bucket[t] = 0;
    BARRIER;
    if (i < N)
        ATOMIC_ADD(&bucket[(unsigned)a[i] % BUCKETS], b[i] & 15);
    BARRIER;
    if (t < BUCKETS)
        ATOMIC_ADD(&to[t], bucket[t]);
}

/* SIDE x SIDE, tiles of 16 x 16 in shared memory. */
KERNEL matrix(float *to, const float *a, const float *b) {
    SHARED float left[16][16], right[16][16];
    const int x = THREAD_X % 16, y = THREAD_X / 16;
    const int column = BLOCK_X % (SIDE / 16) * 16 + x, row = BLOCK_X / (SIDE / 16) * 16 + y;
    float sum = 0.0F;
    for (int tile = 0; tile < SIDE; tile += 16) {
        left[y][x] = a[(row * SIDE + tile + x) % N];
        right[y][x] = b[((tile + y) * SIDE + column) % N];
        BARRIER;
        for (int k = 0; k < 16; k++)
            sum = FMA(left[y][k], right[k][x], sum);
        BARRIER;
    }
    to[row * SIDE + column] = sum;
}

DEVICE int neighbour(int node, int k) {
    return (int)(((unsigned)node * 2654435761U + (unsigned)k * 40503U) >> 8) % N;
}

/* A round of a breadth-first search: `to` has the distances, a[0] is not used. */
KERNEL search(int *to, const int *a, const int *b) {
    const int i = BLOCK_X * BLOCK_THREADS + THREAD_X;
    if (i >= N || to[i] == FAR)
        return;
    const int next = to[i] + 1 + (a[i] & 0) + (b[i] & 0);
    for (int k = 0; k < 3 + i % 5; k++) {
        int n = neighbour(i, k);
        if (n < 0)
            n = -n;
        if (to[n] > next)
            ATOMIC_MIN(&to[n], next);
    }
}

/* A sparse matrix times a vector: rows of other lengths. */
KERNEL sparse(float *to, const float *a, const float *b) {
    const int row = BLOCK_X * BLOCK_THREADS + THREAD_X;
    if (row >= ROWS)
        return;
    float sum = 0.0F;
    const int first = row * 4, end = first + row % 5;
    for (int k = first; k < end; k++)
        sum = FMA(a[k], b[(k * 37) % N], sum);
    to[row] = sum;
}

/* Integers of all widths, shifts, divisions, conversions, a private array. */
KERNEL numbers(int *to, const int *a, const int *b) {
    const int i = BLOCK_X * BLOCK_THREADS + THREAD_X;
    if (i >= N)
        return;
    int own[8];
    for (int k = 0; k < 8; k++)
        own[k] = a[(i + k) % N] ^ b[i];
    const long long x = (long long)a[i] * b[i];
    const unsigned char c = (unsigned char)a[i];
    const short s = (short)b[i];
    const double d = (double)a[i] / ((double)b[i] * b[i] + 1.5);
    const int by = a[i] & 31;
    unsigned y = (unsigned)own[(unsigned)b[i] % 8] + (unsigned)(x >> 17) + (unsigned)(c * s);
    y += (unsigned)(a[i] / ((b[i] & 255) + 1)) - (unsigned)(b[i] % 77);
    y ^= ((unsigned)a[i] >> by) + (unsigned)(b[i] >> by) + (unsigned)((unsigned long long)x << by);
    y += (unsigned)(int)(d * 1000.0) + (unsigned)(int)((float)x * 1e-10F) + (unsigned)(x / 12345);
    to[i] = (int)(y + (a[i] < b[i]) * 3U + ((unsigned)a[i] < (unsigned)b[i]));
}
