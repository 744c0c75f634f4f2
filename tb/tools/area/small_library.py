# SPDX-License-Identifier: Apache-2.0
"""A library of our own, of a few cells, in the forms in which libraries are written. The figures are made up."""

from __future__ import annotations

from dataclasses import dataclass, replace

INPUTS = ("A", "B")
THRESHOLDS = (("input_threshold_pct", 50), ("output_threshold_pct", 50), ("slew_lower_threshold_pct", 20),
              ("slew_upper_threshold_pct", 80))
SLOPES_NS = [0.01, 1.0]
LOADS_PF = [0.001, 0.02, 0.5]  # three: ABC 1.01 takes none of two


@dataclass(frozen=True)
class Form:
    """How the library is written; all forms say the same."""
    ps_and_ff: bool = False      # units
    joined_pins: bool = False    # pin (A, B)
    inverted: bool = False       # the flip-flop keeps the negated value
    bare: bool = False           # no quotes, a negation in brackets
    escaped: bool = False        # names that are no identifiers
    table: str = "delay"         # name of the template
    cells: tuple[str, ...] = ("INV", "BUF", "NAND2", "DFF")

    def of(self, *cells: str) -> Form:
        return replace(self, cells=cells)


def scaled(numbers: list[float], unit: float) -> str:
    return ", ".join(f"{unit * number:g}" for number in numbers)


def tables(form: Form, names: list[str], delay: float) -> str:
    unit = 1000 if form.ps_and_ff else 1
    values = [scaled([delay * (1 + load / 0.05 + slope) for load in LOADS_PF], unit) for slope in SLOPES_NS]
    return "".join(f"""
        {name} ({form.table}) {{
          values ("{values[0]}", \\
                  "{values[1]}");
        }}""" for name in names)


def timing(form: Form, related: str, kind: str, sense: str, delay: float) -> str:
    return f"""
      timing () {{
        related_pin : "{related}";
        timing_type : {kind};
        timing_sense : {sense};{tables(form, ["cell_rise", "cell_fall", "rise_transition", "fall_transition"], delay)}
      }}"""


def gate(form: Form, name: str, area: float, pins: tuple[str, ...], function: str) -> str:
    pf = 0.01 * (1000 if form.ps_and_ff else 1)
    sense = "positive_unate" if function == "A" else "negative_unate"
    inputs = [", ".join(pins)] if form.joined_pins else list(pins)
    return f"""
  cell ({name}) {{
    area : {area};
    {"".join(f'''
    pin ({pin}) {{ direction : input; capacitance : {pf:g}; }}''' for pin in inputs)}
    pin (Y) {{
      direction : output;
      function : {function if form.bare else f'"{function}"'};
      max_capacitance : {50 * pf:g};
      {"".join(timing(form, pin.replace('"', ""), "combinational", sense, 0.1) for pin in pins)}
    }}
  }}"""


def flip_flop(form: Form, reset: bool = False) -> str:
    pf = 0.01 * (1000 if form.ps_and_ff else 1)
    data = '"D[0]"' if form.escaped else "D"
    state = {False: data if not form.escaped else '\\"D[0]\\"', True: "!D"}[form.inverted]
    clear = "(!R)" if form.inverted else "!R"
    # the negated value is set where the value is cleared
    asynchronous = f"{'preset' if form.inverted else 'clear'} : {clear if form.bare else f'{chr(34)}{clear}{chr(34)}'};"
    output = "QN" if form.inverted else "Q"
    return f"""
  cell (DFF{"R" if reset else ""}) {{
    area : {6 if reset else 5};
    ff (IQ, IQN) {{
      next_state : "{state}";
      clocked_on : {"CK" if form.bare else '"(CK)"'};
      {asynchronous if reset else ""}
    }}
    pin (CK) {{ direction : input; capacitance : {pf:g}; clock : true; }}
    pin ({data}) {{
      direction : input; capacitance : {pf:g};
      timing () {{ related_pin : "CK"; timing_type : setup_rising;
        rise_constraint (scalar) {{ values ("{scaled([0.05], 1000 if form.ps_and_ff else 1)}"); }}
        fall_constraint (scalar) {{ values ("{scaled([0.05], 1000 if form.ps_and_ff else 1)}"); }} }}
    }}
    {f"pin (R) {{ direction : input; capacitance : {pf:g}; }}" if reset else ""}
    pin ({output}) {{
      direction : output;
      function : "IQ";
      max_capacitance : {50 * pf:g};
      {timing(form, "CK", "rising_edge", "non_unate", 0.2)}
    }}
  }}"""


def text(form: Form, name: str = "small", more: str = "") -> str:
    pins = ('"A[0]"', '"B[0]"') if form.escaped else INPUTS
    product = "!(\\\"A[0]\\\" & B[0])" if form.escaped else "(!A) + (!B)" if form.bare else "(A B)'"
    known = {"INV": gate(form, "INV", 1, ("A",), "!A"),
             "BUF": gate(form, "BUF", 2, ("A",), "A"),
             "NAND2": gate(form, '"NAND2/x1"' if form.escaped else "NAND2", 2, pins, product),
             "DFF": flip_flop(form), "DFFR": flip_flop(form, reset=True)}
    unit, time = (1000, "1ps") if form.ps_and_ff else (1, "1ns")
    thresholds = "".join(f"{name}_{edge} : {percent}; " for edge in ("rise", "fall") for name, percent in THRESHOLDS)
    return f"""/* made up */
library ({name}) {{
  delay_model : table_lookup;
  time_unit : "{time}";
  capacitive_load_unit (1, {"ff" if form.ps_and_ff else "pf"});
  voltage_unit : "1V"; nom_voltage : 1.0;  // two in a line
  {thresholds}
  lu_table_template ({form.table}) {{
    variable_1 : input_net_transition;
    variable_2 : total_output_net_capacitance;
    index_1 ("{scaled(SLOPES_NS, unit)}");
    index_2 ("{scaled(LOADS_PF, unit)}");
  }}
  {"".join(known[cell] for cell in form.cells)}{more}
}}
"""
