# SPDX-License-Identifier: Apache-2.0
"""Parts of the pages that are made from what the flows know, and what runs the commands of the guides."""
