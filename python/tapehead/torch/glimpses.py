"""A picture seen glimpse by glimpse (Mnih, Heess, Graves & Kavukcuoglu 2014)."""
import typing

import torch
from torch.nn import functional

from .encoder_decoder import as_picture
from .gazes import RetinaGaze, WindowGaze
from .losses import like
from .machine import MemoryCore
from .parts import linear


class Seen(typing.NamedTuple):
    told: list           # logits (batch, classes), the last ones after the last glimpse
    thoughts: list       # the features before each drawn place
    log_densities: list  # of each drawn place


class Glimpses(torch.nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        self.looks, self.dropout = checkpoint.whole("model.glimpses"), checkpoint.real("model.dropout")
        self.every_look = checkpoint.text("model.told-at", ("end", "every-look")) == "every-look"
        what, where, glimpse = (checkpoint.whole(f"model.{units}") for units in ("what", "where", "features"))
        self.core = MemoryCore(checkpoint, lambda reads: glimpse)
        features, take = self.core.features, checkpoint.parameter
        policy = checkpoint.text("model.policy", ("learned", "random", "fixed", "window"))
        self.gaze = (WindowGaze(checkpoint, features) if policy == "window" else
                     RetinaGaze(checkpoint, self.looks, policy, features))
        self.what = take("glimpse/what", what, checkpoint.columns("glimpse/what"))
        self.where = take("glimpse/where", where, self.gaze.place_size + 1)
        self.glimpse = take("glimpse/weights", glimpse, what + where + 1)
        self.output = take("output/weights", checkpoint.rows("output/weights"), features + 1)
        if self.gaze.learned:
            self.reward = checkpoint.real("model.reward")
            self.baseline = take("baseline/weights", 1, features + 1)
        checkpoint.pass_by("model.first", "model.deviation", "model.start", "model.location-gain", "model.scored-at",
                           "model.reward", "model.reward-in-core")  # of other policies

    def dropped(self, x):
        return functional.dropout(x, self.dropout, self.training)

    def see(self, picture):
        seen, features, state = Seen([], [], []), None, self.core.start(len(picture))
        for number in range(self.looks):
            look = self.gaze.look(picture, features, number)
            if look.log_density is not None:
                seen.thoughts.append(features)
                seen.log_densities.append(look.log_density)
            both = linear(self.what, look.seen).relu(), linear(self.where, look.place).relu()
            features, state = self.core.think(self.dropped(linear(self.glimpse, *both).relu()), state)
            if number + 1 == self.looks or (self.every_look and self.training):
                seen.told.append(linear(self.output, self.dropped(features)))
        return seen

    def forward(self, picture):
        """Pictures (batch, height, width, channels), or of one step each -> logits (batch, classes)."""
        return self.see(as_picture(picture).to(self.output.dtype)).told[-1]

    def objective(self, batch):
        """The mean cost of the classes told; less what drawn places earned over the baseline, times their log-density
        (REINFORCE); and the baseline's own error."""
        seen = self.see(as_picture(like(batch.input, self.output)).to(self.output.dtype))
        right = like(batch.target, self.output)[:, 0].long()
        asked = like(batch.mask, self.output)[:, 0].to(self.output.dtype)
        asked = asked * (right >= 0)
        costs = [functional.cross_entropy(logits, right.clamp(min=0), reduction="none") for logits in seen.told]
        total = torch.stack(costs).mean(0) * asked
        if seen.log_densities:
            hits = torch.stack([logits.argmax(-1) == right for logits in seen.told]).to(self.output.dtype)
            places = len(seen.log_densities)
            # A place is credited with what was told from it on; what was told once counts for all places.
            reward = torch.stack([hits[place - places:].mean(0) if len(hits) > 1 else hits[0]
                                  for place in range(places)])
            baseline = linear(self.baseline, torch.stack(seen.thoughts).detach()).squeeze(-1)
            surprise = asked * (reward - baseline)
            earned = (surprise.detach() * torch.stack(seen.log_densities)).sum(0)
            total = total - self.reward * earned + surprise.square().sum(0)
        return total.mean()
