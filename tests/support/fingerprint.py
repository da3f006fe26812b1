"""Fingerprints: a few numbers per array for comparing arrays."""
import numpy

WAVES = 3


def fingerprint(array):
    """Shape, largest absolute value, and sums of the elements times cosines of different periods: a wrong element
    changes them all."""
    flat = numpy.asarray(array, dtype=float).ravel()
    place = numpy.arange(1, flat.size + 1)
    sums = [float(flat @ numpy.cos(place * (wave + 1) ** 0.5)) for wave in range(1, WAVES + 1)]
    return {"shape": list(numpy.shape(array)), "largest": float(numpy.abs(flat).max()), "sums": sums}


def assert_like(test, array, right, tolerance, what):
    """As strict as if no element were off by more than `tolerance` times the largest."""
    got = fingerprint(array)
    test.assertEqual(got["shape"], right["shape"], what)
    allowed = tolerance * right["largest"]
    test.assertLessEqual(abs(got["largest"] - right["largest"]), allowed, what)
    for sum_, right_sum in zip(got["sums"], right["sums"], strict=True):
        off, scale = abs(sum_ - right_sum), right["largest"]
        test.assertLessEqual(off, allowed * array.size, f"{what}: {off:.1e} off, the largest being {scale:.1e}")
