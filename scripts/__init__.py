# SPDX-License-Identifier: Apache-2.0
"""What make runs, in Python: `from scripts.area.flow import Flow`, with the root of the tree in PYTHONPATH."""
