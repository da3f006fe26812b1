"""The recurrent memory Transformer (Bulatov, Kuratov & Burtsev 2022), a controller."""
from .segments import Segments


class Rmt(Segments):
    """State: the memory's tokens, (batch, tokens, size), the keys and values of the segment so far of each layer, and
    its steps so far."""

    def __init__(self, checkpoint, x_size, read_size):
        super().__init__(checkpoint, "controller/rmt", x_size + read_size)

    def through(self, tokens, remembered):
        """Tokens of the segment through all layers: their outputs, and what is remembered then."""
        after = []
        for i in range(len(self.layers.attention)):
            tokens, kept = self.layer(i, tokens, None if remembered is None else remembered[i])
            after.append(kept)
        return self.layers.last(tokens), after

    def begun(self, memory):
        return memory, self.through(memory, None)[1], 0

    def start(self, batch):
        return self.begun(self.tokens_of_memory(batch))

    def forward(self, inputs, state):
        memory, remembered, place = state
        output, remembered = self.through(self.told(inputs, place), remembered)
        if place + 1 < self.length:
            return output.squeeze(1), (memory, remembered, place + 1)
        return output.squeeze(1), self.begun(self.through(memory, remembered)[0])
