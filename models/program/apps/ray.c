/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A picture by ray tracing (RAY of the ISPASS 2009 set): a thread has a pixel. Its ray goes to the nearest of
 * some spheres, and on from there as in a mirror, at most five times; every hit adds light, if no sphere is
 * between it and the lamp. The spheres are in constant memory, the picture is all that a thread writes.
 *
 * With local=1 a thread keeps what its hits add in its local memory, as the program of ISPASS 2009 does: four
 * words each, all set at first, and added up from the last hit to the first. A block then has 16 x 8 pixels,
 * and the pixel is set to 0 before.
 */
#include "program/apps/app.h"

#include <math.h>

#define WIDE    16U /* blocks of 16 x 16 pixels */
#define LOW     8U  /* or 16 x 8 */
#define BOUNCES 5U
#define SPHERES 5U
#define NEAR    0.001F /* a ray does not hit where it begins */
#define FAR     1e30F
#define FAINT   0.05F /* light that is not followed */
#define AMBIENT 0.2F

/* Of local memory, four words a hit: from one of them to the next, for the whole warp. */
#define HIT_WORDS (4 * (int32_t)GMMU_LANES)

/* As it lies in constant memory, eight words. */
typedef struct {
    float centre[3], square; /* of the radius */
    float colour, mirror;    /* grey; the part of light that goes on */
    float inverse, unused;   /* 1 / radius */
} ray_sphere;

#define SPHERE(x, y, z, r, c, m) {{x, y, z}, (r) * (r), c, m, 1.0F / (r), 0.0F}
/* The first is the floor. */
static const ray_sphere ray_scene[SPHERES] = {
    SPHERE(0.0F, -1001.0F, 6.0F, 1000.0F, 0.7F, 0.3F), SPHERE(0.0F, 0.0F, 6.0F, 1.0F, 0.9F, 0.5F),
    SPHERE(-2.2F, -0.2F, 5.0F, 0.8F, 0.6F, 0.4F), SPHERE(1.9F, -0.4F, 4.6F, 0.6F, 0.8F, 0.6F),
    SPHERE(0.6F, 1.8F, 7.5F, 0.7F, 1.0F, 0.2F)};
static const float ray_lamp[3] = {0.48F, 0.8F, -0.36F}; /* the way to it; of length 1 */

static const float ray_hue[3] = {1.0F, 0.9F, 0.8F}; /* its light, with local memory */

enum { RAY_PICTURE, RAY_LOCAL };

static bool ray_is_local(const app *a) {
    return a->p[2] != 0;
}

static void ray_declare(app *a) {
    app_array(a, APP_OUTPUT, a->p[0] * a->p[1]);
    if (ray_is_local(a))
        app_array(a, APP_SCRATCH, app_local_words(a->p[0] * a->p[1] / GMMU_LANES));
    app_constants(a, ray_scene, sizeof ray_scene);
}

static void ray_fill(app *a) {
    (void)a; /* the scene is fixed */
}

static kernel_data *ray_open(const uint64_t *p, uint64_t seed, va_space *va) {
    const uint64_t whole[KERNEL_MAX_PARAMS] = {(p[0] + WIDE - 1) / WIDE * WIDE,
                                               (p[1] + WIDE - 1) / WIDE * WIDE, p[2]};
    return app_open(whole, seed, va, ray_declare, ray_fill);
}

static uint32_t ray_tall(const app *a) {
    return ray_is_local(a) ? LOW : WIDE;
}

static bool ray_launch(app *a, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "render",
                        .blocks = a->p[0] / WIDE * (a->p[1] / ray_tall(a)),
                        .block_dim = WIDE * ray_tall(a),
                        .regs = ray_is_local(a) ? 52 : 40,
                        .phases = 1};
    return n == 0;
}

/* Pixels are this far apart at distance 1; the picture is 1.6 wide. */
static float ray_pixel(const app *a) {
    return 1.6F / (float)a->p[0];
}

/* ---- as warps run it ---- */

typedef struct {
    const buffer *scene;
    val from[3], way[3]; /* of the ray; the way has length 1 */
    val near;            /* distance of the nearest hit */
    val hit;             /* its sphere */
    val light, weight;   /* of the pixel so far; what the next hit adds counts as much */
    /* with local memory */
    const buffer *local;
    val stack, top, count; /* where its hits begin and end; how many they are */
} ray_state;

static val ray_dot(simt *w, const val *a, const val *b) {
    val sum = simt_fmul(w, &a[0], &b[0]);
    sum = simt_ffma(w, &a[1], &b[1], &sum);
    return simt_ffma(w, &a[2], &b[2], &sum);
}

