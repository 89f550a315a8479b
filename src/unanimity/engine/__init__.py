"""The engine: the order of the month, kernels generated from the rules, batches of worlds, runs, checkpoints, forks."""

from unanimity.world.versions import check_versions

check_versions()  # the engine imports parts of numba that other versions may not have
