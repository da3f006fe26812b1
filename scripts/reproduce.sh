#!/usr/bin/env bash
# Makes the results that docs/results/ keeps, from presets: trains what is missing, scores it, draws it, and copies
# everything but the checkpoints. Cut short, it goes on where it was.
#
#   scripts/reproduce.sh copy      the copy task: our preset, seeds 1-10; the paper's two, seeds 1-5 (some 10 minutes)
#   scripts/reproduce.sh tasks [--presets NAME...] [--budget MINUTES] [--jobs N]
#                                  our presets as studies/tasks.toml has them: all seeds, asked beyond their training
#                                  sizes; each further call goes on
#   scripts/reproduce.sh ntm2014 [--budget MINUTES]
#                                  the paper's five tasks with our presets, in so many minutes of training (60); each
#                                  further call trains on what is not finished
#   scripts/reproduce.sh ntm2014-paper [--sequences N] [--jobs N] [--only PRESET ...]
#                                  the paper's fifteen networks, 100,000 sequences each (some five hours of one core)
#   scripts/reproduce.sh babi-memn2n --path DIR [--budget MINUTES] [--out DIR]
#                                  end-to-end memory networks on bAbI: the columns of the paper's table and ours, on
#                                  files in DIR; runs and tables go to runs/results/babi-memn2n, and none is copied
#   scripts/reproduce.sh babi-models --path DIR [--budget MINUTES] [--out DIR]
#                                  entity network, LSTM and DNC on some tasks of 10,000 questions
#   scripts/reproduce.sh babi-transfer --path DIR [--budget MINUTES] [--out DIR]
#                                  how well models trained on generated stories answer real ones, and the reverse
#   scripts/reproduce.sh sweeps [--repeats N]
#                                  TPE with Hyperband against random search on the copy task (some 20 minutes)
set -euo pipefail
called_from=$PWD
cd "$(dirname "$0")/.."

experiment=${1:-}
case $experiment in
  copy | tasks | ntm2014 | ntm2014-paper | babi-memn2n | babi-models | babi-transfer | sweeps) shift ;;
  -h | --help) sed -n '2,22s/^# \{0,1\}//p' "$0"; exit 0 ;;
  *)
    echo "reproduce.sh: got \"$experiment\"; one of copy, tasks, ntm2014, ntm2014-paper, babi-memn2n, babi-models," \
      "babi-transfer, sweeps is needed" >&2
    exit 2
    ;;
esac
if [[ $experiment == babi-* || $experiment == sweeps || $experiment == tasks || $experiment == ntm2014-paper ]]; then
  root=$PWD
  scripts/setup.sh build scripts $([[ $experiment != sweeps ]] || echo sweeps)
  scripts/build.sh
  cd "$called_from"  # whose relative paths are
  case $experiment in
    babi-memn2n | babi-models) exec "$root/studies/reproduce_babi.py" --set "${experiment#babi-}" "$@" ;;
    babi-transfer) exec "$root/studies/babi_transfer.py" "$@" ;;
    ntm2014-paper) exec "$root/studies/ntm2014_paper.py" "$@" ;;
    sweeps) exec "$root/studies/reproduce_sweeps.py" "$@" ;;
    tasks) exec "$root/studies/reproduce_tasks.py" "$@" ;;
  esac
fi
budget=60
while (($#)); do
  case $1 in
    --budget) [[ ${2:-} =~ ^[0-9]+(\.[0-9]+)?$ && $experiment == ntm2014 ]] ||
      { echo "reproduce.sh: --budget: got \"${2:-}\"; minutes are needed, for ntm2014" >&2; exit 2; }
      budget=$2; shift 2 ;;
    *) echo "reproduce.sh: $1 is not known; valid: --budget" >&2; exit 2 ;;
  esac
done

scripts/setup.sh build scripts
scripts/build.sh
program=build/tapehead runs=runs/results/$experiment results=docs/results/$experiment

if [[ $experiment == ntm2014 ]]; then
  studies/reproduce_ntm2014.py "$program" "$runs" "$results" --budget "$budget"
  # Task, options of the generalisation grid (a picture each), the cost where it is not the usual one.
  while read -r task options metric; do
    kept=() scored=()
    for preset in "$task" "graves2014-$task"-{lstm,ff,lstm-baseline}; do
      for run in "$results/$preset"/seed-*; do
        [[ -e $run/metrics.csv ]] && (($(wc -l <"$run/metrics.csv") > 1)) || continue  # no validation yet
        kept+=("$run")
        if [[ -e $run/eval.csv ]]; then scored+=("$run"); fi
      done
    done
    ((${#kept[@]})) || continue
    scripts/plot.py curves "${kept[@]}" ${metric:+--metric "$metric"} --out "$results/$task-curves.png"
    ((${#scored[@]})) || continue
    for option in ${options//,/ }; do
      scripts/plot.py length "${scored[@]}" --setting "task.$option" ${metric:+--metric "$metric"} \
        --out "$results/$task-against-$option.png"
    done
  done <<'END'
copy               length
repeat-copy        length,repeats
associative-recall items
ngrams             length          over_oracle
priority-sort      vectors
END
  studies/summarise.py "$results" >"$results/summary.md"
  cat "$results/summary.md"
  exit 0
fi

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
scripts/plot.py length "$results"/{copy,graves2014-copy-lstm,graves2014-copy-ff} \
  --out "$results/wrong-bits-against-length.png"
scripts/plot.py episode "$runs/episode.h5" --out "$results/episode.png"
studies/summarise.py "$results" >"$results/summary.md"
cat "$results/summary.md"
