"""What training minimises, and a batch's arrays as tensors."""
import numpy
import torch
from torch.nn import functional

from .stories import StoryReader


def tensor(array):
    """A batch's array as a tensor that shares its numbers; of tokens -1 is none."""
    if isinstance(array, numpy.ndarray) and array.dtype == numpy.uint32:
        array = array.view(numpy.int32)
    return torch.as_tensor(array)


def like(array, other):
    """The same where another tensor is."""
    return tensor(array).to(other.device)


def loss(logits, target, mask):
    """The mean over a batch's episodes of the cost of their answers, in nats: summed over the steps that are scored.
    Targets are a batch's own (arrays or tensors): bits (episodes × steps × width) with a mask of that shape; or classes
    (episodes × steps), or digits (× places × kinds, one-hot), with a mask of a number a step or place."""
    target, mask = like(target, logits), like(mask, logits).to(logits.dtype)
    if target.dim() == 2:
        each = functional.cross_entropy(logits.flatten(0, 1), target.flatten().clamp(min=0).long(), reduction="none")
        mask = mask * (target >= 0)  # a class outside of the vocabulary costs nothing
    elif target.dim() == 3:
        each = functional.binary_cross_entropy_with_logits(logits, target.to(logits.dtype), reduction="none")
    else:
        each = -(logits.reshape(target.shape).log_softmax(-1) * target.to(logits.dtype)).sum(-1)
    return (each.reshape(mask.shape) * mask).sum() / len(logits)


def told_steps(network, mask):
    """The keyword of a network whose memory is told the input's length: the steps of each episode before its first
    scored one. Other networks have none. mask: a batch's."""
    if not getattr(network, "told", False):
        return {}
    scored = (tensor(mask) != 0).reshape(*mask.shape[:2], -1).any(2)
    return {"input_steps": scored.int().argmax(1)}


def run(network, batch):
    """The logits of a whole batch: (episodes, steps, outputs); of stories a step is a question."""
    if isinstance(network, StoryReader):
        return network.answers(batch.stories)
    where = next(network.parameters())
    found = network(*(like(array, where) for array in batch.inputs.values()), **told_steps(network, batch.mask))
    return found if found.dim() == 3 else found.unsqueeze(1)


def objective(network, batch):
    """What training minimises for a batch, in nats, the mean over its episodes: the loss of the network's answers, and
    what its looks cost beside it (attention.penalty, guidance, entropy), the gradient of drawn looks and glimpses
    (reinforce), or the ranking of facts instead. The running mean of rewards moves on in training."""
    if hasattr(network, "objective"):
        return network.objective(batch)
    return loss(run(network, batch), batch.target, batch.mask)
