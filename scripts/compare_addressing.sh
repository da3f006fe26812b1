#!/usr/bin/env bash
# Compares five ways of addressing a memory on two tasks: trains what is missing, scores it beyond its training sizes,
# and puts tables and pictures into OUT/comparison. Cut short, it goes on where it was. Some 15 minutes, by estimate.
#
#   scripts/compare_addressing.sh [--quick] [OUT]     (OUT: runs/compare-addressing)
#     --quick   two seeds and a handful of sequences, to see that all works; OUT: runs/compare-addressing-quick
#
# Exit status: 0 done, 2 bad usage or something is missing, 75 interrupted.
set -euo pipefail
cd "$(dirname "$0")/.."

# What all runs have in common: the recipe of the preset associative-recall, in a smaller memory. Nothing is tuned for a
# scheme; solved are runs with three validations in a row at or below a tenth of a bit, all others use up their budget.
common='--controller lstm --controller.size 100 --memory.slots 64 --memory.width 20
  --train.optimizer graves-rmsprop --train.learning-rate 3e-4 --train.clip norm --train.clip-at 10
  --train.batch 4 --train.average 0.999 --train.stop-below 0.1 --train.patience 3 --train.validation-episodes 300'

# task | seeds | sequences | its options | the grid it is scored on
tasks='
copy               | 1..10 | 100000 | --task.max-length 10 | --task.length 5..40:5
associative-recall | 1..5  | 100000 | --task.max-items 6   | --task.items 2..12:2
'

# Without fixed random contents, slots that are told apart by their contents alone would stay alike for ever.
ntm='--memory ntm --memory.init random'

# scheme | its options | for associative recall: reads start on content, writes elsewhere, where a scheme can say so
schemes="
content          | $ntm --addressing content  | --memory.read-strength-bias 6
location         | $ntm --addressing location --memory.start-weighting learned |
content+location | $ntm --addressing content+location --memory.start-weighting learned | $(
  echo --memory.read-strength-bias 6 --memory.read-gate-bias 1 --memory.write-gate-bias -1)
lru              | --memory lru | --memory.read-strength-bias 6 --memory.write-gate-bias -1
dnc              | --memory dnc | --memory.read-strength-bias 6
"

quick=no out='' episodes=200 validate_every=1000
for argument in "$@"; do
  case $argument in
    --quick) quick=yes ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "compare_addressing.sh: $argument is not known; valid: --quick" >&2; exit 2 ;;
    *) [[ -z $out ]] || { echo "compare_addressing.sh: got $out and $argument; one OUT is needed" >&2; exit 2; }
       out=$argument ;;
  esac
done
if [[ $quick == yes ]]; then
  out=${out:-runs/compare-addressing-quick} episodes=5 validate_every=40
fi
out=${out:-runs/compare-addressing}

program=${TAPEHEAD:-}
if [[ -z $program ]]; then
  scripts/setup.sh build scripts
  scripts/build.sh
  program=build/tapehead
fi

# rows TABLE: its rows, the fields without the blanks around them.
rows() { sed -e '/|/!d' -e 's/^ *//' -e 's/ *| */|/g' -e 's/ *$//' <<<"$1"; }

# Runs that diverge are results too: compare.py counts them.
train() { "$program" train "$@" || { local status=$?; ((status == 3)) || exit "$status"; }; }

directories=()
while IFS='|' read -r task seeds sequences task_options grid; do
  if [[ $quick == yes ]]; then seeds=1..2 sequences=80; fi
  while IFS='|' read -r scheme options recall_options; do
    [[ $task == associative-recall ]] || recall_options=
    directory=$out/$task/$scheme
    directories+=("$directory")
    echo "== $task, $scheme" >&2
    # shellcheck disable=SC2086  # options are several words
    train --task "$task" $task_options $common $options $recall_options --train.sequences "$sequences" \
      --train.validate-every "$validate_every" --seeds "$seeds" --out "$directory" >&2
    for run in "$directory"/seed-*; do
      [[ -e $run/checkpoint-best.safetensors ]] || continue
      [[ $run/eval.csv -nt $run/result.json ]] && continue
      # shellcheck disable=SC2086
      "$program" eval "$run" $grid --episodes "$episodes" --csv "$run/eval.part" >/dev/null
      mv "$run/eval.part" "$run/eval.csv"  # whole, or made again
    done
  done < <(rows "$schemes")
done < <(rows "$tasks")

scripts/compare.py "${directories[@]}" --by-task --out "$out/comparison"
