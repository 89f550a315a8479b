"""Build once, and keep, the two virtual environments the peer systems run in.

`.venv-bench` holds every peer but mesa-frames, whose newest release asks for an older NumPy and would hold the others
back; it has `.venv-bench-2` to itself. Versions are pinned in `constraints.txt` and `constraints-2.txt`. Where the
pinned set cannot be installed, each package is tried on its own without pins, and one that still fails is reported as
not available rather than stopping the benchmarks.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WANTED_PYTHON = "3.12"
RECORD = "built.json"  # kept inside the environment: which constraints it was built from


@dataclass(frozen=True)
class Environment:
    """One virtual environment: where it lies, what it holds, and the pins it is built from."""

    folder: Path
    packages: tuple[str, ...]
    constraints: Path

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self.folder / "bin" / "python"


ENVIRONMENTS = (
    Environment(
        ROOT / ".venv-bench",
        ("numpy", "numba", "mesa", "networkx", "agentpy", "starsim", "laser-core"),
        HERE / "constraints.txt",
    ),
    Environment(ROOT / ".venv-bench-2", ("mesa-frames", "polars"), HERE / "constraints-2.txt"),
)


def base_interpreter() -> tuple[str, dict[str, str]]:
    """The command, and the surroundings it needs, that starts Python 3.12; else the Python that runs this file.

    A version manager's launcher may refuse to start a version that is installed but not chosen, so it is also asked
    with the version named.
    """
    command = f"python{WANTED_PYTHON}"
    for extra in ({}, {"PYENV_VERSION": WANTED_PYTHON}):
        surroundings = {**os.environ, **extra}
        try:
            subprocess.run([command, "-c", "import venv"], env=surroundings, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return command, surroundings
    return sys.executable, dict(os.environ)


def install(environment: Environment, *arguments: str) -> bool:
    """Run pip in the environment; true if it succeeded."""
    command = [environment.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def ensure(environment: Environment) -> None:
    """Build the environment unless it stands, built from the same constraints."""
    record = environment.folder / RECORD
    pins = environment.constraints.read_text()
    if record.exists() and json.loads(record.read_text()) == {"constraints": pins}:
        return
    command, surroundings = base_interpreter()
    subprocess.run([command, "-m", "venv", "--clear", environment.folder], env=surroundings, check=True)
    (environment.folder / ".gitignore").write_text("*\n")
    if not install(environment, "--constraint", str(environment.constraints), *environment.packages):
        for package in environment.packages:
            install(environment, package)
    record.write_text(json.dumps({"constraints": pins}))


def ensure_all() -> dict[str, str | None]:
    """Build what is missing and give each package's installed version, or None where it is not available here."""
    versions: dict[str, str | None] = {}
    for environment in ENVIRONMENTS:
        ensure(environment)
        answer = subprocess.run(
            [environment.python, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"],
            capture_output=True,
            text=True,
            check=True,
        )
        installed = {row["name"].lower().replace("_", "-"): row["version"] for row in json.loads(answer.stdout)}
        versions.update({package: installed.get(package) for package in environment.packages})
    return versions


def interpreter(package: str) -> Path:
    """The interpreter of the environment that holds this package."""
    for environment in ENVIRONMENTS:
        if package in environment.packages:
            return environment.python
    raise KeyError(package)


if __name__ == "__main__":
    for name, version in ensure_all().items():
        print(f"{name:12} {version or 'not available here'}")
