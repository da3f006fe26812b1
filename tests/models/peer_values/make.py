#!/usr/bin/python3
"""Makes the files of this folder: what networks written in PyTorch by others compute with our weights, on our episodes.

  TAPEHEAD_PROBE=build-test/tests/tapehead_probe tests/models/peer_values/make.py PEERS

PEERS is a folder with ntm_torch.py and dnc_torch.py. Of each case a file has the options, fingerprints (of
tests/support/fingerprint.py) of our weights and episodes, and of the peer's answers, loss, gradients and updated
weights, laid out as ours. tests/models/peer_values_test.py compares the engine with them; where the weights that a
network starts with, or the episodes of copy, have changed on purpose, the files are to be made anew."""
import json
import pathlib
import sys
import types

import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "support")]
import dnc_peer
import ntm_peer
from fingerprint import fingerprint
from torch_probe import part, probe

OPTIMIZERS = {"rmsprop": lambda p, rate: torch.optim.RMSprop(p, lr=rate, alpha=0.95, momentum=0.9, eps=1e-8),
              "adam": lambda p, rate: torch.optim.Adam(p, lr=rate),
              "sgd": lambda p, rate: torch.optim.SGD(p, lr=rate, momentum=0.9)}


def import_peer(folder, peer):
    path = folder / f"{peer.MODULE}.py"
    source = path.read_text(encoding="utf-8")
    for before, after in peer.CHANGES:
        assert before in source, f"{path}: there is no {before!r}"
        source = source.replace(before, after)
    module = types.ModuleType(peer.MODULE)
    module.__file__ = str(path)
    sys.modules[peer.MODULE] = module
    exec(compile(source, str(path), "exec"), module.__dict__)


def as_we_have_them(theirs, parameters, convert):
    """The peer's tensors in our layout: converting an array of our elements' positions shows where each element
    goes."""
    places, start = {}, 0
    for name, value in parameters.items():
        places[name] = torch.arange(start, start + value.numel(), dtype=torch.double).reshape(value.shape)
        start += value.numel()
    flat = torch.full((start,), torch.nan, dtype=torch.double)
    for name, at in convert(places).items():
        flat[at.long().flatten()] = theirs[name].detach().flatten()
    split = dict(zip(parameters, flat.split([value.numel() for value in parameters.values()])))
    return {name: value.reshape(parameters[name].shape) for name, value in split.items() if not value.isnan().all()}


def values(peer, case):
    ours = probe("model", **{**peer.ALIKE, **case})
    parameters, length = part(ours, "parameter/"), case["task__length"]
    inputs = ours["inputs"].shape[2]
    net = peer.network(parameters, inputs, ours["targets"].shape[2], case)
    question, targets = ours["inputs"][:, :length + 1].transpose(0, 1), ours["targets"][:, length + 1:].transpose(0, 1)

    def back(theirs):
        return as_we_have_them(theirs, parameters, lambda all_of: peer.as_the_peer_has_them(all_of, inputs, case))

    def loss_and_answers():
        """The loss summed over bits and averaged over episodes, as ours."""
        answers = net(question, length)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(answers, targets, reduction="sum")
        return loss / question.shape[1], answers

    loss, answers = loss_and_answers()
    loss.backward()
    gradients = back({name: parameter.grad for name, parameter in net.named_parameters()})
    result = {"logits": answers.detach().transpose(0, 1), "loss": loss.detach().reshape(1)}
    result |= {"gradient/" + name: value for name, value in gradients.items()}
    if "updates" in case:
        optimizer = OPTIMIZERS[case["train__optimizer"]](net.parameters(), case["train__learning_rate"])
        for _ in range(case["updates"]):
            optimizer.zero_grad()
            loss_and_answers()[0].backward()
            if case.get("train__clip") == "value":
                torch.nn.utils.clip_grad_value_(net.parameters(), case["train__clip_at"])
            optimizer.step()
        result |= {"updated/" + name: value for name, value in back(dict(net.named_parameters())).items()}
    given = {name: value for name, value in ours.items()
             if name.startswith("parameter/") or name in ("inputs", "targets")}
    return {"options": {**peer.ALIKE, **case}, "given": {name: fingerprint(value) for name, value in given.items()},
            "right": {name: fingerprint(value) for name, value in result.items()}}


if __name__ == "__main__":
    for a_peer in (ntm_peer, dnc_peer):
        import_peer(pathlib.Path(sys.argv[1]), a_peer)
        lines = [json.dumps(values(a_peer, case)) for case in a_peer.CASES]
        (HERE / f"{a_peer.NAME}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
