#!/usr/bin/env bash
# Installs what Tapehead needs, from Debian's own packages; at once done when all is there.
#
#   scripts/setup.sh [build] [scripts] [sweeps] [test] [data] [all]     (no group: build)
#
# Exit status: 0 all there, 2 something is missing and could not be installed (it is listed).
set -euo pipefail

# group | Debian's name | how to see it on a system without dpkg | what for
packages='
build   | g++                          | command:g++                       | C++20 compiler, 12 or later
build   | cmake                        | command:cmake                     | configures the build, 3.25 or later
build   | ninja-build                  | command:ninja                     | runs the build
build   | git                          | command:git                       | the commit in a run'"'"'s manifest
build   | libarmadillo-dev             | header:armadillo                  | parameters, inputs and outputs
build   | libopenblas-dev              | header:cblas.h                    | matrix products
build   | libhdf5-dev                  | header:hdf5.h                     | traces
build   | libboost-program-options-dev | header:boost/program_options.hpp  | options
build   | libfccp-dev                  | header:libfccp/csv.h              | reads CSV
build   | librandom123-dev             | header:Random123/philox.h         | random streams
build   | nlohmann-json3-dev           | header:nlohmann/json.hpp          | JSON
build   | libfmt-dev                   | header:fmt/format.h               | text
build   | zlib1g-dev                   | header:zlib.h                     | unpacks pictures and their labels
build   | libpng-dev                   | header:png.h                      | pictures
scripts | python3                      | command:python3                   | runs the scripts
scripts | python3-numpy                | module:numpy                      | arrays
scripts | python3-pandas               | module:pandas                     | tables of runs
scripts | python3-matplotlib           | module:matplotlib                 | figures
scripts | python3-pil                  | module:PIL                        | pictures with a palette
scripts | python3-scipy                | module:scipy                      | distributions for tests and intervals
scripts | python3-h5py                 | module:h5py                       | reads traces
sweeps  | python3-sqlalchemy           | module:sqlalchemy                 | what Optuna keeps its studies by
sweeps  | python3-psycopg2             | module:psycopg2                   | sweeps whose study is in PostgreSQL
sweeps  | python3-optuna               | module:optuna                     | sweeps
sweeps  | python3-sklearn              | module:sklearn                    | importance of options in sweeps
test    | catch2                       | header:catch2/catch.hpp           | unit tests, 2.13
test    | librapidcheck-dev            | header:rapidcheck/catch.h         | property tests
test    | libbenchmark-dev             | header:benchmark/benchmark.h      | benchmarks of the ops
test    | python3-torch                | module:torch                      | values and gradients to compare with
test    | postgresql                   | command:pg_ctlcluster             | the server of the test of sweeps on many machines
test    | slurm-wlm                    | command:slurmctld                 | the test of sweeps on a cluster
test    | munge                        | command:munged                    | what Slurm knows its own by
test    | clang-format                 | command:clang-format              | the test of the layout, 14
test    | chromium                     | command:chromium                  | the test of the page of a report
test    | chromium-driver              | command:chromedriver              | leads Chromium
test    | python3-selenium             | module:selenium                   | tells chromium-driver what to do
test    | jupyter-nbconvert            | command:jupyter-nbconvert         | executes the notebook
test    | python3-ipykernel            | module:ipykernel                  | Python for the notebook
test    | zsh                          | command:zsh                       | completes command lines
data    | festlex-cmu                  | file:/usr/share/festival/dicts/cmu/cmudict-0.4.out | English words and their phonemes
data    | dataset-fashion-mnist        | file:/usr/share/datasets/fashion-mnist | 70,000 pictures of clothing
'

usage() {
  sed -n '2,6s/^# \{0,1\}//p' "$0"
}

groups=' '
for argument in "${@:-build}"; do
  case $argument in
    build | scripts | sweeps | test | data) groups+="$argument " ;;
    all) groups+='build scripts sweeps test data ' ;;
    -h | --help) usage; exit 0 ;;
    *) echo "setup.sh: $argument is not known; valid: build, scripts, sweeps, test, data, all" >&2; exit 2 ;;
  esac
done

wanted=()
declare -A probe purpose
while IFS='|' read -r group name how what; do
  read -r group <<<"$group"  # without the blanks around it
  [[ -n $group && $groups == *" $group "* ]] || continue
  read -r name <<<"$name"
  read -r "probe[$name]" <<<"$how"
  read -r "purpose[$name]" <<<"$what"
  wanted+=("$name")
done <<<"$packages"

# Whether a package is there where no dpkg can tell: by what it brings.
found() {
  local kind=${1%%:*} name=${1#*:}
  case $kind in
    command) command -v "$name" >/dev/null ;;
    file) [[ -e $name ]] ;;
    module) python3 -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$name') is None)" 2>/dev/null ;;
    header) echo "#include <$name>" | "${CXX:-g++}" -std=c++20 -E -x c++ - >/dev/null 2>&1 ;;
  esac
}

# Sets `missing` to the names of `wanted` that are not installed.
find_missing() {
  missing=()
  local name
  if command -v dpkg-query >/dev/null; then
    local installed
    installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' "${wanted[@]}" 2>/dev/null || true)"
    for name in "${wanted[@]}"; do
      [[ $installed == *" installed:$name "* ]] || missing+=("$name")
    done
  else
    for name in "${wanted[@]}"; do
      found "${probe[$name]}" || missing+=("$name")
    done
  fi
}

give_up() {
  {
    echo "setup.sh: $1; these are missing (names as in Debian 12):"
    for name in "${missing[@]}"; do printf '  %-28s  %s\n' "$name" "${purpose[$name]}"; done
    [[ -z ${2:-} ]] || echo "$2"
  } >&2
  exit 2
}

find_missing
((${#missing[@]})) || exit 0

command -v apt-get >/dev/null || give_up 'there is no apt-get here'
as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || give_up 'neither root nor sudo' "As root: apt-get install ${missing[*]}"
  as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" \
    </dev/null >"$log" 2>&1
}
echo "setup.sh: installing ${missing[*]}" >&2
# A source list of the machine's own that does not answer must not stop us while Debian's does.
apt update || { cat "$log" >&2; echo 'setup.sh: apt-get update failed; going on with what is known' >&2; }
apt install --no-install-recommends "${missing[@]}" ||
  { cat "$log" >&2; find_missing; give_up 'apt-get install failed'; }
