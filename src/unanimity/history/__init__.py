"""The hindcast: a scenario with its dated inputs, held against what the record says (docs/history.md).

    import unanimity as un
    found = un.history.check(worlds=4, people=30000)       # ussr-1918-1941 against the rows that are to fit by
    print(found)                                           # every target with the model's number and the record's band
    found.table, found.sums
"""

from unanimity.history.checking import Checked, check
from unanimity.history.targets import FIT, Target, read_targets

__all__ = ["FIT", "Checked", "Target", "check", "read_targets"]
