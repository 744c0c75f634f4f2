# SPDX-License-Identifier: Apache-2.0
"""The bypass cache of MASK, a clock edge at a time: the same C that is proved equal to rtl/bypass_cache.sv."""

from opengmmu.units import Unit

cache = Unit("bypass_cache")
print(f"{cache.name}: {cache.sizes['BYPASS_ENTRIES']} entries, inputs {', '.join(cache.inputs)}")

for vpn in range(cache.sizes["BYPASS_ENTRIES"]):
    cache.step(fill_valid=1, fill_asid=1, fill_vpn=vpn, fill_ppn=1000 + vpn)
answer = cache.step(lk0_valid=1, lk0_asid=1, lk0_vpn=0)
print(f"cycle {cache.cycle}: page 0 is in frame {answer.a0_ppn}, and is the newest now")
cache.step(fill_valid=1, fill_asid=1, fill_vpn=99, fill_ppn=1099)
for vpn in (0, 1, 2):
    hit = cache.step(lk0_valid=1, lk0_asid=1, lk0_vpn=vpn).a0_hit
    print(f"cycle {cache.cycle}: page {vpn} {'is there' if hit else 'had to go'}")
