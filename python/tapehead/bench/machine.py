"""The machine: its processor, its load, and its speed at a matrix product."""
import json
import os
import pathlib
import re

from tapehead.runs.errors import note

from .programs import run

LARGE = "gemm/large/m512_n512_k512"


def cpu_info():
    return pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8") if os.path.exists("/proc/cpuinfo") else ""


def flags(text):
    return set((re.search(r"^flags\s*:(.*)$", text, re.MULTILINE) or ["", ""])[1].split())


def instruction_set(text):
    """The widest vector instructions that a processor has, from the text of /proc/cpuinfo."""
    has = flags(text)
    return "AVX-512" if {"avx512f", "avx512vl", "avx512bw"} <= has else "AVX2" if "avx2" in has else "no AVX2"


def kind():
    """The instruction set of this processor."""
    return instruction_set(cpu_info())


def processor(text):
    """ "AMD EPYC (family 25, model 1)", as manifest.json of a run has it, from the text of /proc/cpuinfo."""
    name, family, model = (re.search(rf"^{key}\s*:\s*(.+)$", text, re.MULTILINE)
                           for key in ("model name", "cpu family", "model"))
    if not name:
        return "unknown processor"
    return f"{name[1]} (family {family[1]}, model {model[1]})" if family and model else name[1]


def describe(kernels=None):
    """ "AMD EPYC (family 25, model 1), AVX2, 2 processors, load 0.1; kernels of Tapehead: avx2" """
    text = cpu_info()
    return (f"{processor(text)}, {instruction_set(text)}, {os.cpu_count()} processors, "
            f"load {os.getloadavg()[0]:.1f}{f'; kernels of Tapehead: {kernels}' if kernels else ''}")


def warn_if_busy():
    if os.getloadavg()[0] > 0.5:
        note(f"the machine is busy (load {os.getloadavg()[0]:.1f}): figures taken now are not to be published")


CORE_TYPES = {"AVX-512": "SKYLAKEX", "AVX2": "HASWELL"}  # instruction set → OpenBLAS's name for its kernels


def core_types(asked="fastest"):
    """The values of OPENBLAS_CORETYPE to try (None: OpenBLAS detects the processor itself): one of CORE_TYPES,
    "as-found", or "fastest" for every candidate. Debian's OpenBLAS 0.3.21 takes processors newer than itself for a
    Prescott of 2004."""
    if asked == "fastest":
        return [None, *(name for instructions, name in CORE_TYPES.items() if instructions == kind())]
    return [None if asked == "as-found" else asked]


def product_speeds(ops_program, seconds):
    """GFLOP/s of a 512×512×512 product in float on one thread: library → speed."""
    speeds = {}
    for core_type in core_types():
        said = run([ops_program, f"--benchmark_filter=^{LARGE}/.*threads:1$", f"--benchmark_min_time={seconds}",
                    "--benchmark_format=json"], {"OPENBLAS_CORETYPE": core_type} if core_type else {}, "benchmarks")
        for row in json.loads(said)["benchmarks"]:
            by_openblas = "/openblas/" in row["name"]
            name = f"OpenBLAS, {core_type or 'as found'}" if by_openblas else "Tapehead's gemm"
            speeds[name] = max(speeds.get(name, 0), row["GFLOP/s"])
    return speeds
