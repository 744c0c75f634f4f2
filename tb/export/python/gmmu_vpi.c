/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets a Python program drive a simulation, through VPI. At the start of the simulation the module starts
 * python3 with the file of +python=FILE and the words behind the simulator's own, and a socket between the
 * two, whose number the program finds in GMMU_VPI_FD. Then the program says what is done, a line each:
 *
 *   find NAME          answer: number and width of the signal; `no`
 *   get N...           answer: the values, in hexadecimal digits, x and z among them
 *   set N HEX          the signal, which nothing else drives, has this value
 *   clock N HALF       the signal changes each HALF units of time from now on; it is 0 first
 *   wait N HEX         time goes on until the signal changes to this value; answer: the time then
 *   delay T            time goes on; answer: the time then
 *   finish CODE        the simulation ends, with this exit code
 *
 * `wait` and `delay` are answered when all that happens at that time has happened, so values are those behind
 * a clock edge, and what is set then is there before the next one. When the program ends without `finish`, or
 * the simulation before it, the module says so in a line, and the exit code of the simulator is 2: it neither
 * waits nor goes on. A line that it cannot follow ends the simulation as well.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vpi_user.h>

enum { LINE = 1 << 16, BROKEN = 2 /* exit code */ };

/* Of Icarus: the exit code at the end of the simulation. Elsewhere main() asks gmmu_vpi_code(). */
extern void vpip_set_return_value(int value) __attribute__((weak));

typedef struct {
    vpiHandle handle;
    int width;
    uint64_t half; /* of a clock */
} bench_signal;

typedef struct {
    pid_t program; /* 0: it has ended */
    int socket;
    char in[LINE]; /* what has come and not been looked at */
    size_t held;
    char out[LINE];
    bench_signal *signals;
    size_t count;
    vpiHandle waiting;      /* for a signal */
    char awaited[LINE / 4]; /* its value */
    int over, code;         /* the simulation has been told to end; its exit code */
    char file[1024];
} bench;

static void serve(bench *b);
static void clock_on(bench *b, bench_signal *s);

static uint64_t time_now(void) {
    s_vpi_time t = {.type = vpiSimTime};
    vpi_get_time(NULL, &t);
    return (uint64_t)t.high << 32 | t.low;
}

static void end_simulation(bench *b, int code) {
    if (b->over)
        return;
    b->over = 1;
    b->code = code;
    if (vpip_set_return_value != NULL)
        vpip_set_return_value(code);
    (void)vpi_control(vpiFinish, 0);
}

__attribute__((format(printf, 2, 3))) static void broken(bench *b, const char *format, ...) {
    va_list args;
    if (b->over)
        return;
    (void)fflush(stdout);
    (void)fputs("gmmu_vpi: ", stderr);
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fprintf(stderr, ", at time %" PRIu64 "\n", time_now());
    end_simulation(b, BROKEN);
}

