#!/usr/bin/env bash
# From a fresh clone to a trained neural Turing machine and its pictures, in runs/quickstart; a few minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

run=runs/quickstart
scripts/setup.sh build scripts
scripts/build.sh

mkdir -p "$(dirname "$run")"
step() { printf '\n$ %s\n' "$*"; "$@"; }  # prints the command, as one would type it

step build/tapehead train --preset copy --seed 1 --out "$run"
python3 - "$run/result.json" <<'PYTHON'
import json, sys
result = json.load(open(sys.argv[1]))
cost = result["bits"]
if cost is None:
    sys.exit(f"the run ended without a cost: {result['status']}")
print(f"{result['status']} after {result['sequences']:,} sequences in {result['seconds']:.0f} s "
      f"({result['sequences_per_second']:.0f} a second): {cost:.3g} bits per sequence on held-out episodes, "
      f"{result['perfect_episodes']:,} of {result['final_episodes']:,} without an error")
PYTHON
step build/tapehead eval "$run" --episodes 1000 --csv "$run/eval.csv"
step build/tapehead trace "$run" --task.length 20 --out "$run/episode.h5"
step scripts/plot.py curves "$run" --out "$run/learning-curve.png"
step scripts/plot.py length "$run" --metric bits --out "$run/cost-against-length.png"
step scripts/plot.py episode "$run/episode.h5" --out "$run/episode.png"

echo
echo "In $run:"
describe() { if [[ -e $run/$1 ]]; then printf '  %-30s %s\n' "$1" "$2"; fi; }
describe learning-curve.png 'the cost while it learned (an .svg beside every .png)'
describe cost-against-length.png 'cost, and sequences lost, far beyond the lengths it was trained on'
describe episode.png 'one episode from the inside: memory, where it wrote and read'
describe metrics.csv 'the learning curve as a table'
describe eval.csv 'cost against length as a table'
describe episode.h5 'the episode: inputs, outputs, memory and weightings at each step'
describe checkpoint-best.safetensors 'the weights; resume, eval and trace take the directory'
describe config.ini 'every option of the run; train --config takes it'
describe result.json 'how it ended'
