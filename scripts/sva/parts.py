# SPDX-License-Identifier: Apache-2.0
"""The parts of a claim: the sentences that it joins by "and", each with the place in the C that says it.

clang's optimiser merges the sentences of a claim and drops those that it sees to be true. So a description is
compiled once more, inlined and unrolled alone, with every comparison behind a call that the optimiser does not
look into. In that code the parts are found from the returned value back, following what C says:

    a & b, a && b          the parts of both
    !p | q, !p || q        those of q where p holds: q is what speaks of the edge's outcome, or else the last
    p ? a : b, if, switch  those of each branch where it is taken; the same part in all of them is one
    x == (p ? a : b)       one for each choice of the value that the outcome x should be

Else it is one part: an equality, the negation of an "and", an "or" of ways that are each several sentences. A part
says premise -> goal, and all of them together are the claim. The passes of a loop are one part: they have one place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.circuit.errors import ProofError
from scripts.circuit.execute import Blocks, Execution, External, Join, Outcome, Struct
from scripts.circuit.expr import Builder, Node
from scripts.circuit.layout import DebugInfo
from scripts.circuit.llvm_ir import NAME, Instruction, Module
from scripts.circuit.tools import run
from scripts.circuit.unit import Translator

SEEN = "gmmu_seen"  # a call that gives what it takes
OPT = ["opt-19", "-S", "-inline-threshold=100000000", "-inlinecold-threshold=100000000",
       "-inline-cold-callsite-threshold=100000000", "-unroll-threshold=100000000", "-unroll-full-max-count=4096",
       "-passes=cgscc(inline),function(sroa,loop-simplify,lcssa,loop(loop-rotate,loop-unroll-full),sroa,dce)"]
CASTS = ("zext", "sext", "trunc", "freeze")
NOWHERE = "-"

# A value, whether it or its negation is said, and the branches that lead to it, as places.
Key = tuple[str, bool, tuple[str, ...]]
Found = dict[Key, Node]  # the premises of parts


@dataclass
class Part:
    """What one place says, in every pass of its loops: (premise, goal)."""

    place: str
    members: list[tuple[Node, Node]]


def is_outcome(node: Node) -> bool:
    """A pin, or a register after the edge."""
    return node.op == "var" and node.value.startswith(("n.", "out."))


def behind_calls(text: str) -> str:
    """Front end's code with comparisons out of the optimiser's sight, but for those that end loops."""
    out, block = [], ""
    for line in text.split("\n"):
        if label := re.match(rf"({NAME}):", line):
            block = label[1]
        m = re.match(r"  (%[A-Za-z][\w.]*) = icmp ([^!]*?)(, !dbg !\d+)?$", line)
        if m and not block.startswith(("for.cond", "while.cond", "do.cond")):
            out += [f"  {m[1]}.seen = icmp {m[2]}{m[3] or ''}",
                    f"  {m[1]} = call i1 @{SEEN}(i1 {m[1]}.seen){m[3] or ''}"]
        else:
            out.append(line)
    return "\n".join(out) + f"\ndeclare i1 @{SEEN}(i1) nounwind willreturn memory(none)\n"


class Places:
    """Where in the C the values of a module come from."""

    def __init__(self, text: str):
        self._nodes = {m[1]: m[2] for m in re.finditer(r"^!(\d+) = (?:distinct )?(!DI\w+\(.*\))$", text, re.M)}
        self._bodies = {m[1]: m[2] for m in
                        re.finditer(r"^define [^\n]*? @(\w+)\([^\n]*\{\n(.*?)^\}", text, re.M | re.S)}

    def of(self, function: str) -> dict[str, str]:
        """The location of each value, and under the name of its block that of each branch."""
        found, block = {}, "entry"
        for line in self._bodies[function].split("\n"):
            if label := re.match(rf"({NAME}):", line):
                block = label[1]
            if m := re.match(rf"  (?:(%{NAME}) = |br |switch |ret )", line):
                at = re.search(r"!dbg !(\d+)", line)
                found[m[1] or block] = at[1] if at else NOWHERE
        return found

    def _field(self, number: str, key: str) -> str:
        m = re.search(rf'\b{key}: (?:!|")?([^",)]*)', self._nodes[number])
        return m[1] if m else ""

    def _at(self, location: str) -> list[tuple[Path, int, int]]:
        """The place, and those that call it."""
        found = []
        while location in self._nodes:
            name = self._field(self._field(self._field(location, "scope"), "file"), "filename")
            found.append((Path(name), int(self._field(location, "line")), int(self._field(location, "column") or 0)))
            location = self._field(location, "inlinedAt")
        return found

    def say(self, location: str, branches: Sequence[str]) -> str:
        """File and line in the claim, where below that, the branches that lead there, and the text."""
        places = self._at(location)
        if not places:
            return "an unknown place"
        path, line, column = places[-1]
        said = f"{path.name}:{line}:{column}"
        said += "".join(f", in {p.name}:{at}:{c}" for p, at, c in reversed(places[:-1]))
        ways = [(self._at(number), way) for number, _, way in (branch.partition("#") for branch in branches)]
        said += "".join(f", {way} of line {at[-1][1]}" for at, way in ways if at and way)
        text = path.read_text().split("\n") if path.is_file() else []
        return f"{said}: {text[line - 1].strip() if 0 < line <= len(text) else ''}"


class Splitter(Execution):
    """A run of a claim that can tell its parts."""

    def __init__(self, module: Module, builder: Builder, function: str, external: External | None, places: Places):
        super().__init__(module, builder, function, external)
        self._flow = Blocks(self.function)
        self._says = places
        self._at = places.of(function)
        self._made = {i.result: (i, name) for name, block in self.function.blocks.items() for i in block}
        self._known: dict[tuple[str, bool], Found] = {}
        self._after: dict[Node, bool] = {}

    def _instruction(self, i: Instruction, block: str) -> None:
        if i.op == "call" and i.detail == SEEN:
            self.values[i.result] = self.value(*i.args[0])
        else:
            super()._instruction(i, block)

    def parts(self) -> list[Part]:
        returned = next(i for block in self.function.blocks.values() for i in block if i.op == "ret")
        grouped: dict[tuple[str, ...], Part] = {}
        for (text, positive, branches), premise in self._conjuncts(*returned.args[0], positive=True).items():
            goal = self._truth(returned.kind, text, positive) if text[0] == "%" else self.b.false
            at = self._at.get(text, NOWHERE) if text[0] == "%" else branches[-1].split("#")[0]
            key = (at, str(positive), *branches)
            part = grouped.setdefault(key, Part(self._says.say(at, branches), []))
            part.members.append((premise, goal))
        return list(grouped.values())

    def astray(self, parts: list[Part]) -> Node:
        """Where the parts together are not what is returned, which must be nowhere that C defines."""
        b, all_hold = self.b, self.b.true
        for premise, goal in (member for part in parts for member in part.members):
            all_hold = b.and_(all_hold, b.or_(b.not_(premise), goal))
        returned = next(value for _, value in self._returns if value is not None)
        holds = b.not_(b.eq(returned, b.const(returned.width, 0)))
        return b.and_(b.not_(self.ub), b.binary("xor", all_hold, holds))

    # ---- values as truths

    def _truth(self, kind: str, text: str, positive: bool = True) -> Node:
        node = self.value(kind, text)
        said = self.b.not_(self.b.eq(node, self.b.const(node.width, 0)))
        return said if positive else self.b.not_(said)

    def _is_truth(self, text: str) -> bool:
        """0 or 1."""
        if text[0] != "%":
            return text in ("true", "false", "0", "1")
        node = self.values[text]
        return isinstance(node, Node) and node.width - node.zeros <= 1

    # ---- parts

    def _conjuncts(self, kind: str, text: str, positive: bool) -> Found:
        if text[0] != "%":
            holds = (text not in ("false", "0")) == positive
            return {} if holds else {(text, positive, ()): self.b.true}
        known = self._known.get((text, positive))
        if known is None:
            split = self._split(kind, text, positive)
            known = {(text, positive, ()): self.b.true} if split is None else split
            self._known[text, positive] = known
        return known

    def _split(self, kind: str, text: str, positive: bool) -> Found | None:
        """None for a single sentence."""
        i, block = self._made.get(text, (None, ""))
        if i is None or not self._is_truth(text):
            return None
        both = [(k, t, positive) for k, t in i.args]
        truths = all(self._is_truth(t) for _, t in i.args)
        if text.startswith("%cmp") and i.op == "call" and i.args[0][1][0] != "%":
            return None  # a comparison is said, too, when the optimiser knows its outcome
        if i.op in CASTS or (i.op == "call" and i.detail == SEEN):
            return self._conjuncts(*both[0]) if truths else None
        if i.op in ("and", "or") and truths:
            return self._all(both) if (i.op == "and") == positive else self._any(both, text) if positive else None
        if (i.op == "xor" or (i.op == "icmp" and i.detail in ("eq", "ne"))) and truths and both[1][1][0] != "%":
            same = i.op == "icmp" and i.detail == "eq"
            return self._conjuncts(*both[0][:2], (same == (both[1][1] in ("true", "1"))) == positive)
        if i.op == "icmp":
            return self._compared(i, text, positive) if i.detail in ("eq", "ne") else None
        if i.op == "select":
            (_, condition), yes, no = i.args
            taken = self._truth("i1", condition)
            arms = [(taken, yes), (self.b.not_(taken), no)]
            return self._chosen([(guard, (*arm, positive)) for guard, arm in arms], self._at[text])
        return self._joined(i, block, positive) if i.op == "phi" else None

    def _all(self, operands: Iterable[tuple[str, str, bool]]) -> Found:
        found: Found = {}
        for operand in operands:
            for key, premise in self._conjuncts(*operand).items():
                self._also(found, key, premise)
        return found

    def _also(self, found: Found, key: Key, premise: Node) -> None:
        """The part is said under this premise, too."""
        found[key] = self.b.or_(found[key], premise) if key in found else premise

    def _under(self, parts: Found, premise: Node, branch: str) -> Found:
        return {(text, positive, (*branches, branch)): self.b.and_(premise, given)
                for (text, positive, branches), given in parts.items()}

    def _any(self, operands: Sequence[tuple[str, str, bool]], text: str) -> Found | None:
        """Those of the conclusion, where none of the others holds. It is what speaks of the edge's outcome where
        the others do not, and else the last. Where several have parts it is a choice of ways, one sentence."""
        parts = [self._conjuncts(*o) for o in operands]
        if not all(parts):
            return {}
        spoken = [k for k, (kind, value, _) in enumerate(operands) if self._is_after(self.value(kind, value))]
        asked = spoken if 0 < len(spoken) < len(parts) else range(len(parts))
        several = [k for k in asked if len(parts[k]) > 1]
        if len(several) != 1 or (len(asked) == len(parts) and several[0] != len(parts) - 1):
            return None
        premise = self.b.true
        for k, operand in enumerate(operands):
            if k != several[0]:
                premise = self.b.and_(premise, self.b.not_(self._truth(*operand)))
        return self._under(parts[several[0]], premise, f"{self._at.get(text, NOWHERE)}#")

    def _is_after(self, root: Node) -> bool:
        """Speaks of pins or of the state after the edge."""
        stack = [root]
        while stack:
            node = stack[-1]
            unknown = [a for a in node.args if a not in self._after]
            stack += unknown
            if not unknown:
                self._after[stack.pop()] = is_outcome(node) or any(self._after[a] for a in node.args)
        return self._after[root]

    def _chosen(self, arms: list[tuple[Node, tuple[str, str, bool]]], at: str) -> Found:
        """Parts of values of which one is chosen. One that all of them have is not the choice's."""
        parts = [self._conjuncts(*value) for _, value in arms]
        found: Found = {}
        for k, ((guard, _), mine) in enumerate(zip(arms, parts)):
            common = {key: premise for key, premise in mine.items() if all(key in other for other in parts)}
            for key, premise in common.items():
                self._also(found, key, self.b.and_(guard, premise))
            rest = {key: premise for key, premise in mine.items() if key not in common}
            found |= self._under(rest, guard, f"{at}#branch {k + 1}")
        return found

    # ---- branches

    def _joined(self, i: Instruction, block: str, positive: bool) -> Found | None:
        line = self._line(i, block, positive)
        if line is not None:
            operands, together = line
            return self._all(operands) if together else self._any(operands, i.result) if positive else None
        arms = [(guard, (i.kind, text, positive)) for guard, text in self._ways(i, block)]
        return self._chosen(arms, self._at.get(self._flow.dominator.get(block, ""), NOWHERE))

    def _ways(self, i: Instruction, block: str) -> list[tuple[Node, str]]:
        """When a phi takes which value."""
        before = self._flow.predecessors[block]
        if len(before) == 1:
            return [(self.b.true, i.detail[before[0]])]
        join = Join(self.b, self._flow, self._branches, block)
        when = {p: {q: self.b.true if q == p else self.b.false for q in before} for p in before}
        return [(join.choose(when[p], self.b.false), i.detail[p]) for p in before]

    def _line(self, i: Instruction, block: str, positive: bool) -> tuple[list[tuple[str, str, bool]], bool] | None:
        """The operands of && (True) or ||: blocks one after the other, each but the last of which may leave for
        the end with the same constant."""
        last = [p for p, text in i.detail.items() if text[0] == "%"]
        ends = {text for text in i.detail.values() if text[0] != "%"}
        if len(last) != 1 or len(ends) != 1:
            return None
        leaves_with = ends.pop() in ("true", "1")
        operands = [(i.kind, i.detail[last[0]], positive)]
        at, left = last[0], set(i.detail) - set(last)
        while left and at != self._flow.dominator[block]:
            at = self._flow.dominator[at]
            branch = self.function.blocks[at][-1]
            if at in left:
                if branch.op != "br" or not branch.args:
                    return None
                # leaves for the end when the condition is as on the end's side
                leaves_when = branch.detail[0] == block
                operands.append((*branch.args[0], (leaves_when == leaves_with) == positive))
                left.discard(at)
        return (operands[::-1], leaves_with != positive) if not left else None

    def _compared(self, i: Instruction, text: str, positive: bool) -> Found | None:
        """What the edge does, and the value it should be, which is chosen: one part for each choice."""
        after = [self._is_after(self.value(*operand)) for operand in i.args]
        for (_, operand), mine, other in zip(i.args, after, reversed(after)):
            if mine or not other:
                continue
            ways = self._choices(operand, ())
            if len(ways) > 1:
                found: Found = {}
                for guard, branches in ways:
                    self._also(found, (text, positive, branches), guard)
                return found
        return None

    def _choices(self, text: str, before: tuple[str, ...]) -> list[tuple[Node, tuple[str, ...]]]:
        """When a value is chosen by which branches; a loop's choice once."""
        i, block = self._made.get(text, (None, ""))
        if i is not None and i.op in CASTS:
            return self._choices(i.args[0][1], before)
        if i is None or i.op not in ("select", "phi"):
            return [(self.b.true, before)]
        if i.op == "select":
            taken = self._truth("i1", i.args[0][1])
            at, ways = self._at[text], [(taken, i.args[1][1]), (self.b.not_(taken), i.args[2][1])]
        else:
            at, ways = self._at.get(self._flow.dominator.get(block, ""), NOWHERE), self._ways(i, block)
        if any(branch.startswith(f"{at}#") for branch in before):
            return [(self.b.true, before)]
        return [(self.b.and_(guard, inner), branches) for k, (guard, value) in enumerate(ways)
                for inner, branches in self._choices(value, (*before, f"{at}#branch {k + 1}"))]


class PartsTranslator(Translator):
    """Runs a description as its C says it, and can tell the parts of each function as it ran last."""

    def __init__(self, builder: Builder, source: Path, include: list[Path], defines: list[str], work: Path):
        super().__init__(builder, source, include, defines, work, strict=True)
        plain = work / f"{source.stem}.{source.parent.name}.plain.ll"
        text = run(OPT, str(source), text=behind_calls(plain.read_text()))
        (work / f"{source.stem}.parts.ll").write_text(text)
        self._module, self._debug = Module(text), DebugInfo(text)
        self._places = Places(text)
        self._runs: dict[str, Splitter] = {}

    def run(self, name: str, arguments: Sequence[Struct | Node], external: External | None = None) -> Outcome:
        self._runs[name] = Splitter(self._module, self._builder, name, external, self._places)
        try:
            return self._runs[name].run(self.parameters(name), arguments)
        except ProofError as error:
            raise ProofError(f"{self._source}: {name}(): {error}") from error

    def parts(self, name: str) -> tuple[list[Part], Node]:
        """And where they are not the claim."""
        parts = self._runs[name].parts()
        return parts, self._runs[name].astray(parts)
