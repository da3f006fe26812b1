#!/bin/bash
# Builds the engine for a browser, python/tapehead/live/engine.wasm, with Debian's emscripten (scripts/setup.sh live).
# What is built is kept in the repository: this is needed after a change of what a network computes, not before a use.
#
#     scripts/live.sh [OUT]      OUT: where the module goes; by default to its place
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$root/python/tapehead/live/engine.wasm}
build=${TAPEHEAD_LIVE_BUILD:-$root/build-live}
command -v emcc > /dev/null || { echo "live.sh: emcc is missing; scripts/setup.sh live installs it" >&2; exit 2; }
emcmake cmake -S "$root/live" -B "$build" -DCMAKE_BUILD_TYPE=None > /dev/null
cmake --build "$build" --parallel "${JOBS:-2}"
mkdir -p "$(dirname "$out")"
cp "$build/engine.wasm" "$out"
printf '%s: %s bytes\n' "$out" "$(stat -c %s "$out")"
