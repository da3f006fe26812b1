#!/usr/bin/env bash
# Looks for inputs that break the readers: libFuzzer on each harness of tests/fuzz, and structured mutations of a run's
# directory against every command. HOURS are shared out evenly; what is found is kept in build-fuzz/findings.
#
#   scripts/fuzz.sh HOURS [HARNESS...|mutations]     0.1 is six minutes; no name: all
#
# Exit status: 0 nothing found, 1 something was, 2 bad usage or something could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in -h | --help) sed -n '2,7s/^# \{0,1\}//p' scripts/fuzz.sh; exit 0 ;; esac
hours=${1:-}
if ! [[ $hours =~ ^[0-9]*\.?[0-9]+$ ]]; then
  echo "fuzz.sh: got \"$hours\"; a number of hours is needed, such as 1 or 0.1" >&2
  exit 2
fi
shift
scripts/setup.sh build fuzz
source scripts/compiler_cache.sh
cmake --preset fuzz "${launcher[@]}" --log-level=WARNING >/dev/null
cmake --build build-fuzz --target tapehead_fuzz
program=${TAPEHEAD:-build/tapehead}
[[ -x $program ]] || scripts/build.sh

mapfile -t known < <(build-fuzz/tests/fuzz/tapehead_fuzz; echo mutations)
names=("$@")
((${#names[@]})) || names=("${known[@]}")
for name in "${names[@]}"; do
  if [[ " ${known[*]} " != *" $name "* ]]; then
    echo "fuzz.sh: $name is not known; valid: ${known[*]}" >&2
    exit 2
  fi
done
seconds=$(awk "BEGIN { s = $hours * 3600 / ${#names[@]}; print s < 1 ? 1 : int(s) }")
findings=$PWD/build-fuzz/findings
mkdir -p "$findings"
source scripts/temporary.sh

found=0
for name in "${names[@]}"; do
  if [[ $name == mutations ]]; then
    TAPEHEAD=$program tests/fuzz/mutate_runs.py --seconds "$seconds" --seed "$RANDOM" --findings "$findings/mutations" ||
      found=1
    continue
  fi
  corpus=build-fuzz/corpus/$name
  mkdir -p "$corpus" "$findings/$name"
  log=$TMPDIR/log
  # An input of 64 KiB is as long as any header; 1 GB and 10 s are more than any needs.
  status=0
  TAPEHEAD_HARNESS=$name build-fuzz/tests/fuzz/tapehead_fuzz -max_total_time="$seconds" -max_len=65536 -timeout=10 \
    -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$findings/$name/" "$corpus" "tests/fuzz/seeds/$name" \
    >"$log" 2>&1 || status=$?
  executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  if ((status == 0)); then
    printf '%-12s %12s executions, nothing found\n' "$name" "$executed"
  else
    found=1
    printf '%-12s %12s executions; found: %s\n' "$name" "${executed:-?}" \
      "$(grep -m1 -E 'harness:|ERROR:|runtime error' "$log" || tail -1 "$log")"
    cp "$log" "$findings/$name/log"
  fi
done
exit $found
