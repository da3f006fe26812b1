"""What training minimises, and a batch's arrays as tensors."""
import numpy
import torch
from torch.nn import functional


def tensor(array):
    """A batch's array as a tensor that shares its numbers; of tokens -1 is none."""
    if isinstance(array, numpy.ndarray) and array.dtype == numpy.uint32:
        array = array.view(numpy.int32)
    return torch.as_tensor(array)


def loss(logits, target, mask):
    """The mean over a batch's episodes of the cost of their answers, in nats: summed over the steps that are scored.
    Targets are a batch's own (arrays or tensors): bits (episodes × steps × width) with a mask of that shape; or classes
    (episodes × steps), or digits (× places × kinds, one-hot), with a mask of a number a step or place."""
    target, mask = tensor(target), tensor(mask).to(logits.dtype)
    if target.dim() == 2:
        each = functional.cross_entropy(logits.flatten(0, 1), target.flatten().clamp(min=0).long(), reduction="none")
    elif target.dim() == 3:
        each = functional.binary_cross_entropy_with_logits(logits, target.to(logits.dtype), reduction="none")
    else:
        each = -(logits.reshape(target.shape).log_softmax(-1) * target.to(logits.dtype)).sum(-1)
    return (each.reshape(mask.shape) * mask).sum() / len(logits)
