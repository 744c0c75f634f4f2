/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of a function's body. */
#include "program/ptx/ptx_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/ptx/ptx_build_internal.h"
#include "program/ptx/ptx_flow.h"
#include "program/ptx/ptx_registers.h"

typedef struct {
    ptx_refused_fn refused; /* NULL: the first error ends it */
    void *ctx;
} ptx_report;

static bool ptx_read_block(ptx_builder *b, const ptx_report *report);

/* ---- declarations ---- */

static bool ptx_add_registers(ptx_builder *b, ptx_names *n) {
    ptx_kernel *k = b->k;
    if (n->bits == 1) {
        n->first = k->predicates;
        k->predicates += n->count;
        return k->predicates <= PTX_REGISTER_LIMIT ||
               ptx_fail(b->r, "expected at most %u predicates", PTX_REGISTER_LIMIT);
    }
    n->first = k->regs;
    if (!n->count)
        return true;
    if (n->count > PTX_REGISTER_LIMIT - k->regs)
        return ptx_fail(b->r, "expected at most %u registers", PTX_REGISTER_LIMIT);
    if (k->regs + n->count > k->reg_room) {
        const uint32_t room = 2 * k->reg_room + n->count;
        uint8_t *grown = realloc(k->reg_bits, room);
        if (!grown)
            return ptx_fail(b->r, "out of memory");
        k->reg_bits = grown;
        k->reg_room = room;
    }
    memset(k->reg_bits + k->regs, n->bits, n->count);
    k->regs += n->count;
    return true;
}

/* .reg .b32 %r<5>, %x; */
static bool ptx_declare_registers(ptx_builder *b) {
    ptx_reader *r = b->r;
    const ptx_token at = r->token;
    ptx_type type = PTX_NO_TYPE;
    if (at.kind == PTX_WORD && *at.at == '.')
        type = ptx_type_named(at.at + 1, at.length - 1);
    if (type == PTX_NO_TYPE)
        return ptx_fail(r, "expected a type of registers of 8 to 64 bits, or .pred");
    ptx_next(r);
    do {
        ptx_names n = {.prefix = r->token.at, .length = r->token.length, .count = 1};
        if (r->token.kind != PTX_WORD || *r->token.at == '.')
            return ptx_fail(r, "expected the name of a register");
        ptx_next(r);
        n.bits = (uint8_t)(ptx_type_bits(type) == 8 ? 16 : ptx_type_bits(type));
        if (ptx_take(r, "<")) {
            if (r->token.kind != PTX_NUMBER || r->token.bits > PTX_REGISTER_LIMIT)
                return ptx_fail(r, "expected a number of registers, at most %u", PTX_REGISTER_LIMIT);
            n.counted = true;
            n.count = (uint32_t)r->token.bits;
            ptx_next(r);
            if (!ptx_expect(r, ">"))
                return false;
        }
        ptx_names *added = ptx_list_add(b, &b->names, sizeof n);
        if (!added || !ptx_add_registers(b, &n))
            return false;
        *added = n;
    } while (ptx_take(r, ","));
    return ptx_expect(r, ";");
}

static bool ptx_declare_variable(ptx_builder *b, ptx_space space) {
    ptx_variable v;
    if (space == PTX_GLOBAL || space == PTX_CONST)
        return ptx_fail(b->r, "expected variables of global and constant memory outside of functions");
    if (!ptx_read_variable(b->r, space, &v))
        return false;
    if (!v.bytes)
        return ptx_fail(b->r, "expected a size");
    ptx_variable *added = ptx_list_add(b, &b->variables, sizeof v);
    if (!added || !ptx_place_variable(b, &v))
        return false;
    *added = v;
    return ptx_expect(b->r, ";");
}

/* Is there a directive? */
static bool ptx_read_directive(ptx_builder *b, bool *found) {
    ptx_reader *r = b->r;
    ptx_space space;
    *found = true;
    if (ptx_skip_remark(r) || ptx_take(r, ";"))
        return !r->failed;
    if (ptx_take(r, ".reg"))
        return ptx_declare_registers(b);
    if (r->token.kind == PTX_WORD && *r->token.at == '.') {
        if (!ptx_space_named(r->token.at + 1, r->token.length - 1, &space))
            return ptx_fail(r, "this directive is not supported in a function");
        ptx_next(r);
        return ptx_declare_variable(b, space);
    }
    *found = false;
    return true;
}

/* ---- code ---- */

