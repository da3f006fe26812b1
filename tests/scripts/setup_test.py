#!/usr/bin/python3
"""scripts/setup.sh on other systems, simulated by programs of a few lines: one line says what is wrong."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
SETUP = SOURCE / "scripts/setup.sh"
TOOLS = ["bash", "cat", "env", "grep", "head", "mktemp", "printf", "rm", "sed", "sort"]
SCRIPTS = ["build.sh", "quickstart.sh", "test.sh"]


class Elsewhere(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "bin").mkdir()
        for name in TOOLS:
            (self.root / "bin" / name).symlink_to(shutil.which(name))
        self.plays("uname", "echo Linux")

    def plays(self, name, text):
        path = self.root / "bin" / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def has(self, system, *packages, version="", **versions):
        """A system with dpkg and these packages; its name and the versions of its programs."""
        (self.root / "os-release").write_text(f'ID={system}\nVERSION_ID="{version}"\n')
        for name, number in versions.items():
            said = f"{name} version {number}" if name == "cmake" else number
            self.plays(name.replace("gxx", "g++"), f"echo {said}")
        if packages:
            self.plays("dpkg-query", f"printf ' {' '.join(f'installed:{name}' for name in packages)} '")

    def setup(self, *words, script=SETUP):
        done = subprocess.run(["bash", script, *words], capture_output=True, text=True, cwd=self.root,
                              env={"PATH": str(self.root / "bin"), "OS_RELEASE": str(self.root / "os-release")})
        return done.returncode, done.stderr

    def build_packages(self):
        rows = [line.split("|") for line in SETUP.read_text().splitlines() if line.startswith("build ")]
        return [row[1].strip() for row in rows]

    def test_all_there(self):
        self.has("debian", *self.build_packages(), version="12", cmake="3.25.1", gxx="12.2.0")
        self.assertEqual(self.setup("build"), (0, ""))

    def test_too_old(self):
        self.has("ubuntu", *self.build_packages(), version="22.04", cmake="3.22.1", gxx="12.3.0")
        status, said = self.setup("build")
        self.assertEqual(status, 2)
        self.assertRegex(said, r"\Asetup.sh: got cmake 3.22.1 on ubuntu 22.04; 3.25 or later is needed[^\n]*\n\Z")
        self.has("ubuntu", version="22.04", cmake="3.27.0", gxx="11.4.0")
        self.assertRegex(self.setup("build")[1], r"\Asetup.sh: got g\+\+ 11.4.0 [^\n]*; 12 or later is "
                                                 r"needed[^\n]*\n\Z")

    def test_a_cmake_of_one_s_own_will_do(self):
        packages = [name for name in self.build_packages() if name != "cmake"]
        self.has("ubuntu", *packages, version="22.04", cmake="3.28.0", gxx="12.3.0")
        self.assertEqual(self.setup("build"), (0, ""))

    def test_fedora_s_names(self):
        self.has("fedora", version="41")
        self.plays("dnf", "exit 1")
        status, said = self.setup("build")
        self.assertEqual(status, 2)
        self.assertIn("fedora 41 has no package libfccp-dev", said)
        self.assertIn("\n  hdf5-devel ", said)
        self.assertNotIn("libhdf5-dev", said)

    def test_ubuntu_has_its_own_name_for_chromium(self):
        self.has("ubuntu", "g++", version="24.04")
        self.plays("apt-get", 'case "$*" in *update*) ;; *) echo "asked: $*"; exit 1 ;; esac')
        self.plays("sudo", 'exec "$@"')
        status, said = self.setup("test")
        self.assertEqual(status, 2)
        self.assertRegex(said, r"asked: .* chromium-browser chromium-chromedriver ")

    def test_hdf5_is_found_where_debian_has_it(self):
        """Without dpkg: the header is in a folder that the compiler does not search by default."""
        if not pathlib.Path("/usr/include/hdf5/serial/hdf5.h").exists():
            self.skipTest("HDF5 is not Debian's here")
        self.has("linux")
        (self.root / "bin/g++").symlink_to(shutil.which("g++"))
        self.assertNotIn("libhdf5-dev", self.setup("build")[1])

    def test_no_linux(self):
        self.plays("uname", "echo Darwin")
        for script in ["setup.sh", *SCRIPTS]:
            (self.root / "scripts").mkdir(exist_ok=True)
            for name in ["setup.sh", script]:
                shutil.copy(SOURCE / "scripts" / name, self.root / "scripts")
            (self.root / "bin/dirname").unlink(missing_ok=True)
            (self.root / "bin/dirname").symlink_to(shutil.which("dirname"))
            status, said = self.setup(script=self.root / "scripts" / script)
            self.assertEqual(status, 2, script)
            self.assertRegex(said, r"\Asetup.sh: got Darwin; Linux is needed[^\n]*\n\Z")

    def test_an_old_bash(self):
        """bash 3.2 reads the first lines before any syntax that it does not know."""
        first = SETUP.read_text().split("declare -A")[0]
        self.assertIn("BASH_VERSINFO[0] < 4", first)
        done = subprocess.run(["bash", "-c", first.replace("BASH_VERSINFO[0]", "3")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\Asetup.sh: got bash [^\n]*; 4 or later is needed[^\n]*\n\Z")


class Image(unittest.TestCase):
    def test_the_two_commands(self):
        text = (SOURCE / "Dockerfile").read_text()
        self.assertIn("FROM debian:12\n", text)
        for command in ("./scripts/quickstart.sh", "./scripts/test.sh"):
            self.assertIn(command, text)
        self.assertIn("\nruns\n", (SOURCE / ".dockerignore").read_text())


if __name__ == "__main__":
    unittest.main()
