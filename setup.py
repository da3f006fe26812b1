"""What `pip install --no-build-isolation .` asks for: the package of python/, and in it the program with its presets
and trained models (tapehead/_installed, a prefix of `cmake --install`) and the extension, tapehead._engine, where
pybind11 is there.

CMAKE_ARGS, an environment variable, has arguments for CMake, such as -DTAPEHEAD_NATIVE=OFF for a wheel of all x86-64
processors. With TAPEHEAD_BUILD=DIR nothing is built: what a build in DIR has made is taken."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parent
# Not build/, where scripts/build.sh builds the program; as deep as it, so that one cache serves both.
TREE = ROOT / "build-python"
CACHED = 'source scripts/compiler_cache.sh; exec "$@"'


def run(*words):
    done = subprocess.run(["bash", "-c", CACHED, "setup.py", *map(str, words)], cwd=ROOT)
    if done.returncode:
        sys.exit(f"setup.py: {shlex.join(map(str, words))}: failed; see above; scripts/setup.sh build installs what is "
                 "needed")


def built():
    """The directory of a build with the program in it."""
    if given := os.environ.get("TAPEHEAD_BUILD"):
        if not (pathlib.Path(given) / "cmake_install.cmake").is_file():
            sys.exit(f"setup.py: TAPEHEAD_BUILD: got {given}; the directory of a build is needed")
        return given
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run("cmake", "--preset", "release", "-S", ROOT, "-B", TREE, "--log-level=WARNING",
        f"-DPYTHON_EXECUTABLE={sys.executable}", *launcher, *shlex.split(os.environ.get("CMAKE_ARGS", "")))
    run("cmake", "--build", TREE, "--parallel", str(os.cpu_count()))
    return TREE


class WithProgram(build_py):
    def run(self):
        shutil.rmtree(pathlib.Path(self.build_lib) / "tapehead", ignore_errors=True)  # modules that are gone since
        super().run()
        if self.editable_mode:  # then the clone's own build/tapehead is the program
            return
        tree, package = built(), pathlib.Path(self.build_lib).resolve() / "tapehead"
        place, apart = package / "_installed", package / "_apart"
        for component, prefix in ("program", place), ("extension", apart):
            shutil.rmtree(prefix, ignore_errors=True)
            run("cmake", "--install", tree, "--component", component, "--prefix", prefix, "--strip")
        for built_there in apart.rglob("python/tapehead"):
            shutil.copytree(built_there, package, dirs_exist_ok=True)
        shutil.rmtree(apart, ignore_errors=True)


class Binary(Distribution):
    """A wheel of one kind of processor, whether or not the extension is in it."""

    def has_ext_modules(self):
        return True


[VERSION] = re.findall(r"^project\(tapehead VERSION (\S+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
TREE.mkdir(exist_ok=True)
setup(version=VERSION, distclass=Binary, cmdclass={"build_py": WithProgram},
      options={"build": {"build_base": str(TREE / "setuptools")}, "egg_info": {"egg_base": str(TREE)}})
