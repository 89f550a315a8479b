"""The month compiled through private parts of numba and through its public interface alone gives the same bits."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

RUN = """
import sys
import unanimity as un
from unanimity.compiler import IS_PRIVATE
from unanimity.mechanisms import BY_ID
name, months, people, own = sys.argv[1:]
mechanisms = own.split(",") if own else None
regime = un.load_regime(name)
if own:
    import dataclasses
    regime = dataclasses.replace(regime, mechanisms=tuple(m for m in regime.mechanisms if m.id in mechanisms))
result = un.run(regime, months=int(months), people=int(people), worlds=2, seed=5, progress=False)
print(IS_PRIVATE, result.digest)
"""


def both_ways(tmp_path, name, months, people, own=""):
    """The digests of a run with the private compiler and without; each compiles into a folder of its own."""
    found = {}
    for plain in ("0", "1"):
        env = os.environ | {"UNANIMITY_PLAIN_NUMBA": plain}
        env |= {"UNANIMITY_CACHE": str(tmp_path / "plain")} if plain == "1" else {}
        done = subprocess.run([sys.executable, "-c", RUN, name, str(months), str(people), own], capture_output=True,
                              text=True, env=env, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        is_private, digest = done.stdout.split()
        assert is_private == str(plain == "0")
        found[plain] = digest
    return found


@pytest.mark.slow
def test_the_hall_alone(tmp_path):
    """About half a minute: four mechanisms, whose month the plain compiler makes anew."""
    found = both_ways(tmp_path, "leningrad-moscow-1925", 12, 400)
    assert found["0"] == found["1"]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["law", "apparatus", "terror"])
def test_the_whole_month_of_three_orders(tmp_path_factory, name):
    """The plain compiler takes minutes for the whole month; the three orders share it."""
    folder = tmp_path_factory.getbasetemp() / "both_ways"
    folder.mkdir(exist_ok=True)
    found = both_ways(folder, name, 24, 400)
    assert found["0"] == found["1"]
