#!/usr/bin/env bash
# Makes the API pages of the engine, build-api/html/index.html, from the comments in its public headers, by Debian's
# doxygen. A warning of doxygen's is an error.
#
#   scripts/api.sh
#
# Exit status: 0 done, 1 doxygen had something to say, 2 bad usage or something could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
  '') ;;
  -h | --help) sed -n '2,7s/^# \{0,1\}//p' scripts/api.sh; exit 0 ;;
  *) echo "api.sh: $1 is not known; it takes no arguments" >&2; exit 2 ;;
esac
scripts/setup.sh build api
cmake -S . -B build-api -G Ninja -DTAPEHEAD_PROGRAM=OFF --log-level=WARNING >/dev/null
headers=build-api/include
version=$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
{
  cat docs/Doxyfile
  printf '%s\n' "PROJECT_NUMBER = $version" "INPUT = $headers" 'OUTPUT_DIRECTORY = build-api' \
    "STRIP_FROM_PATH = $headers" "STRIP_FROM_INC_PATH = $headers"
} | doxygen - || exit 1
echo 'made build-api/html/index.html'
