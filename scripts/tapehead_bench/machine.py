"""The machine: what it is, whether it is busy, and how fast a matrix product it can do."""
import json
import os
import pathlib
import re

from tapehead_runs.errors import note

from .programs import run

LARGE = "gemm/large/m512_n512_k512"


def describe():
    """ "Intel(R) Xeon(R) Processor, 2 processors, load 0.1" """
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8") if os.path.exists("/proc/cpuinfo") else ""
    model = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return f"{model[1] if model else 'unknown processor'}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"


def warn_if_busy():
    if os.getloadavg()[0] > 0.5:
        note(f"the machine is busy (load {os.getloadavg()[0]:.1f}): figures taken now are not to be published")


def core_types():
    """What OpenBLAS may be told the processor is (OPENBLAS_CORETYPE), besides what it finds: Debian's 0.3.21 takes
    processors newer than itself for a Prescott of 2004."""
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8") if os.path.exists("/proc/cpuinfo") else ""
    flags = set((re.search(r"^flags\s*:(.*)$", text, re.MULTILINE) or ["", ""])[1].split())
    better = ["SKYLAKEX"] if {"avx512f", "avx512vl", "avx512bw"} <= flags else ["HASWELL"] if "avx2" in flags else []
    return [None, *better]


def product_speeds(ops_program, seconds):
    """GFLOP/s of a 512×512×512 product in float on one thread: what did it → speed."""
    speeds = {}
    for core_type in core_types():
        said = run([ops_program, f"--benchmark_filter=^{LARGE}/.*threads:1$", f"--benchmark_min_time={seconds}",
                    "--benchmark_format=json"], {"OPENBLAS_CORETYPE": core_type} if core_type else {}, "benchmarks")
        for row in json.loads(said)["benchmarks"]:
            by_openblas = "/openblas/" in row["name"]
            name = f"OpenBLAS, {core_type or 'as found'}" if by_openblas else "Tapehead's gemm"
            speeds[name] = max(speeds.get(name, 0), row["GFLOP/s"])
    return speeds
