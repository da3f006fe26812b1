#!/usr/bin/env bash
# Builds the module for Python under the address and undefined-behaviour sanitizers (build-sanitize-python), and runs
# its tests with it.
#
#   scripts/sanitize_python.sh [TEST.py]...      by default those of tests/python that need no PyTorch
#
# Exit status: 0 all passed, 1 the build or a test failed.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1-} in -h | --help) sed -n '2,7s/^# \{0,1\}//p' scripts/sanitize_python.sh; exit 0 ;; esac
tests=("$@")
if (($# == 0)); then tests=(tests/python/{model,own_task,training}_test.py); fi

source scripts/compiler_cache.sh
build=build-sanitize-python
cmake --preset sanitize -B "$build" --log-level=WARNING -DTAPEHEAD_PYTHON=ON -DTAPEHEAD_TESTS=OFF "${launcher[@]}" >/dev/null
cmake --build "$build" --parallel "$(nproc)" --target tapehead tapehead_python

# The interpreter is none of the sanitizers', so their libraries come first; what it never gives back is no leak of ours.
libraries=()
for library in libasan.so libubsan.so libstdc++.so; do libraries+=("$(c++ -print-file-name="$library")"); done
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
export TAPEHEAD_SOURCE=$PWD TAPEHEAD=$PWD/$build/tapehead TAPEHEAD_PYTHON=$PWD/$build/python
failed=0
for test in "${tests[@]}"; do
  echo "== $test"
  LD_PRELOAD="${libraries[*]}" /usr/bin/python3 -B "$test" || failed=1
done
exit $failed
