# SPDX-License-Identifier: Apache-2.0
"""Bugs planted in the crossing of two clocks, one at a time: each check that is for it must find it, and say why.

    planted.py BUILD

paths: scripts/circuit/crossings.py; proof: make sby-axi4_lite_cdc; bench: make crossing.
With GMMU_ONE_IN=3 a third of the bugs is planted, drawn by GMMU_SEED; each must have its place in any case.
"""

import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

from scripts.circuit import crossings
from tb.tools.test.one_in import drawn
from tb.tools.test.plants import verdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "tb/crossing/axi4_lite_cdc.txt"
MODULES = ("gmmu_pkg", "gmmu_sync", "gmmu_reset_link", "gmmu_handshake", "axi4_lite_cdc")
PROOF = "was asserted in frame"
OTHER = "comes with another address|comes with other data"
TWICE = "comes twice|has not given|nobody has"
STUCK = "gets no answer"


@dataclass(frozen=True)
class Plant:
    what: str
    module: str
    replaced: dict[str, str]
    paths: str = ""  # what each check says; "": it is not for this bug
    proof: str = ""
    bench: str = ""


PLANTS = [
    Plant("an address is not held", "axi4_lite_cdc",
          {"if (bus_awvalid && bus_awready) aw_addr": "if (bus_awvalid) aw_addr"}, proof=PROOF, bench=OTHER),
    Plant("an address is released when it is sent", "axi4_lite_cdc",
          {"(aw_held && !w_done && !w_lost)": "(aw_held && !w_send && !w_lost)",
           "bus_awready = bus_ready && w_free &&": "bus_awready = bus_ready &&"}, proof=PROOF,
          bench="Assertion failed"),
    Plant("an answer is told before it is there", "gmmu_handshake",
          {"((b_valid && b_reply) || ack)": "(b_valid || ack)"}, proof=PROOF, bench=TWICE),
    Plant("an answer comes a cycle after it is told", "gmmu_handshake",
          {"if (b_valid && b_reply) answer": "if (ack) answer"}, proof=PROOF, bench="than the block's"),
    Plant("the side of the bus does not return to idle", "gmmu_handshake", {"!req && !ack_seen;": "!req;"},
          proof=PROOF, bench=TWICE),
    Plant("the side of the block does not return to idle", "gmmu_handshake", {"!b_valid && !ack;": "!b_valid;"},
          proof=PROOF, bench=TWICE),
    Plant("a reset of the bus is not waited for", "axi4_lite_cdc",
          {"bus_awready = bus_ready && w_free": "bus_awready = w_free",
           "bus_wready  = bus_ready && w_free": "bus_wready  = w_free"}, proof=PROOF, bench=f"{TWICE}|{OTHER}"),
    Plant("a reset of the block is not waited for", "axi4_lite_cdc",
          {".b_up(ready && alive), .b_valid(write_valid)": ".b_up(alive), .b_valid(write_valid)"},
          proof=PROOF, bench=f"{TWICE}|{OTHER}"),
    Plant("a short reset of the other side is missed", "gmmu_reset_link",
          {"always_ff @(posedge b_clk or posedge a_down)": "always_ff @(posedge b_clk)"}, proof=PROOF,
          bench=f"{TWICE}|{OTHER}"),
    Plant("a request from before a reset is not waited for", "gmmu_reset_link", {"(known || b_idle)": "1'b1"},
          proof=PROOF, bench=f"{TWICE}|{OTHER}"),
    Plant("a request is kept over a reset of the block", "gmmu_handshake", {" && !a_drop": ""},
          bench=f"{TWICE}|{STUCK}"),
    Plant("no answer to what a reset of the block has cut off", "axi4_lite_cdc",
          {"w_held && !w_done && !bus_up": "w_held && !w_done && 1'b0"},
          bench=f"{TWICE}|{STUCK}"),
    Plant("one flip-flop is no synchroniser", "gmmu_handshake",
          {"gmmu_sync #(.STAGES(STAGES)) to_b (.clk(b_clk), .rst(b_rst), .d(req), .q(req_seen));":
           "always_ff @(posedge b_clk) req_seen <= req;"}, paths="is no synchroniser"),
    Plant("an answer without a synchroniser", "gmmu_handshake",
          {"gmmu_sync #(.STAGES(STAGES)) to_a (.clk(a_clk), .rst(a_rst), .d(ack), .q(ack_seen));":
           "assign ack_seen = ack;"}, paths="ack"),
    Plant("a first flip-flop that others look at", "gmmu_sync", {"assign q = stage[STAGES-1];": "assign q = |stage;"},
          paths="looks at the first one"),
    Plant("a register of several bits through synchronisers", "axi4_lite_cdc",
          {"assign lite_rready = read_valid;": """assign lite_rready = read_valid;
  for (genvar i = 0; i < LITE_ADDR_W; i++) begin : bits
    gmmu_sync #(.STAGES(STAGES)) of_addr (.clk(clk), .rst(reset), .d(ar_addr[i]), .q(lite_araddr[i]));
  end
""", ".b_ask(lite_araddr)": ".b_ask()"}, paths="8 bits of it cross by synchronisers"),
    Plant("a gate before a synchroniser", "axi4_lite_cdc", {".d(level)": ".d(level && !down)"},
          paths="comes through a gate"),
    Plant("two synchronisers of one bit", "axi4_lite_cdc",
          {"logic level;": """logic level, first, second;
  gmmu_sync #(.STAGES(STAGES)) other (.clk(bus_clk), .rst(bus_reset), .d(level), .q(second));
  assign bus_irq = first && second;
""", ".q(bus_irq)": ".q(first)"}, paths="several synchronisers"),
    Plant("data that are taken at any time", "gmmu_handshake", {"if (a_done) a_answer": "if (req) a_answer"},
          paths="is taken without"),
    Plant("data that go past the handshake", "axi4_lite_cdc",
          {"bus_rdata   = r_lost ? '0 : r_data": "bus_rdata   = r_lost ? '0 : {DATA_W{lite_rvalid}} & r_data"},
          paths="output bus_rdata"),
    Plant("the interrupt does not cross", "axi4_lite_cdc", {"level <= irq &&": "level <= 1'b0 && irq &&"},
          bench="the interrupt does not come"),
]


