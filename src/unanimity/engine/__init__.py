"""The engine: the order of the month, kernels generated from the rules, batches of worlds, runs, checkpoints, forks."""
