"""The implementation of compiler/__init__.py with numba's public interface alone: slower to compile, same results.

A step is an `njit` function behind a `cfunc` that reads its arrays from the frame. Compiled code is kept by numba's own
file cache, in a folder named by the package's source, since numba does not notice an edit to a helper in another file.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import cfunc, njit, types
from numba.extending import intrinsic

from unanimity.compiler import code_files
from unanimity.compiler.arguments import NUMBERS
from unanimity.compiler.code_files import ENDING, write_whole
from unanimity.compiler.column_type import column_value
from unanimity.support.source_hash import source_hash

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
# only compiled code calls these, so numba need not write their entries for Python and C: a third of the time to compile
INNER: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
FORM = f"public numba, 1 {OPTIONS}"
prepare_child = None
_ENTRY = """def entry({numbers}, frame):
    body({numbers}, *arrays_of(frame))
    return 0
"""


def for_plain_types(made: Any) -> Any:
    """The function itself; numba compiles it for every type of integer."""
    return made


def compile_lock() -> AbstractContextManager[Any]:
    """No lock is needed, since no process is forked."""
    return nullcontext()


def inner(function: Any, in_place: bool = False, allocates: bool = False) -> Any:
    """A function that only compiled code calls."""
    return njit(**INNER)(function)


@contextmanager
def _kept_files() -> Iterator[None]:
    """numba's file cache is set to our folder while a function is declared; a user's own functions keep theirs."""
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(code_files.cache_folder() / f"public-{source_hash()}")
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def keep(function: Any, title: str = "", stamp: Callable[[], str] | None = None, **options: Any) -> Any:
    """A function that numba compiles once for this version of the package and keeps in the cache folder."""
    with _kept_files():
        return njit(cache=True, **options)(function)


class Step:
    """A step of the month and its compiled entries, by the types of its arguments."""

    def __init__(self, function: Any, title: str) -> None:
        self.py_func, self.title = function, title
        self.entries: dict[tuple[Any, ...], Any] = {}

    def mark(self, kinds: tuple[Any, ...]) -> Path:
        """The file whose presence says that numba's cache holds this form."""
        form = hashlib.sha256(f"{source_hash()} {kinds}".encode()).hexdigest()[:20]
        return code_files.cache_folder() / f"{self.title}.{form}{ENDING}"

    def compile(self, kinds: tuple[Any, ...]) -> None:
        """Compile its entry, or load it from numba's cache."""
        numbers = ", ".join(f"n{k}" for k in range(NUMBERS))
        name = f"{self.title}_entry"
        path = code_files.cache_folder() / f"{name}.py"
        text = _ENTRY.format(numbers=numbers)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_whole(path, text.encode())
        spec = spec_from_file_location(f"unanimity_kernel_{name}", path)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[spec.name] = module  # numba looks there for the module of what it has cached
        spec.loader.exec_module(module)
        module.__dict__.update(body=njit(**INNER)(self.py_func), arrays_of=_reader_of_frames(kinds[NUMBERS:]))
        signature = types.int32(*[types.int64] * NUMBERS, types.CPointer(types.int64))
        with _kept_files():
            self.entries[kinds] = cfunc(signature, cache=True, **OPTIONS)(module.__dict__["entry"])
        write_whole(self.mark(kinds), b"kept by numba")


def _reader_of_frames(kinds: tuple[Any, ...]) -> Any:
    """A compiled function that reads columns from a frame, which has for each the address of its first item and its
    shape."""
    @intrinsic
    def arrays_of(typing, frame):  # type: ignore[no-untyped-def]
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word, place, found = ir.IntType(64), 0, []
            for kind in kinds:
                read = [builder.load(builder.gep(arguments[0], [word(place + at)])) for at in range(1 + kind.ndim)]
                first = builder.inttoptr(read[0], context.get_value_type(types.CPointer(kind.dtype)))
                found.append(column_value(context, builder, kind, first, read[1:]))
                place += len(read)
            return context.make_tuple(builder, signature.return_type, found)

        return types.Tuple(kinds)(frame), write

    return arrays_of


def outer(function: Any, title: str) -> Step:
    """A step of the month; its title contains everything that its compiled form depends on."""
    return Step(function, title)


def loaded(step: Step, kinds: tuple[Any, ...]) -> bool:
    """Whether a step is compiled for arguments of these types, by this process or by an earlier one."""
    if kinds not in step.entries and step.mark(kinds).exists():
        try:
            step.compile(kinds)
        except Exception:  # numba's cache has lost it: the step is compiled again, once its helpers are in its module
            step.mark(kinds).unlink(missing_ok=True)
    return kinds in step.entries


def address(step: Step, kinds: tuple[Any, ...]) -> int:
    """The address of the entry of a compiled step."""
    return int(step.entries[kinds].address)
