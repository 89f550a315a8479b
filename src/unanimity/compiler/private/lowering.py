"""How numba compiles the month: everything once, and nothing for calls from Python.

A generated step calls some hundred small functions (rules, formulas, draws of luck). numba would optimise each by
itself, make machine code of it, and then do both again for the step into which it is inlined. Here an inner function
stays as numba first writes it (`_Inner`), and only the step is optimised and made into machine code (`_Outer`), which
halves the time to compile. An inner function is compiled once for all types of whole numbers.

A step takes up to seventy arrays. Only the driver (engine/advance.py) calls it. numba's wrapper for Python, which
unpacks every array, would take longer to compile than many a rule; a step has one entry instead, which takes the
address of a `frame`: for each array the address of its first element and its shape, as 64-bit words.
"""

from __future__ import annotations

from functools import cache
from types import CodeType
from typing import Any

from llvmlite import ir
from llvmlite.binding import parse_assembly
from numba import _dynfunc, njit  # type: ignore[attr-defined]
from numba.core.cgutils import normalize_ir_text
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

from unanimity.compiler.arguments import NUMBERS
from unanimity.compiler.private.kept_code import keep
from unanimity.compiler.private.plain_types import for_plain_types

# numba's options for all generated code: no lock, plain IEEE arithmetic, and no reference counting, which costs a
# tenth of the month. Nothing is allocated in a month; a rule that would allocate does not compile.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "no_cpython_wrapper": True,
                           "_nrt": False}
FORM = "one entry for a frame, columns, 8"  # what else decides the compiled form; change it with this file


# --- functions that are inlined into a step ---------------------------------------------------------------------------
class _Library(JITCodeLibrary):
    """Code that is not optimised function by function, but once for the whole step."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def add_ir_module(self, written: Any) -> None:
        """numba's check of what it has written is left out, since LLVM refuses what it cannot read."""
        self._raise_if_finalized()
        read = parse_assembly(normalize_ir_text(str(written)))
        read.name = written.name
        self.add_llvm_module(read)


class _InnerLibrary(_Library):
    """The code of an inner function and of what it calls, as first written; it is optimised with its step."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _InnerLowering(NativeLowering):
    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        state.library.finalize()
        described = state.cr.fndesc
        nobody_calls_it = _dynfunc.make_function(described.lookup_module(), described.qualname.split(".")[-1], "", 0,
                                                 state.cr.env, (state.library,))
        state.targetctx.insert_user_function(nobody_calls_it, described, [state.library])
        state.cr = state.cr._replace(cfunc=nobody_calls_it)
        return True


# --- steps ----------------------------------------------------------------------------------------------------------
class _OuterLibrary(_Library):
    """The code of a step. Nobody else calls its body, so it is inlined into the entry."""

    body = ""

    def finalize(self) -> None:
        self._final_module.get_function(self.body).linkage = "internal"
        super().finalize()

    def _get_module_for_linking(self) -> Any:
        """What is kept beside the machine code: only the name of the entry, by which it is found again, since nobody
        links a step."""
        return parse_assembly(f'define i32 @"{entry_name(self.body)}"() {{ ret i32 0 }}')

    def _optimize_final_module(self) -> None:
        """Optimise once. numba's cheap round before it only prunes reference counting, of which there is none."""
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)


class _OuterLower(Lower):
    """Lowers a step and writes its entry."""

    def lower(self) -> None:
        super().lower()
        self.library.body = self.fndesc.llvm_func_name
        _write_entry(self.context, self.library, self.fndesc)


@register_pass(mutates_CFG=True, analysis_only=False)
class _OuterLowering(NativeLowering):
    _name = "outer_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        return _OuterLower

    def run_pass(self, state: Any) -> bool:
        state.library = _OuterLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


def entry_name(body: str) -> str:
    """The symbol of the entry to a step's body."""
    return f"entry_{body}"


