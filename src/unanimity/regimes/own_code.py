"""Mechanisms of one's own from a Python file: `--mechanism mine.py`, or `mechanisms = ["mine.py"]` in a file.

Such a file is code, which runs when it is read. So it runs only if the user names it, in a call, on the command line,
or in a regime, experiment or claim file on this machine in whose folder (or below) it stands; then a warning says so.
Tables that come from elsewhere, such as a request to the lab, can name none.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
import warnings
from collections.abc import Iterable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

from unanimity.mechanisms import BY_ID
from unanimity.support.errors import UserError, refuse
from unanimity.support.manners import path_of
from unanimity.world.formula import OWN_MODULE
from unanimity.world.rules import Mechanism

DECLARED = 'NAME: Annotated[float, Span(meaning, low, high, source, unit="...")] = DEFAULT'
_read: dict[Path, tuple[str, tuple[Mechanism, ...]]] = {}  # by file: digest of its text, and what it declares


class RunsCode(UserWarning):
    """A file that was read names code, which runs."""


def is_code(name: object) -> bool:
    """Whether an entry of a list of mechanisms is a file of one's own."""
    return isinstance(name, (str, Path)) and str(name).endswith(".py")


def mechanisms_in(file: str | Path) -> tuple[Mechanism, ...]:
    """The mechanisms that a Python file of the user declares, in their order in the file; the file runs."""
    path = path_of(file).resolve()
    if path.suffix != ".py":
        raise refuse("", "mechanism", str(file), "the path of a Python file (.py) that declares mechanisms")
    if not path.is_file():
        raise UserError(f"mechanism {str(file)!r}: there is no such file; allowed: the path of a Python file (.py) "
                        f"that declares mechanisms.")
    text = path.read_bytes()
    digest = hashlib.sha256(text).hexdigest()
    if path not in _read or _read[path][0] != digest:
        module = _run(path, digest)
        found = {id(one): one for one in vars(module).values()
                 if isinstance(one, Mechanism) and BY_ID.get(one.id) is not one}
        if not found:
            raise UserError(f"{file}: it declares no mechanism; allowed: NAME = Mechanism(...) at the level of the "
                            f"file (unanimity docs mechanism-of-your-own).")
        for one in found.values():
            if one.id in BY_ID:
                raise UserError(f"{file}: the mechanism {one.id!r} has the name of one of the model's; allowed: "
                                f"another id.")
            # annotations that are text would be looked up in a module that other processes do not have
            one.parameters.__annotations__ = _hints(one, path, module)
            _check_parameters(one, path)
        _read[path] = digest, tuple(found.values())
    return _read[path][1]


def _hints(one: Mechanism, path: Path, module: ModuleType) -> dict[str, Any]:
    """The annotations of its parameters as values; one that is no Span of four arguments is told with its line."""
    try:
        return get_type_hints(one.parameters, include_extras=True)
    except Exception as slip:
        for name, annotation in one.parameters.__annotations__.items():
            alone = type(name, (), {"__annotations__": {name: annotation}, "__module__": module.__name__})
            try:
                get_type_hints(alone, include_extras=True)
            except Exception as found:
                raise UserError(f"{_place(path, one, name)}: {found}; allowed: {DECLARED}") from found
        raise UserError(f"{path}: the parameters of {one.id!r} cannot be read: {slip}; allowed: {DECLARED}") from slip


def _check_parameters(one: Mechanism, path: Path) -> None:
    """Every parameter has a range, a source and a default inside the range."""
    for name in getattr(one.parameters, "_fields", ()):
        try:
            (found,) = (p for p in one.fields if p.name == name)
        except TypeError as slip:
            raise UserError(f"{path}: {slip}; allowed: {DECLARED}") from slip
        span = found.span
        if not str(span.source).strip():
            raise UserError(f"{_place(path, one, name)} has no source; allowed: a citation, or the honest word "
                            f"'assumed'.")
        if not span.low <= found.default <= span.high:
            raise UserError(f"{_place(path, one, name)}: the default {found.default:g} lies outside its range; "
                            f"allowed: {span.low:g} to {span.high:g}.")


