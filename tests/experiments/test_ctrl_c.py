"""Ctrl-C while workers run: the parent stops them, and none of them prints anything."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, sys, time
from unanimity.experiments.executor import Processes

def slow(threads, tell):
    time.sleep(60)

def stop(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would begin deaf to it
signal.signal(signal.SIGTERM, stop)  # as `claims run` hears a request to end; its workers inherit it
signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, int(sys.argv[1])))
begun = time.monotonic()
signal.setitimer(signal.ITIMER_REAL, float(sys.argv[2]))
try:
    list(Processes(2).done(iter([(0, (slow, ())), (1, (slow, ()))]), lambda *told: None))
except KeyboardInterrupt:
    print("stopped", time.monotonic() - begun < 30)
"""


@pytest.mark.parametrize("number", [2, 15])
@pytest.mark.parametrize("after", ["0.01", "1.5"])  # while the workers are being born, and while they work
def test_ctrl_c_in_front_of_workers_is_quiet_and_quick(number, after):
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(number), after], capture_output=True, text=True,
                          timeout=60, start_new_session=True, check=False)
    assert (done.stdout, done.stderr) == ("stopped True\n", "")
