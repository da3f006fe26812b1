#!/usr/bin/python3
"""Runs a peer with all its tensors on a device: `on_device.py cuda PEER.py OPTIONS`. The clock waits for what the
device was given. Without a peer it ends at once, and tells by its status whether there is such a device. The peers
themselves know nothing of devices. scripts/bench.py --peer-device starts it."""
import runpy
import sys
import time

import torch


def main(device, peer=None, *options):
    if not hasattr(torch, "set_default_device"):
        sys.exit(f"--peer-device: got {device} with PyTorch {torch.__version__}; 2.0 or newer is needed")
    try:
        torch.set_default_device(device)
        torch.zeros(1)
    except (RuntimeError, AssertionError) as error:
        why = str(error).splitlines()[0]
        sys.exit(f"--peer-device: got {device} ({why}); a device that this PyTorch can use is needed")
    if peer is None:
        return
    counter = time.perf_counter
    if device.startswith("cuda"):
        def waited():
            torch.cuda.synchronize()
            return counter()

        time.perf_counter = waited
    sys.argv = [peer, *options]
    sys.path.insert(0, peer.rpartition("/")[0])
    runpy.run_path(peer, run_name="__main__")


if __name__ == "__main__":
    main(*sys.argv[1:])
