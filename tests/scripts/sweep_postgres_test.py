#!/usr/bin/python3
"""scripts/sweep.py on PostgreSQL: with any number of workers each point runs exactly once, even if one is killed."""
import collections
import contextlib
import fcntl
import io
import multiprocessing
import os
import pathlib
import signal
import sys
import threading
import time
import unittest
import warnings
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
sys.path.insert(0, str(SOURCE / "python"))

import postgres_server

if missing := postgres_server.why_not():
    print(f"SKIP: {missing}")
    sys.exit(77)

import optuna
from process import PROGRAM
from shared_sweeps import HEARTBEAT, LONG, OPTIONS, THREE, SharedSweeps, parent, points

from tapehead.runs.errors import InputError
from tapehead.sweeps import address, many, prepare, storage
from tapehead.sweeps.node import Node
from tapehead.sweeps.sweep_file import read_sweep


class Processes(SharedSweeps):
    """Calls as users type them."""

    def test_twenty_points_by_four_workers_that_begin_together(self):
        program = self.noting()
        sweep = read_sweep(self.file(points()))
        study = prepare.prepare(sweep, self.url, self.out, self.name)

        def work(place):  # Optuna is loaded already, so that all four reach the queue at the same instant
            said = []
            Node(lambda: prepare.open_study(sweep, self.url, self.out, self.name), program, lambda: False,
                 said.append).run()
            (self.root / f"said-{place}").write_text("".join(f"{line}\n" for line in said))
        workers = [multiprocessing.get_context("fork").Process(target=work, args=(place,)) for place in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(120)
            self.assertEqual(worker.exitcode, 0)
        said = [path.read_text().splitlines() for path in self.root.glob("said-*")]
        self.assertGreater(min(map(len, said)), 0, "a worker had nothing to do")
        told = [line.split(":")[0] for lines in said for line in lines]
        self.assertEqual(collections.Counter(told), {run: 1 for run in self.starts()})
        self.assertEqual(len(self.starts()), 20)
        self.assertIn("nothing left to do: 20 points have been tried\n", self.stand(study))
        self.assert_all_once(20)

    def stand(self, study):
        """Writes the table; returns the summary of the study."""
        with contextlib.redirect_stdout(io.StringIO()) as out:
            many.stand(study, study.left(), len(study.failed()))
        return out.getvalue()

    def test_ten_points_where_a_worker_is_killed(self):
        """With its program, as in a node's crash; through the port that requires a password."""
        self.url = self.server.guarded("sweeps")
        program = self.noting()
        process = self.begin("--jobs", "2", "--heartbeat", HEARTBEAT, text=points(10, first=20000), program=program)
        self.wait_for(self.checkpoints, process, 120)
        victim, run = next(iter(self.programs().items()))
        worker = parent(victim)
        self.assertIn("--worker", pathlib.Path(f"/proc/{worker}/cmdline").read_text())
        self.assertNotIn("word", pathlib.Path(f"/proc/{worker}/cmdline").read_text(), "the password can be read")
        os.kill(worker, signal.SIGKILL)
        os.kill(victim, signal.SIGKILL)
        out, err = self.finish(process)
        self.assertEqual(self.starts().count(run), 2)
        self.assertEqual(len(self.starts()), 11)
        self.assert_all_once(10)
        self.assert_undisturbed(run)
        self.assertEqual(len(err.splitlines()), 10, err)
        self.assertIn("10 complete", out)
        for path in self.out.rglob("*"):
            self.assertFalse(path.is_file() and b"{word}" in path.read_bytes(), f"{path} has the password")

    def test_a_worker_that_is_asked_to_stop_leaves_its_run_to_another(self):
        study = prepare.prepare(read_sweep(self.file(LONG)), self.url, self.out, self.name)
        self.assertIn("is prepared: 1 of 1 points are left; sweep.py --worker", self.stand(study))
        worker = self.begin("--worker")
        self.wait_for(self.checkpoints, worker, 60)
        status, out, err = self.stop(worker, signal.SIGUSR1)
        self.assertEqual((status, out), (75, ""), err)
        self.assertEqual(err, "sweep.py: interrupted; the run that was under way waits for a worker\n")
        self.assertEqual(self.states(), ["WAITING"])
        self.assertEqual(self.programs(), {})
        said = []
        Node(lambda: prepare.open_study(study.sweep, self.url, self.out, self.name), PROGRAM, lambda: False,
             said.append).run()
        self.stand(study)
        self.assert_all_once(1)
        self.assert_undisturbed(self.rows()[0]["run"])


class InOneProcess(SharedSweeps):
    """The parts in this process: a separate worker takes a second to load Optuna."""

    def prepare(self, text=THREE, heartbeat=int(HEARTBEAT), **how):
        self.sweep_file = read_sweep(self.file(text))
        return prepare.prepare(self.sweep_file, self.url, self.out, self.name, heartbeat=heartbeat, **how)

    def open(self):
        return prepare.open_study(self.sweep_file, self.url, self.out, self.name)

    def node(self, program=PROGRAM, stopped=lambda: False, **how):
        said = []
        node = Node(self.open, program, stopped, said.append, **how)
        node.said = said
        return node

    def stale(self, seconds=60):
        """As if all workers had been silent for `seconds`."""
        self.server.sql("sweeps", f"UPDATE trial_heartbeats SET heartbeat = heartbeat - interval '{seconds} seconds'")

    def take(self, study):
        """A trial taken by a worker that then does nothing."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of heartbeats, which are for Study.optimize
            return study.study.ask()

    def missed(self, study):
        return study.storage._get_stale_trial_ids(study.study._study_id)

    @contextlib.contextmanager
    def at_work(self, node):
        """Runs the node in a thread, which ends with the block."""
        thread = threading.Thread(target=node.run)
        thread.start()
        yield thread
        thread.join(60)
        self.assertFalse(thread.is_alive(), "it does not end")

    def until(self, happened):
        end = time.monotonic() + 60
        while not happened():
            self.assertLess(time.monotonic(), end, "nothing happened")
            time.sleep(0.02)


class Queue(InOneProcess):
    def test_an_empty_queue_gives_nothing(self):
        for text in (THREE, f'method = "tpe"\ntrials = 3\n{OPTIONS}[space]\n"train.batch" = [1, 2]\n'):
            with self.subTest(text[:16]):
                self.name += "-"
                self.out = self.root / self.name
                self.prepare(text)
                study = self.open()
                for _ in range(3):
                    self.take(study)
                with self.assertRaises(storage.NothingWaits):
                    study.work(lambda trial: self.fail("a trial was made"), ValueError, print)
                self.assertEqual(self.states(), ["RUNNING"] * 3)

    def test_a_trial_that_another_has_taken_and_ended_meanwhile(self):
        """Between reading the queue and taking the trial; Optuna 3.1 would raise."""
        self.prepare()
        study, other = self.open(), self.open()
        queue = study.trials()
        trial = self.take(other)
        other.study.tell(trial, 1.0)
        with mock.patch.object(study.study._storage, "get_all_trials", return_value=queue):
            self.assertEqual(study.study._pop_waiting_trial_id(), queue[1]._trial_id)

    def test_all_is_enqueued_once_whenever_it_is_prepared(self):
        with mock.patch.object(optuna.study.Study, "enqueue_trial", autospec=True,
                               side_effect=[None, KeyboardInterrupt]), self.assertRaises(KeyboardInterrupt):
            self.prepare()
        with self.assertRaisesRegex(InputError, "--study: there is no "):  # a half-made study cannot be worked on
            self.open()
        for _ in range(2):
            self.prepare()
        self.assertEqual(self.states(), ["WAITING"] * 3)

    def test_studies_made_at_once(self):
        """In a database without tables: creating them concurrently crashes."""
        self.server.sql("postgres", "CREATE DATABASE fresh")
        self.url = self.server.address("fresh")
        sweep, failures = read_sweep(self.file(THREE)), []

        def one(name):
            try:
                prepare.prepare(sweep, self.url, self.out / name, name)
            except BaseException as error:
                failures.append(error)
        threads = [threading.Thread(target=one, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(self.server.sql("fresh", "SELECT count(*) FROM trials GROUP BY study_id"), ["3"] * 3)


class Dead(InOneProcess):
    """Workers without a heartbeat."""

    def test_a_worker_that_died_at_once_is_missed(self):
        self.prepare()
        study = self.open()
        self.take(study)
        self.assertEqual((self.missed(study), self.states()[0]), ([], "RUNNING"))
        self.stale()
        self.assertEqual((self.missed(study), self.states()), ([], ["WAITING"] * 3))

    def test_a_silence_of_days(self):
        """Optuna 3.1 counts only the seconds beyond whole days."""
        self.prepare()
        study = self.open()
        self.take(study)
        self.stale(24 * 3600 + 1)
        self.missed(study)
        self.assertEqual(self.states()[0], "WAITING")

    def test_a_heartbeat_that_comes_while_they_are_counted(self):
        """Optuna 3.1 takes a heartbeat newer than its count for a day old, and fails a running trial."""
        self.prepare()
        study = self.open()
        self.take(study)
        self.stale(-1)
        self.missed(study)
        self.assertEqual(self.states()[0], "RUNNING")

    def test_workers_in_other_time_zones(self):
        self.prepare(heartbeat=60)  # zones are hours apart, and a loaded machine some seconds late
        for here, there in (("Asia/Tokyo", "America/Los_Angeles"), ("America/Los_Angeles", "Asia/Tokyo")):
            with mock.patch.dict(os.environ, PGTZ=here):
                self.take(self.open())
            with mock.patch.dict(os.environ, PGTZ=there):
                study = self.open()
                self.missed(study)
        self.assertEqual(self.states(), ["RUNNING", "RUNNING", "WAITING"])

    def test_a_trial_that_kills_workers_fails(self):
        self.prepare(THREE.replace("1..3", "1..1"))
        study = self.open()
        for _ in range(storage.LOST):
            self.assertEqual(self.states(), ["WAITING"])
            self.open().take(self.take(self.open()), "a worker")
            self.stale()
            optuna.storages.fail_stale_trials(study.study)
        self.assertEqual(self.states(), ["FAIL"])
        self.assertIn("5 workers died at it", self.open().failed()[0].user_attrs["failure"])

    def test_two_that_miss_the_same(self):
        """The second comes when another worker has the trial already, and leaves it."""
        self.prepare()
        first, second = self.open(), self.open()
        self.take(first)
        self.stale()
        with storage._create_scoped_session(first.storage.scoped_session) as session:
            storage.models.StudyModel.find_or_raise_by_id(first.study._study_id, session, for_update=True)
            thread = threading.Thread(target=self.missed, args=(second,))
            thread.start()
            self.until(lambda: self.server.sql("sweeps", "SELECT 1 FROM pg_locks WHERE NOT granted"))
            self.server.sql("sweeps", "UPDATE trial_heartbeats SET heartbeat = now() AT TIME ZONE 'utc'")
        thread.join()
        self.assertEqual(self.states()[0], "RUNNING")

    def test_one_that_was_taken_for_dead_lets_go(self):
        self.prepare(LONG)
        node = self.node()
        with self.at_work(node):
            self.until(self.checkpoints)
            attribute = "UPDATE trial_user_attributes SET value_json = '\"another\"' WHERE key = 'worker'"
            self.server.sql("sweeps", attribute)
            self.until(lambda: not self.programs())
            self.assertEqual(self.states(), ["RUNNING"])
            self.server.sql("sweeps", "UPDATE trials SET state = 'WAITING'")  # as when the other returns it
        self.assertEqual(self.states(), ["COMPLETE"])

    def test_only_its_worker_puts_a_trial_back(self):
        self.prepare()
        study = self.open()
        trial = self.take(study)
        study.take(trial, "node:1 a")
        self.assertEqual((study.is_at(trial, "node:1 a"), study.is_at(trial, "node:1 b")), (True, False))
        study.put_back(trial, "node:1 b")
        self.assertEqual(self.states()[0], "RUNNING")
        study.put_back(trial, "node:1 a")
        self.assertEqual(self.states()[0], "WAITING")
        self.assertFalse(study.is_at(trial, "node:1 a"))

    def test_a_worker_at_the_place_of_one_before(self):
        self.prepare()
        study = self.open()
        for place in ("slurm:1_1", "slurm:1_11"):
            study.take(self.take(study), f"{place} a")
        self.node(place="slurm:1_1")
        self.assertEqual(self.states(), ["WAITING", "RUNNING", "WAITING"])


class Runs(InOneProcess):
    def test_a_point_has_one_program_at_a_time(self):
        self.prepare(THREE.replace("1..3", "1..1"))
        study = self.open()
        point = study.trials()[0].user_attrs["hash"]
        (self.out / "locks").mkdir()
        with open(self.out / "locks" / point, "w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            with self.at_work(self.node()):
                self.until(lambda: self.states() == ["RUNNING"])
                time.sleep(0.3)
                self.assertFalse((self.out / "points").exists(), "a program was started")
                held.close()
        self.assertEqual(self.states(), ["COMPLETE"])

    def test_its_program_holds_the_lock(self):
        self.prepare(LONG)
        stop = []
        with self.at_work(self.node(stopped=lambda: bool(stop))):
            self.until(self.programs)
            program, run = next(iter(self.programs().items()))
            files = {os.readlink(path) for path in pathlib.Path(f"/proc/{program}/fd").iterdir()}
            self.assertIn(str(self.out / "locks" / run), files)
            stop.append(True)
        self.assertEqual(self.states(), ["WAITING"])

    def test_what_fails_twice_is_told_and_resumed(self):
        broken = self.root / "broken"
        broken.write_text("#!/bin/sh\necho $0 >>$0.starts\necho broken; exit 4\n")
        broken.chmod(0o755)
        study = self.prepare()
        node = self.node(broken)
        self.assertTrue(node.run())
        self.assertEqual(self.states(), ["FAIL"] * 3)
        self.assertEqual(len((self.root / "broken.starts").read_text().splitlines()), 6)
        self.assertRegex(node.said[0], r"^\w{12}: failed: exit status 4; .* ends: broken  seed=1$")
        self.prepare()
        self.assertEqual(len(self.states()), 3, "tried again without --resume")
        study = self.prepare(resume=True)
        self.assertEqual((study.wanted(), study.left()), (3, 3))
        self.node().run()
        self.assertEqual(collections.Counter(self.states()), {"FAIL": 3, "COMPLETE": 3})
        self.assertEqual((study.failed(), study.left()), ([], 0))

    def test_a_wrong_objective_is_the_sweeps_fault(self):
        self.prepare('objective = "error"\n' + THREE)  # copy has no such metric
        with self.assertRaisesRegex(InputError, 'objective: got "error"'):
            self.node().run()
        self.assertEqual(self.states(), ["WAITING"] * 3)

    def test_what_samplers_draw(self):
        """As many as requested, none by two workers, more when more are requested."""
        for method, trials in (("random", 6), ("tpe", 11)):
            with self.subTest(method):
                self.name, self.out = method, self.root / method
                text = (f'method = "{method}"\ntrials = {trials}\n{OPTIONS}"train.sequences" = 200\n[space]\n'
                        '"train.learning-rate" = { low = 1e-5, high = 1e-2, log = true }\n')
                self.prepare(text)
                one, other = self.open(), self.open()
                drawn = [study.take(self.take(study), "a worker").options["train.learning-rate"]
                         for study in (one, other) * 2]
                self.assertEqual(len(set(drawn)), 4)
                self.name, self.out = f"{method} again", self.root / f"{method} again"
                self.prepare(text)
                study = self.open()
                self.assertEqual(study.take(self.take(study), "a worker").options["train.learning-rate"], drawn[0])
                self.name, self.out = method, self.root / method
                self.stale()
                self.assertTrue(self.node().run())
                self.assertEqual(self.states(), ["COMPLETE"] * trials)
                study = self.prepare(text.replace(f"= {trials}\n", f"= {trials + 2}\n"))
                self.assertTrue(self.node().run())
                rates = [trial.user_attrs["options"]["train.learning-rate"] for trial in study.trials()]
                self.assertEqual((len(rates), len(set(rates))), (trials + 2, trials + 2))
                self.assertEqual(rates[:4], drawn, "a run that was under way was given up")

    def test_a_point_that_is_drawn_again_is_not_run_again(self):
        self.prepare(f'method = "random"\ntrials = 8\n{OPTIONS}"train.sequences" = 200\n'
                     '[space]\n"train.batch" = [1, 2]\n')
        program = self.noting()
        self.node(program).run()
        self.assertEqual(self.states(), ["COMPLETE"] * 8)
        self.assertEqual(len(self.starts()), 2)
        self.assertEqual(len({trial.value for trial in self.open().trials()}), 2)

    def test_pruning(self):
        # Runs of 20,000 sequences do not end before they are looked at.
        options = OPTIONS.replace('every" = 200', 'every" = 1000')
        self.prepare(f'method = "random"\ntrials = 10\nsampler-seed = 4\n{options}"train.sequences" = 20000\n'
                     '"train.optimizer" = "adam"\n[space]\n'
                     '"train.learning-rate" = { low = 1e-7, high = 1e-2, log = true }\n'
                     '[pruning]\nmethod = "hyperband"\nfrom = 1000\n')
        node = self.node()
        self.assertTrue(node.run())
        self.assertEqual(set(self.states()), {"COMPLETE", "PRUNED"})
        for trial in self.open().trials():
            ended = (self.out / "points" / trial.user_attrs["hash"] / "result.json").exists()
            self.assertEqual(ended, trial.state.name == "COMPLETE")
        self.assertEqual(sum(": pruned  " in line for line in node.said), self.states().count("PRUNED"))


class Refused(InOneProcess):
    def test_addresses(self):
        port = self.server.port
        cases = [
            ("sqlite:///study.db", "--storage: got sqlite; .*SQLite locks no rows"),
            ("mysql://u:secret@h/d", "--storage: got mysql; "), ("secret", "--storage: got no address; "),
            ("postgresql+asyncpg://u:secret@h/d", "--storage: got postgresql.asyncpg; "),
            ("postgresql://u:secret@h", "the address cannot be read; .*%40"),
            ("postgresql://u:se@h:c/ret/d", "the address cannot be read; .*%40"),
            ("postgresql://u:pass@secret@h/d", "the address cannot be read; .*%40"),
            (f"postgresql://u:secret@127.0.0.1:{postgres_server.free_port()}/d", "u@127.0.0.1:.*Connection refused; "),
            (f"postgresql://sweeper:secret@127.0.0.1:{port}/sweeps", "password authentication failed"),
            (f"postgresql://sweeper@127.0.0.1:{port}/sweeps?password=secret", "password authentication failed"),
            (self.server.address("nowhere"), 'database "nowhere" does not exist'),
        ]
        for url, says in cases:
            with self.subTest(url):
                self.url = url
                with self.assertRaisesRegex(InputError, says) as caught:
                    self.prepare()
                self.assertNotIn("secret", str(caught.exception))
                self.assertNotIn("\n", str(caught.exception))
                self.assertFalse(self.out.exists(), "something was made")

    def test_an_address_is_shown_without_its_password(self):
        for url in (self.server.guarded("d"), "postgres://sweeper:p@h:1/d?password=p%40ss", self.server.address("d")):
            self.assertNotIn("p@", address.shown(address.read_address(url)).replace("sweeper@", ""))
        self.assertEqual(address.shown(address.read_address("postgres://u:p@h:1/d")), "postgresql://u@h:1/d")

    def test_no_right_to_make_tables(self):
        self.server.sql("sweeps", "CREATE ROLE guest LOGIN")
        self.url = self.url.replace("sweeper@", "guest@")
        with self.assertRaisesRegex(InputError, "permission denied"):
            self.prepare()
        self.assertFalse((self.out / "study").exists())

    def test_another_sweep_by_the_same_name(self):
        self.prepare()
        with self.assertRaisesRegex(InputError, "is of another sweep, or .*choose another name with --study"):
            self.prepare(THREE.replace("1..3", "1..2"))
        with self.assertRaisesRegex(InputError, "is of another sweep"):
            self.open()
        self.assertEqual(self.states(), ["WAITING"] * 3)

    def test_a_directory_that_is_not_the_studys(self):
        self.prepare()
        self.out = self.root / "elsewhere"
        for attempt in (self.prepare, self.open):
            with self.assertRaisesRegex(InputError, "--out: .*elsewhere is not where the runs of study"):
                attempt()

    def test_a_directory_of_another_study(self):
        first, self.name = self.prepare(), "two"
        with self.assertRaisesRegex(InputError, f"--out: .* is where the runs of study {first.name} are; .* study two"):
            self.prepare()
        self.assertNotIn("two", [one.study_name for one in first.storage.get_all_studies()])
        self.name = first.name
        self.open()  # is unchanged

    def test_a_sweep_begun_in_sqlite_and_the_other_way_about(self):
        self.out.mkdir()
        (self.out / "study.db").touch()
        with self.assertRaisesRegex(InputError, "is of a sweep in SQLite; leave --storage out"):
            self.prepare()
        (self.out / "study.db").unlink()
        self.prepare()
        self.url = ""
        _, err = self.sweep(status=2)
        self.assertRegex(err, r"\Asweep.py: --out: .* is of a study in PostgreSQL; --storage goes on with it[^\n]+\n\Z")

    def test_a_worker_without_a_study(self):
        self.sweep_file = read_sweep(self.file(THREE))
        for database in ("postgres", "sweeps"):  # without tables, and without the study
            self.url = self.server.address(database)
            with self.assertRaisesRegex(InputError, f"--study: there is no {self.name} in .*before any worker begins"):
                self.open()

    def test_the_command_line(self):
        url = ["--storage", self.url]
        cases = [(["--worker"], "--worker: needs --storage"), (["--study", "a"], "--study: needs --storage"),
                 (["--heartbeat", "2"], "--heartbeat: needs --storage"), (["--jobs", "0"], "--jobs: got 0"),
                 (["--worker", "--resume", *url], "--resume: is not for a worker"),
                 (["--heartbeat", "0", *url], "--heartbeat"), (["--storage", "sqlite:///a"], "--storage: got sqlite")]
        self.file(THREE)
        sweep = ["sweep.py", str(self.root / "sweep.toml"), "--out", str(self.out), "--program", PROGRAM]
        from tapehead.commands import sweep as command
        for words, says in cases:
            with self.subTest(words), mock.patch("sys.stderr", io.StringIO()) as stderr, mock.patch.dict(os.environ):
                os.environ.pop("TAPEHEAD_STORAGE", None)
                try:
                    status = command.main(sweep[1:] + words)
                except SystemExit as ended:
                    status = ended.code
                said = stderr.getvalue()
                self.assertEqual((status, said.count("\n")), (2, 1), said)
                self.assertIn(says, said)
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
