"""Compile a C source at run time, for a GPU or for the processor, and call its kernels on tensors.

On a GPU the compiler is NVRTC, which comes with PyTorch; on the processor it is the machine's C compiler, for
tests that hold the GPU's source to the other implementations of the rules.
"""

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import torch

from handsight.errors import InputError

THREADS = 64
"""Threads of a block: games keep much in registers, so blocks are small."""
Kernel = Callable[..., None]
"""Called with the number of threads and the kernel's arguments: tensors, `Word` and plain integers."""


class Word(int):
    """An argument of 64 bits; plain integers have 32."""


class Kernels(Protocol):
    """A compiled source."""

    def kernel(self, name: str) -> Kernel:
        """Find a kernel by its name."""
        ...


def compile_source(source: str, defines: Mapping[str, int], device: str) -> Kernels:
    """Compile a source for ``"cuda"`` or ``"cpu"``, with numbers defined for its preprocessor.

    Raises:
        InputError: There is no compiler for this device, or it does not accept the source.
    """
    return (CudaKernels if device == "cuda" else HostKernels)(source, tuple(sorted(defines.items())))


def _ctypes_argument(value: Any) -> Any:
    """Turn a tensor, a word or an integer into what a C function takes."""
    if hasattr(value, "data_ptr"):
        if not value.is_contiguous():
            raise ValueError("a kernel takes contiguous tensors only")
        return ctypes.c_void_p(value.data_ptr())
    return ctypes.c_uint64(value) if isinstance(value, Word) else ctypes.c_int(value)


class HostKernels:
    """Kernels as plain loops on the processor."""

    def __init__(self, source: str, defines: tuple[tuple[str, int], ...]) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise InputError("no C compiler was found (cc, gcc or clang); install one, for example gcc")
        with tempfile.TemporaryDirectory() as folder:
            library, text = Path(folder) / "kernels.so", Path(folder) / "kernels.c"
            text.write_text(source, encoding="utf-8")
            flags = [f"-D{name}={value}" for name, value in defines]
            command = [compiler, "-O2", "-shared", "-fPIC", *flags, "-o", str(library), str(text), "-lm"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # the compiler was found on the path
            if done.returncode:
                raise InputError(f"the C compiler refused the source:\n{done.stderr}")
            self.library = ctypes.CDLL(str(library))

    def kernel(self, name: str) -> Kernel:
        """Find a kernel by its name."""
        function = getattr(self.library, name)
        function.restype = None

        def call(threads: int, *arguments: Any) -> None:
            function(ctypes.c_int(threads), *map(_ctypes_argument, arguments))

        return call


class CudaKernels:
    """Kernels on the current GPU of PyTorch, launched on its current stream."""

    def __init__(self, source: str, defines: tuple[tuple[str, int], ...]) -> None:
        torch.cuda.init()
        torch.zeros(1, device="cuda")  # makes the context that modules are loaded into
        major, minor = torch.cuda.get_device_capability()
        options = [f"--gpu-architecture=sm_{major}{minor}", *(f"-D{name}={value}" for name, value in defines)]
        self.driver = ctypes.CDLL("libcuda.so.1")
        self.module = ctypes.c_void_p()
        self._check(self.driver.cuModuleLoadData(ctypes.byref(self.module), _cubin(source, tuple(options))))

    def _check(self, status: int) -> None:
        if status:
            text = ctypes.c_char_p()
            self.driver.cuGetErrorString(status, ctypes.byref(text))
            raise RuntimeError(f"the GPU driver reports error {status}: {(text.value or b'').decode()}")

    def kernel(self, name: str) -> Kernel:
        """Find a kernel by its name."""
        function = ctypes.c_void_p()
        self._check(self.driver.cuModuleGetFunction(ctypes.byref(function), self.module, name.encode()))

        def call(threads: int, *arguments: Any) -> None:
            values = [ctypes.c_int(threads), *map(_ctypes_argument, arguments)]
            pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            blocks = -(-threads // THREADS)
            self._check(
                self.driver.cuLaunchKernel(function, blocks, 1, 1, THREADS, 1, 1, 0, stream, pointers, None)
            )

        return call


@lru_cache
def _cubin(source: str, options: tuple[str, ...]) -> bytes:
    """Compile for a GPU by NVRTC."""
    nvrtc = _load_nvrtc()
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernels.cu", 0, None, None)
    arguments = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    if nvrtc.nvrtcCompileProgram(program, len(options), arguments):
        raise InputError(f"NVRTC refused the source:\n{_read(nvrtc, program, 'ProgramLog').decode()}")
    return _read(nvrtc, program, "CUBIN")


def _read(nvrtc: Any, program: Any, what: str) -> bytes:
    size = ctypes.c_size_t()
    getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f"nvrtcGet{what}")(program, text)
    return text.raw


def _load_nvrtc() -> Any:
    """Load the library that PyTorch has loaded already, or one beside it, or the system's."""
    release = (torch.version.cuda or "0").partition(".")[0]
    name = f"libnvrtc.so.{release}"
    beside = sorted(Path(torch.__file__).parent.parent.glob(f"nvidia/**/{name}"))
    toolkit = sorted(Path("/usr/local").glob(f"cuda*/**/{name}"))
    for place in (name, *map(str, beside), *map(str, toolkit)):
        try:
            return ctypes.CDLL(place)
        except OSError:
            continue
    raise InputError(f"{name} was not found; install a PyTorch with CUDA {release}")
