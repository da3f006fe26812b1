#!/usr/bin/python3
"""The engine compiled as part of a project that contains a clone of it: the same consumer learns, in double too."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])


class CompiledAlong(unittest.TestCase):
    def test_it_learns_in_float_and_in_double(self):
        with tempfile.TemporaryDirectory() as folder:
            project, build = pathlib.Path(folder) / "project", pathlib.Path(folder) / "build"
            shutil.copytree(SOURCE / "examples/consumer", project)
            with (project / "CMakeLists.txt").open("a") as file:
                file.write("add_executable(in_double consumer.cpp)\n"
                           "target_link_libraries(in_double PRIVATE tapehead::engine)\n"
                           "target_compile_definitions(in_double PRIVATE TAPEHEAD_REAL=f64)\n")
            subprocess.run(["cmake", "-S", project, "-B", build, "-G", "Ninja", "-DTAPEHEAD_DOUBLE=ON",
                            "-DTAPEHEAD_NATIVE=OFF", f"-DFETCHCONTENT_SOURCE_DIR_TAPEHEAD={SOURCE}"], check=True)
            subprocess.run(["cmake", "--build", build], check=True)
            for program in ("consumer", "in_double"):
                said = subprocess.run([build / program], cwd=folder, check=True, capture_output=True, text=True).stdout
                self.assertIn("0 of 4 bits wrong", said, program)


if __name__ == "__main__":
    unittest.main()