/* How far along the way a sphere lies (or a negative number, or none), and what the square root needs. */
static val ray_distance(simt *w, const ray_state *s, const val *way, uint32_t sphere) {
    const simt_scope scope = simt_scope_begin(w);
    val ball[4], to[3];
    simt_load_const(w, s->scene, IMM(2 * sphere), 16, ball);
    val square = simt_hold(w, ball[3]);
    for (uint32_t k = 0; k < 3; k++)
        to[k] = simt_hold(w, simt_fsub(w, &ball[k], &s->from[k]));
    val along = simt_hold(w, ray_dot(w, to, way));
    val apart = ray_dot(w, to, to);
    apart = simt_fsub(w, &apart, &square);
    val under = simt_fmul(w, &along, &along);
    under = simt_hold(w, simt_fsub(w, &under, &apart));
    val inverse = simt_do(w, SIMT_RSQ, &under, NULL, NULL); /* NaN without a hit: no comparison holds */
    val half = simt_fmul(w, &under, &inverse);
    val distance = simt_fsub(w, &along, &half);
    simt_scope_end(w, &scope);
    return distance;
}

static void ray_nearest(simt *w, ray_state *s) {
    simt_into(w, &s->near, SIMT_MOV, FIMM(FAR), NULL, NULL);
    for (uint32_t sphere = 0; sphere < SPHERES; sphere++) {
        val distance = ray_distance(w, s, s->way, sphere);
        const uint32_t nearer = simt_compare(w, SIMT_FLT, &distance, &s->near);
        const uint32_t all = simt_predicate(w, nearer & simt_compare(w, SIMT_FLT, FIMM(NEAR), &distance));
        simt_into(w, &s->near, SIMT_MOV, &distance, NULL, NULL);
        simt_into(w, &s->hit, SIMT_MOV, IMM(sphere), NULL, NULL);
        simt_join(w, all);
    }
}

/* Lanes between whose hit and the lamp there is a sphere. */
static uint32_t ray_shadow(simt *w, const ray_state *s) {
    const val lamp[3] = {simt_fimm(ray_lamp[0]), simt_fimm(ray_lamp[1]), simt_fimm(ray_lamp[2])};
    uint32_t dark = 0;
    for (uint32_t sphere = 0; sphere < SPHERES; sphere++) {
        val distance = ray_distance(w, s, lamp, sphere);
        dark |= simt_compare(w, SIMT_FLT, FIMM(NEAR), &distance);
    }
    return dark;
}

/* What a hit adds: so much matt colour, shining where there is no shadow, and the light that goes on. */
static void ray_add_hit(simt *w, ray_state *s, const val *colour, const val *mirror, val *shine,
                        uint32_t dark) {
    const uint32_t all = simt_predicate(w, dark);
    simt_into(w, shine, SIMT_MOV, FIMM(0.0F), NULL, NULL);
    simt_join(w, all);
    simt_loop(w, 4);
    simt_into(w, shine, SIMT_FADD, shine, FIMM(AMBIENT), NULL);
    val matt = simt_fsub(w, FIMM(1.0F), mirror);
    matt = simt_fmul(w, &matt, colour);
    matt = simt_fmul(w, &matt, &s->weight);
    simt_fgrow_product(w, &s->light, &matt, shine);
}

/* The same to local memory: red, green, blue, and the part of the light that goes on. */
static void ray_put_hit(simt *w, ray_state *s, const val *colour, const val *mirror, const val *shine,
                        uint32_t dark) {
    simt_loop(w, 6);
    val rest = simt_fsub(w, FIMM(1.0F), mirror);
    val matt = simt_hold(w, simt_fmul(w, &rest, colour));
    val dim = simt_hold(w, simt_fmul(w, &matt, FIMM(AMBIENT)));
    for (uint32_t k = 0; k < 3; k++) {
        val x = simt_fmul(w, &dim, FIMM(ray_hue[k]));
        simt_put(w, s->local, &s->top, (int32_t)(k * GMMU_LANES), &x);
    }
    simt_put(w, s->local, &s->top, 3 * (int32_t)GMMU_LANES, mirror);
    const uint32_t shines = simt_compare(w, SIMT_FLT, FIMM(0.0F), shine);
    const uint32_t all = simt_if(w, shines & ~dark);
    val bright = simt_hold(w, simt_fmul(w, &matt, shine));
    for (uint32_t k = 0; k < 3; k++) {
        val x = simt_at(w, s->local, &s->top, (int32_t)(k * GMMU_LANES));
        val sum = simt_ffma(w, &bright, FIMM(ray_hue[k]), &x);
        simt_put(w, s->local, &s->top, (int32_t)(k * GMMU_LANES), &sum);
    }
    simt_join(w, all);
    simt_advance(w, &s->top, HIT_WORDS * (int32_t)APP_WORD);
    simt_step(w, &s->count, 1);
}

