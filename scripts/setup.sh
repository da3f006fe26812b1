#!/usr/bin/env bash
# Installs what Tapehead needs, from the system's own packages; at once done when all is there. Debian 12 is what all
# is tested on; the names of Ubuntu and Fedora are known, and Fedora's are told rather than installed.
#
#   scripts/setup.sh [build] [scripts] [sweeps] [notebook] [export] [python] [test] [fuzz] [servers] [data] [live] [web] [api] [package] [all]
#                    (no group: build)
#
# Exit status: 0 all there, 2 something is missing, too old or could not be installed (it is listed).
set -euo pipefail

if ((BASH_VERSINFO[0] < 4)); then  # macOS has 3.2
  echo "setup.sh: got bash $BASH_VERSION; 4 or later is needed, on Linux: the Dockerfile has Debian 12 with all of it" >&2
  exit 2
fi
if [[ $(uname -s) != Linux ]]; then
  echo "setup.sh: got $(uname -s); Linux is needed: the Dockerfile has Debian 12 with all of it" >&2
  exit 2
fi

# group | Debian's name | how to detect it without dpkg | what for
packages='
build   | g++                          | command:g++                       | C++20 compiler, 12 or later
build   | cmake                        | command:cmake                     | configures the build, 3.25 or later
build   | ninja-build                  | command:ninja                     | runs the build
build   | ccache                       | command:ccache                    | builds that were made once, in any clone
build   | git                          | command:git                       | the commit in a run'"'"'s manifest
build   | libarmadillo-dev             | header:armadillo                  | parameters, inputs and outputs
build   | libhdf5-dev                  | header:hdf5.h                     | traces
build   | libboost-program-options-dev | header:boost/program_options.hpp  | options
build   | libfccp-dev                  | header:libfccp/csv.h              | reads CSV
build   | librandom123-dev             | header:Random123/philox.h         | random streams
build   | nlohmann-json3-dev           | header:nlohmann/json.hpp          | JSON
build   | libfmt-dev                   | header:fmt/format.h               | text
build   | zlib1g-dev                   | header:zlib.h                     | unpacks pictures and their labels
build   | libpng-dev                   | header:png.h                      | pictures
build   | libzip-dev                   | header:zip.h                      | zip files of pictures
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
notebook | jupyter-nbconvert           | command:jupyter-nbconvert         | executes the notebook
notebook | python3-ipykernel           | module:ipykernel                  | Python for the notebook
export  | python3-protobuf             | module:google.protobuf            | the records of TensorBoard'"'"'s event files
export  | python3-crcmod               | module:crcmod                     | their check sums
python  | pybind11-dev                 | header:pybind11/pybind11.h        | the engine as a module of Python
python  | python3-dev                  | command:python3-config            | Python'"'"'s own headers
python  | python3-setuptools           | module:setuptools                 | pip install of the package
python  | python3-wheel                | module:wheel                      | its wheel
python  | python3-venv                 | module:ensurepip                  | an environment to install it in
test    | catch2                       | header:catch2/catch.hpp           | unit tests, 2.13
test    | librapidcheck-dev            | header:rapidcheck/catch.h         | property tests
test    | libbenchmark-dev             | header:benchmark/benchmark.h      | benchmarks of the ops
test    | libopenblas-dev              | header:cblas.h                    | the product that ours is compared with
test    | python3-torch                | module:torch                      | values and gradients to compare with
test    | clang-format                 | command:clang-format              | the test of the layout, 14
test    | clang-tidy                   | command:clang-tidy                | the test of the C++ sources, 14
test    | flake8                       | command:flake8                    | the test of the Python sources
test    | chromium                     | command:chromium                  | the test of the page of a report
test    | chromium-driver              | command:chromedriver              | leads Chromium
test    | python3-selenium             | module:selenium                   | tells chromium-driver what to do
test    | qemu-user                    | command:qemu-x86_64               | plays processors without AVX
test    | zsh                          | command:zsh                       | completes command lines
fuzz    | clang                        | command:clang++                   | the compiler that libFuzzer belongs to
fuzz    | libclang-rt-14-dev           | file:/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a | libFuzzer and the sanitizers
servers | postgresql                   | command:pg_ctlcluster             | the server of the test of sweeps on many machines
servers | slurm-wlm                    | command:slurmctld                 | the test of sweeps on a cluster
servers | munge                        | command:munged                    | what Slurm knows its own by
data    | festlex-cmu                  | file:/usr/share/festival/dicts/cmu/cmudict-0.4.out | English words and their phonemes
data    | dataset-fashion-mnist        | file:/usr/share/datasets/fashion-mnist | 70,000 pictures of clothing
live    | emscripten                   | command:emcc                      | rebuilds the engine of the live page
api     | doxygen                      | command:doxygen                   | the pages of scripts/api.sh
package | dpkg-dev                     | command:dpkg-shlibdeps            | the package of scripts/package.sh
web     | nodejs                       | command:node                      | rebuilds the pages, 18 or later
web     | npm                          | command:npm                       | fetches what they are built with
'

