#!/usr/bin/python3
"""`pip install` into a virtual environment, without a network and of what was built here: program, extension, presets
and trained models work from any directory; and what is said where the extension is missing or of another version."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
BUILD = pathlib.Path(os.environ["TAPEHEAD"]).parent
PYTHON = "/usr/bin/python3"  # Debian's, whatever else is in PATH
RUN = SOURCE / "docs/results/ntm2014/graves2014-copy-ff"
TASK = '''
import tapehead


class Ones:
    spec = tapehead.Spec(tapehead.vectors(2), tapehead.bits(1))
    steps = 3

    def sample(self, rng, shape, batch):
        batch.input[:] = rng.random(batch.input.shape)
        batch.target[:] = 1
        batch.mask[:] = 1
'''
LATER = {"numpy", "pandas", "matplotlib", "scipy", "h5py", "torch", "tapehead._engine"}  # loaded when they are used


@unittest.skipUnless((BUILD / "cmake_install.cmake").exists(), "the program does not lie in a build directory")
class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        cls.venv = cls.root / "venv"
        cls.environment = {name: value for name, value in os.environ.items()
                           if not name.startswith(("TAPEHEAD", "PYTHON", "PIP_"))}
        subprocess.run([PYTHON, "-m", "venv", "--system-site-packages", cls.venv], check=True)
        done = subprocess.run([cls.venv / "bin/pip", "install", "--no-index", "--no-build-isolation", "--no-compile",
                               SOURCE], capture_output=True, text=True,
                              env=cls.environment | {"TAPEHEAD_BUILD": str(BUILD)})
        if done.returncode:
            raise AssertionError(done.stdout + done.stderr)
        [cls.package] = cls.venv.glob("lib/python3*/site-packages/tapehead")

    def run_in(self, *words, status=0, **more):
        done = subprocess.run([self.venv / "bin" / words[0], *map(str, words[1:])], cwd=self.root, text=True,
                              capture_output=True, env=self.environment | more)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr if status else done.stdout

    def python(self, code, **more):
        return self.run_in("python", "-B", "-c", f"import tapehead\n{code}", **more)

    def test_the_program_and_its_commands_work_from_any_directory(self):
        told = subprocess.run([os.environ["TAPEHEAD"], "list", "trained"], capture_output=True, text=True)
        self.assertEqual(self.run_in("tapehead", "list", "trained"), told.stdout)
        self.assertEqual(self.run_in("python", "-m", "tapehead", "--version"),
                         subprocess.run([os.environ["TAPEHEAD"], "--version"], capture_output=True, text=True).stdout)
        self.run_in("tapehead", "plot", "curves", RUN, "--out", "curves.png")
        self.assertTrue((self.root / "curves.png").read_bytes().startswith(b"\x89PNG"))
        self.assertTrue(self.run_in("tapehead", "compare", RUN).startswith("copy: groups"))
        self.run_in("tapehead", "report", RUN, "--out", "report.html")
        self.assertIn("Tapehead", (self.root / "report.html").read_text())
        self.run_in("tapehead", "export", "tensorboard", RUN, "--out", "events")
        said = self.run_in("tapehead", "sweep", "--nothing", status=2)
        self.assertRegex(said, r"\Atapehead sweep: [^\n]*see tapehead sweep --help\n\Z")

    def test_a_task_of_the_working_directory(self):
        (self.root / "mine.py").write_text(TASK)
        self.assertRegex(self.run_in("tapehead", "train", "--task", "mine:Ones", "--model", "lstm", "--threads", "1",
                                     "--train.sequences", "32", "--out", "of-mine"), "of-mine: finished after 32")

    def test_presets_and_trained_models_are_in_the_package(self):
        share = self.package / "_installed/share/tapehead"
        for ours, theirs in (("presets", "experiments/presets"), ("trained", "trained")):
            names = {path.relative_to(share / ours) for path in (share / ours).rglob("*.*")}
            wanted = {path.relative_to(SOURCE / theirs) for path in (SOURCE / theirs).rglob("*.*")}
            self.assertEqual(names, wanted)
        (share / "presets/of-this-place.ini").write_text("# ours\nseed = 7\n")
        self.addCleanup((share / "presets/of-this-place.ini").unlink)
        self.assertIn("of-this-place", self.run_in("tapehead", "list", "presets"))
        code = "print('of-this-place' in tapehead.presets(), 'copy' in tapehead.trained())"
        self.assertEqual(self.python(code), "True True\n")

    def test_a_run_from_training_to_its_table(self):
        said = self.python("run = tapehead.train(preset='copy', seed=1, out='run', progress=False, "
                           "train_sequences=64,\n"
                           "    train_validate_every=32, train_validation_episodes=10, train_final_episodes=10)\n"
                           "print(len(tapehead.runs(run)), run.load().settings['task'])\n"
                           "print(len(tapehead.evaluate(run, episodes=2, task_length=3)) > 0)")
        self.assertEqual(said, "1 copy\nTrue\n")

    def test_the_import_loads_nothing_large(self):
        self.assertEqual(self.python(f"import sys; print({LATER!r} & sys.modules.keys())"), "set()\n")

    def test_the_best_of_several_extensions_is_loaded(self):
        [extension] = self.package.glob("_engine*.so")
        code = "from tapehead import engine; print(engine._engine.__file__, *engine.kinds_here())"
        plain, *kinds = self.python(code).split()
        self.assertEqual(plain, str(extension))
        self.addCleanup(shutil.rmtree, self.package / "_kinds")
        for kind in [*kinds, "of-later-processors"]:
            (self.package / "_kinds" / kind).mkdir(parents=True)
            shutil.copyfile(extension, self.package / "_kinds" / kind / extension.name)
        self.assertEqual(self.python(code).split()[0].split("/")[-2], kinds[0] if kinds else "tapehead")
        for kind in [*kinds, "plain"]:
            self.assertEqual(self.python(code, TAPEHEAD_KERNELS=kind).split()[0].split("/")[-2],
                             kind if kind in kinds else "tapehead")
        if kinds:
            said = self.run_in("python", "-c", "import tapehead; tapehead.train", status=1,
                               TAPEHEAD_KERNELS="of-later-processors")
            self.assertIn("TAPEHEAD_KERNELS: got of-later-processors; one that this processor has is needed: "
                          f"{', '.join(kinds)}, plain", said)

    def test_without_the_extension_the_program_works_and_says_what_is_missing(self):
        [extension] = self.package.glob("_engine*.so")
        aside = extension.rename(self.root / "aside")
        self.addCleanup(aside.rename, extension)
        self.assertIn("copy", self.run_in("tapehead", "list", "trained"))
        said = self.python("print(len(tapehead.runs('" + str(RUN) + "')))\n"
                           "try: tapehead.train\nexcept ImportError as error: print(error)")
        self.assertRegex(said, r"\A1\ntapehead._engine: cannot be loaded [^\n]*pybind11[^\n]*setup.sh python[^\n]*\n\Z")
        (self.package / "_engine.py").write_text("version = '0.0.9'\n")
        self.addCleanup((self.package / "_engine.py").unlink)
        said = self.python("try: tapehead.train\nexcept ImportError as error: print(error)")
        self.assertRegex(said, r"\Atapehead._engine: is of version 0.0.9, and the package of [^\n]+ are needed\n\Z")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