/* The ray is at its hit: it takes its light, and goes on as in a mirror. */
static void ray_reflect(simt *w, ray_state *s) {
    const simt_scope scope = simt_scope_begin(w);
    val ball[4], rest[4], normal[3];
    val first = simt_hold(w, simt_affine(w, &s->hit, 2, 0));
    for (uint32_t k = 0; k < 3; k++)
        simt_fgrow_product(w, &s->from[k], &s->near, &s->way[k]);
    simt_load_const(w, s->scene, &first, 16, ball);
    for (uint32_t k = 0; k < 3; k++)
        normal[k] = simt_hold(w, simt_fsub(w, &s->from[k], &ball[k]));
    val second = simt_add_constant(w, &first, 1);
    simt_load_const(w, s->scene, &second, 16, rest);
    val colour = simt_hold(w, rest[0]);
    val mirror = simt_hold(w, rest[1]);
    for (uint32_t k = 0; k < 3; k++)
        simt_into(w, &normal[k], SIMT_FMUL, &normal[k], &rest[2], NULL);
    const val lamp[3] = {simt_fimm(ray_lamp[0]), simt_fimm(ray_lamp[1]), simt_fimm(ray_lamp[2])};
    val shine = simt_hold(w, ray_dot(w, normal, lamp));
    simt_into(w, &shine, SIMT_FMAX, &shine, FIMM(0.0F), NULL);
    simt_loop(w, 3);
    const uint32_t dark = ray_shadow(w, s);
    if (s->local)
        ray_put_hit(w, s, &colour, &mirror, &shine, dark);
    else
        ray_add_hit(w, s, &colour, &mirror, &shine, dark);
    simt_into(w, &s->weight, SIMT_FMUL, &s->weight, &mirror, NULL);
    val along = ray_dot(w, normal, s->way);
    val twice = simt_hold(w, simt_fmul(w, &along, FIMM(-2.0F)));
    for (uint32_t k = 0; k < 3; k++)
        simt_fgrow_product(w, &s->way[k], &twice, &normal[k]);
    simt_scope_end(w, &scope);
}

/* From the eye through the pixel. */
static void ray_begin(const app *a, simt *w, const val *x, const val *y, ray_state *s) {
    const val *pixel[] = {x, y};
    s->scene = &a->constants;
    s->local = ray_is_local(a) ? &a->array[RAY_LOCAL] : NULL;
    for (uint32_t k = 0; k < 2; k++) {
        val number = simt_do(w, SIMT_U2F, pixel[k], NULL, NULL);
        val middle = simt_fsub(w, &number, FIMM(0.5F * (float)a->p[k]));
        s->way[k] = simt_hold(w, simt_fmul(w, &middle, FIMM(ray_pixel(a))));
    }
    s->way[2] = simt_fvariable(w, 1.0F);
    val square = ray_dot(w, s->way, s->way);
    val inverse = simt_hold(w, simt_do(w, SIMT_RSQ, &square, NULL, NULL));
    for (uint32_t k = 0; k < 3; k++) {
        simt_into(w, &s->way[k], SIMT_FMUL, &s->way[k], &inverse, NULL);
        s->from[k] = simt_fvariable(w, 0.0F);
    }
    simt_drop(w, &inverse);
    s->near = simt_fvariable(w, FAR);
    s->hit = simt_variable(w, 0);
    s->light = simt_fvariable(w, 0.0F);
    s->weight = simt_fvariable(w, 1.0F);
}

static void ray_follow(simt *w, ray_state *s) {
    const uint32_t all = w->mask;
    for (uint32_t bounce = 0; bounce < BOUNCES; bounce++) {
        simt_loop(w, 1);
        if (!simt_while(w, simt_compare(w, SIMT_FLT, FIMM(FAINT), &s->weight)))
            break;
        ray_nearest(w, s);
        simt_loop(w, 2);
        if (!simt_while(w, simt_compare(w, SIMT_FLT, &s->near, FIMM(FAR))))
            break;
        ray_reflect(w, s);
    }
    simt_join(w, all);
}

