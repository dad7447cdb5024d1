"""The shim: built with the C compiler of the machine, and loaded before everything else."""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_SOURCE = Path(__file__).with_name("shim.c")
_LOADED = "DUALMEM_BENCH_SHIM"


def is_available() -> bool:
    """Tell whether a shim can be built and loaded here."""
    return sys.platform == "linux" and compiler() is not None


def compiler() -> str | None:
    """Give the C compiler, or None."""
    return next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


def reload(arguments: list[str]) -> None:
    """Run ``python -m bench.faults`` again with the shim in front of libc, unless that is so already."""
    if is_loaded():
        return
    if not is_available():
        raise SystemExit("this bench needs Linux and a C compiler")
    folder = Path(tempfile.mkdtemp(prefix="dualmem-shim-"))
    library = folder / "shim.so"
    try:
        build = [str(compiler()), "-shared", "-fPIC", "-O2", "-o", str(library), str(_SOURCE), "-ldl"]
        subprocess.run(build, check=True)
        environment = {**os.environ, "LD_PRELOAD": str(library), _LOADED: str(library)}
        code = subprocess.run([sys.executable, "-m", "bench.faults", *arguments], env=environment, check=False)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    raise SystemExit(code.returncode)


def is_loaded() -> bool:
    """Tell whether the shim is in front of libc in this process."""
    return bool(os.environ.get(_LOADED))


def loaded() -> ctypes.CDLL:
    """Give the shim that is in front of libc in this process."""
    library = ctypes.CDLL(os.environ[_LOADED])
    library.dm_log.argtypes = [ctypes.c_char_p]
    library.dm_arm.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_int, ctypes.c_int]
    library.dm_calls.restype = ctypes.c_long
    library.dm_syncs.restype = ctypes.c_long
    return library
