#!/usr/bin/env bash
# Makes a Debian package of the program for all x86-64 processors, build-package/tapehead_VERSION_amd64.deb, with its
# presets, trained models and scripts (docs/library.md). Python's module is not in it: pip installs that.
#
#   scripts/package.sh [CMake's own arguments]
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in -h | --help) sed -n '2,5s/^# \{0,1\}//p' scripts/package.sh; exit 0 ;; esac
scripts/setup.sh package
scripts/build.sh --dir build-package -DTAPEHEAD_NATIVE=OFF -DTAPEHEAD_PYTHON=OFF "$@"
(cd build-package && cpack)