/* The picture and local memory are 0, and no light goes on. */
static void ray_clear(const app *a, simt *w, ray_state *s, const val *place) {
    s->stack = simt_hold(w, app_local(a, w, RAY_LOCAL));
    s->top = simt_hold(w, app_local(a, w, RAY_LOCAL));
    s->count = simt_variable(w, 0);
    val zero = simt_variable(w, 0);
    for (uint32_t word = 0; word < 4 * BOUNCES; word++)
        simt_put(w, s->local, &s->stack, (int32_t)(word * GMMU_LANES), &zero);
    simt_store(w, &a->array[RAY_PICTURE], place, APP_WORD, &zero);
    simt_drop(w, &zero);
}

/* From the last hit to the first, each takes the part of the next one that it mirrors. */
static void ray_fold(simt *w, ray_state *s) {
    const uint32_t all = w->mask;
    for (;;) {
        simt_loop(w, 7);
        if (!simt_while(w, simt_less(w, IMM(1), &s->count)))
            break;
        val mirror = simt_hold(w, simt_at(w, s->local, &s->top, 3 * (int32_t)GMMU_LANES - 2 * HIT_WORDS));
        for (int32_t k = 0; k < 3; k++) {
            const int32_t own = k * (int32_t)GMMU_LANES - 2 * HIT_WORDS;
            val light = simt_at(w, s->local, &s->top, own);
            val next = simt_at(w, s->local, &s->top, own + HIT_WORDS);
            val sum = simt_ffma(w, &mirror, &next, &light);
            simt_put(w, s->local, &s->top, own, &sum);
        }
        simt_drop(w, &mirror);
        simt_advance(w, &s->top, -HIT_WORDS * (int32_t)APP_WORD);
        simt_step(w, &s->count, 0U - 1U);
    }
    simt_join(w, all);
}

/* Light as a whole number up to 255. */
static val ray_level(simt *w, const val *light) {
    val level = simt_fmul(w, light, FIMM(255.0F));
    level = simt_do(w, SIMT_FMIN, &level, FIMM(255.0F), NULL);
    return simt_hold(w, simt_do(w, SIMT_F2U, &level, NULL, NULL));
}

static void ray_end_local(const app *a, simt *w, ray_state *s, const val *place) {
    ray_fold(w, s);
    simt_loop(w, 8);
    val rgb = simt_variable(w, 0);
    for (uint32_t k = 0; k < 3; k++) {
        val light = simt_at(w, s->local, &s->stack, (int32_t)(k * GMMU_LANES));
        val level = ray_level(w, &light);
        val shifted = simt_shift_left(w, &level, 8 * k);
        simt_into(w, &rgb, SIMT_OR, &rgb, &shifted, NULL);
        simt_drop(w, &level);
    }
    val before = simt_load(w, &a->array[RAY_PICTURE], place, APP_WORD);
    simt_into(w, &rgb, SIMT_ADD, &rgb, &before, NULL);
    simt_store(w, &a->array[RAY_PICTURE], place, APP_WORD, &rgb);
}

static void ray_warp(app *a, simt *w) {
    const uint32_t across = (uint32_t)a->p[0] / WIDE;
    ray_state s;
    simt_loop(w, 0);
    val x = simt_thread_x(w, WIDE);
    x = simt_hold(w, simt_affine(w, &x, 1, (uint32_t)(w->block % across) * WIDE));
    val y = simt_thread_y(w, WIDE);
    y = simt_hold(w, simt_affine(w, &y, 1, (uint32_t)(w->block / across) * ray_tall(a)));
    ray_begin(a, w, &x, &y, &s);
    if (s.local) {
        val place = simt_hold(w, simt_do(w, SIMT_MAD, &y, IMM((uint32_t)a->p[0]), &x));
        ray_clear(a, w, &s, &place);
        ray_follow(w, &s);
        ray_end_local(a, w, &s, &place);
    } else {
        ray_follow(w, &s);
        simt_loop(w, 5);
        val grey = ray_level(w, &s.light);
        val rgb = simt_mul(w, &grey, IMM(0x010101));
        val pixel = simt_hold(w, rgb);
        val row = simt_do(w, SIMT_MAD, &y, IMM((uint32_t)a->p[0]), &x);
        simt_store(w, &a->array[RAY_PICTURE], &row, APP_WORD, &pixel);
    }
    simt_exit(w);
}

/* ---- plain ---- */

static float ray_plain_dot(const float *a, const float *b) {
    return a[2] * b[2] + (a[1] * b[1] + a[0] * b[0]);
}

static float ray_plain_distance(const ray_sphere *ball, const float *from, const float *way) {
    const float to[3] = {ball->centre[0] - from[0], ball->centre[1] - from[1], ball->centre[2] - from[2]};
    const float along = ray_plain_dot(to, way);
    const float under = along * along - (ray_plain_dot(to, to) - ball->square);
    return along - under * (1.0F / sqrtf(under));
}

