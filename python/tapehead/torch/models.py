"""Whole networks by name."""
import torch

from .checkpoint import Checkpoint
from .machine import MemoryMachine
from .memn2n import MemN2n
from .encoder_decoder import EncoderDecoder
from .mixer_stack import MixerStack
from .readers import Classifier, LstmnEncoderDecoder, TransformerEncoderDecoder

MODELS = {"memory-machine": MemoryMachine, "memn2n": MemN2n, "mixer-stack": MixerStack,
          "encoder-decoder": EncoderDecoder, "classifier": Classifier,
          "transformer-encoder-decoder": TransformerEncoderDecoder, "lstmn-encoder-decoder": LstmnEncoderDecoder}


def load(directory, which="best", dtype=torch.float32, options=None):
    """The network of a run or a trained model, with its weights; `options` override the run's own ({"memory.slots":
    256}). Raises UnknownCheckpoint."""
    checkpoint = Checkpoint(directory, which, dtype, options)
    model = MODELS[checkpoint.text("model", MODELS)](checkpoint)
    checkpoint.finish()
    model.checkpoint = checkpoint
    return model.eval()
