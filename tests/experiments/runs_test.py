#!/usr/bin/python3
"""tapehead runs: which runs are listed, their order, their columns, and which are deleted."""
import csv
import fcntl
import io
import json
import os
import pathlib
import pty
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import BAD_INPUT, PROGRAM, RUN_FILES, ProgramTest, snapshot, tiny

NOBODY = 65534


class Runs(ProgramTest):
    @classmethod
    def setUpClass(cls):
        """The runs of all tests, trained once."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.trained = pathlib.Path(folder.name)
        for words in (["--seeds", "1..2", "--out", "runs/seeds", *tiny()],
                      ["--out", "runs/more", *tiny(memory__slots=9, train__sequences=800)]):
            subprocess.run([PROGRAM, "train", *words, "--threads", "1"], cwd=cls.trained, capture_output=True,
                           check=True)

    def setUp(self):
        super().setUp()
        shutil.copytree(self.trained, self.root, dirs_exist_ok=True)

    def listed(self, *words):
        return [row["run"] for row in csv.DictReader(io.StringIO(self.tapehead("runs", *words, "--csv", "-")[0]))]

    def test_what_differs(self):
        out, err = self.tapehead("runs")
        head, *rows = out.splitlines()
        self.assertEqual(head.split(), ["run", "state", "sequences", "cost", "seconds", "seed", "memory.slots",
                                        "train.sequences"])
        self.assertEqual([row.split()[0] for row in rows], ["more", "seeds/seed-1", "seeds/seed-2"])
        self.assertEqual(rows[0].split()[1:3], ["finished", "800"])
        self.assertEqual(rows[2].split()[-3:], ["2", "8", "600"])
        self.assertEqual(err, "")

    def test_runs_that_may_not_be_read(self):
        """They are noted, by every command that looks for runs, once."""
        shutil.copy(PROGRAM, self.root / "tapehead")
        for place in (self.root, *self.root.rglob("*")):
            place.chmod(0o777)
        closed = self.root / "runs/seeds/seed-2"
        closed.chmod(0)
        self.addCleanup(closed.chmod, 0o777)
        user = NOBODY if os.geteuid() == 0 else None  # root may read everything

        def asked(*words):
            return subprocess.run([self.root / "tapehead", *words], cwd=self.root, capture_output=True, text=True,
                                  user=user, extra_groups=user and [])
        note = "tapehead: note: runs/seeds/seed-2: may not be read; what lies there is left out\n"
        for words in (["runs", "runs"], ["watch", "runs"], ["resume", "runs"], ["trace", "runs", "--out", "a.h5"],
                      ["eval", "runs", "--task.length", "2", "--episodes", "2", "--csv", "a.csv"]):
            done = asked(*words)
            self.assertEqual((done.returncode, done.stderr.count(note)), (0, 1), (words, done.stderr))
        shutil.rmtree(self.root / "runs/seeds/seed-1")
        for place in ("runs/seeds/seed-2", "runs/seeds"):
            done = asked("runs", place)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (BAD_INPUT, "", 1), done.stderr)
            self.assertIn("tapehead: runs/seeds/seed-2: cannot be read (Permission denied); ", done.stderr)

    def test_several_directories(self):
        """Each run once, by its whole path."""
        self.assertEqual(self.listed("runs/seeds", "runs/more"),
                         ["runs/seeds/seed-1", "runs/seeds/seed-2", "runs/more"])
        self.assertEqual(self.listed("runs/more", "runs", "--sort", "seed", "--where", "seed=1"),
                         ["runs/more", "runs/seeds/seed-1"])
        self.tapehead("runs", "runs/seeds/seed-2", "runs/more/", "--remove", "--yes")
        self.assertEqual(self.listed("runs"), ["seeds/seed-1"])
        self.assertIn("nowhere: ", self.tapehead("runs", "runs", "nowhere", status=BAD_INPUT)[1])

    def test_as_many_options_as_the_terminal_has_room_for(self):
        for wide, has in ((80, False), (200, True)):
            main, other = pty.openpty()
            self.addCleanup(os.close, main)
            fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 30, wide, 0, 0))
            process = self.ended_with_the_test(subprocess.Popen([PROGRAM, "runs"], cwd=self.root, stdout=other))
            os.close(other)
            self.assertEqual(process.wait(30), 0)
            lines = os.read(main, 65536).decode().splitlines()
            self.assertLessEqual(max(map(len, lines)), wide)
            self.assertEqual("train.sequences" in lines[0], has, lines)
            self.assertEqual("more options differ" in lines[-1], not has, lines)

    def test_names(self):
        self.tapehead("train", "--seeds", "1..2", "--out", "runs/seeds", "--name", "DNC, small", *tiny())
        head, *rows = self.tapehead("runs")[0].splitlines()
        self.assertEqual(head.split()[:3], ["run", "name", "state"])
        self.assertEqual(["DNC, small" in row for row in rows], [False, True, True])
        self.assertEqual(self.listed("runs", "--where", "name=DNC, small"), ["seeds/seed-1", "seeds/seed-2"])
        self.assertEqual([run["name"] for run in json.loads(self.tapehead("runs", "--json")[0])["runs"]],
                         ["", "DNC, small", "DNC, small"])

    def test_filters_and_orders(self):
        self.assertEqual(self.listed("runs", "--where", "memory.slots=8"), ["seeds/seed-1", "seeds/seed-2"])
        self.assertEqual(self.listed("runs", "--where", "memory.slots=8.0", "--where", "seed!=1"), ["seeds/seed-2"])
        self.assertEqual(self.listed("runs", "--where", "sequences>600"), ["more"])
        self.assertEqual(self.listed("runs", "--sort", "seed", "--descending")[0], "seeds/seed-2")
        costs = {row["run"]: row["cost"] for row in json.loads(self.tapehead("runs", "--json")[0])["runs"]}
        self.assertEqual(self.listed("runs", "--sort", "cost"), sorted(costs, key=costs.get))
        self.assertIn("best_sequences", self.tapehead("runs", "--sort", "best_sequences")[0].splitlines()[0])

    def test_a_number_is_ordered_by_numbers(self):
        self.refused("runs", "--where", "seed>abc", says='--where: got "abc" for seed; a number is needed')
        self.assertEqual(self.listed("runs", "--where", "run>seeds/seed-1"), ["seeds/seed-2"])

    def test_parts_stand_before_what_they_are_set_to(self):
        self.tapehead("train", "--out", "runs/least", *tiny(controller="gru", memory__slots=9))
        head = self.tapehead("runs")[0].splitlines()[0].split()
        self.assertLess(head.index("controller"), head.index("memory.slots"))
        self.assertLess(head.index("seed"), head.index("memory.slots"))

    def test_none_is_an_answer_too(self):
        none = ["runs", "--where", "seed=99"]
        self.assertEqual(json.loads(self.tapehead(*none, "--json")[0])["runs"], [])
        self.assertEqual(self.tapehead(*none, "--csv", "-")[0].split(",")[:2], ["run", "name"])
        self.tapehead(*none, "--csv", "none.csv")
        self.assertEqual((self.root / "none.csv").read_text().count("\n"), 1)
        self.assertEqual(self.tapehead(*none)[0], "")

    def test_names_and_notes_are_one_line(self):
        (self.root / "runs/more/notes.json").write_text(json.dumps({"note": "a\nb", "tags": []}))
        (self.root / "runs/more").rename(self.root / "runs/mo\nre")
        [row] = csv.DictReader(io.StringIO(self.tapehead("runs", "--where", "memory.slots=9", "--csv", "-")[0]))
        self.assertEqual((row["run"].count("\n"), row["note"].count("\n")), (0, 0))

    def test_states(self):
        for state, run in (("stopped", "runs/seeds/seed-1"), ("damaged", "runs/more")):
            (self.root / run / "result.json").unlink()
            if state == "damaged":
                (self.root / run / "result.json").write_text("{")
            self.assertEqual(self.listed("runs", "--state", state), [run.removeprefix("runs/")])
        long = tiny(train__sequences=1000000, train__validate_every=1000000)
        process = self.start("train", *long, "--threads", 1, "--out", "runs/now")
        self.wait_for((self.root / "runs/now/checkpoint-last.safetensors").exists, process)
        self.assertEqual(self.listed("runs", "--state", "running"), ["now"])
        _, err = self.tapehead("runs", "runs/now", "--remove", "--yes", status=BAD_INPUT)
        self.assertIn("runs/now: a process is writing here", err)
        self.assertTrue((self.root / "runs/now/config.ini").exists())

    def test_notes_and_tags_change_no_run(self):
        before = snapshot(self.root)
        self.tapehead("runs", "runs", "--where", "seed=2", "--note", "the best, so far", "--tag", "best", "--tag", "a")
        after = snapshot(self.root)
        self.assertEqual({name: data for name, data in after.items() if name in before}, before)
        self.assertEqual(set(after) - set(before), {"runs/seeds/seed-2/notes.json"})
        self.assertRegex(self.tapehead("runs")[0], r"(?m)^seeds/seed-2 .* a best +the best, so far$")
        self.assertEqual(self.listed("runs", "--where", "tag=best"), ["seeds/seed-2"])
        self.assertIn("is done already", self.tapehead("resume", "runs/seeds/seed-2")[0])
        self.refused("runs", "runs", "--untag", "bset", says='"bset" is not known; nearest: best; valid: a, best')
        self.tapehead("runs", "runs/seeds/seed-2", "--note", "", "--untag", "best", "--untag", "a")
        self.refused("runs", "runs", "--untag", "a", says="none of these runs has a tag")
        self.assertEqual(snapshot(self.root), before)

    def test_removed_once_agreed(self):
        self.refused("runs", "--remove", "--yes", says="DIR")
        before = snapshot(self.root)
        _, err = self.tapehead("runs", "runs", "--where", "seed=2", "--remove", status=BAD_INPUT)
        self.assertIn("--yes is needed", err)
        self.assertEqual(snapshot(self.root), before)
        self.tapehead("runs", "runs", "--where", "seed=2", "--remove", "--yes")
        self.assertFalse((self.root / "runs/seeds/seed-2").exists())
        self.assertEqual((self.root / "runs/seeds/seeds.csv").read_text().count("\n"), 2)
        self.tapehead("runs", "runs/seeds", "--remove", "--yes")
        self.assertFalse((self.root / "runs/seeds/seed-1").exists() or (self.root / "runs/seeds/seeds.csv").exists())
        self.assertEqual({path.name for path in (self.root / "runs/more").iterdir()}, RUN_FILES)

    def test_removed_from_within(self):
        self.tapehead("runs", "seed-2", "--remove", "--yes", folder=self.root / "runs/seeds")
        self.assertEqual((self.root / "runs/seeds/seeds.csv").read_text().count("\n"), 2)
        for name in ("restart-1", "restart-2"):
            shutil.copytree(self.root / "runs/more", self.root / "runs/again" / name)
        here = self.root / "runs/again/restart-1"
        before = snapshot(self.root)
        _, err = self.tapehead("runs", ".", "--remove", "--yes", folder=here, status=BAD_INPUT)
        self.assertIn("several restarts", err)
        self.assertEqual(snapshot(self.root), before)

    def test_a_person_is_asked(self):
        for answer, left in (("n", True), ("y", False)):
            master, slave = pty.openpty()
            process = self.ended_with_the_test(subprocess.Popen(
                [PROGRAM, "runs", "runs/more", "--remove"], cwd=self.root, stdin=slave, stderr=slave,
                stdout=subprocess.PIPE))
            said = ""
            while "[y/N]" not in said and select.select([master], [], [], 30)[0]:
                said += os.read(master, 4096).decode()
            self.assertIn("remove 1 runs", said)
            os.write(master, f"{answer}\n".encode())
            process.communicate(timeout=30)
            os.close(master)
            os.close(slave)
            self.assertEqual((self.root / "runs/more").exists(), left)

    def test_what_is_not_removed(self):
        sweep = self.root / "sweep"
        (sweep / "points").mkdir(parents=True)
        (sweep / "sweep.toml").write_text("")
        shutil.move(self.root / "runs/more", sweep / "points/abc")
        self.refused("runs", "sweep", "--remove", "--yes", says=["a point of a sweep", "as a whole"])
        shutil.copytree(sweep / "points/abc", self.root / "runs/seeds/seed-1/inner")
        self.refused("runs", "runs/seeds/seed-1", "--remove", "--yes", says="another run in it")

    def test_mistakes(self):
        self.refused("runs", "nowhere", says="nowhere: holds no run")
        self.refused("runs", "--where", "seed", says=["--where", '"seed"', "OPTION=VALUE"])
        self.refused("runs", "--where", "sed=1", says=["--where", '"sed" is not known', "nearest: seed"])
        self.refused("runs", "--sort", "costs", says=["--sort", "nearest: cost"])
        self.refused("runs", "--state", "done", says=["done", "valid: solved"])
        self.refused("runs", "runs", "--tag", "two words", says="a word is needed")
        self.refused("runs", "runs", "--note", "a\nb", says="one line")
        self.refused("runs", "--note", "a", says="DIR")
        self.refused("runs", "runs", "--note", "a", "--remove", says="--remove")
        self.refused("runs", "runs", "--yes", says="--yes")
        self.refused("runs", "--csv", "-", "--json", says="--csv")


if __name__ == "__main__":
    unittest.main()
