#!/usr/bin/python3
"""scripts/bench.py: its arithmetic by numbers, its peer replaced by a stand-in, and the program as a process."""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

from tapehead.bench import machine, pairs, presets, report, slots
from tapehead.runs.errors import InputError
from tapehead.bench.problem import PROBLEMS, DncProblem, EncoderDecoderProblem, MemN2nProblem, Problem
from tapehead.bench.programs import Ours, Peer, Speed

PROGRAM = pathlib.Path(os.environ["TAPEHEAD"])

# Prints the peer's output, faster with SKYLAKEX than with OpenBLAS's own choice.
STAND_IN = """
import os, sys
options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
assert options["--threads"] == "1" and os.environ["OPENBLAS_NUM_THREADS"] == "1"
mode = "jit" if options["--mode"] == "best" else options["--mode"]
rate = 200 if os.environ.get("OPENBLAS_CORETYPE") == "SKYLAKEX" else 100
print(f"{rate:.2f} sequences/s (9.0..210.0)  5.00 ms/step (4.8..11.1)  RSS 300 MB  | {mode} [eager 12.00 ms] batch 1")
"""


def series(name, rates):
    return pairs.Series(name, 16, 1, [Speed(rate, 16e3 / rate, 10 + k) for k, rate in enumerate(rates)])


class Arithmetic(unittest.TestCase):
    def test_a_ratio_is_taken_pair_by_pair(self):
        # The machine is twice as slow in the second pair, which leaves the ratio unchanged.
        self.assertEqual(pairs.ratio(series("a", [100, 50, 130]), series("b", [10, 5, 10])), (10, 10, 13))

    def test_runners_take_turns(self):
        order = []
        speeds = pairs.in_turn([lambda: order.append("a") or 1, lambda: order.append("b") or 2], 2)
        self.assertEqual((order, speeds), (["a", "b", "a", "b"], [[1, 1], [2, 2]]))

    def test_steps_fill_the_time(self):
        self.assertEqual([pairs.steps_for(Speed(1, ms, 1), 2) for ms in (1, 62, 5000)], [2000, 32, 2])

    def test_tables(self):
        lines = report.speed_table({16: [series("a", [1000, 2000, 3000]), series("b", [20, 10, 30])]}).splitlines()
        self.assertEqual(lines[0], "| batch | a, sequences/s | b, sequences/s | a / b | a, MB | b, MB |")
        self.assertEqual(lines[2],
                         "| 16 | 2,000 (1,000–3,000) | 20 (10–30) | 100 (50–200) | 12 | 12 |")
        lines = report.peak_table({"x": 50, "y": 100}, {16: 1e7}, {16: [series("a", [1000, 2000, 3000])]}).splitlines()
        self.assertEqual(lines[2], "| 512×512×512, x | 50 | 50% |")
        self.assertEqual(lines[4], "| training step, batch 16 | 20 | 20% |")


