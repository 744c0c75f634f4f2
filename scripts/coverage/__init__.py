"""Coverage of the lock-step benches: RTL lines and toggles, C lines and branches, functional bins."""
