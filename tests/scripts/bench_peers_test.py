#!/usr/bin/python3
"""The peers of scripts/bench.py --memory fast-weights and mixer-stack: what they compute, against plain loops."""
import io
import os
import pathlib
import sys
import unittest
from contextlib import redirect_stdout
from unittest import mock

import torch

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

from tapehead.bench.peers import fast_weights_torch as peer  # noqa: E402
from tapehead.bench.peers import transformer_torch  # noqa: E402
from tapehead.bench.problem import PROBLEMS  # noqa: E402


def plain(q, k, v, strength):
    """S ← (I − βkkᵀ)S + βkvᵀ, o = Sᵀq, for one head: lists of steps."""
    keys, values = len(k[0]), len(v[0])
    memory = [[0.0] * values for _ in range(keys)]
    reads = []
    for query, key, value, beta in zip(q, k, v, strength):
        found = [sum(key[r] * memory[r][c] for r in range(keys)) for c in range(values)]
        for r in range(keys):
            for c in range(values):
                memory[r][c] += beta * key[r] * (value[c] - found[c])
        reads.append([sum(query[r] * memory[r][c] for r in range(keys)) for c in range(values)])
    return reads


class Forms(unittest.TestCase):
    def test_both_forms_are_the_delta_rule(self):
        torch.manual_seed(1)
        batch, heads, steps, keys, values = 2, 3, 21, 5, 4
        q, k, v, strength = (torch.randn(batch, heads, steps, size, dtype=torch.float64)
                             for size in (keys, keys, values, 1))
        k, strength = k / k.norm(dim=3, keepdim=True), strength.sigmoid()
        chunked = (peer.chunked(q, k, v, strength, size) for size in (4, 16, 64))
        for read in (peer.recurrent(q, k, v, strength), *chunked):
            self.assertEqual(read.shape, v.shape)
            for b in range(batch):
                for h in range(heads):
                    one = [x[b, h].tolist() for x in (q, k, v)]
                    wanted = plain(*one, strength[b, h, :, 0].tolist())
                    for found, right in zip(read[b, h].tolist(), wanted):
                        for x, y in zip(found, right):
                            self.assertAlmostEqual(x, y, places=10)

    def test_the_peers_lines_are_read(self):
        for name, smaller, program, mode, words in (
                ("fast-weights", {"length": 8}, peer, "eager", ["--form", "recurrent"]),
                ("fast-weights", {"length": 8}, peer, "best", ["--form", "chunked"]),
                ("mixer-stack", {"length": 5}, transformer_torch, "eager", [])):
            problem = type(PROBLEMS[name])(**smaller)
            typed = [problem.peer_file, "--batch", 2, *problem.peer_words(1, mode, 1), *words]
            with mock.patch.object(sys, "argv", list(map(str, typed))), redirect_stdout(io.StringIO()) as said:
                program.main()
            found = problem.peer_line.match(said.getvalue())
            self.assertTrue(found and float(found["rate"]) > 0, said.getvalue())


if __name__ == "__main__":
    unittest.main()