def _place(path: Path, one: Mechanism, name: str) -> str:
    """File, line and name of a parameter."""
    lines = path.read_text(encoding="utf-8").splitlines()
    first = next((n for n, line in enumerate(lines, 1) if line.startswith(f"class {one.parameters.__name__}(")), 1)
    line = next((n for n, text in enumerate(lines[first:], first + 1) if text.strip().startswith(f"{name}:")), first)
    return f"{path}, line {line}: {one.id}.{name}"


def own_mechanisms(given: Iterable[Mechanism | str | Path]) -> tuple[Mechanism, ...]:
    """The mechanisms given to a call: declared ones, and those declared in files."""
    found: list[Mechanism] = []
    for one in (given,) if isinstance(given, (Mechanism, str, Path)) else given:
        if not isinstance(one, (Mechanism, str, Path)):
            raise refuse("", "mechanisms", one, "a Mechanism, or the path of a Python file that declares one")
        found += (one,) if isinstance(one, Mechanism) else mechanisms_in(one)
    return tuple(found)


def with_code(raw: Mapping[str, Any], where: str | Path) -> dict[str, Any]:
    """The tables of a file read from `where`, with code files given by their full path; each of them is reported in a
    warning, and runs."""
    names = raw.get("mechanisms")
    if not isinstance(names, list) or not any(map(is_code, names)):
        return dict(raw)
    folder, paths = path_of(where).resolve().parent, []
    for name in names:
        path = (folder / name).resolve() if is_code(name) else None
        if path is not None and not path.is_relative_to(folder):
            raise refuse(str(where), "mechanisms", name, "a .py file in the folder of this file or below")
        if path is not None and not path.is_file():
            raise refuse(str(where), "mechanisms", name, f"a .py file that is there, in {folder} or below")
        if path is not None and path not in _read:
            warnings.warn(f"{where} runs the code of {path}, which it names as a mechanism", RunsCode, stacklevel=2)
        paths.append(name if path is None else str(path))
        if path is not None:
            mechanisms_in(path)
    return {**raw, "mechanisms": paths}


def with_code_of_arms(raw: Mapping[str, Any], where: str | Path) -> dict[str, Any]:
    """The same for an experiment or a claim: its own list, and that of its regime."""
    whole = with_code(raw, where)
    regime = whole.get("regime")
    return {**whole, "regime": with_code(regime, where)} if isinstance(regime, Mapping) else whole


def already_read(name: str, where: str) -> tuple[Mechanism, ...]:
    """The mechanisms of a file that the user has named; any other is refused."""
    path = Path(name)
    if path not in _read:
        raise refuse(where, "mechanisms", name, "a mechanism of the model; a Python file of one's own is named in a "
                                                "file beside it, by --mechanism, or by mechanisms=[...] in Python")
    return _read[path][1]


def file_of(mechanism: Mechanism) -> Path | None:
    """The file of the user that declares a mechanism, if one does."""
    return next((path for path, (_, found) in _read.items() if mechanism in found), None)


def _run(path: Path, digest: str) -> ModuleType:
    """The file as a module; whatever it raises is reported with its line."""
    name = f"{OWN_MODULE}{path.stem}_{digest[:8]}"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # where annotations are looked up
    try:
        spec.loader.exec_module(module)
    except SyntaxError as slip:
        raise UserError(f"{path}, line {slip.lineno}: {slip.msg}") from slip
    except UserError:
        raise
    except Exception as slip:
        lines = [frame.lineno for frame in traceback.extract_tb(slip.__traceback__) if frame.filename == str(path)]
        raise UserError(f"{path}, line {lines[-1] if lines else '?'}: {type(slip).__name__}: {slip}") from slip
    return module