bool ptx_emit(ptx_builder *b) {
    ptx_kernel *k = b->k;
    if (b->r->failed)
        return false;
    if (k->count == k->room) {
        const uint32_t room = k->room ? 2 * k->room : 64;
        ptx_inst *grown = room <= PTX_CODE_LIMIT ? realloc(k->inst, room * sizeof *grown) : NULL;
        if (!grown)
            return ptx_fail(b->r, "expected at most %u instructions with all calls expanded", PTX_CODE_LIMIT);
        k->inst = grown;
        k->room = room;
    }
    k->inst[k->count++] = b->now;
    return true;
}

/* A branch whose target is the instruction that follows next, until it is set. */
static bool ptx_emit_branch(ptx_builder *b, uint32_t guard, const ptx_token *at) {
    b->now = (ptx_inst){.op = PTX_BRA,
                        .class = OP_BRANCH,
                        .guard = guard,
                        .to = {PTX_NONE, PTX_NONE},
                        .pred = {PTX_NONE, PTX_NONE},
                        .target = b->k->count + 1,
                        .line = at->line,
                        .column = at->column,
                        .opcode = at->at};
    return ptx_emit(b);
}

static bool ptx_add_label(ptx_builder *b, const ptx_token *name) {
    ptx_label *l = ptx_list_add(b, &b->labels, sizeof *l);
    if (l)
        *l = (ptx_label){name->at, name->length, b->k->count};
    return l;
}

static int ptx_compare_labels(const void *a, const void *b) {
    const ptx_label *x = a, *y = b;
    const size_t least = x->length < y->length ? x->length : y->length;
    const int order = memcmp(x->name, y->name, least);
    return order ? order : (x->length > y->length) - (x->length < y->length);
}

/* Of one function, when its body has been read. */
static bool ptx_resolve_jumps(ptx_builder *b) {
    const uint32_t labels = b->labels.count - b->first_label;
    ptx_label *label = labels ? (ptx_label *)b->labels.item + b->first_label : NULL;
    ptx_jump *jump = b->jumps.item;
    if (labels)
        qsort(label, labels, sizeof *label, ptx_compare_labels);
    for (uint32_t i = 1; i < labels; i++)
        if (ptx_compare_labels(&label[i - 1], &label[i]) == 0)
            return ptx_fail(b->r, "the label %.*s stands twice in a function", (int)label[i].length,
                            label[i].name);
    for (uint32_t i = b->first_jump; i < b->jumps.count; i++) {
        const ptx_label wanted = {jump[i].name.at, jump[i].name.length, 0};
        const ptx_label *found = labels && wanted.length
                                     ? bsearch(&wanted, label, labels, sizeof *label, ptx_compare_labels)
                                     : NULL;
        if (wanted.length && !found)
            return ptx_fail_at(b->r, &jump[i].name, "expected a label of this function");
        b->k->inst[jump[i].inst].target = found ? found->at : b->k->count;
    }
    return true;
}

/* From a function that was called: a jump to its end. From the kernel: the end. */
static bool ptx_read_return(ptx_builder *b, uint32_t guard, const ptx_token *at) {
    (void)ptx_take(b->r, "ret.uni");
    (void)ptx_take(b->r, "ret");
    if (!ptx_expect(b->r, ";") || !ptx_emit_branch(b, guard, at))
        return false;
    ptx_inst *i = &b->k->inst[b->k->count - 1];
    if (b->depth == 1) {
        i->op = PTX_EXIT;
        i->class = OP_EXIT;
        return true;
    }
    ptx_jump *j = ptx_list_add(b, &b->jumps, sizeof *j);
    if (j)
        j->inst = b->k->count - 1;
    return j;
}

static bool ptx_read_branch(ptx_builder *b, uint32_t guard, const ptx_token *at) {
    if (!ptx_take(b->r, "bra.uni"))
        (void)ptx_take(b->r, "bra");
    const ptx_token name = b->r->token;
    if (name.kind != PTX_WORD)
        return ptx_fail(b->r, "expected a label");
    ptx_next(b->r);
    if (!ptx_expect(b->r, ";") || !ptx_emit_branch(b, guard, at))
        return false;
    ptx_jump *j = ptx_list_add(b, &b->jumps, sizeof *j);
    if (j)
        *j = (ptx_jump){b->k->count - 1, name};
    return j;
}

/* ---- calls ---- */

