#!/usr/bin/python3
"""tapehead trace on stories, as a process: the file's content about a question, and how often attention is on
supporting facts."""
import csv
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny, typed

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

# A few hundred questions of the built-in task 1: some hundredths of a second.
BABI = {"task": "babi", "task.questions": 100, "task.test-questions": 40, "train.sequences": 300, "train.batch": 10,
        "train.validate-every": 300, "train.validation-episodes": 10, "train.learning-rate": 0.01, "threads": 1}
MEMN2N = {"model": "memn2n", "model.hops": 2, "model.width": 8}
ENTITY = {"model": "entity-network", "model.slots": 5, "model.width": 6}
LSTM = {"memory": "none", "controller": "lstm", "controller.size": 8}
HEADER = "task,model,controller,memory,addressing,seed,sequences,setting,episodes,metric,value"
LINE = re.compile(r" *(\d+) ([* ]) (.*)\.")
QUESTION = re.compile(r" *\d+   (.*)\? (\S+) \(([\d ]+)\)")
MODEL = re.compile(r" +model: (\S+) \((right|wrong)\); (.*)")


class Told:
    """A printed story."""

    def __init__(self, text):
        lines = text.splitlines()
        statements = [LINE.fullmatch(line) for line in lines]
        self.statements = [match[3] for match in statements if match]
        self.marked = [int(match[1]) - 1 for match in statements if match and match[2] == "*"]
        [asked] = filter(None, map(QUESTION.fullmatch, lines))
        self.question, self.answer = asked[1], asked[2]
        self.supports = [int(number) - 1 for number in asked[3].split()]
        [said] = filter(None, map(MODEL.fullmatch, lines))
        self.said, self.judged = said[1], said[2]
        self.likeliest = [part.split() for part in said[3].split(", ")]


class Stories(ProgramTest):
    def train(self, *settings, name="run"):
        merged = {}
        for one in (BABI, *settings):
            merged |= one
        self.tapehead("train", *typed(merged), "--out", name)

    def trace(self, *words, name="run"):
        """The printed text, and the file as {name: array or list of texts} with its attributes."""
        out, err = self.tapehead("trace", name, *words, "--out", "t.h5")
        self.assertEqual(err, "")
        found = {}

        def take(where, item):
            if isinstance(item, h5py.Dataset):
                is_text = h5py.check_string_dtype(item.dtype) is not None
                found[where] = list(item.asstr()[:]) if is_text else item[:]
        with h5py.File(self.root / "t.h5") as file:
            file.visititems(take)
            found |= {key: value.decode() for key, value in file.attrs.items()}
        return out, found


