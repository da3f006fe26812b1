# Sourced by what builds, from the root of the clone: what a compiler made on this machine once, in any clone, is taken
# from ccache. Sets `launcher` to CMake's arguments for that; to none without ccache.
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1      # paths count from the root of the clone
  export CCACHE_SLOPPINESS=pch_defines,time_macros   # else it takes no source with a precompiled header
  # To ccache, -march=native is a word, whatever the processor; a cache may be of another machine.
  CCACHE_NAMESPACE=$({ c++ -march=native -Q --help=target 2>/dev/null || uname -m; } | sha256sum | cut -c1-16)
  export CCACHE_NAMESPACE
fi