# Packages with other names elsewhere, "-" if there is none; Ubuntu has Debian's names for the rest.
elsewhere='
chromium: ubuntu=chromium-browser
chromium-driver: ubuntu=chromium-chromedriver fedora=chromedriver
g++: fedora=gcc-c++
libarmadillo-dev: fedora=armadillo-devel
libopenblas-dev: fedora=openblas-devel
libhdf5-dev: fedora=hdf5-devel
libboost-program-options-dev: fedora=boost-devel
libfccp-dev: fedora=-
librandom123-dev: fedora=Random123-devel
nlohmann-json3-dev: fedora=json-devel
libfmt-dev: fedora=fmt-devel
zlib1g-dev: fedora=zlib-devel
libpng-dev: fedora=libpng-devel
libzip-dev: fedora=libzip-devel
libclang-rt-14-dev: ubuntu24.04=libclang-rt-18-dev fedora=compiler-rt
python3-sklearn: fedora=python3-scikit-learn
python3-optuna: ubuntu22.04=- fedora=-
catch2: fedora=catch2-devel
librapidcheck-dev: fedora=rapidcheck-devel
libbenchmark-dev: fedora=google-benchmark-devel
postgresql: fedora=postgresql-server
slurm-wlm: fedora=slurm-slurmctld
clang-format: fedora=clang-tools-extra
python3-dev: fedora=python3-devel
python3-venv: fedora=-
pybind11-dev: fedora=pybind11-devel
clang-tidy: fedora=clang-tools-extra
jupyter-nbconvert: fedora=python3-nbconvert
festlex-cmu: fedora=festival-data
dataset-fashion-mnist: fedora=-
'

usage() {
  sed -n '2,8s/^# \{0,1\}//p' "$0"
}

groups=' '
for argument in "${@:-build}"; do
  case $argument in
    build | scripts | sweeps | notebook | export | python | test | fuzz | servers | data | live | web | api | package) groups+="$argument " ;;
    all) groups+='build scripts sweeps notebook export python test fuzz servers data live web api package ' ;;
    -h | --help) usage; exit 0 ;;
    *) echo "setup.sh: $argument is not known; valid: build, scripts, sweeps, notebook, export, python, test, fuzz, servers, data, live, web, api, package, all" >&2; exit 2 ;;
  esac
done

wanted=()
declare -A probe purpose
while IFS='|' read -r group name how what; do
  read -r group <<<"$group"  # strips surrounding blanks
  [[ -n $group && $groups == *" $group "* ]] || continue
  read -r name <<<"$name"
  read -r "probe[$name]" <<<"$how"
  read -r "purpose[$name]" <<<"$what"
  wanted+=("$name")
done <<<"$packages"

# The system: "debian 12", "ubuntu 24.04", "fedora 41".
system=$(. "${OS_RELEASE:-/etc/os-release}" 2>/dev/null && echo "${ID:-linux} ${VERSION_ID:-}" || echo linux)
system=${system% }