/* "(a, b)": the variables, which are in parameter space. */
static bool ptx_read_actuals(ptx_builder *b, ptx_list *to) {
    if (!ptx_expect(b->r, "("))
        return false;
    while (!ptx_take(b->r, ")")) {
        const ptx_token at = b->r->token;
        const ptx_variable *v = at.kind == PTX_WORD ? ptx_find_variable(b, at.at, at.length) : NULL;
        if (!v || v->space != PTX_PARAM)
            return ptx_fail(b->r, "expected a variable of parameter space");
        ptx_variable *added = ptx_list_add(b, to, sizeof *added);
        if (!added)
            return false;
        *added = *v;
        ptx_next(b->r);
        if (!ptx_token_is(&b->r->token, ")") && !ptx_expect(b->r, ","))
            return false;
    }
    return true;
}

/* Declares the parameters of the function at the places of what is passed. */
static bool ptx_bind(ptx_builder *b, const ptx_token *list, bool has_list, const ptx_list *actual,
                     const ptx_token *call) {
    uint32_t count = 0;
    const ptx_variable *passed = actual->item;
    if (has_list) {
        ptx_reader_return(b->r, list);
        while (!b->r->failed && !ptx_take(b->r, ")")) {
            ptx_variable v;
            if (!ptx_expect(b->r, ".param") || !ptx_read_variable(b->r, PTX_PARAM, &v))
                return false;
            if (count == actual->count || passed[count].bytes != v.bytes)
                return ptx_fail_at(b->r, call, "expected a call with the parameters of the function");
            v.address = passed[count++].address;
            ptx_variable *added = ptx_list_add(b, &b->variables, sizeof v);
            if (!added)
                return false;
            *added = v;
            if (!ptx_token_is(&b->r->token, ")") && !ptx_expect(b->r, ","))
                return false;
        }
    }
    return count == actual->count
               ? !b->r->failed
               : ptx_fail_at(b->r, call, "expected a call with the parameters of the function");
}

static bool ptx_expand_function(ptx_builder *b, const ptx_function *f, const ptx_list *results,
                                const ptx_list *actuals, const ptx_token *at, const ptx_report *report) {
    ptx_builder outer = *b;
    const ptx_token behind = b->r->token;
    for (uint32_t i = 0; i < b->depth; i++)
        if (b->call[i] == f)
            return ptx_fail_at(b->r, at, "recursion is not supported");
    if (b->depth == PTX_CALL_DEPTH)
        return ptx_fail_at(b->r, at, "expected at most %u calls inside each other", PTX_CALL_DEPTH);
    b->first_name = b->names.count;
    b->first_variable = b->variables.count;
    b->first_label = b->labels.count;
    b->first_jump = b->jumps.count;
    b->call[b->depth++] = f;
    if (!ptx_bind(b, &f->results, f->has_results, results, at) ||
        !ptx_bind(b, &f->parameters, f->has_parameters, actuals, at))
        return false;
    ptx_reader_return(b->r, &f->body);
    if (!ptx_read_block(b, report) || !ptx_resolve_jumps(b))
        return false;
    b->names.count = b->first_name;
    b->variables.count = b->first_variable;
    b->labels.count = b->first_label;
    b->jumps.count = b->first_jump;
    b->first_name = outer.first_name;
    b->first_variable = outer.first_variable;
    b->first_label = outer.first_label;
    b->first_jump = outer.first_jump;
    b->depth--;
    ptx_reader_return(b->r, &behind);
    return !b->r->failed;
}

/* call.uni (r), f, (a, b); the guard jumps over it, and the call is a branch to the code that follows. */
static bool ptx_read_call_of(ptx_builder *b, uint32_t guard, const ptx_token *at, ptx_list *results,
                             ptx_list *actuals, const ptx_report *report) {
    ptx_reader *r = b->r;
    ptx_next(r);
    if (ptx_token_is(&r->token, "(") && (!ptx_read_actuals(b, results) || !ptx_expect(r, ",")))
        return false;
    const ptx_token name = r->token;
    const ptx_function *f = name.kind == PTX_WORD ? ptx_module_function(b->m, name.at, name.length) : NULL;
    if (!f || !f->defined || f->entry)
        return ptx_fail(r, "expected a function that this file defines");
    ptx_next(r);
    if (ptx_take(r, ",") && !ptx_read_actuals(b, actuals))
        return false;
    if (!ptx_expect(r, ";"))
        return false;
    const uint32_t skip = b->k->count;
    if (guard != PTX_NONE && !ptx_emit_branch(b, guard ^ 1U, at))
        return false;
    if (!ptx_emit_branch(b, PTX_NONE, at) || !ptx_expand_function(b, f, results, actuals, &name, report))
        return false;
    if (guard != PTX_NONE)
        b->k->inst[skip].target = b->k->count;
    return true;
}

