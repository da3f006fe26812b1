#!/usr/bin/env bash
# Builds the program, build/tapehead, after installing what that needs.
#
#   scripts/build.sh [--dir DIR] [--target NAME]... [CMake's own arguments, such as -DTAPEHEAD_NATIVE=OFF]
set -euo pipefail
cd "$(dirname "$0")/.."

directory=build targets=() arguments=()
while (($#)); do
  case $1 in
    -h | --help) sed -n '2,4s/^# \{0,1\}//p' scripts/build.sh; exit 0 ;;
    --dir | --target)
      (($# > 1)) || { echo "build.sh: $1 wants a value" >&2; exit 2; }
      if [[ $1 == --dir ]]; then directory=$2; else targets+=("$2"); fi
      shift 2 ;;
    -*) arguments+=("$1"); shift ;;
    *) echo "build.sh: $1 is not known; see scripts/build.sh --help" >&2; exit 2 ;;
  esac
done

scripts/setup.sh build
source scripts/compiler_cache.sh
# In a clone that was moved, renamed or copied, CMake's cache refers to another place.
if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$directory/CMakeCache.txt"; then arguments+=(--fresh); fi
cmake --preset release -B "$directory" --log-level=WARNING "${launcher[@]}" "${arguments[@]}" >/dev/null
cmake --build "$directory" --parallel "$(nproc)" --target "${targets[@]:-tapehead}"
echo "built $directory/${targets[0]:-tapehead}"
