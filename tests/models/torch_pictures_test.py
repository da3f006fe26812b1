#!/usr/bin/python3
"""Picture encoders and their classifier against PyTorch: nn.TransformerEncoder over patches from nn.Unfold, with
positions, and conv2d layers; with the same numbers, in double precision."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/support"))

from torch_probe import assert_near, part, probe, torch

F = torch.nn.functional
TOLERANCE = 1e-10
SIZE = 8  # of an annotation


def affine(weights, x):
    """W·[x; 1]"""
    return F.linear(x, weights[:, :-1], weights[:, -1])


def waves(places, size):
    rows = torch.arange(size)
    angles = places.double().unsqueeze(1) * 10000.0 ** -((rows - rows % 2).double() / size)
    return torch.where(rows % 2 == 0, angles.sin(), angles.cos())


def with_positions(x, high, across, kind, p, owner):
    """x: pictures × cells × size."""
    if kind == "learned":
        return x + p[owner + "positions"].t()
    if kind == "sinusoidal":
        cells = torch.arange(high * across)
        half = (SIZE + 1) // 2
        x = x + torch.cat([waves(cells // across, half), waves(cells % across, SIZE - half)], 1)
    return x


def patches(picture, side):
    """pictures × height × width × channels → pictures × patches × numbers, each patch stored pixel by pixel."""
    columns = F.unfold(picture.permute(0, 3, 1, 2), side, stride=side).transpose(1, 2)
    return columns.unflatten(2, (picture.shape[3], side * side)).transpose(2, 3).flatten(2)


def attention(x, layer, p, heads, weights):
    """nn.MultiheadAttention with our parameters; appends the heads' mean attention to `weights`."""
    net = torch.nn.MultiheadAttention(SIZE, heads, batch_first=True).double()
    w, out = p[layer + "weights"], p[layer + "output-weights"]
    found = F.multi_head_attention_forward(
        *[x.transpose(0, 1)] * 3, SIZE, heads, w[:, :-1], w[:, -1], None, None, False, 0, out[:, :-1], out[:, -1],
        training=net.training, average_attn_weights=True)
    weights.append(found[1])
    return found[0].transpose(0, 1)


def norm(x, p, name):
    return F.layer_norm(x, (SIZE,), p[name + "/gain"][:, 0], p[name + "/bias"][:, 0])


def transformer(x, p, owner, options, weights):
    pre = options["encoder__norm"] == "pre"
    for k in range(options["encoder__layers"]):
        layer = f"{owner}layer-{k + 1}/"
        halves = {layer + "attention/": lambda x, at: attention(x, at, p, options["encoder__heads"], weights),
                  layer + "feedforward/": lambda x, at: affine(p[at + "output-weights"],
                                                               F.gelu(affine(p[at + "weights"], x),
                                                                      approximate="tanh"))}
        for at, half in halves.items():
            x = x + half(norm(x, p, at + "norm"), at) if pre else norm(x + half(x, at), p, at + "norm")
    return norm(x, p, owner + "norm") if pre and options["encoder__layers"] else x


def convolutions(picture, p, owner, layers, side, stride):
    x = picture.permute(0, 3, 1, 2)
    for k in range(layers):
        w = p[f"{owner}layer-{k + 1}/weights"]
        windows = w[:, :-1].reshape(len(w), side, side, -1).permute(0, 3, 1, 2)
        x = F.conv2d(x, windows, w[:, -1], stride, (max(side - stride, 0) + 1) // 2).relu()
    return x.permute(0, 2, 3, 1)


def annotations(ours, p, options, weights):
    picture, kind = ours["picture"], options["encoder__positions"]
    if options["encoder"] == "convolution":
        owner = "encoder/convolution/"
        cells = convolutions(picture, p, owner, options["encoder__layers"], options["encoder__kernel"],
                             options["encoder__stride"])
        return with_positions(cells.flatten(1, 2), *cells.shape[1:3], kind, p, owner)
    owner, side = "encoder/patches/", options["encoder__patch"]
    if options.get("encoder__stem"):
        picture = convolutions(picture, p, owner + "stem/", options["encoder__stem"], options["encoder__stem_kernel"],
                               2)
    tokens = affine(p[owner + "token"], patches(picture, side))
    tokens = with_positions(tokens, picture.shape[1] // side, picture.shape[2] // side, kind, p, owner)
    return transformer(tokens, p, owner, options, weights)


class Pictures(unittest.TestCase):
    def check(self, **options):
        options = {"encoder__size": SIZE, "encoder__positions": "sinusoidal", "model__pooling": "summary", **options}
        with self.subTest(**options):
            ours, weights = probe("pictures", model="classifier", **options), []
            p = {name: tensor.clone().requires_grad_() for name, tensor in part(ours, "parameter/").items()}
            x = annotations(ours, p, options, weights)
            shares = torch.full(x.shape[:2], 1 / x.shape[1], dtype=torch.float64)
            if options["model__pooling"] == "attention":
                shares = (x @ p["pooling/query"][:, 0] / SIZE ** 0.5).softmax(1)
            logits = affine(p["output/weights"], torch.einsum("bs,bsn->bn", shares, x))
            loss = F.cross_entropy(logits, ours["target"][:, 0])
            assert_near(self, ours["logits"][:, 0], logits, TOLERANCE, "logits")
            assert_near(self, ours["loss"], loss.reshape(1), TOLERANCE, "loss")
            loss.backward()
            for name, gradient in part(ours, "gradient/").items():
                assert_near(self, gradient, p[name].grad, TOLERANCE, "gradient of " + name)
            rollout = torch.eye(x.shape[1], dtype=x.dtype)
            for layer in weights:  # Abnar & Zuidema 2020; rows are queries
                rollout = (layer + torch.eye(x.shape[1])) / 2 @ rollout
            if weights:
                shares = torch.einsum("bt,bts->bs", shares, rollout)
            assert_near(self, ours["shown/attention"][:, 0], shares, TOLERANCE, "rollout")

    def test_patches(self):
        base = {"encoder": "patches", "encoder__patch": 3, "encoder__layers": 2, "encoder__heads": 2,
                "encoder__feedforward": 12, "encoder__norm": "pre"}
        self.check(**base)
        self.check(**base, model__pooling="attention")
        for positions in ("learned", "none"):
            self.check(**base, encoder__positions=positions)
        self.check(**{**base, "encoder__norm": "post", "encoder__heads": 4})
        self.check(**{**base, "encoder__layers": 0, "encoder__patch": 1})
        for side in (3, 4):
            self.check(**{**base, "encoder__stem": 1, "encoder__stem_kernel": side, "encoder__patch": 1})

    def test_convolution(self):
        base = {"encoder": "convolution", "encoder__layers": 2, "encoder__kernel": 3, "encoder__stride": 1}
        self.check(**base)
        self.check(**base, model__pooling="attention", encoder__positions="learned")
        self.check(**{**base, "encoder__kernel": 5, "encoder__layers": 1, "encoder__stride": 3},
                   encoder__positions="none")
        self.check(**{**base, "encoder__kernel": 2, "encoder__layers": 1, "encoder__stride": 3})


if __name__ == "__main__":
    unittest.main()