def _write_entry(context: Any, library: Any, described: Any) -> None:
    """`int32 entry(numbers ..., int64 *frame)`: read from the frame what numba passes for an array, and call the
    body."""
    module, word = context.create_module("entry"), ir.IntType(64)
    body = ir.Function(module, context.call_conv.get_function_type(described.restype, described.argtypes),
                       described.llvm_func_name)
    entry = ir.Function(module, ir.FunctionType(ir.IntType(32), [*[word] * NUMBERS, word.as_pointer()]),
                        entry_name(described.llvm_func_name))
    builder = ir.IRBuilder(entry.append_basic_block("entry"))
    result, fault = (builder.alloca(given.type.pointee) for given in body.args[:2])
    builder.store(ir.Constant(result.type.pointee, None), result)
    handed, place = list(entry.args[:NUMBERS]), 0
    for kind in described.argtypes[NUMBERS:]:
        read = [builder.load(builder.gep(entry.args[-1], [word(place + at)])) for at in range(1 + kind.ndim)]
        place += len(read)
        handed += [builder.inttoptr(read[0], body.args[2 + len(handed)].type), *read[1:]]
    builder.ret(builder.call(body, [result, fault, *handed]))
    library.add_ir_module(module)


# --- numba's decorator ----------------------------------------------------------------------------------------------
# numba's passes, by name, for what no rule has: operations on whole arrays, `with`, literals asked for by name,
# functions inlined from source, branches that types decide, exceptions with a message of their own, threads; or that
# list all types. A name that numba does not have is ignored.
_NEEDLESS = {"nopython_rewrites", "with_lifting", "rewrite_semantic_constants", "dead_branch_prune",
             "find_literally", "literal_unroll", "LiteralPropagation", "inline_inlinables", "inline_overloads",
             "Rewrite dynamic raises", "dump_parfor_diagnostics", "annotate_types"}
_FOR_CLOSURES = {"inline_closure_likes", "make_function_op_code_to_jit_function"}
_pipelines: dict[tuple[type[NativeLowering], bool], Any] = {}


def _pipeline(state: Any, lowering: type[NativeLowering]) -> list[Any]:
    """The passes for a function: one list for all that have closures, one for all that have none."""
    has_closures = any(isinstance(part, CodeType) for part in state.func_id.code.co_consts)
    if (lowering, has_closures) not in _pipelines:
        needless = _NEEDLESS if has_closures else _NEEDLESS | _FOR_CLOSURES
        made: Any = DefaultPassBuilder.define_nopython_pipeline(state)
        made.passes = [(lowering if found is NativeLowering else found, words) for found, words in made.passes
                       if found.name() not in needless]
        made.finalize()
        _pipelines[lowering, has_closures] = made
    return [_pipelines[lowering, has_closures]]


class _Inner(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return _pipeline(self.state, _InnerLowering)


def keep_all_inner() -> None:
    """For a process that only compiles steps: what numba itself compiles for a step (`max`, `int` of some type) is
    treated like an inner function, and not made into machine code that nobody calls."""
    Compiler.define_pipelines = _Inner.define_pipelines  # type: ignore[method-assign,assignment]


class _Outer(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return _pipeline(self.state, _OuterLowering)


def inner(function: Any, in_place: bool = False, allocates: bool = False) -> Any:
    """A function that only compiled code calls; `in_place`: always inlined into its caller; `allocates`: it
    is no part of a month (engine/kept.py), and may make arrays."""
    options = {name: value for name, value in OPTIONS.items() if name != "_nrt" or not allocates}
    return for_plain_types(njit(pipeline_class=_Inner, forceinline=in_place, **options)(function))


def outer(function: Any, title: str) -> Any:
    """A step; its compiled form is kept under a title that contains a digest of all its code."""
    return keep(function, title, lambda: title, pipeline_class=_Outer, **OPTIONS)


@cache
def _read_tables(context: Any) -> None:
    """Read numba's tables once; numba itself does it for every function that is loaded, which takes a third longer."""
    context.refresh()


def loaded(step: Any, kinds: tuple[Any, ...]) -> bool:
    """Whether a step is compiled for arguments of these types, by this process or by an earlier one."""
    if kinds not in step.overloads:
        _read_tables(step.targetctx)
        found = step._cache.load(kinds, step.targetctx)
        if found is None:
            return False
        step.add_overload(found)
    return True


def address(step: Any, kinds: tuple[Any, ...]) -> int:
    """The address of the entry of a compiled step."""
    found = step.overloads[kinds]
    return int(found.library.get_pointer_to_function(entry_name(found.fndesc.llvm_func_name)))