static bool ray_plain_lit(const float *from) {
    for (uint32_t i = 0; i < SPHERES; i++)
        if (ray_plain_distance(&ray_scene[i], from, ray_lamp) > NEAR)
            return false;
    return true;
}

typedef struct {
    float matt, mirror, shine; /* 0 in the shadow */
} ray_hit;

/* The hits of a ray, how many they are. */
static uint32_t ray_plain_hits(float *from, float *way, ray_hit found[BOUNCES]) {
    uint32_t count = 0;
    for (float weight = 1.0F; count < BOUNCES && weight > FAINT; weight *= found[count++].mirror) {
        const ray_sphere *hit = NULL;
        float near = FAR;
        for (uint32_t i = 0; i < SPHERES; i++) {
            const float distance = ray_plain_distance(&ray_scene[i], from, way);
            if (distance < near && distance > NEAR) {
                near = distance;
                hit = &ray_scene[i];
            }
        }
        if (!hit)
            break;
        float normal[3];
        for (uint32_t k = 0; k < 3; k++) {
            from[k] = near * way[k] + from[k];
            normal[k] = (from[k] - hit->centre[k]) * hit->inverse;
        }
        found[count] = (ray_hit){
            .matt = (1.0F - hit->mirror) * hit->colour,
            .mirror = hit->mirror,
            .shine = ray_plain_lit(from) ? fmaxf(ray_plain_dot(normal, ray_lamp), 0.0F) : 0.0F,
        };
        const float twice = ray_plain_dot(normal, way) * -2.0F;
        for (uint32_t k = 0; k < 3; k++)
            way[k] = twice * normal[k] + way[k];
    }
    return count;
}

static uint32_t ray_plain_level(float light) {
    return (uint32_t)fminf(light * 255.0F, 255.0F);
}

/* Hits added up from the first to the last. */
static uint32_t ray_plain_grey(const ray_hit *found, uint32_t count) {
    float light = 0.0F;
    float weight = 1.0F;
    for (uint32_t i = 0; i < count; i++) {
        light = found[i].matt * weight * (found[i].shine + AMBIENT) + light;
        weight *= found[i].mirror;
    }
    return ray_plain_level(light) * 0x010101U;
}

/* From the last to the first, a colour at a time. */
static uint32_t ray_plain_coloured(const ray_hit *found, uint32_t count) {
    uint32_t rgb = 0;
    for (uint32_t k = 0; k < 3; k++) {
        float light = 0.0F;
        for (uint32_t i = count; i-- > 0;) {
            float own = found[i].matt * AMBIENT * ray_hue[k];
            if (found[i].shine > 0.0F)
                own = found[i].matt * found[i].shine * ray_hue[k] + own;
            light = i + 1 < count ? found[i].mirror * light + own : own;
        }
        rgb |= ray_plain_level(light) << 8 * k;
    }
    return rgb;
}

static void ray_reference(app *host) {
    for (uint64_t i = 0; i < host->p[0] * host->p[1]; i++) {
        const uint64_t pixel[] = {i % host->p[0], i / host->p[0]};
        ray_hit found[BOUNCES];
        float from[3] = {0.0F, 0.0F, 0.0F};
        float way[3] = {0.0F, 0.0F, 1.0F};
        for (uint32_t k = 0; k < 2; k++)
            way[k] = ((float)pixel[k] - 0.5F * (float)host->p[k]) * ray_pixel(host);
        const float inverse = 1.0F / sqrtf(ray_plain_dot(way, way));
        for (uint32_t k = 0; k < 3; k++)
            way[k] *= inverse;
        const uint32_t count = ray_plain_hits(from, way, found);
        app_words(host, RAY_PICTURE)[i] =
            ray_is_local(host) ? ray_plain_coloured(found, count) : ray_plain_grey(found, count);
    }
}

static const char *ray_check(const kernel_data *a) {
    return app_check(a, ray_reference);
}

const kernel_ops kernel_ray = {
    .name = "ray",
    .summary = "a picture of mirroring spheres by ray tracing (ISPASS 2009 RAY)",
    .params = {{"width", 1024, 16, 8192, "pixels, rounded up to 16"},
               {"height", 768, 16, 8192, "pixels, rounded up to 16"},
               {"local", 0, 0, 1, "1: a ray's hits are in local memory, in colour; blocks of 16 x 8"}},
    .open = ray_open,
    .close = app_close,
    .reset = app_reset,
    .launch = ray_launch,
    .warp = ray_warp,
    .check = ray_check,
};