# Sets `here` to this system's name of the package, empty if it has none.
name_here() {
  local line word
  here=$1
  line=$(grep -m1 "^$1: " <<<"$elsewhere") || return 0
  for word in ${line#*: }; do
    if [[ $word == "${system%% *}="* || $word == "${system/ /}="* ]]; then here=${word#*=}; fi
  done
  if [[ $here == - ]]; then here=; fi
}

# Debian has HDF5's headers in a folder per variant, and Fedora has OpenBLAS' in a folder of its own: CMake finds
# them, the compiler does not.
folders=(-I/usr/include/hdf5/serial -I/usr/include/openblas)

# Whether a package is installed on a system without dpkg: looks for its files.
found() {
  local kind=${1%%:*} name=${1#*:}
  case $kind in
    command) command -v "$name" >/dev/null ;;
    file) [[ -e $name ]] ;;
    module) python3 -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$name') is None)" 2>/dev/null ;;
    header) echo "#include <$name>" | "${CXX:-g++}" -std=c++20 "${folders[@]}" -E -x c++ - >/dev/null 2>&1 ;;
  esac
}

# Sets `missing` to the names of `wanted` that are not installed.
find_missing() {
  missing=()
  local name
  if command -v dpkg-query >/dev/null; then
    local installed
    local names=()
    for name in "${wanted[@]}"; do name_here "$name" && names+=("${here:-$name}"); done
    installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' "${names[@]}" 2>/dev/null || true)"
    for name in "${wanted[@]}"; do
      name_here "$name"
      [[ $installed == *" installed:${here:-$name} "* ]] && continue
      # A user's own newer cmake will do; Debian's Python packages belong only to Debian's Python.
      [[ ${probe[$name]} == command:* && $name != python3 ]] && found "${probe[$name]}" && continue
      missing+=("$name")
    done
  else
    for name in "${wanted[@]}"; do
      found "${probe[$name]}" || missing+=("$name")
    done
  fi
}

give_up() {
  {
    echo "setup.sh: $1; these are missing (names as in ${called_as:-Debian 12}):"
    for name in "${missing[@]}"; do
      name_here "$name"
      printf '  %-28s  %s\n' "${here:-$name (not packaged here)}" "${purpose[$name]}"
    done
    [[ -z ${2:-} ]] || echo "$2"
  } >&2
  exit 2
}

# Checks that a version is new enough, and not too new: one line if it is not. `at_least WHAT FOUND NEEDED HINT`
at_least() {
  [[ $(printf '%s\n' "$3" "$2" | sort -V | head -1) == "$3" ]] && return
  echo "setup.sh: got $1 $2 on $system; $3 or later is needed${4:+ ($4)}" >&2
  exit 2
}
check_versions() {
  if [[ $groups == *' build '* ]]; then
    at_least cmake "$(cmake --version | sed -n '1s/.* //p')" 3.25 'pip install cmake has one'
    at_least "${CXX:-g++}" "$("${CXX:-g++}" -dumpfullversion 2>/dev/null || "${CXX:-g++}" -dumpversion)" 12 'apt-get install g++-12, then CXX=g++-12'
  fi
  if [[ $groups == *' test '* ]] && found header:catch2/catch_all.hpp && ! found header:catch2/catch.hpp; then
    echo "setup.sh: got Catch2 3 on $system; 2.13 is needed for the tests, as in Debian 12 (scripts/build.sh needs none)" >&2
    exit 2
  fi
}

find_missing
((${#missing[@]})) || { check_versions; exit 0; }

called_as=$system
for name in "${missing[@]}"; do
  name_here "$name"
  if [[ -z $here ]]; then give_up "$system has no package $name"; fi
done
names=()
for name in "${missing[@]}"; do name_here "$name" && names+=("$here"); done
if ! command -v apt-get >/dev/null; then
  if command -v dnf >/dev/null; then give_up 'there is no apt-get here' "As root: dnf install ${names[*]}"; fi
  give_up 'there is no apt-get here'
fi
as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || give_up 'neither root nor sudo' "As root: apt-get install ${names[*]}"
  as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" \
    </dev/null >"$log" 2>&1
}
echo "setup.sh: installing ${names[*]}" >&2
# An additional source list that does not answer must not stop us while Debian's does.
apt update || { cat "$log" >&2; echo 'setup.sh: apt-get update failed; going on with what is known' >&2; }
apt install --no-install-recommends "${names[@]}" ||
  { cat "$log" >&2; find_missing; give_up 'apt-get install failed'; }
check_versions
