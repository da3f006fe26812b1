#!/usr/bin/env bash
# Makes the results that docs/results/ keeps, from presets: trains what is missing, scores it, draws it, and copies
# everything but the checkpoints. Cut short, it goes on where it was.
#
#   scripts/reproduce.sh copy      the copy task: our preset, seeds 1-10; the paper's two, seeds 1-5 (some 10 minutes)
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
  copy) ;;
  -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;;
  *) echo "reproduce.sh: got \"${1:-}\"; copy is needed" >&2; exit 2 ;;
esac

scripts/setup.sh build scripts
scripts/build.sh
program=build/tapehead runs=runs/results/copy results=docs/results/copy

# PRESET SEEDS LENGTHS: all seeds side by side, then each scored on 1,000 episodes a length.
train_and_score() {
  "$program" train --preset "$1" --seeds "$2" --out "$runs/$1"
  for run in "$runs/$1"/seed-*; do
    "$program" eval "$run" --task.length "$3" --episodes 1000 --csv "$run/eval.csv" >/dev/null
    kept=$results/$1/${run##*/}
    mkdir -p "$kept"
    cp "$run"/{config.ini,manifest.json,metrics.csv,result.json,eval.csv} "$kept"
  done
  cp "$runs/$1/seeds.csv" "$results/$1/"
}

train_and_score copy 1..10 10..120:10
train_and_score graves2014-copy-lstm 1..5 10..120:10
train_and_score graves2014-copy-ff 1..5 10..120:10

"$program" trace "$runs/copy/seed-1" --task.length 20 --out "$runs/episode.h5" >/dev/null
scripts/plot.py curves "$results"/{copy,graves2014-copy-lstm,graves2014-copy-ff} --out "$results/learning-curves.png"
scripts/plot.py length "$results"/{copy,graves2014-copy-lstm,graves2014-copy-ff} --out "$results/wrong-bits-against-length.png"
scripts/plot.py episode "$runs/episode.h5" --out "$results/episode.png"
python3 scripts/summarise.py "$results" >"$results/summary.md"
cat "$results/summary.md"