@unittest.skipIf(h5py is None, "h5py or numpy is missing")
class StoryTrace(Stories):
    def test_the_file_says_all_that_is_printed(self):
        self.train(MEMN2N)
        for episode in (0, 7):
            out, file = self.trace("--episode", episode)
            told = Told(out)
            self.assertEqual((file["task"], file["model"], file["scoring"]), ("babi", "memn2n", "classes"))
            self.assertNotIn("inputs", file)
            self.assertEqual(file["story/statements"], told.statements)
            self.assertEqual((file["story/question"], file["story/answer"]), ([told.question], [told.answer]))
            self.assertEqual(file["story/supports"].tolist(), told.supports)
            self.assertEqual(sorted(told.supports), told.marked)
            classes, [chances] = file["story/classes"], file["outputs"]
            self.assertEqual(classes, sorted(classes))
            self.assertAlmostEqual(float(chances.sum()), 1, places=5)
            order = numpy.argsort(-chances, kind="stable")[:5]
            self.assertEqual([name for name, _ in told.likeliest], [classes[place] for place in order])
            for (_, printed), place in zip(told.likeliest, order):
                self.assertAlmostEqual(float(printed), float(chances[place]), delta=6e-4)
            self.assertEqual((told.said, told.judged == "right"),
                             (classes[order[0]], classes[order[0]] == told.answer))
            self.assertEqual([classes[place] for place in numpy.flatnonzero(file["targets"][0])], [told.answer])
            weights = file["hop/weights"]
            self.assertEqual(weights.shape, (2, 1, len(told.statements)))
            self.assertTrue((weights >= 0).all() and (weights.sum(-1) < 1 + 1e-5).all())

    def test_unless_told_otherwise_it_is_the_story_that_show_shows(self):
        self.train(MEMN2N)
        shown, _ = self.tapehead("show", "babi", "--task.questions", 100, "--task.test-questions", 40, "--episode", 4)
        traced, _ = self.trace("--episode", 4)
        words = [re.findall("[a-z]+", text.partition("model:")[0]) for text in (shown, traced)]
        self.assertEqual(*words)
        other, _ = self.trace("--episode", 4, "--split", "eval")
        self.assertNotEqual(other, traced)

    def test_a_memory_that_is_too_small_holds_the_newest(self):
        self.train(MEMN2N, {"model.memory": 2})
        episode = 3  # there are earlier ones
        _, small = self.trace("--episode", episode)
        self.assertGreater(len(small["story/statements"]), 2)
        self.assertEqual(small["hop/weights"].shape, (2, 1, 2))

    def test_a_question_is_a_number_whatever_an_episode_is(self):
        self.train(MEMN2N, {"task.episode": "story"})
        before = []
        for episode in range(3):
            _, whole = self.trace("--split", "eval", "--episode", episode)
            _, alone = self.trace("--split", "eval", "--episode", episode, "--task.episode", "question")
            self.assertEqual(whole["story/statements"], alone["story/statements"])
            self.assertTrue((whole["outputs"] == alone["outputs"]).all())
            self.assertEqual(whole["story/statements"][:len(before)], before)  # the same story goes on
            self.assertGreater(len(whole["story/statements"]), len(before))
            before = whole["story/statements"]

    def test_an_entity_network_shows_its_gates(self):
        self.train(ENTITY, {"task.episode": "story"})
        _, first = self.trace("--split", "eval")
        _, second = self.trace("--split", "eval", "--episode", 1)
        count = len(first["story/statements"])
        self.assertEqual(first["entity/gates"].shape, (count, 1, 5))
        self.assertTrue(((first["entity/gates"] >= 0) & (first["entity/gates"] <= 1)).all())
        self.assertTrue((second["entity/gates"][:count] == first["entity/gates"]).all())
        self.assertGreater(len(second["entity/gates"]), count)
        self.assertEqual(first["entity/attention"].shape, (1, 1, 5))
        self.assertAlmostEqual(float(first["entity/attention"].sum()), 1, places=5)

    def test_the_other_models_of_statements(self):
        for model in ("memory-network", "key-value-memory-network"):
            self.train({"model": model, "model.hops": 2, "model.width": 8}, name=model)
            _, file = self.trace("--episode", 2, name=model)
            weights, count = file["hop/weights"], len(file["story/statements"])
            self.assertEqual(weights.shape, (2, 1, count), model)
            numpy.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)

    def test_words_one_by_one(self):
        self.train(LSTM)
        out, file = self.trace("--episode", 2)
        self.assertNotIn("story/statements", file)
        features = file["story/classes"] + [".", "?", "-"]
        self.assertEqual(file["inputs"].shape[1], len(features))
        self.assertEqual(file["story/sequence"], [features[place] for place in file["inputs"].argmax(axis=1)])
        *lines, asked, said = out.splitlines()
        self.assertEqual(file["story/sequence"], (" ".join(lines) + " " + asked[:asked.index("-") + 1]).split())
        chances = file["outputs"][-1]
        likeliest = [part.split()[0] for part in MODEL.fullmatch(said)[3].split(", ")]
        self.assertEqual(likeliest, [file["story/classes"][place] for place in numpy.argsort(-chances)[:5]])

    def test_letters_of_any_script(self):
        names = ["मैरी", "जॉन"]
        places = ["रसोई", "बगीचे"]
        lines = []
        for story in range(10):
            for number in range(1, 5, 2):
                name, place = names[(story + number // 2) % 2], places[story // 2 % 2]
                lines += [f"{number} {name} {place} में गई।", f"{number + 1} {name} कहाँ है? \t{place}\t{number}"]
        (self.root / "hn").mkdir()
        (self.root / "hn" / "qa1_one_train.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.train(MEMN2N, {"task.path": self.root / "hn", "task.questions": 1000, "task.test-questions": 1000})
        _, file = self.trace()
        self.assertEqual(file["story/statements"], ["मैरी रसोई में गई"])
        self.assertEqual((file["story/question"], file["story/answer"]), (["मैरी कहाँ है"], ["रसोई"]))

    def test_of_restarts_the_chosen_one(self):
        self.train(MEMN2N, {"restarts": 3})
        rows = list(csv.DictReader((self.root / "run/restarts.csv").read_text().splitlines()))
        [chosen] = [row["restart"] for row in rows if row["chosen"] == "yes"]
        traces = {}
        for name in ["run"] + [f"run/restart-{number}" for number in (1, 2, 3)]:
            self.trace(name=name)
            traces[name] = (self.root / "t.h5").read_bytes()
        self.assertEqual([name for name in traces if traces[name] == traces["run"]], ["run", f"run/restart-{chosen}"])

    def test_refusals(self):
        self.train(MEMN2N)
        self.refused("trace", "run", "--episode", 90, "--out", "t.h5", says=["episode: got 90", "from 0 to 89"])
        self.refused("trace", "run", "--split", "tset", "--out", "t.h5", says=["tset", "nearest: test"])
        self.refused("trace", "run", "--out", "t.h5", "--episodes", 3, says=["--episodes", "--peaks"])
        for option in ("out", "episode"):
            self.refused("trace", "run", "--peaks", "p.csv", f"--{option}", 3, says=[f"--{option}", "--peaks"])
        self.refused("trace", "run", "--peaks", "p.csv", "--episodes", 0, says="episodes: got 0")
        self.refused("trace", "run", "--peaks", "nowhere/p.csv", says="nowhere/p.csv: ")


@unittest.skipIf(h5py is None, "h5py or numpy is missing")
class Peaks(Stories):
    def peaks(self, *words, name="run"):
        out, err = self.tapehead("trace", name, "--peaks", "-", *words)
        self.assertEqual((err, out.splitlines()[0]), ("", HEADER))
        rows = list(csv.DictReader(out.splitlines(), strict=True))
        return {(row["setting"], row["metric"]): float(row["value"]) for row in rows}, rows

    def counted(self, questions, *words):
        """The same from the traces of single questions."""
        hits, chance, wrong = [], 0, 0
        for episode in range(questions):
            out, file = self.trace("--split", "eval", "--episode", episode, *words)
            count, held = len(file["story/statements"]), file["hop/weights"].shape[-1]
            most = file["hop/weights"][:, 0].argmax(axis=-1) + count - held
            hits.append([place in file["story/supports"] for place in most])
            chance += len(set(file["story/supports"])) / count / questions
            wrong += Told(out).judged == "wrong"
        return numpy.array(hits), chance, 100 * wrong / questions

    def test_it_is_what_the_traces_show(self):
        for name, settings in (("one", {}), ("small", {"model.memory": 2, "task.ids": 2})):
            self.train(MEMN2N, settings, name=name)
            values, rows = self.peaks("--episodes", 12, name=name)
            (self.root / "run").unlink(missing_ok=True)
            (self.root / "run").symlink_to(name)
            hits, chance, wrong = self.counted(12)
            group = f"task.ids={settings.get('task.ids', 1)}"
            expected = {(f"{group};hop={hop + 1}", "on_support"): hits[:, hop].mean() for hop in range(2)}
            expected |= {(group, "on_any"): hits.any(axis=1).mean(), (group, "chance"): chance, (group, "error"): wrong}
            self.assertEqual(set(values), set(expected))
            for key, value in expected.items():
                self.assertAlmostEqual(values[key], value, places=6, msg=f"{name} {key}")
            self.assertEqual({row["episodes"] for row in rows}, {"12"})
            self.assertEqual((rows[0]["model"], rows[0]["sequences"]), ("memn2n", "300"))

    def test_each_task_by_itself_and_all_of_a_split(self):
        self.train(MEMN2N, {"task.ids": "1,15"})
        values, rows = self.peaks()
        self.assertEqual({setting.split(";")[0] for setting, _ in values}, {"task.ids=1", "task.ids=15"})
        self.assertEqual({row["episodes"] for row in rows}, {"40"})
        self.assertNotEqual(self.peaks("--split", "train")[0], values)
        alone, _ = self.peaks("--task.ids", 15)
        self.assertEqual(alone, {key: value for key, value in values.items() if key[0].startswith("task.ids=15")})

    def test_the_table_as_a_file_and_what_is_printed(self):
        self.train(MEMN2N)
        out, _ = self.tapehead("trace", "run", "--peaks", "p.csv", "--episodes", 5)
        self.assertRegex(out, r"\Atask.ids=1 +hop 1 +\S+ %  hop 2 +\S+ %  any hop +\S+ %  by chance \S+ %; "
                              r"5 questions, \S+ % of the answers wrong\n\Z")
        self.assertEqual((self.root / "p.csv").read_text(), self.tapehead("trace", "run", "--peaks", "-", "--episodes",
                                                                          5)[0])

    def test_refused_models(self):
        self.train(ENTITY)
        self.refused("trace", "run", "--peaks", "-", says=["entity-network", "hop by hop", "memn2n"])
        self.train(LSTM, name="words")
        self.refused("trace", "words", "--peaks", "-", says=["memory-machine", "babi", "memn2n"])
        self.tapehead("train", *tiny(), "--out", "copy")
        self.refused("trace", "copy", "--peaks", "-", says=["copy", "memn2n on babi"])
        self.refused("trace", "copy", "--split", "test", "--out", "t.h5", says="test")


if __name__ == "__main__":
    unittest.main()
