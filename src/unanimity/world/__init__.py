"""The world room: what exists (columns, levers, people, tree, ties), keyed luck, and how a rule is written.

Nothing here knows any mechanism. It imports NumPy, SciPy and numba only.
"""
