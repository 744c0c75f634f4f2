# SPDX-License-Identifier: Apache-2.0
"""Names that leave the project: which names a header declares, and how they are written into C and RTL."""

import pathlib
import tempfile
import unittest

from scripts.install.names import Names, of_cpp
from scripts.names import rewrite
from scripts.names.declared import declared, prefixed

HEADER = """/* SPDX */
#ifndef QUEUE_H
#define QUEUE_H
#include "base/other.h"
#define QUEUE_ROWS(n) \\
    ((n) + 1)
#ifdef __cplusplus
extern "C" {
#endif
enum { QUEUE_EMPTY, QUEUE_FULL = 3 };
typedef enum kind { KIND_A } kind;
struct inner { int queue_field; };
typedef struct { enum { IN_A_STRUCT } mode; int (*call)(int queue_argument); } queue_state;
typedef int (*queue_call)(void *unit);
extern const char *const queue_names[3];
void queue_step(queue_state *s, const int in[QUEUE_FULL]);
__attribute__((format(printf, 1, 2))) void queue_says(const char *format, ...);
static inline int queue_level(const queue_state *s) { int local = 0; return local; }
_Static_assert(1, "queue");
#endif
"""


class Declared(unittest.TestCase):
    def test_header(self) -> None:
        self.assertEqual(declared(HEADER), {
            "QUEUE_H", "QUEUE_ROWS", "QUEUE_EMPTY", "QUEUE_FULL", "kind", "KIND_A", "inner", "queue_state",
            "IN_A_STRUCT", "queue_call", "queue_names", "queue_step", "queue_says",
            "queue_level"})

    def test_prefix(self) -> None:
        for name, wanted in (("queue", "gmmu_queue"), ("QUEUE", "GMMU_QUEUE"), ("u9", "gmmu_u9"), ("gmmu", "gmmu"),
                             ("GMMU_X", "GMMU_X"), ("gmmu_x", "gmmu_x"), ("gmmux", "gmmu_gmmux")):
            self.assertEqual(prefixed(name), wanted)
            self.assertEqual(prefixed(wanted), wanted)


class Rewritten(unittest.TestCase):
    words = {name: prefixed(name) for name in ("queue_step", "u1", "u9", "queue", "QUEUE_FULL")}
    files = {"queue.h": "gmmu_queue.h"}

    def c(self, text: str, wanted: str) -> None:
        self.assertEqual(rewrite.c(text, self.words, self.files), wanted)
        self.assertEqual(rewrite.c(wanted, self.words, self.files), wanted)

    def test_c(self) -> None:
        self.c("u9 x = queue_step(QUEUE_FULL);", "gmmu_u9 x = gmmu_queue_step(GMMU_QUEUE_FULL);")
        self.c("int my_queue_step, queue_steps = 0x9u9;", "int my_queue_step, queue_steps = 0x9u9;")
        self.c('puts("queue_step"); char c = \'"\'; queue();', 'puts("queue_step"); char c = \'"\'; gmmu_queue();')
        self.c("#define U(n) u##n", "#define U(n) gmmu_u##n")
        self.c('#include "queue.h"\n#include "else.h"', '#include "gmmu_queue.h"\n#include "else.h"')

    def test_comments(self) -> None:
        self.c("/* the queue: queue_step(), a u9, queue.h */",
               "/* the queue: gmmu_queue_step(), a gmmu_u9, gmmu_queue.h */")
        self.c("// queue() is code\n", "// gmmu_queue() is code\n")

    def test_columns(self) -> None:
        """Of lines behind a parenthesis, of comments behind code, of backslashes."""
        self.c("u9 queue_step(int a,\n              int b);\n",
               "gmmu_u9 gmmu_queue_step(int a,\n                        int b);\n")
        self.c("    u9 a;  /* one */\n    int b; /* two */\n\n    int c; /* far */\n",
               "    gmmu_u9 a; /* one */\n    int b;     /* two */\n\n    int c; /* far */\n")
        self.c("#define X(n)      \\\n    queue_step(n) \\\n    + 1\n",
               "#define X(n)           \\\n    gmmu_queue_step(n) \\\n    + 1\n")

    def test_scopes(self) -> None:
        text = "class queue { ::queue *q; my::queue *m; std::list<::queue> l; };"
        self.assertEqual(rewrite.c(text, self.words, {}, frozenset({"queue"})),
                         "class queue { ::gmmu_queue *q; my::queue *m; std::list<::gmmu_queue> l; };")

    def test_rtl(self) -> None:
        text = """// a queue in queue.sv
module queue #(parameter int N = 1) (input logic queue);
  queue #(.N(2)) a (.queue(queue));
  queue b (.queue(x.queue));
  queue queue (.x("queue"));
  assign c = queue;
endmodule
bind queue rules r (.*);
"""
        wanted = """// a queue in gmmu_queue.sv
module gmmu_queue #(parameter int N = 1) (input logic queue);
  gmmu_queue #(.N(2)) a (.queue(queue));
  gmmu_queue b (.queue(x.queue));
  gmmu_queue queue (.x("queue"));
  assign c = queue;
endmodule
bind gmmu_queue rules r (.*);
"""
        self.assertEqual(rewrite.sv(text, {"queue": "gmmu_queue"}), wanted)

    def test_symbols_of_cpp(self) -> None:
        types = {"config": "gmmu_config"}
        self.assertEqual(of_cpp("_ZN4gmmu4makeERK6configS2_", types), "_ZN4gmmu4makeERK11gmmu_configS2_")
        self.assertEqual(of_cpp("_ZN4gmmu4makeERK8myconfigi", types), "_ZN4gmmu4makeERK8myconfigi")

    def test_installed(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            c, plus = pathlib.Path(scratch, "unit.h"), pathlib.Path(scratch, "unit.hpp")
            c.write_text("typedef struct unit unit;\nunit *unit_new(void);\n")
            plus.write_text('#include "hub/unit.h"\nclass unit : base {\n    ::unit *u = unit_new();\n};\n')
            names = Names({c: "hub/unit.h", plus: "hub/unit.hpp"})
            self.assertEqual(names.text(c), "typedef struct gmmu_unit gmmu_unit;\ngmmu_unit *gmmu_unit_new(void);\n")
            self.assertEqual(names.text(plus), '#include "gmmu/hub/unit.h"\nclass unit : base {\n'
                                               "    ::gmmu_unit *u = gmmu_unit_new();\n};\n")


if __name__ == "__main__":
    unittest.main()
