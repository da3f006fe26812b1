#!/usr/bin/env bash
# Builds everything with warnings as errors and runs the tests, then the quick ones again under the sanitizers.
#
#   scripts/test.sh [--quick] [--slow]
#     --quick   leaves out the sanitizers
#     --slow    runs the slow tests too
#
# A test that is skipped counts as failed, but for those of servers (PostgreSQL, Slurm) where these cannot be installed, and
# that which builds the pages anew where npm or its registry cannot be had.
# Exit status: 0 all passed, 1 a build or a test failed or was skipped, 2 bad usage or something could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizers=yes selection=(-LE slow)
for argument in "$@"; do
  case $argument in
    --quick) sanitizers=no ;;
    --slow) selection=() ;;
    -h | --help) sed -n '2,10s/^# \{0,1\}//p' scripts/test.sh; exit 0 ;;
    *) echo "test.sh: $argument is not known; valid: --quick, --slow" >&2; exit 2 ;;
  esac
done

scripts/setup.sh build scripts sweeps notebook export python test data api package
servers=yes
scripts/setup.sh servers || servers=no
scripts/setup.sh web || true  # its test reports what is missing
jobs=$(nproc)
source scripts/temporary.sh
source scripts/compiler_cache.sh
last_lines=()

# check NAME PRESET TARGET [ctest's arguments]: builds and tests one preset; its count goes to `last_lines`.
check() {
  local name=$1 preset=$2 target=$3 directory=build-$2 report
  shift 3
  echo "== $name: building in $directory"
  local fresh=()  # if the clone was moved or renamed
  if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$directory/CMakeCache.txt"; then fresh=(--fresh); fi
  cmake --preset "$preset" "${fresh[@]}" --log-level=WARNING "${launcher[@]}" >/dev/null
  cmake --build "$directory" --parallel "$jobs" --target "$target"
  echo "== $name: testing; property tests:" \
    "$(grep -o 'RC_PARAMS=[^;"]*' "$directory/tests/CTestTestfile.cmake" | head -1)"
  report=$directory/ctest.log
  local passed=yes  # one test more than there are processors: many wait for a browser, a server, or a time to pass
  (cd "$directory" && ctest --output-on-failure --no-tests=error --parallel $((jobs + 1)) "$@") | tee "$report" || passed=no
  last_lines+=("$name: $(grep -E 'tests passed|No tests were found' "$report" || echo 'ctest came to no end')")
  local skipped why without=
  why=$(grep -h '^SKIP: ' "$directory/Testing/Temporary/LastTest.log" || true)
  for skipped in $(sed -n 's/^\t *[0-9]* - \(.*\) (Skipped)$/\1/p' "$report"); do
    if [[ $servers == no && $skipped =~ ^scripts/(sweep_postgres|slurm) ]]; then
      without+=" $skipped"
    elif [[ $skipped == scripts/web_build ]]; then
      last_lines+=("$name: left out, for npm has no packages here: $skipped")
    else
      last_lines+=("$name: skipped, which counts as failed: $skipped")
      passed=no
    fi
  done
  [[ -z $without ]] || last_lines+=("$name: left out, for there are no servers here:$without")
  why+=$(awk '/^[0-9]+\/[0-9]+ Testing: / { name = $3 }
              /^OK \(skipped=/ { printf "\n%s: in part, %s", name, $0 }' "$directory/Testing/Temporary/LastTest.log")
  [[ -z $why ]] || last_lines+=("$why")
  [[ $passed == yes ]] || failed=yes
}

failed=no
check tests test all "${selection[@]}"
if [[ $sanitizers == yes ]]; then check sanitizers sanitize tapehead_tests -L quick; fi
printf '%s\n' "${last_lines[@]}"
[[ $failed == no ]]
