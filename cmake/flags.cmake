# One interface target carries how everything is compiled; what is linked is each library's own.
add_library(tapehead_settings INTERFACE)
target_compile_features(tapehead_settings INTERFACE cxx_std_20)
target_include_directories(tapehead_settings INTERFACE ${PROJECT_SOURCE_DIR})

# -ffast-math is never used: it would break the NaN checks and a clamped tanh (it turned to NaN).
# GCC 12 sees overlapping copies in `"text" + std::string` that are not there (its bug 105329), and members of an
# initialiser list that are not set: -Wno-restrict, -Wno-maybe-uninitialized.
# omp-simd only honours "#pragma omp simd" on reductions; no OpenMP runtime, no threads of its own.
target_compile_options(tapehead_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wno-unknown-pragmas $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> -fopenmp-simd -fno-math-errno -fno-trapping-math)
if(TAPEHEAD_WERROR)
  target_compile_options(tapehead_settings INTERFACE -Werror)
endif()
if(TAPEHEAD_NATIVE)
  target_compile_options(tapehead_settings INTERFACE -march=native)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")  # others do not know it
    target_compile_options(tapehead_settings INTERFACE -mprefer-vector-width=512)
  endif()
endif()
# A portable program is made of three that keep their names to themselves; a name that is one in all of a process could not.
if(TAPEHEAD_KINDS)
  target_compile_options(tapehead_settings INTERFACE -fno-gnu-unique)
endif()
if(TAPEHEAD_SANITIZE)
  target_compile_options(tapehead_settings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O0 -g1)
  target_link_options(tapehead_settings INTERFACE -fsanitize=address,undefined)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

# What talks to files and people, and what works in double for gradient checks, is slow to compile and never hot.
set(TAPEHEAD_COOL -O1)
if(TAPEHEAD_SANITIZE)  # all is -O0
  set(TAPEHEAD_COOL)
endif()
