"""The engine's results as PyTorch tensors, and assertions about their accuracy."""
import sys

try:
    import torch
except ImportError as error:
    print(f"SKIP: {error}; it is Debian's python3-torch")
    sys.exit(77)

import probe as engine
from probe import part  # noqa: F401


def probe(what, **options):
    return {name: torch.from_numpy(array) for name, array in engine.probe(what, **options).items()}


def assert_near(test, got, right, tolerance, what):
    """Same shape, and no element further off than `tolerance` times the largest of `right`."""
    test.assertEqual(list(got.shape), list(right.shape), what)
    off, largest = (got - right).abs().max().item(), right.abs().max().item()
    test.assertLessEqual(off, tolerance * largest, f"{what}: {off:.1e} off, the largest being {largest:.1e}")
