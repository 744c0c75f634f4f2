# SPDX-License-Identifier: Apache-2.0
"""Chains of an associative operator become trees: a loop over n entries leaves n operators one behind the other,
and a tree of them is as deep as the logarithm of n.

Taken as such operators are and, or, xor, add, and the smaller or the larger of two values as the loops of the C
write it (a < b ? a : b). An operator in the middle of a chain that something else needs, too, ends the chain.
So what compares the smallest so far with a constant first becomes a question to each of the values: in a loop
that looks for the first entry of some kind these are the conditions of the entries.
"""

from __future__ import annotations

import heapq

from scripts.circuit.expr import Builder, Node, reachable
from scripts.gen.rewrite import copied, less

ASSOCIATIVE = ("and", "or", "xor", "add")
WIRING = ("const", "var", "extract", "concat")  # takes no time


def kind_of(node: Node) -> str:
    """The associative operator that a node is, '' for none."""
    if node.op in ASSOCIATIVE:
        return node.op
    if node.op == "mux" and node.args[0].op == "ult":
        if node.args[0].args == node.args[1:]:
            return "min"
        if node.args[0].args == (node.args[2], node.args[1]):
            return "max"
    return ""


def operators(roots: list[Node]) -> list[Node]:
    return [node for node in reachable(roots) if node.op not in WIRING]


def deepen(deep: dict[Node, int], roots: list[Node]) -> None:
    """Operators on the longest path to each node below the roots; wiring counts nothing."""
    for node in reachable(roots):
        if node not in deep:
            deep[node] = max((deep[arg] for arg in node.args), default=0) + (node.op not in WIRING)


def depth(roots: list[Node]) -> int:
    """Operators on the longest path to one of the roots."""
    deep: dict[Node, int] = {}
    deepen(deep, roots)
    return max((deep[root] for root in roots), default=0)


class Questions:
    """Comparisons of the smallest of several values with a constant."""

    def __init__(self, builder: Builder):
        self._builder = builder
        self._most: dict[Node, int | None] = {}  # the largest value of a choice of constants; None: of no such
        self._asked: dict[tuple[str, Node, int], Node] = {}

    def most(self, node: Node) -> int | None:
        if node not in self._most:
            found: int | None = None
            if node.is_const:
                found = node.value
            elif node.op == "mux":
                ends = [self.most(arg) for arg in node.args[1:]]
                found = None if None in ends else max(end for end in ends if end is not None)
            self._most[node] = found
        return self._most[node]

    def rewritten(self, node: Node) -> Node:
        """The comparison asked of the values, if that is what the node is."""
        if node.op in ("ult", "eq"):
            for than, found in (node.args, node.args[::-1]):
                most = self.most(found)
                if not than.is_const or kind_of(found) != "min" or most is None:
                    continue
                question = "eq" if node.op == "eq" else "above" if than is node.args[0] else "below"
                if question == "eq" and most > than.value > 0:  # the same questions as those of other constants
                    return self._builder.and_(self._ask("above", found, than.value - 1),
                                              self._builder.not_(self._ask("above", found, than.value)))
                if question != "eq" or most == than.value:
                    return self._ask(question, found, than.value)
        return node

    def _ask(self, question: str, node: Node, than: int) -> Node:
        """Is the value above, below, or equal to its largest value?"""
        key = (question, node, than)
        if key not in self._asked:
            b = self._builder
            if kind_of(node) == "min":
                first, second = (self._ask(question, arg, than) for arg in node.args[1:])
                answer = b.or_(first, second) if question == "below" else b.and_(first, second)
            elif node.op == "mux":
                answer = b.mux(node.args[0], *(self._ask(question, arg, than) for arg in node.args[1:]))
            else:
                holds = {"above": node.value > than, "below": node.value < than, "eq": node.value == than}
                answer = b.true if holds[question] else b.false
            self._asked[key] = answer
        return self._asked[key]


def spread(builder: Builder, roots: list[Node]) -> list[Node]:
    """Comparisons of a smallest value with a constant become questions to each value."""
    questions = Questions(builder)
    new: dict[Node, Node] = {}
    for node in reachable(roots):
        new[node] = questions.rewritten(copied(builder, node, [new[arg] for arg in node.args]))
    return [new[root] for root in roots]


class Balancer:
    """Rewrites the expressions below some roots."""

    def __init__(self, builder: Builder, roots: list[Node]):
        self._builder = builder
        self._depth: dict[Node, int] = {}  # of nodes that are written anew
        nodes = reachable(roots)
        self._users: dict[Node, set[Node]] = {node: set() for node in nodes}
        for node in nodes:
            for arg in node.args:
                self._users[arg].add(node)
        kept = set(roots)
        inner = {node for node in nodes if node not in kept and self._is_inner(node)}
        new: dict[Node, Node] = {}
        for node in nodes:
            kind = kind_of(node)
            if node in inner:
                continue
            if kind:
                new[node] = self._tree(kind, [new[leaf] for leaf in self._leaves(node, kind, inner)])
            elif node.op == "ult" and node not in kept and self._compares_for_one(node):
                continue  # the tree has comparisons of its own
            else:
                new[node] = copied(builder, node, [new[arg] for arg in node.args])
        self.new = new

    def _compares_for_one(self, node: Node) -> bool:
        """A comparison that only the choice of the smaller or larger uses."""
        users = self._users[node]
        return len(users) == 1 and kind_of(next(iter(users))) in ("min", "max") and next(iter(users)).args[0] is node

    def _is_inner(self, node: Node) -> bool:
        """In the middle of a chain: all its users are one operator of its kind."""
        kind, users = kind_of(node), self._users[node]
        if not kind:
            return False
        if kind in ASSOCIATIVE:
            return len(users) == 1 and kind_of(next(iter(users))) == kind
        above = [user for user in users if kind_of(user) == kind and node in user.args[1:]]
        return len(above) == 1 and users <= {above[0], above[0].args[0]} and self._compares_for_one(above[0].args[0])

    @staticmethod
    def _leaves(node: Node, kind: str, inner: set[Node]) -> list[Node]:
        found: list[Node] = []
        stack = [node]
        while stack:
            for arg in reversed(stack.pop().args[-2:]):
                (stack if arg in inner and kind_of(arg) == kind else found).append(arg)
        return found

    def _deep(self, node: Node) -> int:
        if node not in self._depth:
            deepen(self._depth, [node])
        return self._depth[node]

    def _tree(self, kind: str, leaves: list[Node]) -> Node:
        """The two that are there first are combined, again and again."""
        heap = [(self._deep(leaf), number, leaf) for number, leaf in enumerate(leaves)]
        heapq.heapify(heap)
        number = len(leaves)
        while len(heap) > 1:
            first, second = heapq.heappop(heap)[2], heapq.heappop(heap)[2]
            node = self._combined(kind, first, second)
            heapq.heappush(heap, (self._deep(node), number, node))
            number += 1
        return heap[0][2]

    def _combined(self, kind: str, a: Node, b: Node) -> Node:
        b_ = self._builder
        if kind in ASSOCIATIVE:
            return b_.binary(kind, a, b)
        return b_.mux(less(b_, a, b), a, b) if kind == "min" else b_.mux(less(b_, a, b), b, a)


def balance(builder: Builder, roots: list[Node]) -> list[Node]:
    """Expressions of the same values."""
    roots = spread(builder, roots)
    new = Balancer(builder, roots).new
    return [new[root] for root in roots]
