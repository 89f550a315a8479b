"""What the model is made of: columns, levers, people, tree and ties, keyed random draws, and how a rule is written.

Nothing here depends on a mechanism. Tools without any knowledge of the model are in support/. Only NumPy, SciPy and
numba are imported.
"""
