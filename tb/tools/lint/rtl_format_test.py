# SPDX-License-Identifier: Apache-2.0
"""scripts/lint/rtl_format.py finds planted breaches of every rule, and nothing in a good file."""

import pathlib
import tempfile
import unittest

from scripts.lint.rtl_format import Checker

ROOT = pathlib.Path(__file__).resolve().parents[3]
GOOD = """// SPDX-License-Identifier: Apache-2.0
// A unit with one of everything.
module good #(
    parameter int DEPTH = 4
) (
    input  logic         clk,    // rising edge
    input  logic         rst,    // synchronous, active high
    // a group with a comment above
    input  logic [  3:0] value,
    input  logic         up,
    input  logic         bus_clk,

    output logic [4*2-1:0] sums  // of both
);
  localparam logic [3:0] LAST = 4'(DEPTH - 1);

  logic [3:0] count [0:DEPTH-1];
  logic       a_b, c;

  // two operators
  assign a_b = |value && ~value[0] || !up;
  assign c   = value == LAST ? 1'b1 : -4'd1 > 4'd0;

  function automatic logic [3:0] added(input logic [3:0] x, input logic [3:0] y);
    logic [3:0] sum;
    sum   = x + y;
    added = sum;
  endfunction

  (* async_reg = "true" *)
  logic seen;

  always_ff @(posedge bus_clk) seen <= up;

  for (genvar i = 0; i < DEPTH; i++) begin : entry
    logic mine;
    assign mine = value == 4'(i);

    always_ff @(posedge clk) begin
      if (rst) count[i] <= 4'd0;
      else if (mine)
        count[i] <= added(count[i],
                          value);
      else begin
        case (value)
          4'd0, 4'd1: count[i] <= 4'd0;
          4'd2: begin
            count[i] <= {2'd0, {2{up}}};
          end
          4'd3: ;
          default:
            for (int k = 0; k < 2; k++)
              count[i] <= count[i] + 4'd1;
        endcase
      end
    end
  end

  always_comb begin
    sums = '0;
    if (c) begin
      sums = 8'd1;
`ifndef __ICARUS__
    end else if (a_b) begin
      sums[0+:4] = count[0];
`endif
      // nothing else
    end else begin
      sums = 8'd2;
    end
  end

  other part (
      .clk (clk),
      .data({value, 4'd0})
  );
endmodule
"""

