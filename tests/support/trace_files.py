"""Traces of an episode as tapehead writes them, with numbers chosen by a test; `root` is the test's folder."""
import h5py
import numpy


class TraceFiles:
    def trace_file(self, slots_=8, heads=(1, 1), steps=6, without=(), scale=1.0, scoring=None):
        """A trace in Armadillo's layout: time first, rows last. Returns the path."""
        stream = numpy.random.default_rng(1)
        path = self.root / "trace.h5"
        write, read = heads
        arrays = {"inputs": stream.random((steps, 5)),
                  "targets": numpy.zeros((steps, 4)), "mask": numpy.ones((steps, 4)),
                  "outputs": numpy.full((steps, 4), 0.25), "reads": scale * stream.normal(size=(steps, read, 3)),
                  "write/add": scale * stream.normal(size=(steps, write, 3)),
                  "write/weights": numpy.full((steps, write, slots_), 0.01),
                  "read/weights": numpy.full((steps, read, slots_), 0.01)}
        arrays["outputs"][2, 1] = 0.75  # the one wrong bit: step 3, bit 1
        with h5py.File(path, "w") as file:
            for name, values in arrays.items():
                if name not in without:
                    file[name] = values
            if scoring:
                file.attrs["scoring"] = scoring
        return path

    def trace_of_chosen_slots(self):
        """Two steps of a memory of 100,000 slots, with two chosen by each head."""
        path = self.root / "chosen.h5"
        with h5py.File(path, "w") as file:
            file["inputs"], file["outputs"] = numpy.zeros((2, 5)), numpy.full((2, 4), 0.25)
            for name, values, last in (("write/slots", [[3, 3], [5, 99999]], 99999),
                                       ("write/weights", [[0.25, 0.5], [0.01, 1]], 1),
                                       ("read/slots", [[70000, 8], [99999, 70000]], 99999),
                                       ("read/weights", [[0.875, 0.04], [0.5, 0.5]], 1)):
                file[name] = numpy.array(values, "<f4")[:, None, :]
                file[name].attrs["axes"] = ["step", "head", "chosen"]
                file[name].attrs["range"] = [0., last]
                file[name].attrs["title"] = "weighting" if last == 1 else "slot"
        return path
