#!/usr/bin/env bash
# Makes the results that docs/results/ keeps, from presets: trains what is missing, scores it, draws it, and keeps tables
# and pictures. Cut short, it goes on where it was.
#
#   scripts/reproduce.sh tasks [--presets NAME...] [--budget MINUTES] [--jobs N]
#                                  presets as studies/tasks.toml has them: all seeds, asked beyond their training sizes
#   scripts/reproduce.sh sequences [--presets NAME...] [--budget MINUTES] [--jobs N]
#                                  models that read a source and say an answer, as studies/sequences.toml has them
#   scripts/reproduce.sh looking [--presets NAME...] [--budget MINUTES] [--jobs N]
#                                  models that look at pictures, hard and soft, as studies/looking.toml has them
#   scripts/reproduce.sh memories [--presets NAME...] [--texts DIR] [--budget MINUTES] [--jobs N]
#                                  very many slots, one-shot and first lessons on graphs, as studies/memories.toml has them
#   scripts/reproduce.sh unseen [--presets NAME...] [--budget MINUTES] [--jobs N]
#                                  presets on seeds that nobody chose, as studies/unseen.toml has them
#   scripts/reproduce.sh measures [--presets NAME...] [--budget MINUTES] [--jobs N]
#                                  problems that others compare memories by, as studies/measures.toml has them
#   scripts/reproduce.sh revival [--presets NAME...] [--budget MINUTES] [--jobs N]
#                                  recall against state: memories of today beside those of 2014, as studies/revival.toml
#                                  has them
#   scripts/reproduce.sh map [--budget MINUTES] [--jobs N] [--list | --cell MACHINE/MEASURE | --rates | --page]
#                                  every memory on every measure, as studies/map.toml has them: goes on with what is
#                                  missing, lists what is there, trains one cell anew and compares, trains the window of
#                                  learning rates, or writes the pages anew
#   scripts/reproduce.sh map --replicate N [--seed S]
#                                  trains cells drawn at random anew, and keeps how many agree
#   scripts/reproduce.sh map --slurm [--workers N] [--slurm-options "--partition=NAME …"]
#                                  the same on a cluster, cell by cell; called again, it keeps what has ended
#   scripts/reproduce.sh ntm2014 [--sequences N] [--jobs N] [--only PRESET ...]
#                                  the fifteen networks of "Neural Turing Machines", 100,000 sequences each (an hour of
#                                  one core, and many more for the three layers of LSTMs)
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
root=$(dirname "$(dirname "$(realpath "$0")")")
experiment=${1:-}
case $experiment in
  tasks) study=(reproduce_tasks.py) ;;
  sequences) study=(reproduce_sequences.py) ;;
  looking) study=(reproduce_looking.py) ;;
  memories) study=(reproduce_memories.py) ;;
  unseen) study=(reproduce_unseen.py) ;;
  measures) study=(reproduce_measures.py) ;;
  revival) study=(reproduce_revival.py) ;;
  map) study=(reproduce_map.py) ;;
  ntm2014) study=(ntm2014_paper.py) ;;
  babi-memn2n | babi-models) study=(reproduce_babi.py --set "${experiment#babi-}") ;;
  babi-transfer) study=(babi_transfer.py) ;;
  sweeps) study=(reproduce_sweeps.py) ;;
  -h | --help) sed -n '2,39s/^# \{0,1\}//p' "$0"; exit 0 ;;
  *)
    known="tasks sequences looking memories unseen measures revival map ntm2014"
    known+=" babi-memn2n babi-models babi-transfer sweeps"
    for name in $known; do [[ ${experiment:0:3} != "${name:0:3}" ]] || near="nearest: $name; "; done
    echo "reproduce.sh: got \"$experiment\"; ${near:-}valid: ${known// /, }" >&2
    exit 2
    ;;
esac
shift
"$root/scripts/setup.sh" build scripts $([[ $experiment != sweeps ]] || echo sweeps)
"$root/scripts/build.sh"
exec "$root/studies/${study[0]}" "${study[@]:1}" "$@"
