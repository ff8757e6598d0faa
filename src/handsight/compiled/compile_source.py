"""Compile generated source to machine code with LLVM, and cache it on disk.

Numba compiles a function together with everything it calls, and spends most of the time on inferring types
that are obvious here. So generated source goes to LLVM without Numba, and calls kernels that are already
compiled.
"""

import ast
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.types import WrapperAddressProtocol

from handsight.compiled.jit import Kernel, address, parse_signature
from handsight.compiled.kernel_cache import read_cached, write_cached
from handsight.compiled.python_to_llvm import FunctionEmitter, context, is_inlined, symbol
from handsight.source_code import imported_modules, source_key

OPTIMISATION_LEVEL = 2
"""LLVM's optimisation level; at this one generated source runs as fast as through Numba."""
Scope = dict[str, Any]
compile_lock: Any = compiler_lock.global_compiler_lock


class CompiledFunction(WrapperAddressProtocol):
    """A compiled function of generated source, which kernels can be given as an argument."""

    def __init__(self, engine: Any, address: int, signature: Any, text: str, caller: Kernel) -> None:
        self._engine = engine  # which holds the machine code in memory
        self._address, self._signature, self._caller = address, signature, caller
        self.text = text
        """The generated source that has this function, with all other functions in it."""

    def __wrapper_address__(self) -> int:
        """Return the address of the machine code."""
        return self._address

    def signature(self) -> Any:
        """Return its signature, for Numba."""
        return self._signature

    def __call__(self, *arrays: Any) -> Any:
        """Call it from Python, by a kernel that takes a function of this type and its arguments."""
        return self._caller(self, *arrays)


def compile_source(text: str, callers: Mapping[str, Kernel]) -> dict[str, Kernel]:
    """Return functions of generated source by name, from the cache or compiled now.

    *callers* names those functions, each with a kernel that calls such a function.
    """
    with compile_lock:
        return _compile_source(text, callers)


def _compile_source(text: str, callers: Mapping[str, Kernel]) -> dict[str, Kernel]:
    scope: Scope = {}
    functions = _split(text, scope)
    for kernel in _called(scope):
        llvm.add_symbol(symbol(kernel), address(kernel))
    signatures = {node.name: _signature(node, scope) for node in functions}
    name = _object_file(text)
    code = read_cached(name)
    if code is None:
        code = _compiled(functions, signatures, scope)
        write_cached(name, code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return {
        name: CompiledFunction(
            engine, engine.get_function_address(function_symbol(name)), signatures[name], text, caller
        )
        for name, caller in callers.items()
        if name in signatures
    }


def generated_code(text: str) -> tuple[str, list[Any]]:
    """Return LLVM code of generated source, for any machine, and the kernels that it calls by symbol."""
    with compile_lock:
        scope: Scope = {}
        functions = _split(text, scope)
        signatures = {node.name: _signature(node, scope) for node in functions}
        return str(_module(functions, signatures, scope)), _called(scope)


def _split(text: str, scope: Scope) -> list[ast.FunctionDef]:
    """Return the functions of generated source, after its imports and constants have been executed."""
    tree = ast.parse(text)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    tree.body = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    exec(compile(tree, "generated", "exec"), scope)  # noqa: S102  # it is our own text
    return functions


def _called(scope: Scope) -> list[Any]:
    """Return the kernels that are called where Numba has put them."""
    return [kernel for kernel in scope.values() if isinstance(kernel, Dispatcher) and not is_inlined(kernel)]


def _signature(node: ast.FunctionDef, scope: Scope) -> Any:
    """Return the signature in the decorator of a function."""
    mark = node.decorator_list[0]
    if not isinstance(mark, ast.Call):
        raise NotImplementedError(ast.unparse(mark))
    text = eval(compile(ast.Expression(mark.args[0]), "generated", "eval"), scope)  # noqa: S307  # our own text
    arguments, returns = parse_signature(text)
    return returns(*arguments)


def function_symbol(name: str) -> str:
    """Return the symbol of a function; a prefix keeps it apart from system functions such as `read`."""
    return f"generated.{name}"


def _compiled(functions: list[ast.FunctionDef], signatures: dict[str, Any], scope: Scope) -> bytes:
    """Return the object file that LLVM compiles from functions."""
    module = _module(functions, signatures, scope)
    module.triple = llvm.get_process_triple()
    whole = llvm.parse_assembly(str(module))
    whole.verify()
    options = llvm.create_pipeline_tuning_options(OPTIMISATION_LEVEL)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False  # hands are short
    target = _target_machine()
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(whole, passes)
    code: bytes = target.emit_object(whole)
    return code


def _module(functions: list[ast.FunctionDef], signatures: dict[str, Any], scope: Scope) -> ir.Module:
    """Return an LLVM module with the code of functions."""
    module = ir.Module()
    ours: Scope = {}
    for node in functions:
        signature = signatures[node.name]
        kinds = [context.get_value_type(kind) for kind in signature.args]
        returns = context.get_value_type(signature.return_type)
        ours[node.name] = ir.Function(module, ir.FunctionType(returns, kinds), function_symbol(node.name))
        FunctionEmitter(ours[node.name], scope | ours).emit(node)
    return module


def _target_machine() -> Any:
    """Return a target for this machine with all its features; each engine owns one."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=features,
        opt=OPTIMISATION_LEVEL,
        jit=True,
        codemodel="jitdefault",
    )


# ---- cache


def _object_file(text: str) -> str:
    """Return the name under which the machine code of a source text is cached, for machines like this one."""
    machine = llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    sources = source_key([__name__, *imported_modules(text)])
    parts = "\n".join((text, sources, *machine))
    return f"generated/{blake2b(parts.encode(), digest_size=16).hexdigest()}"
