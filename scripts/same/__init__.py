# SPDX-License-Identifier: Apache-2.0
"""The results of two simulators compared (make same)."""