class Slots(unittest.TestCase):
    def points(self):
        sparse, ntm = slots.KINDS[0], slots.KINDS[3]
        return [slots.Point(sparse, 4096, 0.1, 10), slots.Point(sparse, 8192, 0.12, 11), slots.Point(ntm, 4096, 5, 400)]

    def test_a_dense_memory_is_extrapolated_by_how_it_grows(self):
        said = slots.summary(self.points())
        self.assertIn("sparse: 8,192 slots take 1.2 times what 4,096 do", said)
        self.assertIn("ntm: 10 ms a step with 8,192 slots, extrapolated from 4,096, 83.3 times", said)
        far = [slots.Point(slots.KINDS[0], 1 << 20, 0.1, 10), slots.Point(slots.KINDS[4], 2048, 34, 2000)]
        self.assertNotIn("dnc", slots.summary(far), "512 times as many are not guessed")

    def test_a_row_for_each_number_of_slots(self):
        lines = slots.slots_table(self.points()).splitlines()
        self.assertEqual(lines[0], "| slots | sparse, ms (MB) | ntm, ms (MB) |")
        self.assertEqual(lines[2:], ["| 4,096 | 0.1 (10) | 5 (400) |", "| 8,192 | 0.12 (11) |  |"])

    def test_a_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            slots.draw(self.points(), pathlib.Path(folder) / "slots.png")
            self.assertEqual((pathlib.Path(folder) / "slots.png").read_bytes()[:4], b"\x89PNG")

    def test_what_would_not_fit_is_not_tried(self):
        sparse, ntm, dnc = slots.KINDS[0], slots.KINDS[3], slots.KINDS[4]
        self.assertTrue(slots.fits(sparse, 1 << 20, [slots.Point(sparse, 128, 1, 1e6)]))
        self.assertTrue(slots.fits(ntm, 256, [slots.Point(ntm, 128, 1, 1000)]))
        self.assertFalse(slots.fits(dnc, 256, [slots.Point(dnc, 128, 1, 1000)]))

    def test_the_instruction_set(self):
        for flags, name in (("fpu avx2 avx512f avx512vl avx512bw", "AVX-512"), ("fpu avx2 avx512f", "AVX2"),
                            ("fpu sse2", "no AVX2")):
            self.assertEqual(machine.instruction_set(f"model name\t: X\nflags\t\t: {flags}\n"), name)

    def test_the_processor(self):
        name = "model name\t: AMD EPYC\n"
        self.assertEqual(machine.processor(f"cpu family\t: 25\nmodel\t\t: 1\n{name}"),
                         "AMD EPYC (family 25, model 1)")
        self.assertEqual([machine.processor(name), machine.processor("")], ["AMD EPYC", "unknown processor"])


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def bench(self, *arguments, program=PROGRAM, peers="nowhere"):
        chosen = ["--peers", self.root / peers] if peers else []
        chosen += ["--program", program] if program else []
        return subprocess.run([SOURCE / "scripts/bench.py", "--quick", "--repetitions", "1", *chosen, *arguments],
                              capture_output=True, text=True, check=False)

    def test_the_peer_runs_in_its_fastest_setting(self):
        (self.root / "ntm_torch.py").write_text(STAND_IN)
        peer = Peer(self.root, Problem(), [None, "SKYLAKEX"])
        first, chosen = peer.choose(1, 2)
        self.assertEqual((first, chosen), (Speed(200, 5, 300), "jit, OpenBLAS SKYLAKEX"))
        self.assertEqual(peer.measure(1, 7), Speed(200, 5, 300))
        with mock.patch.dict(os.environ, OPENBLAS_CORETYPE="SKYLAKEX"):
            self.assertEqual(Peer(self.root, Problem(), [None]).choose(1, 2)[0].sequences_per_second, 100, "as found")
        (self.root / "ntm_torch.py").write_text("print('hello')")
        with self.assertRaisesRegex(InputError, "got 'hello'; the line of ntm_torch.py is needed"):
            peer.measure(1, 7)

    def test_a_peer_on_a_device(self):
        """With a stand-in for torch: its tensors are there, and the clock waits for it."""
        (self.root / "torch.py").write_text(
            "__version__ = '2.0'\nheld = []\n\ndef set_default_device(device):\n    held.append(device)\n\n"
            "def zeros(n):\n    if held[0] == 'cuda:9':\n        raise RuntimeError('invalid device\\nmore')\n\n"
            "class cuda:\n    synchronize = staticmethod(lambda: held.append('waited'))\n")
        (self.root / "ntm_torch.py").write_text(
            "import sys, time, torch\ntime.perf_counter()\nassert torch.held == ['cuda', 'waited'], torch.held\n"
            "assert sys.argv[1:3] == ['--threads', '1']\n"
            "print('7.00 sequences/s (9.0..210.0)  5.00 ms/step (4.8..11.1)  RSS 300 MB  | eager')\n")
        with mock.patch.dict(os.environ, PYTHONPATH=str(self.root)):
            peer = Peer(self.root, Problem(), [None], device="cuda")
            self.assertEqual((peer.name, peer.choose(1, 2)[0].sequences_per_second), ("PyTorch on cuda", 7))
            with self.assertRaisesRegex(InputError, r"--peer-device: got cuda:9 \(invalid device\); a device"):
                Peer(self.root, Problem(), [None], device="cuda:9").choose(1, 2)

    def test_kernels_that_are_asked_for(self):
        for kind, fastest in (("AVX-512", [None, "SKYLAKEX"]), ("AVX2", [None, "HASWELL"]), ("no AVX2", [None])):
            with mock.patch.object(machine, "kind", lambda kind=kind: kind):
                self.assertEqual(machine.core_types(), fastest)
                self.assertEqual(machine.core_types("as-found"), [None])
                self.assertEqual(machine.core_types("HASWELL"), ["HASWELL"])

    def test_the_line_of_the_other_peer_is_read(self):
        line = "dnc(seq/s) eager batch 4 len 20: 10.51 seq/s (min 9.4 max 10.8)  95.129 ms/step (min 92.2 max 106.0)"
        (self.root / "dnc_torch.py").write_text(f"print('{line}  reps 3x8  RSS 261 MB')")
        peer = Peer(self.root, DncProblem(), [None])
        self.assertEqual(peer.choose(4, 2), (Speed(10.51, 95.129, 261), "eager, OpenBLAS as found"))

        line = ("memn2n(stories/s) hops 3 d 20 batch 32 10x7 pad-to 10 thr 1: 9012.34 seq/s (min 8000.00 max 9100.00)  "
                "3.551 ms/step (min 3.5 max 4.0)  reps 3x198  RSS 244 MB")
        (self.root / "memn2n_torch.py").write_text(f"import sys\nassert '--pad story' in ' '.join(sys.argv)\n"
                                                   f"print('{line}')")
        peer = Peer(self.root, MemN2nProblem(), [None])
        self.assertEqual(peer.choose(32, 2), (Speed(9012.34, 3.551, 244), "eager, OpenBLAS as found"))

    def test_stories_are_of_one_size(self):
        problem = MemN2nProblem()
        options = problem.write_data(self.root)
        stories = [[]]
        for line in (self.root / "qa1_random_train.txt").read_text().splitlines():
            if line.startswith("1 "):
                stories.append([])
            stories[-1].append(line.partition(" ")[2])
        self.assertEqual((options["task.path"], stories.pop(0)), (self.root, []))
        self.assertEqual(len(stories) - (len(stories) + 9) // 10, problem.stories)  # the last tenth is held out
        words = set()
        for story in stories:
            self.assertEqual(len(story), problem.sentences + 1)
            question, answer, _ = story.pop().split("\t")
            for sentence in [*(sentence[:-1] for sentence in story), question[:-1]]:
                self.assertEqual(len(sentence.split()), problem.words)
                words.update(sentence.split())
            self.assertIn(answer, words)
        self.assertEqual(len(words), problem.vocabulary)

    def test_sources_and_answers_are_of_one_length(self):
        problem = EncoderDecoderProblem()
        path = problem.write_data(self.root)["task.path"]
        pairs = [[side.split() for side in line.split("\t")] for line in path.read_text().splitlines()]
        self.assertEqual(len(pairs), problem.pairs)
        self.assertEqual({(len(source), len(answer)) for source, answer in pairs}, {(20, 19)})  # and the answer's end
        self.assertEqual(len({word for source, _ in pairs for word in source}), problem.vocabulary)

    def test_our_own_peer_says_its_line(self):
        line = "47.96 sequences/s (46.7..48.1)  667.20 ms/step  RSS 289 MB  | eager bahdanau, batch 32"
        (self.root / "encoder_decoder_torch.py").write_text(f"import sys\nassert '--both-ways' in sys.argv\n"
                                                            f"print('{line}')")
        peer = Peer(self.root, EncoderDecoderProblem(), [None])
        self.assertEqual(peer.choose(32, 2), (Speed(47.96, 667.2, 289), "eager, OpenBLAS as found"))

    def test_the_kernels_in_use_are_what_the_program_says(self):
        program = self.root / "program"
        for more, kernels in ((', "instructions": "avx2"', "avx2"), ("", None)):  # older programs do not say
            line = f'{{"sequences_per_second": 5, "ms_per_step": 2, "peak_rss_mb": 9{more}}}'
            program.write_text(f"#!/bin/sh\necho '{line}'\n")
            program.chmod(0o755)
            self.assertEqual(Ours(program, Problem()).instructions(), kernels)
        self.assertIn("; kernels of Tapehead: avx2", machine.describe("avx2"))
        self.assertNotIn("kernels", machine.describe())

    def test_our_options_are_known(self):
        for problem in PROBLEMS.values():
            self.assertGreater(Ours(PROGRAM, problem).measure(1, 2).sequences_per_second, 0, problem.name)

    def test_tables_go_where_this_kind_of_processor_has_a_place(self):
        text = self.root / "text.md"
        both = "<!-- bench AVX2 -->\n{}\n<!-- /bench AVX2 -->\n<!-- bench -->\n{}\n<!-- /bench -->\n"
        text.write_text(both.format("old", "other"))
        report.write_into(text, "new", "bench", "AVX2")
        self.assertEqual(text.read_text(), both.format("new", "other"))
        report.write_into(text, "any", "bench", "AVX-512")
        self.assertEqual(text.read_text(), both.format("new", "any"))
        with self.assertRaisesRegex(InputError, "<!-- bench dnc --> and .* <!-- bench dnc AVX2 -->"):
            report.write_into(text, None, "bench dnc", "AVX2")

    def test_alone(self):
        text = self.root / "text.md"
        text.write_text("before\n<!-- bench -->\nold\n<!-- /bench -->\nafter\n")
        table = self.root / "figures.csv"
        done = self.bench("--csv", table, "--into", text, "--addressing", "content")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"there is no {self.root / 'nowhere/ntm_torch.py'}; only Tapehead is measured", done.stderr)
        self.assertIn("| batch | Tapehead, sequences/s | Tapehead, content, sequences/s |", done.stdout)
        self.assertNotIn("PyTorch", done.stdout)
        self.assertRegex(done.stdout.splitlines()[0], "; kernels of Tapehead: (avx512|avx2|plain); 1 repetitions")
        self.assertEqual(text.read_text(), f"before\n<!-- bench -->\n{done.stdout.strip()}\n<!-- /bench -->\nafter\n")
        with open(table, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        measured = {(row["who"], row["batch"]) for row in rows if row["metric"] == "sequences_per_second"}
        self.assertEqual(measured, {(who, batch) for who in ("Tapehead", "Tapehead, content")
                                    for batch in ("1", "16", "64")})
        self.assertTrue(all(float(row["value"]) > 0 for row in rows))

    def test_operations_are_counted_by_the_program(self):
        """As a derivation by hand has them, up to what it left out (cells, copies) and what has no gradient. Back, a
        word's row has one factor that learns."""
        steps, output = 41, 20 * 1_936
        for problem, by_hand in ((Problem(), 3 * (steps * (104_000 + 18_584 + 33_280 + 4_608) + output)),
                                 (DncProblem(), 3 * (steps * (104_000 + 17_776 + 38_400 + 131_072 + 5_120) + output)),
                                 (MemN2nProblem(), 2 * 13_080 + 3 * (3 * 860 + 1_600)),
                                 (EncoderDecoderProblem(), 60 * (1_251_328 + 1_281_024 + 30_720 + 78_438))):
            counted = Ours(PROGRAM, problem).operations(1)
            self.assertLess(abs(counted / by_hand - 1), 0.25, f"{problem.name}: {counted} and {by_hand}")

    def test_presets(self):
        text, figures = self.root / "text.md", self.root / "figures.csv"
        text.write_text("<!-- bench presets -->\nold\n<!-- /bench presets -->\n")
        done = self.bench("--presets", "copy,reverse", "--csv", figures, "--into", text, peers=None)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertTrue(lines[2].startswith("| preset | batch | 10⁶ operations a sequence | sequences/s | share | "))
        self.assertRegex(lines[4], r"\| copy \| \d+ \| [\d.]+( \| [\d.,]+ \| \d+%){2} \| [\d.]+ \| [\d.]+ \|")
        self.assertEqual(len(lines), 6)
        self.assertIn(lines[5], text.read_text())
        with open(figures, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual({(row["preset"], row["threads"]) for row in rows},
                         {(name, threads) for name in ("copy", "reverse") for threads in "12"})
        with mock.patch.object(presets, "run", side_effect=InputError("there: no data")):
            measured, left_out = presets.measure(PROGRAM, ["there"], 1, 1)
        self.assertEqual((measured, left_out), ([], ["there"]))
        self.assertIn("data is not here: there", presets.text([], ["there"]))

    def test_bad_usage_is_told_in_one_line(self):
        for arguments, expected in ((["--addressing", "contnt"], "nearest: content"),
                                    (["--addressing", "content", "--memory", "dnc"], "only ntm has a choice"),
                                    (["--memory", "lru"], "--memory: got 'lru'; valid: "),
                                    (["--peer-blas", "PRESCOTT"],
                                     "got 'PRESCOTT'; valid: as-found, fastest, SKYLAKEX"),
                                    (["--repetitions", "0"], "an integer of at least 1 is needed"),
                                    (["--csv", self.root / "no" / "a.csv"], "--csv: there is no directory"),
                                    (["--into", __file__], "has no place for tables"),
                                    (["--batch", "1"], "--batch: is not known; ")):
            self.refused(self.bench(*arguments), expected)
        for arguments, expected in ((["--presets", "revers"], "nearest: reverse"),
                                    (["--presets", ","], "got ','; names of presets are needed, or nothing for all"),
                                    (["--presets", "--memory", "dnc"], "--memory: got dnc with --presets; without it"),
                                    (["--presets", "--memory", "ntm"], "--memory: got ntm with --presets; without it"),
                                    (["--presets", "--addressing", "content"], "without it that can be"),
                                    (["--presets", "--picture", "a.png"], "--picture: got a.png with --presets; "),
                                    (["--presets", "--peers", "a"], "--peers: got a with --presets; "),
                                    (["--presets", "--peer-device", "cpu"], "--peer-device: got cpu with --presets; "),
                                    (["--memory", "sparse", "--peer-blas", "fastest"],
                                     "--peer-blas: got fastest with --memory sparse; "),
                                    (["--memory", "sparse", "--addressing", "content"],
                                     "--addressing: got content with --memory sparse; "),
                                    (["--picture", "a.png"], "only that is drawn")):
            self.refused(self.bench(*arguments, peers=None), expected)
        self.refused(self.bench(program=self.root / "none"), "the program tapehead is needed")

    def refused(self, done, expected):
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.args)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(expected, done.stderr)

    def test_no_build_begins_for_what_is_refused(self):
        """In a clone without a build, whose build.sh would say so."""
        (self.root / "scripts").mkdir()
        (self.root / "experiments").symlink_to(SOURCE / "experiments")
        for name in ("setup.sh", "build.sh"):
            (self.root / "scripts" / name).write_text("#!/bin/sh\necho builds >&2\nexit 1\n")
            (self.root / "scripts" / name).chmod(0o755)
        (self.root / "torch.py").write_text("__version__ = '2.0'\nset_default_device = str\n\n"
                                            "def zeros(n):\n    raise RuntimeError('no such device')\n")

        def bench(*arguments):
            code = ("import pathlib, sys; from tapehead.runs import places; places.ROOT = pathlib.Path(sys.argv[1]); "
                    "from tapehead.commands import bench; sys.exit(bench.main(sys.argv[2:]))")
            return subprocess.run([sys.executable, "-B", "-c", code, self.root, *arguments], capture_output=True,
                                  text=True, env=os.environ | {"PYTHONPATH": f"{SOURCE / 'python'}:{self.root}"})
        self.refused(bench("--presets", "revers"), "--presets: got 'revers'; nearest: reverse; ")
        self.refused(bench("--peer-device", "tpu"), "PyTorch: --peer-device: got tpu (no such device); a device that ")
        self.refused(bench("--csv", self.root / "no" / "a.csv"), "--csv: there is no directory")
        self.assertIn("builds\n", bench("--presets", "reverse").stderr)


if __name__ == "__main__":
    unittest.main()
