"""Everything that touches private parts of numba. It only makes compiling faster: no result depends on it.

The package uses this folder only on the versions it was tested with (compiler/versions.py, pyproject.toml), and not at
all where `UNANIMITY_PLAIN_NUMBA=1`; then compiler/public.py takes its place. A test compiles the month of three orders
both ways and compares the results bit for bit (tests/compiler/test_both_ways.py).

    lowering.py      formulas are not optimised one by one, but once inside their step; a step has one entry point
    kept_code.py     one checked file for each compiled function
    plain_types.py   one compiled form for all integers
    quick_typing.py  numba's type inference remembers its answers (in compiling child processes only)
"""
