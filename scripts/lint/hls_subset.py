# SPDX-License-Identifier: Apache-2.0
"""Checks that the C of hardware units stays in the synthesizable subset (docs/reference/hls.md).

    hls_subset.py [--clang CLANG] [-I DIR]... [-D NAME=VALUE]... UNIT-SOURCE...

Reads clang's syntax tree, so macros, included helpers and headers count where they are used. All
sources given are one unit: a call may go from one to the other. Only files below the directories of
the sources and the -I directories are judged, not the compiler's headers. Each finding is one line,
`file:line: rule: what is wrong`; the exit code is 1 when there is one, 2 when the C does not compile.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator

from scripts.circuit.clang_tree import Node, Tree, TreeError, children, is_constant, value_of

MAX_TRIPS = 65536  # more than any loop of hardware has copies

HEAP = {"malloc", "calloc", "realloc", "reallocarray", "free", "aligned_alloc", "posix_memalign", "alloca",
        "strdup", "__builtin_alloca", "__builtin_malloc"}
# To a compiler they are facts; a proof would have to show them first, and hardware keeps no such promise.
ASSUMED = {"__builtin_assume", "__builtin_unreachable", "__builtin_assume_aligned", "__builtin_expect_with_probability"}
FLOAT = re.compile(r"\b(float|double|_Float\w+|__float128|_Complex|__fp16|__bf16)\b")
FUNCTION_POINTER = re.compile(r"\(\*[^)]*\)\s*\(")
POINTER_TO_POINTER = re.compile(r"\*\s*(?:const\s*|restrict\s*|volatile\s*)*(?:\*|\[)")
VARIABLE_LENGTH = re.compile(r"\[[^\]\d][^\]]*\]")
EXACT = re.compile(r"u([1-9]\d*)(?:\[\d+\])?")
PORT = re.compile(r"(?:const )?(?:bool|_Bool|uint(?:8|16|32|64)_t)(?: \*)?(?:restrict)?")
TAKEN = {"in", "out", "data"}  # port names that tools use for themselves
CONTRACT = re.compile(r"\w+_(?:state|in|out)")
UNSIGNED_BITS = {"unsigned char": 8, "unsigned short": 16, "unsigned int": 32, "unsigned long": 64,
                 "unsigned long long": 64, "_Bool": 1}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="}


def spelled(node: Node) -> str:
    return str(node.get("type", {}).get("qualType", ""))


def types_of(node: Node) -> str:
    """The type as written and as it is meant."""
    return spelled(node) + " ; " + str(node.get("type", {}).get("desugaredQualType", ""))


def strip(node: Node) -> Node:
    """Without the parentheses and conversions around an expression."""
    while node["kind"] in ("ParenExpr", "ImplicitCastExpr", "CStyleCastExpr", "ConstantExpr") and children(node):
        node = children(node)[-1]
    return node


def has_body(function: Node) -> bool:
    return any(child["kind"] == "CompoundStmt" for child in children(function))


def variable(node: Node) -> str | None:
    """Id of the variable an expression is, if it is one."""
    node = strip(node)
    return node["referencedDecl"]["id"] if node["kind"] == "DeclRefExpr" else None


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in children(node):
        yield from walk(child)


def is_array(parameter: Node) -> bool:
    """Of a parameter: written as an array. Its type is a pointer then, but its text goes on after the name."""
    def offset(place: Node) -> int:
        return place.get("spellingLoc", place).get("offset", 0)
    return offset(parameter["range"]["end"]) > offset(parameter["loc"])


def unsigned_bits(node: Node) -> int | None:
    """Where a counter wraps to 0; None for a signed one."""
    type_of = node.get("type", {})
    return UNSIGNED_BITS.get(type_of.get("desugaredQualType", type_of.get("qualType")))


def assigned(node: Node) -> Iterator[str]:
    """Ids of the variables that a piece of code changes, or could: whose address it takes."""
    for inner in walk(node):
        kind, op = inner["kind"], inner.get("opcode")
        if (kind in ("BinaryOperator", "CompoundAssignOperator") and op in ASSIGNMENTS) or (
                kind == "UnaryOperator" and op in ("++", "--", "&")):
            target = variable(children(inner)[0])
            if target:
                yield target


def exits(node: Node, in_switch: bool) -> Iterator[Node]:
    """Statements that leave the loop whose body this is, but those of loops inside."""
    if node["kind"] == "ReturnStmt" or (node["kind"] == "BreakStmt" and not in_switch):
        yield node
    if node["kind"] not in ("ForStmt", "WhileStmt", "DoStmt"):
        for child in children(node):
            yield from exits(child, in_switch or node["kind"] == "SwitchStmt")


class Checker:
    """Collects the findings of one unit, over all its sources."""

    def __init__(self, trees: list[Tree]):
        self.trees = trees
        self.findings: set[tuple[str, int, str, str]] = set()
        self.bodies = {f["name"]: f for tree in trees for f in tree.functions if has_body(f)}
        self.calls: dict[str, set[str]] = {}

    def report(self, node: Node, rule: str, text: str) -> None:
        self.findings.add((node["file"], node["line"], rule, text))

    def run(self) -> list[str]:
        for tree in self.trees:
            for declaration in tree.declarations:
                self.visit(declaration, None, {})
                if declaration["kind"] == "VarDecl":
                    self.variable(declaration, None, True)
            self.contract(tree)
        self.recursion()
        self.pins()
        return [f"{file}:{line}: {rule}: {text}" for file, line, rule, text in sorted(self.findings)]

    # ---- the walk ----

    def visit(self, node: Node, function: Node | None, callee_of: Node) -> None:
        """function: the enclosing definition; callee_of: the call this node is the callee of."""
        kind = node["kind"]
        if kind == "FunctionDecl":
            function = node
            if node["name"].endswith("_top"):
                self.top_ports(node)
        self.any_node(node)
        handler = getattr(self, "on_" + kind, None)
        if handler:
            handler(node, function, callee_of)
        first = True
        for child in children(node):
            self.visit(child, function, node if kind == "CallExpr" and first else
                       callee_of if kind in ("ImplicitCastExpr", "ParenExpr") else {})
            first = False

    def any_node(self, node: Node) -> None:
        kind, types = node["kind"], types_of(node)
        if FLOAT.search(types):
            self.report(node, "float", f"type '{spelled(node)}'; hardware here has integers only")
        if "__int128" in types:
            self.report(node, "integer", "128-bit integers are not synthesizable")
        if kind in ("VarDecl", "ParmVarDecl", "FieldDecl", "TypedefDecl"):
            if FUNCTION_POINTER.search(types):
                self.report(node, "function-pointer", f"'{node.get('name', '')}' is a function pointer")
            elif POINTER_TO_POINTER.search(types):
                self.report(node, "pointer-to-pointer", f"'{node.get('name', '')}' has type '{spelled(node)}'")
            if VARIABLE_LENGTH.search(types):
                self.report(node, "vla", f"'{node.get('name', '')}' is an array of variable length")

    # ---- declarations ----

    def on_VarDecl(self, node: Node, function: Node | None, _: Node) -> None:
        if function:
            self.variable(node, function, False)

    def variable(self, node: Node, function: Node | None, at_file_scope: bool) -> None:
        constant = re.match(r"const\b", spelled(node)) and "*" not in spelled(node)
        lives_on = at_file_scope or node.get("storageClass") in ("static", "extern")
        in_top = function and function["name"].endswith("_top")
        if lives_on and not constant and not (in_top and not at_file_scope):
            self.report(node, "global", f"'{node['name']}' keeps a value between calls; "
                                        "only the top function holds the state")

    def on_RecordDecl(self, node: Node, _function: Node | None, _: Node) -> None:
        if node.get("tagUsed") == "union":
            self.report(node, "union", "unions are not allowed")

    def on_FieldDecl(self, node: Node, _function: Node | None, _: Node) -> None:
        if node.get("isBitfield"):
            self.report(node, "bit-field", f"'{node.get('name', '')}' is a bit-field; use u1..u64")

    def contract(self, tree: Tree) -> None:
        """State and ports: u1..u64, one-dimensional arrays of them, nested structs."""
        pending = [record for name, record in tree.records.items() if CONTRACT.fullmatch(name)]
        seen = set()
        while pending:
            record = pending.pop()
            if record["id"] in seen:
                continue
            seen.add(record["id"])
            for field in children(record):
                if field["kind"] != "FieldDecl":
                    continue
                if spelled(field) in tree.records:
                    pending.append(tree.records[spelled(field)])
                    continue
                exact = EXACT.fullmatch(spelled(field))
                if not exact or int(exact.group(1)) > 64:
                    self.report(field, "exact-type", f"'{field.get('name', '')}' has type '{spelled(field)}'; "
                                                     "state and ports are u1..u64 or arrays of them")

    def top_ports(self, function: Node) -> None:
        for port in children(function):
            if port["kind"] == "ParmVarDecl" and port.get("name") in TAKEN:
                self.report(port, "port-name", f"tools use the name '{port['name']}' for themselves")
            if port["kind"] == "ParmVarDecl" and "bool" in spelled(port).lower() and is_array(port):
                self.report(port, "bool-array", f"port '{port.get('name', '')}' is an array of bool, with which Bambu "
                                                "2024.10 computes wrongly; use one port per element, or uint8_t")
            if port["kind"] == "ParmVarDecl" and not PORT.fullmatch(spelled(port)):
                self.report(port, "exact-type", f"port '{port.get('name', '')}' has type '{spelled(port)}'; "
                                                "ports of a top function are bool and uintN_t")

    # ---- statements ----

    def on_GotoStmt(self, node: Node, _function: Node | None, _: Node) -> None:
        self.report(node, "goto", "goto is not allowed")

    on_IndirectGotoStmt = on_GotoStmt

    def on_GCCAsmStmt(self, node: Node, _function: Node | None, _: Node) -> None:
        self.report(node, "asm", "inline assembly is not allowed")

    def on_WhileStmt(self, node: Node, _function: Node | None, _: Node) -> None:
        self.report(node, "loop", "only for-loops with constant bounds are allowed")

    on_DoStmt = on_WhileStmt

    def on_ForStmt(self, node: Node, _function: Node | None, _: Node) -> None:
        wrong = self.endless(node)
        if wrong:
            self.report(node, "loop", wrong)
        for leaving in exits(children(node)[-1], False):
            self.report(leaving, "loop-exit", "the loop is left early; every round must be a copy of hardware")

    @staticmethod
    def endless(node: Node) -> str | None:
        """Why a for-loop is not known to end; it is run with nothing but its counter."""
        init, _, condition, step, body = (node.get("inner") or [{}] * 5)[:5]
        counter, value, bits = None, None, None
        if init.get("kind") == "DeclStmt" and len(children(init)) == 1:
            declared = children(init)[0]
            counter = declared["id"]
            bits = unsigned_bits(declared)
            value = value_of(children(declared)[-1], {}) if children(declared) else None
        elif init.get("kind") == "BinaryOperator" and init.get("opcode") == "=":
            counter = variable(children(init)[0])
            bits = unsigned_bits(children(init)[0])
            value = value_of(children(init)[1], {})
        if counter is None or value is None:
            return "the loop does not start one counter at a constant"
        if not condition or not step:
            return "the loop has no bound or no step"
        if counter in assigned(body):
            return "the loop changes its counter in the body"
        for _ in range(MAX_TRIPS):
            goes_on = value_of(condition, {counter: value})
            if goes_on is None:
                return "the bound of the loop is not a constant"
            if not goes_on:
                return None
            value = Checker.stepped(step, counter, value)
            if value is None:
                return "the step of the loop is not a constant"
            value = value & ((1 << bits) - 1) if bits else value
        return f"the loop does not end within {MAX_TRIPS} rounds"

    @staticmethod
    def stepped(step: Node, counter: str, value: int) -> int | None:
        if not children(step) or variable(children(step)[0]) != counter:
            return None
        if step["kind"] == "UnaryOperator":
            return {"++": value + 1, "--": value - 1}.get(step["opcode"])
        if step["kind"] in ("CompoundAssignOperator", "BinaryOperator"):
            by = value_of(children(step)[1], {counter: value})
            if by is None:
                return None
            return {"+=": value + by, "-=": value - by, "<<=": value << (by & 63), ">>=": value >> (by & 63),
                    "=": by}.get(step["opcode"])
        return None

    # ---- expressions ----

    def on_BinaryOperator(self, node: Node, _function: Node | None, _: Node) -> None:
        if node.get("opcode") not in ("/", "%", "/=", "%=") or is_constant(node):
            return
        by = value_of(children(node)[1], {})
        if by is None:
            self.report(node, "division", f"'{node['opcode']}' by a variable; use hls/common/divider.h")
        elif by <= 0 or by & (by - 1):
            self.report(node, "division", f"'{node['opcode']}' by {by}, which is not a power of two")

    on_CompoundAssignOperator = on_BinaryOperator

    def on_CallExpr(self, node: Node, function: Node | None, _: Node) -> None:
        callee = strip(children(node)[0])
        declared = callee.get("referencedDecl", {})
        if callee["kind"] != "DeclRefExpr" or declared.get("kind") != "FunctionDecl":
            self.report(node, "function-pointer", "a call through a pointer")
            return
        name = declared["name"]
        if name in HEAP:
            self.report(node, "heap", f"'{name}'; the state of a unit is one struct of fixed size")
        elif name in ASSUMED:
            self.report(node, "assume", f"'{name}' states what nothing proves; a duty of the unit says it instead")
        elif name not in self.bodies:
            self.report(node, "call", f"'{name}' has no body in the unit or in hls/common")
        elif function:
            self.calls.setdefault(function["name"], set()).add(name)

    def on_DeclRefExpr(self, node: Node, _function: Node | None, callee_of: Node) -> None:
        declared = node.get("referencedDecl", {})
        if declared.get("kind") == "FunctionDecl" and not callee_of:
            self.report(node, "function-pointer", f"the address of '{declared['name']}' is taken")

    # ---- calls ----

    def recursion(self) -> None:
        for name in self.calls:
            reached, pending = set(), [name]
            while pending:
                for callee in self.calls.get(pending.pop(), ()):
                    if callee not in reached:
                        reached.add(callee)
                        pending.append(callee)
            if name in reached:
                self.report(self.bodies[name], "recursion", f"'{name}' calls itself, directly or not")

    def pins(self) -> None:
        """The pins of a step are those of outputs(), which the file that a tool reads would not call otherwise."""
        for name, body in self.bodies.items():
            unit = name.removesuffix("_step")
            outputs = f"{unit}_outputs"
            if unit != name and outputs in self.bodies and outputs not in self.calls.get(name, ()):
                self.report(body, "outputs", f"'{name}' does not call '{outputs}'")


def main() -> int:
    parser = argparse.ArgumentParser(description="checks the synthesizable subset of C")
    parser.add_argument("--clang", default=os.environ.get("CLANG", "clang-19"))
    parser.add_argument("-I", dest="includes", action="append", default=[])
    parser.add_argument("-D", dest="sizes", action="append", default=[])
    parser.add_argument("sources", nargs="+")
    args = parser.parse_args()
    try:
        trees = [Tree(source, args.includes, args.clang, args.sizes) for source in args.sources]
    except TreeError as error:
        print(error, file=sys.stderr)
        return 2
    findings = Checker(trees).run()
    print("\n".join(findings) if findings else f"PASS hls subset: {', '.join(args.sources)}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