# rule, a text that is in GOOD once, and what takes its place
BREACHES = [
    ("ascii", "two operators", "two \u00b5operators"),
    ("tab", "    logic mine;", "\tlogic mine;"),
    ("trailing-space", "    sums = '0;", "    sums = '0; "),
    ("blank-lines", "\n  other part", "\n\n  other part"),
    ("blank-lines", "endmodule\n", "endmodule\n\n"),
    ("length", "// two operators", "// two operators" + "." * 100),
    ("header", "// SPDX", "// spdx"),
    ("header", "// A unit with one of everything.\n", ""),
    ("keyword", "  logic       a_b, c;", "  wire        a_b, c;"),
    ("keyword", "  always_comb begin", "  always @(*) begin"),
    ("directive", "`ifndef __ICARUS__", "`ifndef SYNTHESIS"),
    ("directive", "`ifndef __ICARUS__", "`ifdef BUG"),
    ("directive", "  // two operators", "`include \"two.svh\"\n\n  // two operators"),
    ("syntax", "@(posedge clk)", "@(posedge clk or posedge rst)"),
    ("syntax", "@(posedge bus_clk)", "@(posedge bus_clk or posedge a_down)"),
    ("syntax", "@(posedge bus_clk)", "@(posedge up)"),
    ("syntax", "@(posedge clk)", "@(negedge clk)"),
    ("syntax", "endmodule\n", "endmodule\nmodule second ();\nendmodule\n"),
    ("syntax", "      sums = 8'd2;\n", "      begin\n        sums = 8'd2;\n      end\n"),
    ("name", "module good", "module better"),
    ("name", "parameter int DEPTH", "parameter int depth"),
    ("name", "logic [3:0] LAST", "logic [3:0] Last"),
    ("name", "a_b, c;", "aB, c;"),
    ("name", "] added(", "] Added("),
    ("name", "begin : entry", "begin : Entry"),
    ("name", "         up,", "         UP,"),
    ("declared", "  logic       a_b, c;\n\n  // two operators\n  assign a_b = |value && ~value[0] || !up;\n",
     "  assign a_b = |value && ~value[0] || !up;\n\n  logic       a_b, c;\n\n  // two operators\n"),
    ("indent", "    logic mine;", "   logic mine;"),
    ("indent", "                          value);", "           value);"),
    ("indent", "      .data", "    .data"),
    ("indent", "        count[i] <= added", "      count[i] <= added"),
    ("indent", "          default:", "        default:"),
    ("indent", "              count[i] <= count[i]", "            count[i] <= count[i]"),
    ("indent", "    input  logic         up", "  input  logic         up"),
    ("indent", "  // two operators", "    // two operators"),
    ("indent", "  );\nendmodule", "    );\nendmodule"),
    ("indent", "endmodule", " endmodule"),
    ("begin-end", "    end else begin\n", "    end\n    else begin\n"),
    ("begin-end", "    if (c) begin\n", "    if (c)\n    begin\n"),
    ("one-statement", "    sum   = x + y;\n    added", "    sum   = x + y; added"),
    ("one-statement", "    sums = '0;\n", "    sums = '0; c = 1;\n"),
    ("one-statement", "    if (c) begin\n      sums", "    if (c) begin sums"),
    ("one-statement", "      sums = 8'd2;\n    end\n", "      sums = 8'd2; end\n"),
    ("space", "x + y", "x+ y"),
    ("space", "x + y", "x +y"),
    ("space", "x + y", "x +  y"),
    ("space", "~value[0]", "~ value[0]"),
    ("space", "&& ~", "&&~"),
    ("space", "-4'd1 > 4'd0", "-4'd1 >4'd0"),
    ("space", "= value == LAST", "= value ==LAST"),
    ("space", "(count[i],", "(count[i] ,"),
    ("space", "(c)", "( c)"),
    ("space", "(c)", "(c )"),
    ("space", "if (c)", "if(c)"),
    ("space", "4'd0, 4'd1", "4'd0,4'd1"),
    ("space", "4'd0, 4'd1: ", "4'd0, 4'd1:  "),
    ("space", "{value, 4'd0}", "{ value, 4'd0}"),
    ("space", "1'b1 : -", "1'b1 : - "),
    ("space", "    sums = '0;", "    sums = '0 ;"),
    ("port-comment", "    // a group with a comment above\n", "\n"),
    ("port-comment", " // of both", ""),
]


class RtlFormatTest(unittest.TestCase):
    def findings(self, text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "good.sv")
            path.write_text(text, encoding="utf-8")
            return [line.partition(":")[2] for line in Checker(path).run()]

    def test_good(self) -> None:
        self.assertEqual(self.findings(GOOD), [])

    def test_breaches(self) -> None:
        for rule, old, new in BREACHES:
            with self.subTest(rule=rule, new=new):
                self.assertEqual(GOOD.count(old), 1, old)
                found = self.findings(GOOD.replace(old, new))
                self.assertTrue(any(f" {rule}: " in f for f in found), found)

    def test_every_rule_has_a_breach(self) -> None:
        text = (ROOT / "scripts/lint/rtl_format.py").read_text(encoding="utf-8")
        listed = text.split("Rules: ")[1].split(".\n")[0].replace("\n", " ")
        rules = {rule.split(" ")[0] for rule in listed.split(", ")}
        self.assertEqual(rules, {rule for rule, _, _ in BREACHES})

    def test_any_line_moved(self) -> None:
        """One space more before any line of code, but the rest of a statement, is found."""
        lines = GOOD.split("\n")
        rest = {number for number, line in enumerate(lines) if line.strip().startswith(("value)", ".clk", ".data"))}
        for number, line in enumerate(lines):
            if not line or number in rest or number < 2 or line.startswith("`"):
                continue
            with self.subTest(line=line):
                moved = "\n".join([*lines[:number], " " + line, *lines[number + 1:]])
                self.assertTrue(any(f"{number + 1}: indent" in f for f in self.findings(moved)))

    def test_cut_anywhere(self) -> None:
        """An incomplete file is told, and never a crash."""
        for end in range(0, len(GOOD) - 2, 7):
            with self.subTest(end=end):
                self.assertTrue(self.findings(GOOD[:end]))


if __name__ == "__main__":
    unittest.main()
