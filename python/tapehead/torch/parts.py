"""Operations shared by all parts: affine layers, content look-up, sharpening. Shapes: memory is (batch, slots, width),
keys are (batch, heads, width), weightings (batch, heads, slots)."""
import torch
from torch.nn import functional

COSINE_EPSILON = 1e-8   # added to both squared norms
SHARPEN_TINY = 1e-12    # added to a weighting before its logarithm


def linear(weights, *inputs):
    """W·[inputs; 1]: the last column of the weights is the bias."""
    return torch.cat(inputs, -1) @ weights[:, :-1].T + weights[:, -1]


def noisy(preactivations, deviation, training):
    """Uniform noise of this deviation is added in training."""
    if not training or deviation == 0:
        return preactivations
    return preactivations + deviation * 12 ** 0.5 * (torch.rand_like(preactivations) - 0.5)


def softplus(x):
    return functional.softplus(x, threshold=1e9)


def oneplus(x):
    return 1 + softplus(x)


def gelu(x):
    return functional.gelu(x, approximate="tanh")


ACTIVATIONS = {"tanh": torch.tanh, "sigmoid": torch.sigmoid, "relu": torch.relu, "gelu": gelu}


def steps(inputs, size, dtype):
    """(batch, steps, size) of inputs that are that already, or tokens (batch, steps), a negative one being none."""
    if inputs.dim() > 2:
        return inputs.to(dtype)
    tokens = inputs.long()
    return functional.one_hot(tokens.clamp(min=0), size).to(dtype) * (tokens >= 0).unsqueeze(-1)


def of_writers(of_readers, writers):
    """What belongs to each writing head h, of its reading head h mod R: (batch, writers, …)."""
    return of_readers[:, torch.arange(writers, device=of_readers.device) % of_readers.shape[1]]


def sharpen(weights, gamma):
    """weights to the power of gamma, normalised to sum 1."""
    return (gamma.unsqueeze(-1) * (weights.relu() + SHARPEN_TINY).log()).softmax(-1)


def cosine(memory, keys, masks=None):
    if masks is None:
        norms = (memory.square().sum(-1) + COSINE_EPSILON).rsqrt().unsqueeze(1)
    else:
        keys = keys * masks
        norms = (masks.square() @ memory.square().transpose(1, 2) + COSINE_EPSILON).rsqrt()
    of_keys = (keys.square().sum(-1, keepdim=True) + COSINE_EPSILON).rsqrt()
    return ((keys if masks is None else keys * masks) @ memory.transpose(1, 2)) * norms * of_keys


def sparsemax(scores):
    """The projection onto the simplex."""
    ordered = scores.sort(-1, descending=True).values
    ranks = torch.arange(1, scores.shape[-1] + 1, dtype=scores.dtype, device=scores.device)
    sums = ordered.cumsum(-1) - 1
    count = (ordered * ranks > sums).sum(-1, keepdim=True)
    return (scores - sums.gather(-1, count - 1) / count).relu()


def best(scores, count):
    """1 at the `count` highest scores, 0 elsewhere; ties go to the lower slot numbers."""
    order = scores.sort(dim=-1, descending=True, stable=True).indices[..., :count]
    return torch.zeros_like(scores).scatter(-1, order, 1)


def top_k(scores, count):
    return scores.masked_fill(best(scores, min(count, scores.shape[-1])) == 0, -torch.inf).softmax(-1)


def hard(scores):
    """1 at the highest score, with softmax's gradient."""
    soft = scores.softmax(-1)
    return best(scores, 1) + (soft - soft.detach())


class ContentLookup(torch.nn.Module):
    """The similarity of slots to keys, and a weighting from it. Its parameters are below `owner`; keys of another size
    than the slots are mapped to it."""

    SIMILARITIES = ("cosine", "dot", "scaled-dot", "general", "additive", "negative-distance", "location")
    FOCUSES = ("softmax", "sparsemax", "top-k", "hard")

    def __init__(self, checkpoint, width, owner="memory", key_width=None):
        super().__init__()
        name, key_width = f"{owner}/similarity", key_width or width
        self.similarity = checkpoint.text("memory.similarity", self.SIMILARITIES)
        self.focus = checkpoint.text("memory.focus", self.FOCUSES)
        self.squash_keys = checkpoint.flag("memory.squash-keys")
        self.most = checkpoint.whole("memory.top-k") if self.focus == "top-k" else None
        self.iterations = checkpoint.whole("memory.iterations", absent="1")
        if self.similarity == "general":
            self.map = checkpoint.parameter(f"{name}/weights", width, key_width)
        elif self.similarity == "additive":
            size = checkpoint.whole("memory.similarity-size")
            self.slot_weights = checkpoint.parameter(f"{name}/slot-weights", width, size)
            self.key_weights = checkpoint.parameter(f"{name}/key-weights", key_width, size)
            self.score_weights = checkpoint.parameter(f"{name}/score-weights", size, 1)
        elif self.similarity == "location":
            self.places = checkpoint.parameter(f"{name}/weights", checkpoint.whole("memory.similarity-places"),
                                               key_width)
        elif width != key_width:
            self.map = checkpoint.parameter(f"{name}/key-weights", width, key_width)

    def scores(self, memory, keys, masks):
        keys = keys @ self.map.T if hasattr(self, "map") else keys
        if self.similarity == "cosine":
            return cosine(memory, keys, masks)
        if self.similarity == "location":
            return (keys @ self.places.T)[..., :memory.shape[1]]
        if self.similarity == "scaled-dot":
            keys = keys / keys.shape[-1] ** 0.5
        if self.similarity == "additive":
            hidden = (memory @ self.slot_weights).unsqueeze(1) + (keys @ self.key_weights).unsqueeze(2)
            return (hidden.tanh() @ self.score_weights).squeeze(-1)
        if self.similarity == "negative-distance":
            return -(memory.unsqueeze(1) - keys.unsqueeze(2)).square().sum(-1)
        return keys @ memory.transpose(1, 2)

    def forward(self, memory, keys, strengths=None, masks=None, there=None):
        """strengths: (batch, heads), positive. there: which slots get a weight, (batch, heads or 1, slots)."""
        weights = self.look_up(memory, keys.tanh() if self.squash_keys else keys, strengths, masks, there)
        for _ in range(self.iterations - 1):  # what was found is the next key
            weights = self.look_up(memory, weights @ memory, strengths, masks, there)
        return weights

    def look_up(self, memory, keys, strengths, masks, there):
        scores = self.scores(memory, keys, masks)
        if strengths is not None:
            scores = strengths.unsqueeze(-1) * scores
        if there is not None:
            scores = scores.masked_fill(~there, -torch.inf)
        if self.focus == "sparsemax":
            return sparsemax(scores)
        if self.focus == "top-k":
            return top_k(scores, self.most)
        return hard(scores) if self.focus == "hard" else scores.softmax(-1)


def read(memory, weights):
    return weights @ memory


def write(memory, weights, erase, add):
    """All heads erase, then all add."""
    for head in range(weights.shape[1]):
        memory = memory * (1 - weights[:, head].unsqueeze(-1) * erase[:, head].unsqueeze(1))
    return memory + weights.transpose(1, 2) @ add
