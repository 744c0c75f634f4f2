// SPDX-License-Identifier: Apache-2.0
// The RTL of the probe unit (probe.h). Each BUG_ macro breaks it in one way that
// the lock-step harness must notice.
module probe (
    // as in probe.h
    input  logic              clk,
    input  logic              rst,
    input  logic              valid,
    input  logic [       4:0] lane,
    input  logic [5*17-1 : 0] add,
    output logic [5*36-1 : 0] sums,
    output logic [       4:0] used,
    output logic [       2:0] highest,
    output logic [       9:0] count
);
  logic [35:0] total   [0:4];
  logic        touched [0:4];
  logic [ 2:0] last;

  logic [ 2:0] more;
  logic [ 2:0] last_next;

  always_comb begin
    more      = 3'd0;
    last_next = last;
    for (int i = 0; i < 5; i++) begin
      sums[i*36+:36] = total[i];
      used[i]        = touched[i];
      if (valid && lane[i]) begin
        more      = more + 3'd1;
        last_next = 3'(i);
      end
    end
`ifdef BUG_OUTPUT
    used[3] = touched[2];
`endif
`ifdef BUG_MEALY
    used[1] = touched[1] || valid;
`endif
  end

  assign highest = last;

  probe_counter counter (
      .clk (clk),
      .rst (rst),
`ifdef BUG_NESTED
      .more(count == 10'd900 ? 3'd0 : more),
`else
      .more(more),
`endif
      .adds(count)
  );

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int i = 0; i < 5; i++) begin
`ifdef BUG_RESET_VALUE
        total[i] <= 36'd0;
`else
        total[i] <= 36'(i);
`endif
        touched[i] <= 1'b0;
      end
`ifndef BUG_NO_RESET
      last <= 3'd7;
`endif
    end else begin
      for (int i = 0; i < 5; i++) begin
        if (valid && lane[i]) begin
`ifdef BUG_RARE
          total[i] <= total[i] + {19'd0, add[i*17+:17]} + {35'd0, add[i*17+:12] == 12'hfff};
`else
          total[i] <= total[i] + {19'd0, add[i*17+:17]};
`endif
          touched[i] <= 1'b1;
        end
      end
      last <= last_next;
`ifdef BUG_TIE
      if (total[0] == total[2] && total[2] == total[4] && touched[0]) last <= ~last_next;
`endif
    end
  end
endmodule
