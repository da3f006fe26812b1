"""Whole networks by name."""
import torch

from .checkpoint import Checkpoint
from .encoder_decoder import EncoderDecoder
from .entity_network import EntityNetwork
from .glimpses import Glimpses
from .key_value import KeyValueNetwork
from .machine import MemoryMachine
from .memn2n import MemN2n
from .memory_network import MemoryNetwork
from .mixer_stack import MixerStack
from .readers import Classifier, LstmnEncoderDecoder, TransformerEncoderDecoder

MODELS = {"memory-machine": MemoryMachine, "mixer-stack": MixerStack, "memory-network": MemoryNetwork, "memn2n": MemN2n,
          "key-value-memory-network": KeyValueNetwork, "entity-network": EntityNetwork,
          "encoder-decoder": EncoderDecoder, "transformer-encoder-decoder": TransformerEncoderDecoder,
          "lstmn-encoder-decoder": LstmnEncoderDecoder, "classifier": Classifier, "glimpses": Glimpses}


def load(directory, which="best", dtype=torch.float32, options=None):
    """The network of a run or a trained model, with its weights; `options` override the run's own ({"memory.slots":
    256}). Raises UnknownCheckpoint."""
    checkpoint = Checkpoint(directory, which, dtype, options)
    model = MODELS[checkpoint.text("model", MODELS)](checkpoint)
    checkpoint.finish()
    model.checkpoint = checkpoint
    return model.eval()
