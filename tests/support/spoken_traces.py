"""Synthetic traces of answers generated token by token, and what `tapehead jacobian` would compute for them."""
import h5py
import numpy

SOURCE, TARGET = list("tape"), ["T", "EY", "P", "(end)"]
WEIGHTS = [[0.7, 0.1, 0.1, 0.1], [0.1, 0.8, 0.1, 0], [0, 0.25, 0.75, 0], [0, 0, 0.4, 0.6]]
LETTERS = h5py.string_dtype()


def write(path, datasets, texts=(), of=None, **attributes):
    """Writes datasets in order, except those that are None. Arrays with three axes get the attribute `axes`, and `of`
    holds further ones."""
    with h5py.File(path, "w", track_order=True) as file:
        file.attrs.update(attributes)
        for name, values in datasets.items():
            for end in [at for at, letter in enumerate(name) if letter == "/"]:
                file.require_group(name[:end]) if name[:end] in file else \
                    file.create_group(name[:end], track_order=True)
            if values is None:
                continue
            if name in texts:
                file.create_dataset(name, (len(values),), LETTERS, values or None)
                continue
            file[name] = values
            if file[name].ndim == 3:
                file[name].attrs["axes"] = ["step", "head", "component" if "hidden" in name else "source"]
                file[name].attrs["range"] = [-1.0, 1.0] if "hidden" in name else [0.0, 1.0]
                file[name].attrs["title"] = name.rpartition("/")[2]
            file[name].attrs.update((of or {}).get(name, {}))
    return path


def answer(path, source=SOURCE, target=TARGET, weights=WEIGHTS, said=None, read_first=0, kinds=6,
           model="encoder-decoder", **other):
    """A trace as tapehead trace writes it, outputs × source or outputs × heads × source; `read_first` steps of the
    source come first if both are one stream. `other` replaces datasets, "__" stands for "/"."""
    steps = len(target) + read_first
    mask, outputs = numpy.ones((steps, kinds)), numpy.full((steps, kinds), 1 / kinds)
    mask[:read_first], outputs[:read_first] = 0, numpy.nan
    datasets = {"inputs": numpy.ones((steps if read_first else len(source), kinds)),
                "targets": numpy.eye(steps, kinds), "mask": mask, "outputs": outputs,
                "controller/hidden": numpy.zeros((steps, 1, 5))}
    if weights is not None:
        looks = numpy.asarray(weights, dtype="f4")
        looks = looks[:, None] if looks.ndim == 2 else looks
        looks = numpy.concatenate([numpy.zeros((read_first, *looks.shape[1:])), looks])
        datasets |= {"decoder/layer-1/attention": 1 - looks, "decoder/attention": looks, "alignment": looks}
    datasets |= {"source": source, "target": target, "said": said}
    datasets |= {name.replace("__", "/"): values for name, values in other.items()}
    return write(path, datasets, ("source", "target", "said"), task="pronunciation", model=model, scoring="classes")


def jacobian(path, norms=WEIGHTS, control=None, attention=None, tokens=True, steps=None, name="source", **other):
    """The output of tapehead jacobian for one input."""
    norms = numpy.asarray(norms, dtype="f4")
    datasets = {f"jacobian/{name}": norms, f"control/{name}": control, "attention": attention,
                "steps": numpy.arange(len(norms)) if steps is None else steps}
    if control is None:
        del datasets[f"control/{name}"]
    if tokens:
        datasets |= {f"texts/{name}": SOURCE, "texts/target": TARGET}
    datasets |= {name.replace("__", "/"): values for name, values in other.items()}
    return write(path, datasets, (f"texts/{name}", "texts/target"), task="pronunciation", model="encoder-decoder")
