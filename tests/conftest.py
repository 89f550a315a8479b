"""What all tests share: Hypothesis draws the same examples every time, and takes as long as compiling needs.

No test reads the environment of who runs it: a store, colours or a width of one's own would change what tests see.
`make test` tries few examples of each rule, `make check` many (--hypothesis-profile thorough).
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

for name in ("UNANIMITY_STORE", "NUMBA_DISABLE_JIT", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
    os.environ.pop(name, None)

for name, examples in (("fixed", 20), ("thorough", 200)):
    settings.register_profile(name, derandomize=True, deadline=None, database=None, max_examples=examples,
                              suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.load_profile("fixed")