static bool ptx_read_calls(ptx_builder *b, uint32_t guard, const ptx_token *at, const ptx_report *report) {
    ptx_list results = {.item = NULL}, actuals = {.item = NULL};
    const bool ok = ptx_read_call_of(b, guard, at, &results, &actuals, report);
    free(results.item);
    free(actuals.item);
    return ok;
}

/* ---- statements ---- */

static bool ptx_word_begins(const ptx_token *t, const char *text) {
    const size_t n = strlen(text);
    return t->kind == PTX_WORD && t->length >= n && memcmp(t->at, text, n) == 0 &&
           (t->length == n || t->at[n] == '.');
}

static bool ptx_read_code(ptx_builder *b, const ptx_report *report) {
    ptx_reader *r = b->r;
    uint32_t guard = PTX_NONE;
    if (ptx_take(r, "@") && !ptx_read_predicate(b, &guard))
        return false;
    const ptx_token at = r->token;
    if (at.kind != PTX_WORD)
        return ptx_fail(r, "expected an instruction");
    if (ptx_token_is(&at, "bra") || ptx_token_is(&at, "bra.uni"))
        return ptx_read_branch(b, guard, &at);
    if (ptx_token_is(&at, "ret") || ptx_token_is(&at, "ret.uni"))
        return ptx_read_return(b, guard, &at);
    if (ptx_token_is(&at, "call") || ptx_token_is(&at, "call.uni"))
        return ptx_read_calls(b, guard, &at, report);
    b->now = (ptx_inst){.guard = guard,
                        .dst = {PTX_NONE, PTX_NONE, PTX_NONE, PTX_NONE},
                        .to = {PTX_NONE, PTX_NONE},
                        .pred = {PTX_NONE, PTX_NONE},
                        .line = at.line,
                        .column = at.column,
                        .opcode = at.at};
    return ptx_read_instruction(b) && ptx_expect(r, ";") && ptx_emit(b);
}

/* To behind the ';' of the statement that begins at a token. */
static void ptx_leave_out(ptx_builder *b, const ptx_token *from) {
    ptx_reader *r = b->r;
    r->failed = false;
    ptx_reader_return(r, from);
    while (r->token.kind != PTX_END && !ptx_token_is(&r->token, "}") && !ptx_take(r, ";"))
        ptx_next(r);
}

static bool ptx_read_statement(ptx_builder *b, const ptx_report *report) {
    ptx_reader *r = b->r;
    const ptx_token from = r->token;
    bool found;
    if (ptx_token_is(&from, "{"))
        return ptx_read_block(b, report);
    if (!ptx_read_directive(b, &found))
        return false;
    if (found)
        return true;
    if (from.kind == PTX_WORD && *from.at != '.') {
        ptx_next(r);
        if (ptx_take(r, ":"))
            return ptx_add_label(b, &from);
        ptx_reader_return(r, &from);
    }
    const uint32_t depth = b->depth;
    if (ptx_read_code(b, report))
        return true;
    if (!report->refused || ptx_word_begins(&from, "call") || b->depth != depth)
        return false;
    report->refused(report->ctx, r->err);
    ptx_leave_out(b, &from);
    return !r->failed;
}

/* From its '{' to behind its '}'; what it declares is known inside. */
static bool ptx_read_block(ptx_builder *b, const ptx_report *report) {
    const ptx_token open = b->r->token;
    const uint32_t names = b->names.count, variables = b->variables.count;
    if (!ptx_expect(b->r, "{"))
        return false;
    while (!ptx_token_is(&b->r->token, "}")) {
        if (b->r->token.kind == PTX_END)
            return ptx_fail_at(b->r, &open, "expected '}' for this '{'");
        if (!ptx_read_statement(b, report))
            return false;
    }
    b->names.count = names;
    b->variables.count = variables;
    ptx_next(b->r);
    return !b->r->failed;
}

/* ---- a kernel ---- */

static bool ptx_add_parameter(ptx_builder *b, const ptx_variable *v) {
    ptx_kernel *k = b->k;
    if (k->parameters == PTX_MAX_PARAMETERS)
        return ptx_fail(b->r, "expected at most %u parameters", PTX_MAX_PARAMETERS);
    ptx_parameter *p = &k->parameter[k->parameters++];
    *p = (ptx_parameter){.offset = (uint32_t)v->address,
                         .bytes = (uint32_t)v->bytes,
                         .type = v->type,
                         .array = v->array,
                         .space = v->points};
    (void)snprintf(p->name, sizeof p->name, "%.*s", (int)(v->length < 63 ? v->length : 63), v->name);
    return true;
}

