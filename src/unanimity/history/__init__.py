"""The hindcast: a scenario with its dated inputs, compared with the historical record (docs/history/history.md).

    import unanimity as un
    found = un.history.check(worlds=4, people=30000)       # ussr-1918-1941 against the rows that are to fit by
    print(found)                                           # every target with the model's number and the record's band
    found.table, found.sums
    hindcast = un.history.run(worlds=20, people=30000)     # the same with yearly series, rivals and skill
    hindcast.skill
"""

from unanimity.history import plausible
from unanimity.history.calibration import Plan, calibrate, screen
from unanimity.history.calibration_result import Calibrated
from unanimity.history.hindcast import Hindcast, run
from unanimity.history.hindcast_ensemble import EnsembleCheck, check_over
from unanimity.history.target_check import Checked, check
from unanimity.history.targets import FIT, Target, read_targets
from unanimity.history.whatif import WhatIf, whatif
from unanimity.history.yearly_series import Yearly, read_series

__all__ = ["FIT", "Calibrated", "Checked", "EnsembleCheck", "Hindcast", "Plan", "Target", "WhatIf", "Yearly",
           "calibrate", "check", "check_over", "plausible", "read_series", "read_targets", "run", "screen", "whatif"]
