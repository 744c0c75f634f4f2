#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tb/unit/unit_test.h: a test waits for what a random run brings, with an end; its seed is the one that is printed."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

TEST = r"""
#include "unit_test.h"
#include <stdio.h>
#include <unistd.h>

static uint64_t steps, every;
static void step(void) { steps++; every += steps % 30 == 0; }

static void waits_for(uint64_t least) {
    const unit_test_goal goals[] = {UNIT_TEST_GOAL(steps, 3), UNIT_TEST_GOAL(every, least)};
    steps = every = 0;
    UNIT_TEST_RUN_UNTIL(step, 10, goals);
    printf("%d steps\n", (int)steps);
}

static void seen_at_once(void **unused) { (void)unused; waits_for(0); }
static void seen_late(void **unused) { (void)unused; waits_for(6); }
static void never_seen(void **unused) { (void)unused; waits_for(7); }
static void has_one_seed(void **unused) {
    (void)unused;
    sleep(2);
    printf("then %llu\n", (unsigned long long)unit_test_seed());
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(seen_at_once), cmocka_unit_test(seen_late),
                                       cmocka_unit_test(never_seen), cmocka_unit_test(has_one_seed)};
    return UNIT_TEST_RUN("until", tests);
}
"""


class RunUntil(unittest.TestCase):
    """A program of four tests, of which one must fail."""

    def test_the_program(self) -> None:
        env = {name: value for name, value in os.environ.items() if name not in ("GMMU_SEED", "GMMU_ONE_IN")}
        with tempfile.TemporaryDirectory() as folder:
            source, program = pathlib.Path(folder, "until.c"), str(pathlib.Path(folder, "until"))
            source.write_text(TEST)
            subprocess.run([env.get("CC", "cc"), "-D_GNU_SOURCE", "-Itb/unit", "-Imodels", str(source),
                            "tb/unit/unit_test.c", "-lcmocka", "-o", program], check=True)
            done = subprocess.run([program], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  check=False)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(set(re.findall(r"^\d+ steps$", done.stdout, re.M)), {"10 steps", "180 steps"})
        self.assertIn("every is 6 after 200 steps, expected at least 7\n", done.stdout)
        printed, used = (re.findall(pattern, done.stdout, re.M) for pattern in (r"GMMU_SEED=(\d+)$", r"^then (\d+)$"))
        self.assertEqual(printed, used)


if __name__ == "__main__":
    unittest.main()
