#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the format of SystemVerilog: the subset and the layout that all RTL here shares.

usage: rtl_format.py FILE...

Each finding is one line, `file:line: rule: what is wrong`; the exit code is 1 when there is one.
Rules: ascii, tab, trailing-space, blank-lines, length, header (licence and what the module is),
keyword, directive, name, declared, indent, begin-end, one-statement, space, port-comment, syntax.
docs/guide/adding-a-unit.md says what the layout is.
"""

import bisect
import dataclasses
import pathlib
import re
import sys

LONGEST = 110
STEP = 2  # of indentation
WRAP = 4  # of ports, connections and the rest of a long line

TOKEN = re.compile(r"""
    (?P<space>\s+)
    | (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<attribute>\(\*\s.*?\*\))
    | (?P<directive>^[ ]*`(?:ifn?def|else|endif|elsif)\b[^\n]*)
    | (?P<string>"[^"\n]*")
    | (?P<number>\d*'[sS]?[bodhBODH][0-9a-fA-FxXzZ_?]+|\d+'(?=\()|'[01](?!\w)|\d[\d_]*)
    | (?P<name>[`$]?[A-Za-z_][\w$]*)
    | (?P<operator><<<|>>>|===|!==|<<|>>|<=|>=|==|!=|&&|\|\||\*\*|::|\+:|-:|\+\+|--|[-+*/&|^]=|~&|~\||~\^|.)
    """, re.X | re.M | re.S)
FORBIDDEN = {"always": "always_ff or always_comb", "always_latch": "always_ff or always_comb", "reg": "logic",
             "wire": "logic", "initial": "a reset", "integer": "int", "casex": "case", "casez": "case",
             "defparam": "#(...)", "force": "no force", "generate": "for (genvar ...) alone"}
BINARY = {"=", "<=", ">=", "==", "!=", "===", "!==", "&&", "||", "<", ">", "?", "+", "-", "*", "/", "%", "&", "|", "^",
          "<<", ">>", "<<<", ">>>"}
UNARY = {"+", "-", "&", "|", "^", "~", "!", "~&", "~|", "~^"}
ASYNCHRONOUS = {"gmmu_reset_link"}
HEADS = {"if", "for", "case"}
LOWER = re.compile(r"[a-z][a-z0-9_]*")
UPPER = re.compile(r"[A-Z][A-Z0-9_]*")


class Broken(Exception):
    """The text is outside what this reads; the finding says where."""


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    line: int  # from 1
    column: int  # from 0
    first: bool  # on its line


def tokenize(text: str) -> list[Token]:
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    tokens = []
    for found in TOKEN.finditer(text):
        kind = str(found.lastgroup)
        if kind == "space":
            continue
        line = bisect.bisect_right(starts, found.start())
        column = found.start() - starts[line - 1]
        tokens.append(Token(kind, found[0], line, column, not text[starts[line - 1]:found.start()].strip()))
    return tokens


class Checker:
    """The findings of one file. The layout is checked by a parser that knows statements, not expressions."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.lines = self.text.split("\n")
        self.findings: list[tuple[int, str, str]] = []
        self.all = tokenize(self.text)
        self.tokens = [t for t in self.all if t.kind not in ("comment", "attribute", "directive")]
        self.at = 0
        self.comments = {t.line for t in self.all if t.kind == "comment"}
        self.declared: set[str] = set()
        self.functions: list[tuple[int, int]] = []  # their lines

    def report(self, line: int, rule: str, what: str) -> None:
        self.findings.append((line, rule, what))

    def run(self) -> list[str]:
        self.check_lines()
        self.check_header()
        self.check_words()
        self.check_spaces()
        self.check_comments()
        self.check_directives()
        try:
            self.parse_file()
        except Broken as error:
            line = self.tokens[min(self.at, len(self.tokens) - 1)].line if self.tokens else 1
            self.report(line, "syntax", str(error))
        return [f"{self.path}:{line}: {rule}: {what}" for line, rule, what in sorted(set(self.findings))]

    def check_directives(self) -> None:
        """Every tool reads the same text: Yosys defines SYNTHESIS, so what hangs on that is proved and not simulated.
        The one exception is what Icarus cannot read, which decides nothing. Benches may plant bugs that way."""
        if "tb" in self.path.parts:
            return
        for token in self.all:
            name, *rest = token.text.split() or [""]
            if token.kind == "directive" and name in ("`ifdef", "`ifndef", "`elsif") and rest[:1] != ["__ICARUS__"]:
                self.report(token.line, "directive", f"{' '.join([name, *rest[:1]])}: expected `ifndef __ICARUS__")
            elif token.kind == "name" and name in ("`include", "`define", "`undef"):
                self.report(token.line, "directive", f"{name}: expected a package, or a parameter")

    # ---- lines ----

    def check_lines(self) -> None:
        for number, line in enumerate(self.lines, 1):
            if not line.isascii():
                self.report(number, "ascii", "a character that is not ASCII")
            if "\t" in line or "\r" in line:
                self.report(number, "tab", "a tab or carriage return")
            if line != line.rstrip():
                self.report(number, "trailing-space", "spaces at the end of the line")
            if len(line) > LONGEST:
                self.report(number, "length", f"{len(line)} characters, more than {LONGEST}")
            if not line and number > 1 and not self.lines[number - 2]:
                self.report(number, "blank-lines", "two empty lines, or one at the end")
        if self.lines[-1]:
            self.report(len(self.lines), "blank-lines", "no newline at the end")

    def check_header(self) -> None:
        if self.lines[0] != "// SPDX-License-Identifier: Apache-2.0":
            self.report(1, "header", "expected the licence line")
        if not self.lines[1:2] or not self.lines[1].startswith("// "):
            self.report(2, "header", "expected a comment that says what the file is")

    # ---- words ----

    def check_words(self) -> None:
        for token in self.tokens:
            if token.text in FORBIDDEN:
                self.report(token.line, "keyword", f"'{token.text}': use {FORBIDDEN[token.text]}")

    def name(self, token: Token, pattern: re.Pattern[str], what: str) -> None:
        if token.kind != "name" or not pattern.fullmatch(token.text):
            form = "lower_snake_case" if pattern is LOWER else "UPPER_CASE"
            self.report(token.line, "name", f"{what} '{token.text}' is not {form}")

    # ---- spaces ----

    def check_spaces(self) -> None:
        """Around operators outside brackets, commas, parentheses; more than one space only aligns columns."""
        depth = 0  # of brackets: indices are written without spaces
        for before, token, after in zip([None, *self.tokens], self.tokens, [*self.tokens[1:], None]):
            depth += (token.text == "[") - (token.text == "]")
            left, right = self.gap(before, token), self.gap(token, after)
            if token.text in (",", ";") and left not in (0, None) and before and before.text != ":":
                self.report(token.line, "space", f"a space before '{token.text}'")
            if token.text in (",", ";") and right == 0 and after and after.text not in (")", ";"):
                self.report(token.line, "space", f"no space after '{token.text}'")
            if token.text in ("(", "{") and right not in (0, None):
                self.report(token.line, "space", f"a space after '{token.text}'")
            if token.text in (")", "}") and left not in (0, None):
                self.report(token.line, "space", f"a space before '{token.text}'")
            if token.text in HEADS and right != 1:
                self.report(token.line, "space", f"expected one space after '{token.text}'")
            if token.text in UNARY and self.is_unary(before):
                if right != 0:
                    self.report(token.line, "space", f"a space after '{token.text}', which has one operand")
            elif token.text in BINARY and depth == 0 and before and before.text != ".":
                if left == 0 or right == 0:
                    self.report(token.line, "space", f"expected spaces around '{token.text}'")
            if token.text in BINARY | {",", ":"} and depth == 0 and (right or 0) > 1:
                self.report(token.line, "space", f"more than one space after '{token.text}'")

    @staticmethod
    def gap(left: Token | None, right: Token | None) -> int | None:
        """Spaces between two tokens; None at a line break."""
        if left is None or right is None or left.line != right.line:
            return None
        return right.column - left.column - len(left.text)

    @staticmethod
    def is_unary(before: Token | None) -> bool:
        if before is None or before.text in ("return", "assign", "else", "begin"):
            return True
        return before.kind == "operator" and before.text not in (")", "]", "}")

    def check_comments(self) -> None:
        """A comment or attribute with a line of its own stands as far right as the code below it; before an end, as
        what it ends."""
        for number, token in enumerate(self.all):
            code = next((t for t in self.all[number:] if t.kind not in ("comment", "attribute", "directive")), None)
            if token.kind not in ("comment", "attribute") or not token.first or code is None:
                continue
            closes = code.text in (")", "end", "endcase", "endmodule", "endpackage", "endfunction", "endgenerate")
            expected = (code.column + STEP, code.column + WRAP) if closes else (code.column,)
            if token.column not in expected:
                self.report(token.line, "indent", f"a comment after {token.column} spaces, expected {expected[0]}")

    # ---- layout: a parser of statements ----

    def peek(self, ahead: int = 0) -> Token:
        if self.at + ahead >= len(self.tokens):
            raise Broken("the file ends too early")
        return self.tokens[self.at + ahead]

    def next(self, *expected: str) -> Token:
        token = self.peek()
        if expected and token.text not in expected:
            raise Broken(f"'{token.text}', expected {' or '.join(expected)}")
        self.at += 1
        return token

    def indent(self, token: Token, expected: int) -> None:
        if token.first and token.column != expected:
            self.report(token.line, "indent", f"{token.column} spaces before '{token.text}', expected {expected}")

    def must_start_line(self, token: Token) -> None:
        if not token.first:
            self.report(token.line, "one-statement", f"'{token.text}' does not begin its line")

    def group(self, indent: int) -> None:
        """A bracketed group; its lines are indented further than the statement, its end may stand below its start."""
        pairs = {"(": ")", "[": "]", "{": "}"}
        closing = [pairs[self.next("(", "[", "{").text]]
        while closing:
            token = self.next()
            if token.text == closing[-1]:
                closing.pop()
                if token.first and not closing and token.column == indent:
                    continue
            elif token.text in pairs:
                closing.append(pairs[token.text])
            self.further(token, indent)

    def further(self, token: Token, indent: int) -> None:
        """A token of a statement that has begun: on a new line it stands further right."""
        if token.first and token.column < indent + WRAP:
            self.report(token.line, "indent", f"{token.column} spaces before '{token.text}', the rest of a statement; "
                                              f"expected at least {indent + WRAP}")

    def simple(self, indent: int) -> None:
        """localparam, logic, assign, an instance, an assignment: up to the semicolon."""
        if self.peek().text != ";":
            self.next()
        while self.peek().text != ";":
            if self.peek().text in ("(", "[", "{"):
                self.group(indent)
                continue
            token = self.next()
            if token.text in ("begin", "end", "endcase", "endmodule", "endfunction"):
                raise Broken(f"'{token.text}' inside a statement")
            self.further(token, indent)
        self.next(";")

    def parse_file(self) -> None:
        while self.peek().text in ("`default_nettype", "`timescale"):
            self.at += 2
        head = self.next("module", "package")
        self.indent(head, 0)
        name = self.next()
        self.name(name, LOWER, head.text)
        if name.text != self.path.stem:
            self.report(name.line, "name", f"{head.text} '{name.text}' in {self.path.name}")
        if head.text == "module":
            if self.peek().text == "#":
                self.next()
                self.parameters()
            self.ports()
        self.next(";")
        self.items(STEP, f"end{head.text}")
        self.begin_line(self.next(f"end{head.text}"), 0)
        if self.at != len(self.tokens):
            raise Broken(f"more than one {head.text} in a file")

    def parameters(self) -> None:
        self.next("(")
        depth = 1
        while depth:
            token = self.next()
            depth += (token.text == "(") - (token.text == ")")
            self.indent(token, WRAP if depth else 0)
            if depth == 1 and self.peek().text == "=":
                self.name(token, UPPER, "parameter")

    def ports(self) -> None:
        """One port a line, and a comment beside the first of each group or above it."""
        self.next("(")
        previous = 0
        while self.peek().text != ")":
            token = self.next("input", "output")
            self.must_start_line(token)
            self.indent(token, WRAP)
            above = token.line - 1
            if above != previous and token.line not in self.comments and above not in self.comments:
                self.report(token.line, "port-comment", "the first port of a group says nothing about itself")
            name = token
            while self.peek().text not in (",", ")"):
                if self.peek().text == "[":
                    self.group(WRAP)
                else:
                    name = self.next()
            self.name(name, LOWER, "port")
            previous = token.line
            if self.peek().text == ",":
                self.next()
        self.indent(self.next(")"), 0)

    def items(self, indent: int, end: str) -> None:
        while self.peek().text != end:
            token = self.peek()
            if token.text in ("always_ff", "always_comb"):
                self.begin_line(token, indent)
                self.next()
                if token.text == "always_ff":
                    self.clock()
                self.body(indent)
            elif token.text == "function":
                self.function(indent)
            elif token.text in ("for", "if"):
                self.statement(indent, items=True)
            else:
                self.begin_line(token, indent)
                self.declared_names(token)
                self.simple(indent)

    def clock(self) -> None:
        """A rising edge of `clk`, or of a clock with a name before it where there are two. The one reset that is
        asynchronous is what one clock's side of a crossing says to the other's."""
        for expected in ("@", "(", "posedge"):
            self.next(expected)
        if not self.peek().text.endswith("_clk"):
            self.next("clk")
        else:
            self.next()
        if self.path.stem in ASYNCHRONOUS and self.peek().text == "or":
            for expected in ("or", "posedge", "a_down"):
                self.next(expected)
        self.next(")")

    def begin_line(self, token: Token, indent: int) -> None:
        self.must_start_line(token)
        self.indent(token, indent)

    def declared_names(self, token: Token) -> None:
        """Names that a declaration introduces: before '=', ',' or ';', after the type and its widths."""
        if token.text not in ("localparam", "parameter", "logic", "int", "genvar"):
            return
        constant = token.text in ("localparam", "parameter")
        depth, ahead, value = 0, 1, False
        while self.peek(ahead).text != ";" or depth:
            here, following = self.peek(ahead), self.peek(ahead + 1)
            depth += (here.text in "([{") - (here.text in ")]}")
            if depth == 0 and here.text == ",":
                value = False
            elif depth == 0 and here.text == "=":
                value = True
            elif depth == 0 and not value and here.kind == "name" and following.text in ("=", ",", ";", "["):
                if following.text != "[" or here.text not in ("logic", "int", "bit", "signed", "unsigned"):
                    self.name(here, UPPER if constant else LOWER, "constant" if constant else "signal")
                    self.used_before(here)
            ahead += 1

    def used_before(self, declared: Token) -> None:
        """A name has its declaration above its uses: Verilator does without, other readers refuse it. Ports that are
        connected, locals of functions, variables of loops and names of blocks may be the same."""
        if declared.text in self.declared:
            return  # another block declares it again
        self.declared.add(declared.text)
        for before, token in zip(self.tokens, self.tokens[1:self.at]):
            if token.text != declared.text or any(first <= token.line <= last for first, last in self.functions):
                continue
            if before.text in ("int", "genvar", ":"):
                return
            if before.text != ".":
                self.report(token.line, "declared", f"'{token.text}' is used before its declaration in line "
                                                    f"{declared.line}")
                return

    def function(self, indent: int) -> None:
        token = self.next("function")
        self.begin_line(token, indent)
        last = token
        while self.peek().text != "(":
            if self.peek().text == "[":
                self.group(indent)
                continue
            last = self.next()
        self.name(last, LOWER, "function")
        self.group(indent)
        self.next(";")
        while self.peek().text != "endfunction":
            self.statement(indent + STEP)
        last = self.next("endfunction")
        self.begin_line(last, indent)
        self.functions.append((token.line, last.line))

    def body(self, indent: int, items: bool = False) -> None:
        """What follows a head: `begin` on the same line, or one statement there or further right on the next."""
        token = self.peek()
        if token.text == "begin":
            if token.first:
                self.report(token.line, "begin-end", "'begin' stands on the line of its head")
            self.block(indent, items)
        else:
            self.statement(indent + STEP if token.first else indent, items, inner=True)

    def block(self, indent: int, items: bool) -> None:
        opening = self.next("begin")
        if self.peek().text == ":":
            self.next()
            self.name(self.next(), LOWER, "block")
        if not self.peek().first:
            self.report(opening.line, "one-statement", "a statement on the line of 'begin'")
        if items:
            self.items(indent + STEP, "end")
        else:
            while self.peek().text != "end":
                self.statement(indent + STEP)
        self.begin_line(self.next("end"), indent)
        after = self.peek()
        if after.text != "else" and not after.first:
            self.report(after.line, "one-statement", f"'{after.text}' on the line of 'end'")

    def statement(self, indent: int, items: bool = False, inner: bool = False) -> None:
        """inner: the statement of a head, which may stand on the head's line."""
        token = self.peek()
        if not inner:
            self.must_start_line(token)
        self.indent(token, indent)
        if token.text == "begin":
            raise Broken("a block without a head")
        if token.text in ("if", "for"):
            self.next()
            self.group(indent)
            self.body(indent, items)
            if token.text == "if" and self.peek().text == "else":
                self.otherwise(indent, items)
        elif token.text in ("case", "unique", "priority"):
            self.case(indent)
        else:
            if not inner and not items:
                self.declared_names(token)
            self.simple(indent)

    def otherwise(self, indent: int, items: bool) -> None:
        before, token = self.tokens[self.at - 1], self.next("else")
        if before.text == "end" and token.first:
            self.report(token.line, "begin-end", "'end else' stands on one line")
        self.indent(token, indent)
        if self.peek().text == "if" and not self.peek().first:
            self.statement(indent, items, inner=True)
        else:
            self.body(indent, items)

    def case(self, indent: int) -> None:
        while self.next().text != "case":
            pass
        self.group(indent)
        while self.peek().text != "endcase":
            token = self.peek()
            self.begin_line(token, indent + STEP)
            while self.next().text != ":":
                if self.peek().text in ("(", "[", "{"):
                    self.group(indent + STEP)
            self.body(indent + STEP)
        self.begin_line(self.next("endcase"), indent)


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit("usage: rtl_format.py FILE...")
    findings = [finding for name in sys.argv[1:] for finding in Checker(pathlib.Path(name)).run()]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
