"""How a decoder looks at annotations: begin(reading) gives a state, look(query, state) what is read, and the next
state."""
import torch
from torch.nn import functional

from .look_costs import LookCosts, logits_of, looks_of
from .losses import like
from .memories import make_memory
from .parts import SHARPEN_TINY, ContentLookup, best, linear, softplus

OBSERVED = 0.1  # share of a batch in the running mean of rewards (Xu et al. 2015, eq. 12)


class Lookup(torch.nn.Module):
    """Look-up by content among annotations."""

    def __init__(self, checkpoint, size, key_size):
        super().__init__()
        self.content = ContentLookup(checkpoint, size, "attention", key_size)
        learned = checkpoint.text("attention.strength", ("one", "learned")) == "learned"
        self.strength = checkpoint.parameter("attention/strength", 1, key_size + 1) if learned else None

    def forward(self, query, annotations, there):
        strengths = None if self.strength is None else softplus(linear(self.strength, query))
        return self.content(annotations, query.unsqueeze(1), strengths, there=there.unsqueeze(1)).squeeze(1)


class Content(torch.nn.Module):
    """At all annotations, at those near the decoder's own step (local-m), or near a place that it predicts (local-p,
    Luong et al. 2015, eqs. 9 and 10)."""
    any_lengths = True

    def __init__(self, checkpoint, kind, size, query):
        super().__init__()
        self.kind, self.reads = kind, size
        self.window = checkpoint.whole("attention.window") if kind != "global" else None
        self.lookup = Lookup(checkpoint, size, query)
        gated = checkpoint.flag("attention.gate")
        self.gate = checkpoint.parameter("attention/gate", 1, query + 1) if gated else None
        self.costs = LookCosts(checkpoint)
        if kind == "local-p":
            self.place = checkpoint.parameter("attention/place", query, query + 1)
            self.place_score = checkpoint.parameter("attention/place-score", 1, query + 1)

    def begin(self, reading):
        return reading, ()

    def weights(self, query, reading, looks):
        if self.kind == "global":
            return self.lookup(query, reading.annotations, reading.there)
        count = reading.there.sum(1, keepdim=True)
        if self.kind == "local-m":
            centre = (count - 1).clamp(max=looks, min=0).to(query.dtype)
        else:
            centre = count * linear(self.place_score, linear(self.place, query).tanh()).sigmoid()
        away = torch.arange(reading.there.shape[1], device=query.device) - centre
        found = self.lookup(query, reading.annotations, reading.there & (away.abs() <= self.window))
        return found if self.kind == "local-m" else found * (-2 * away.square() / self.window ** 2).exp()

    def chosen(self, weights):
        """What is read by, and for the cost what was drawn."""
        return weights, weights

    def look(self, query, state):
        reading, looked = state
        weights = self.weights(query, reading, len(looked))
        read_by, drawn = self.chosen(weights)
        found = (read_by.unsqueeze(1) @ reading.annotations).squeeze(1)
        if self.gate is not None:
            found = linear(self.gate, query).sigmoid() * found
        return found, (reading, (*looked, (weights, drawn)))

    def cost(self, state, logits, batch):
        """What an answer's looks cost in training, of each item."""
        reading, looked = state
        return self.costs(torch.stack([weights for weights, _ in looked], 1), reading, batch)


