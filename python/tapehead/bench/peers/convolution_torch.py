#!/usr/bin/python3
"""Convolutions in PyTorch, forward with ReLU and backward, over a batch of 32 pictures on one thread: milliseconds of
processor time of the fastest of several runs, in the faster of both memory formats, one line of JSON by name.
scripts/bench_convolution.py starts it with the names of our benchmarks, convolution/HxWxC/KERNEL/STRIDE/OUT."""
import json
import sys
import time

import torch
from torch.nn import functional as F

BATCH, RUNS, TIMES = 32, 5, 3


def measure(name, memory_format):
    picture, kernel, stride, out = name.split("/")[1:]
    height, width, channels = map(int, picture.split("x"))
    kernel, stride, out = int(kernel), int(stride), int(out)
    x = torch.rand(BATCH, channels, height, width).to(memory_format=memory_format).requires_grad_(channels > 1)
    weights = torch.randn(out, channels, kernel, kernel).to(memory_format=memory_format).requires_grad_()
    bias = torch.zeros(out, requires_grad=True)
    best, sent = float("inf"), None
    for _ in range(RUNS):
        start = time.process_time()
        for _ in range(TIMES):
            x.grad = weights.grad = bias.grad = None
            y = F.conv2d(x, weights, bias, stride, (kernel - stride + 1) // 2).relu()
            sent = torch.ones_like(y) if sent is None else sent
            y.backward(sent)
        best = min(best, (time.process_time() - start) / TIMES)
    return 1e3 * best


if __name__ == "__main__":
    torch.set_num_threads(1)
    torch.manual_seed(1)
    print(json.dumps({name: min(measure(name, kind) for kind in (torch.contiguous_format, torch.channels_last))
                      for name in sys.argv[1:]}))