def planted(folder: pathlib.Path, plant: Plant) -> dict[str, pathlib.Path]:
    """The sources, one of them with the bug."""
    sources = {module: ROOT / f"rtl/{module}.sv" for module in MODULES}
    text = sources[plant.module].read_text()
    for old, new in plant.replaced.items():
        text = text.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.sv"):
        path.unlink()
    sources[plant.module] = folder / f"{plant.module}.sv"
    sources[plant.module].write_text(text)
    return sources


def run(*command: str) -> str:
    """What a command says that fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode != 0 else ""


def findings(build: str, number: int, plant: Plant) -> list[str]:
    """The checks that should find the bug and do not."""
    name = f"{number:02}"
    folder = pathlib.Path(build) / "crossing/planted" / name
    sources, failed = planted(ROOT / folder, plant), []
    make = ("make", "-s", "--no-print-directory", f"BUILD={build}", f"CROSSING_PLANTED={name}", "CROSSING_SECONDS=300")
    if plant.paths:
        netlist = crossings.netlist_of("axi4_lite_cdc", list(sources.values()))
        said = "\n".join(crossings.Checker(netlist, crossings.read_list(LIST)).run())
        failed += [] if re.search(plant.paths, said) else [f"paths: {said}"]
    if plant.proof:
        said = run(*make, "sby-axi4_lite_cdc")
        failed += [] if re.search(plant.proof, said) else [f"proof: {said}"]
    if plant.bench:
        said = run(*make, str(folder / "bench")) or run(str(folder / "bench"), "--runs", "300")
        failed += [] if re.search(plant.bench, said) else [f"bench: {said}"]
    return [f"{plant.what}: not found by {what.strip()[:500]}" for what in failed]


def main() -> int:
    failed = [f"{p.what}: rtl/{p.module}.sv has no place for it" for p in PLANTS for old in p.replaced
              if old not in (ROOT / f"rtl/{p.module}.sv").read_text()]
    if not failed:
        for number, plant in drawn(list(enumerate(PLANTS))):
            failed += findings(sys.argv[1], number, plant)
    return verdict(failed, "crossing", str(len(PLANTS)))


if __name__ == "__main__":
    sys.exit(main())