class Hard(Content):
    """At one annotation, drawn by content (Xu et al. 2015, section 4.1). In training it reads what is drawn, with the
    gradient of attention.estimator; that of reinforce is in the cost, with its reward."""

    def __init__(self, checkpoint, size, query):
        super().__init__(checkpoint, "global", size, query)
        self.estimator = checkpoint.text("attention.estimator", ("reinforce", "straight-through", "gumbel",
                                                                 "gumbel-hard"))
        self.scored = checkpoint.text("attention.scored", ("sample", "likeliest", "expected"))
        self.expected = checkpoint.real("attention.expected")
        if checkpoint.seen < checkpoint.whole("attention.expected-first", absent="0"):
            self.expected = 1
        if self.estimator.startswith("gumbel"):
            self.temperature = checkpoint.real("attention.temperature")
        if self.estimator == "reinforce":
            self.whole_answer = checkpoint.text("attention.credit", ("answer", "to-go"), absent="answer") == "answer"
            self.reward = checkpoint.real("attention.reward")
            self.register_buffer("baseline", checkpoint.running_mean("attention/baseline", self, "baseline"))
        checkpoint.pass_by("attention.credit", "attention.reward", "attention.temperature")

    def begin(self, reading):
        self.expects = torch.rand(len(reading.summary), 1, device=reading.summary.device) < self.expected
        return super().begin(reading)

    def chosen(self, weights):
        if not self.training and self.scored != "sample":
            read_by = weights if self.scored == "expected" else best(weights, 1)
            return read_by, read_by
        if self.training and self.estimator.startswith("gumbel"):
            drawn = functional.gumbel_softmax(logits_of(weights), self.temperature, self.estimator == "gumbel-hard")
        else:
            one = torch.multinomial(weights.detach(), 1)
            drawn = torch.zeros_like(weights).scatter(-1, one, 1)
            if self.training and self.estimator == "straight-through":
                drawn = drawn + (weights - weights.detach())
        return (torch.where(self.expects, weights, drawn) if self.training else drawn), drawn

    def cost(self, state, logits, batch):
        cost = super().cost(state, logits, batch)
        if self.estimator != "reinforce":
            return cost
        weights, drawn = (torch.stack(each, 1) for each in zip(*state[1]))
        counts = looks_of(batch, weights).to(weights.dtype)
        right, asked = like(batch.target, logits).long(), like(batch.mask, logits) != 0
        said = logits.detach().log_softmax(-1).gather(-1, right.clamp(min=0).unsqueeze(-1)).squeeze(-1)
        said = said * (asked & (right >= 0))
        # The answer's log-probability less its running mean (eqs. 11 and 12), or that of the rest, token by token.
        advantage = (said.sum(1, keepdim=True) - self.baseline if self.whole_answer else
                     ((said - self.baseline) * counts).flip(1).cumsum(1).flip(1))
        if self.training:
            reward = said.sum(1) if self.whole_answer else said.sum(1) / counts.sum(1).clamp(min=1)
            with torch.no_grad():
                self.baseline.lerp_(reward.mean(), OBSERVED)
        log_chance = (drawn.detach() * logits_of(weights).log_softmax(-1)).sum(-1)
        drew = counts * ~self.expects  # who read what is expected has drawn nothing
        return cost - self.reward * (advantage.detach() * log_chance * drew).sum(1)


class Location(torch.nn.Module):
    """By content and by shifting where it looked, as a head of the ntm, round about each item's own annotations."""
    any_lengths = True

    def __init__(self, checkpoint, size, query):
        super().__init__()
        self.reads, self.shifts, self.share = size, checkpoint.whole("memory.shifts"), 1
        self.least_sharpening = checkpoint.real("memory.least-sharpening", absent="1")
        if checkpoint.seen >= checkpoint.whole("memory.training-sharpening-from", absent="0"):
            self.share = checkpoint.real("memory.training-sharpening")
        self.lookup = Lookup(checkpoint, size, size)
        self.controls = checkpoint.parameter("attention/controls", size + self.shifts + 2, query + 1)

    def begin(self, reading):
        first = torch.arange(reading.there.shape[1], device=reading.summary.device) == 0
        return reading, (reading.there & first).to(reading.summary.dtype)

    def look(self, query, state):
        reading, before = state
        key, gate, kernel, sharpening = linear(self.controls, query).split([self.reads, 1, self.shifts, 1], -1)
        weights = before + gate.sigmoid() * (self.lookup(key, reading.annotations, reading.there) - before)
        kernel, count = kernel.softmax(-1), reading.there.sum(1, keepdim=True)
        place = torch.arange(weights.shape[1], device=query.device) - self.shifts // 2
        shifted = sum(kernel[:, j:j + 1] * weights.gather(1, (place + j) % count) for j in range(self.shifts))
        gamma = self.least_sharpening + (self.share if self.training else 1) * softplus(sharpening)
        scores = gamma * (shifted.relu() + SHARPEN_TINY).log()
        weights = scores.masked_fill(~reading.there, -torch.inf).softmax(-1)
        return (weights.unsqueeze(1) @ reading.annotations).squeeze(1), (reading, weights)


class Memory(torch.nn.Module):
    """Into a memory that the encoder has written, and where looks may write."""
    any_lengths = False  # items of one length together

    def __init__(self, checkpoint, size, query):
        super().__init__()
        self.memory = make_memory(checkpoint.within("attention"))
        self.reads, controls = self.memory.reads, self.memory.controls
        if controls:
            self.heard, self.asked = (checkpoint.parameter(f"attention/{who}-controls/weights", controls, inputs + 1)
                                      for who, inputs in (("encoder", size), ("decoder", query)))

    def begin(self, reading):
        _, state = self.memory.start(len(reading.summary))
        for controls in linear(self.heard, reading.annotations).unbind(1) if self.memory.controls else ():
            _, state = self.memory(controls, state)
        return state

    def look(self, query, state):
        if not self.memory.controls:
            return query[:, :0], state
        return self.memory(linear(self.asked, query), state)


class Nowhere(torch.nn.Module):
    reads, any_lengths = 0, True

    def begin(self, reading):
        return None


LOOKS = {"none": lambda checkpoint, size, query: Nowhere(), "location": Location, "hard": Hard, "memory": Memory} | {
    kind: lambda checkpoint, size, query, kind=kind: Content(checkpoint, kind, size, query)
    for kind in ("global", "local-m", "local-p")}
