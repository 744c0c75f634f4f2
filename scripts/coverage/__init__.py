# SPDX-License-Identifier: Apache-2.0
"""Coverage of the lock-step benches: RTL lines and toggles, C lines and branches, functional bins."""