static bool ptx_read_parameters(ptx_builder *b, const ptx_function *f) {
    b->k->parameter = calloc(PTX_MAX_PARAMETERS, sizeof *b->k->parameter);
    if (!b->k->parameter)
        return ptx_fail(b->r, "out of memory");
    if (!f->has_parameters)
        return true;
    ptx_reader_return(b->r, &f->parameters);
    while (!b->r->failed && !ptx_take(b->r, ")")) {
        ptx_variable v;
        if (!ptx_expect(b->r, ".param") || !ptx_read_variable(b->r, PTX_PARAM, &v))
            return false;
        ptx_variable *added = ptx_list_add(b, &b->variables, sizeof v);
        if (!added || !ptx_place_variable(b, &v) || !ptx_add_parameter(b, &v))
            return false;
        *added = v;
        if (!ptx_token_is(&b->r->token, ")") && !ptx_expect(b->r, ","))
            return false;
    }
    b->k->parameter_bytes = b->k->param_bytes;
    return !b->r->failed;
}

/* An end of the kernel, for code that runs past its last instruction. */
static bool ptx_end_kernel(ptx_builder *b, const ptx_token *at) {
    if (!ptx_emit_branch(b, PTX_NONE, at))
        return false;
    b->k->inst[b->k->count - 1].op = PTX_EXIT;
    b->k->inst[b->k->count - 1].class = OP_EXIT;
    return true;
}

static bool ptx_read_kernel(ptx_builder *b, const ptx_function *f, const ptx_report *report) {
    (void)snprintf(b->k->name, sizeof b->k->name, "%.*s", (int)(f->name.length < 127 ? f->name.length : 127),
                   f->name.at);
    b->k->max_threads = f->max_threads;
    b->k->predicates = 1; /* number 0 is true for ever */
    b->call[b->depth++] = f;
    for (uint32_t i = 0; i < b->m->variables; i++)
        if (b->m->variable[i].space == PTX_SHARED || b->m->variable[i].space == PTX_LOCAL)
            b->m->variable[i].address = PTX_UNPLACED;
    if (!ptx_read_parameters(b, f))
        return false;
    ptx_reader_return(b->r, &f->body);
    return ptx_read_block(b, report) && ptx_resolve_jumps(b) && ptx_end_kernel(b, &f->name);
}

static bool ptx_read_once(ptx_builder *b, const ptx_function *f, const ptx_report *report, char *err,
                          size_t err_size) {
    ptx_reader r = {.token = {.kind = PTX_END}};
    b->r = &r;
    ptx_reader_start(&r, b->m->file, b->m->text, b->m->size, err, err_size);
    const bool ok = ptx_read_kernel(b, f, report);
    free(b->names.item);
    free(b->variables.item);
    free(b->labels.item);
    free(b->jumps.item);
    b->r = NULL;
    return ok;
}

static bool ptx_build_all(ptx_module *m, const ptx_function *f, uint32_t registers, ptx_kernel *k,
                          const ptx_report *report, char *err, size_t err_size) {
    ptx_builder b = {.m = m, .k = k};
    *k = (ptx_kernel){.count = 0};
    if (!ptx_read_once(&b, f, report, err, err_size))
        return false;
    if (b.has_dynamic && !report->refused) { /* it begins behind the other, whose size is known now */
        const uint32_t from = (k->shared_bytes + 15U) & ~15U;
        ptx_kernel_free(k);
        b = (ptx_builder){.m = m, .k = k, .dynamic_shared = from};
        if (!ptx_read_once(&b, f, report, err, err_size))
            return false;
        k->shared_bytes = from;
    }
    k->first_pc = (uint64_t)(f - m->function) * PTX_CODE_LIMIT * 16;
    return ptx_flow(k, m->file, err, err_size) && ptx_registers(k, registers, m->file, err, err_size);
}

bool ptx_build(ptx_module *m, const ptx_function *f, uint32_t registers, ptx_kernel *k, char *err,
               size_t err_size) {
    const ptx_report none = {.refused = NULL};
    return ptx_build_all(m, f, registers, k, &none, err, err_size);
}

bool ptx_build_report(ptx_module *m, const ptx_function *f, uint32_t registers, ptx_kernel *k,
                      ptx_refused_fn refused, void *ctx, char *err, size_t err_size) {
    const ptx_report report = {refused, ctx};
    return ptx_build_all(m, f, registers, k, &report, err, err_size);
}