/* The program has ended: with which code? */
static void has_ended(bench *b) {
    int status = 0;
    const pid_t found = b->program > 0 ? waitpid(b->program, &status, 0) : -1;
    b->program = 0;
    if (found < 0)
        broken(b, "%s has ended", b->file);
    else if (WIFSIGNALED(status))
        broken(b, "%s has been ended by signal %d", b->file, WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        broken(b, "%s has ended with exit code %d", b->file, WEXITSTATUS(status));
    else
        broken(b, "%s has ended without a word", b->file);
}

static void answer(bench *b, const char *text, size_t size) {
    while (size > 0) {
        const ssize_t sent = send(b->socket, text, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0) {
            has_ended(b);
            return;
        }
        text += sent;
        size -= (size_t)sent;
    }
}

/* The next line, without its end, or NULL: the program has ended. It stays until the next call. */
static char *next_line(bench *b, size_t *taken) {
    memmove(b->in, b->in + *taken, b->held - *taken);
    b->held -= *taken;
    *taken = 0;
    for (;;) {
        char *end = memchr(b->in, '\n', b->held);
        if (end != NULL) {
            *end = '\0';
            *taken = (size_t)(end - b->in) + 1;
            return b->in;
        }
        if (b->held == LINE) {
            broken(b, "a line of more than %d bytes", LINE);
            return NULL;
        }
        const ssize_t got = recv(b->socket, b->in + b->held, LINE - b->held, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            has_ended(b);
            return NULL;
        }
        b->held += (size_t)got;
    }
}

/* ---- signals ---- */

static bench_signal *signal_of(bench *b, const char *text, char **end) {
    const unsigned long number = strtoul(text, end, 10);
    return *end != text && number < b->count ? &b->signals[number] : NULL;
}

static void find_signal(bench *b, char *name) {
    const vpiHandle handle = vpi_handle_by_name(name, NULL);
    const int width = handle != NULL ? vpi_get(vpiSize, handle) : 0;
    if (width <= 0 || (size_t)width >= sizeof b->awaited * 4) {
        answer(b, "no\n", 3);
        return;
    }
    bench_signal *more = realloc(b->signals, (b->count + 1) * sizeof *more);
    if (more == NULL) {
        broken(b, "out of memory");
        return;
    }
    b->signals = more;
    b->signals[b->count] = (bench_signal){.handle = handle, .width = width};
    const int size = snprintf(b->out, LINE, "%zu %d\n", b->count, width);
    b->count++;
    answer(b, b->out, (size_t)size);
}

static const char *value_of(vpiHandle handle) {
    s_vpi_value value = {.format = vpiHexStrVal};
    vpi_get_value(handle, &value);
    return value.value.str != NULL ? value.value.str : "";
}

static void put(vpiHandle handle, char *hex) {
    s_vpi_value value = {.format = vpiHexStrVal};
    value.value.str = hex;
    (void)vpi_put_value(handle, &value, NULL, vpiNoDelay);
}

/* False: a number is none of a signal. */
static int get_values(bench *b, char *text) {
    size_t at = 0;
    while (*text != '\0') {
        char *end = text;
        const bench_signal *s = signal_of(b, text, &end);
        if (s == NULL)
            return 0;
        const char *value = value_of(s->handle);
        const size_t size = strlen(value);
        if (at + size + 1 >= LINE)
            return 0;
        memcpy(b->out + at, value, size);
        at += size;
        b->out[at++] = ' ';
        text = end;
    }
    b->out[at > 0 ? at - 1 : at++] = '\n';
    answer(b, b->out, at);
    return 1;
}

/* ---- time ---- */

static PLI_INT32 settled(p_cb_data data) {
    bench *b = (bench *)data->user_data;
    const int size = snprintf(b->out, LINE, "%" PRIu64 "\n", time_now());
    answer(b, b->out, (size_t)size);
    serve(b);
    return 0;
}

/* Calls it when all has happened that happens now. */
static void when_settled(PLI_INT32 (*called)(p_cb_data), bench *b) {
    s_vpi_time at = {.type = vpiSimTime};
    s_cb_data data = {.reason = cbReadWriteSynch, .cb_rtn = called, .time = &at, .user_data = (PLI_BYTE8 *)b};
    (void)vpi_register_cb(&data);
}

static PLI_INT32 has_changed(p_cb_data data) {
    bench *b = (bench *)data->user_data;
    if (b->waiting == NULL || strcmp(value_of(data->obj), b->awaited) != 0)
        return 0;
    (void)vpi_remove_cb(b->waiting);
    b->waiting = NULL;
    when_settled(settled, b);
    return 0;
}

static void wait_for(bench *b, const bench_signal *s, const char *hex) {
    s_vpi_time at = {.type = vpiSimTime};
    s_vpi_value value = {.format = vpiHexStrVal};
    s_cb_data data = {.reason = cbValueChange,
                      .cb_rtn = has_changed,
                      .obj = s->handle,
                      .time = &at,
                      .value = &value,
                      .user_data = (PLI_BYTE8 *)b};
    (void)snprintf(b->awaited, sizeof b->awaited, "%0*d", (s->width + 3) / 4, 0);
    const size_t digits = strlen(b->awaited), given = strlen(hex);
    if (given <= digits)
        memcpy(b->awaited + digits - given, hex, given);
    b->waiting = vpi_register_cb(&data);
}

static PLI_INT32 is_later(p_cb_data data) {
    when_settled(settled, (bench *)data->user_data);
    return 0;
}

static void call_after(PLI_INT32 (*called)(p_cb_data), uint64_t delay, void *user) {
    s_vpi_time at = {.type = vpiSimTime, .high = (PLI_UINT32)(delay >> 32), .low = (PLI_UINT32)delay};
    s_cb_data data = {.reason = cbAfterDelay, .cb_rtn = called, .time = &at, .user_data = user};
    (void)vpi_register_cb(&data);
}

typedef struct {
    bench *owner;
    size_t number;
} bench_clock;

static PLI_INT32 toggle(p_cb_data data) {
    const bench_clock *c = (const bench_clock *)data->user_data;
    const bench_signal *s = &c->owner->signals[c->number];
    char one[] = "1", zero[] = "0";
    if (c->owner->over)
        return 0;
    call_after(toggle, s->half, data->user_data);
    put(s->handle, strcmp(value_of(s->handle), "1") == 0 ? zero : one);
    return 0;
}

static void clock_on(bench *b, bench_signal *s) {
    char zero[] = "0";
    bench_clock *c = malloc(sizeof *c); /* as long as the simulation */
    if (c == NULL) {
        broken(b, "out of memory");
        return;
    }
    *c = (bench_clock){.owner = b, .number = (size_t)(s - b->signals)};
    put(s->handle, zero);
    call_after(toggle, s->half, c);
}

/* ---- the program ---- */

/* Follows a line; false: it cannot. *on: time goes on. */
static int follow(bench *b, char *line, int *on) {
    char *space = strchr(line, ' '), *end = NULL;
    if (space == NULL)
        return 0;
    *space = '\0';
    char *rest = space + 1;
    if (strcmp(line, "find") == 0) {
        find_signal(b, rest);
        return 1;
    }
    if (strcmp(line, "get") == 0)
        return get_values(b, rest);
    if (strcmp(line, "finish") == 0) {
        end_simulation(b, (int)strtol(rest, &end, 10) & 0xFF);
        return 1;
    }
    if (strcmp(line, "delay") == 0) {
        *on = 1;
        call_after(is_later, strtoull(rest, &end, 10), b);
        return 1;
    }
    bench_signal *s = signal_of(b, rest, &end);
    if (s == NULL || *end != ' ')
        return 0;
    if (strcmp(line, "set") == 0) {
        put(s->handle, end + 1);
        return 1;
    }
    if (strcmp(line, "wait") == 0) {
        *on = 1;
        wait_for(b, s, end + 1);
        return 1;
    }
    if (strcmp(line, "clock") != 0 || s->width != 1 || s->half != 0)
        return 0;
    s->half = strtoull(end + 1, &end, 10);
    if (s->half == 0)
        return 0;
    clock_on(b, s);
    return 1;
}

/* Does what the program says, until time goes on or the simulation ends. */
static void serve(bench *b) {
    size_t taken = 0;
    int on = 0;
    while (!on && !b->over) {
        char *line = next_line(b, &taken);
        if (line == NULL)
            return;
        if (!follow(b, line, &on))
            broken(b, "a line that is none of the bench's: '%.40s'", line);
    }
    memmove(b->in, b->in + taken, b->held - taken);
    b->held -= taken;
}

/* ---- begin and end ---- */

/* NULL: none. */
static const char *python_file(const s_vpi_vlog_info *info) {
    for (int i = 1; i < info->argc; i++)
        if (strncmp(info->argv[i], "+python=", 8) == 0)
            return info->argv[i] + 8;
    return NULL;
}

static void run_program(const s_vpi_vlog_info *info, char *file, int socket) {
    char number[16], python[] = "python3";
    char **words = calloc((size_t)info->argc + 3, sizeof *words);
    int count = 0;
    if (words == NULL)
        _exit(127);
    words[count++] = python;
    words[count++] = file;
    for (int i = 1; i < info->argc; i++)
        if (info->argv[i][0] == '+' && strncmp(info->argv[i], "+python=", 8) != 0)
            words[count++] = info->argv[i];
    (void)snprintf(number, sizeof number, "%d", socket);
    (void)setenv("GMMU_VPI_FD", number, 1);
    (void)execvp(python, words);
    (void)fprintf(stderr, "gmmu_vpi: cannot run python3: %s\n", strerror(errno));
    _exit(127);
}

/* Behind time 0, in which nets get the values that they begin with. */
static PLI_INT32 first_words(p_cb_data data) {
    serve((bench *)data->user_data);
    return 0;
}

static PLI_INT32 begins(p_cb_data data) {
    bench *b = (bench *)data->user_data;
    s_vpi_vlog_info info;
    int ends[2];
    memset(&info, 0, sizeof info);
    const char *file = vpi_get_vlog_info(&info) ? python_file(&info) : NULL;
    if (file == NULL || strlen(file) >= sizeof b->file) {
        broken(b, "expected +python=FILE");
        return 0;
    }
    memcpy(b->file, file, strlen(file) + 1);
    (void)fflush(NULL);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        broken(b, "no socket: %s", strerror(errno));
        return 0;
    }
    b->socket = ends[0];
    b->program = fork();
    if (b->program < 0) {
        broken(b, "cannot start python3: %s", strerror(errno));
        return 0;
    }
    if (b->program == 0) {
        (void)close(ends[0]);
        run_program(&info, b->file, ends[1]);
    }
    (void)close(ends[1]);
    when_settled(first_words, b);
    return 0;
}

/* After `finish` the program has nothing left to do; if it is still there without it, it learns of the end.
 */
static PLI_INT32 ends(p_cb_data data) {
    bench *b = (bench *)data->user_data;
    if (b->program > 0) {
        broken(b, "the simulation has ended before %s", b->file);
        (void)close(b->socket);
        (void)waitpid(b->program, NULL, 0);
    }
    b->program = 0;
    return 0;
}

static bench the_bench; /* of this simulation */

/* The exit code, for a main program that is ours. */
int gmmu_vpi_code(void);
int gmmu_vpi_code(void) {
    return the_bench.code;
}

static void start_up(void) {
    s_cb_data start = {.reason = cbStartOfSimulation, .cb_rtn = begins, .user_data = (PLI_BYTE8 *)&the_bench};
    s_cb_data end = {.reason = cbEndOfSimulation, .cb_rtn = ends, .user_data = (PLI_BYTE8 *)&the_bench};
    (void)vpi_register_cb(&start);
    (void)vpi_register_cb(&end);
}

void (*vlog_startup_routines[])(void) = {start_up, NULL};
