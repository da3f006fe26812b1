# One interface target holds the compile options of all targets; link libraries belong to each library.
add_library(tapehead_settings INTERFACE)
target_compile_features(tapehead_settings INTERFACE cxx_std_20)
target_include_directories(tapehead_settings INTERFACE ${PROJECT_SOURCE_DIR})

# -ffast-math is never used: it would break the NaN checks and a clamped tanh (it turned to NaN).
# GCC 12 warns wrongly of overlapping copies in `"text" + std::string` (its bug 105329) and of uninitialised members of
# initialiser lists: -Wno-restrict, -Wno-maybe-uninitialized.
# -fopenmp-simd only enables "#pragma omp simd" on reductions: no OpenMP runtime and no threads.
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
# A portable program joins three whose symbols are made local; a symbol that is unique in a process could not be.
if(TAPEHEAD_KINDS)
  target_compile_options(tapehead_settings INTERFACE -fno-gnu-unique)
endif()
if(TAPEHEAD_SANITIZE)
  target_compile_options(tapehead_settings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(tapehead_settings INTERFACE -fsanitize=address,undefined)
endif()
# libFuzzer counts the branches taken, and tries thousands of inputs a second. To check a vptr is to know Task's type,
# and so to link all that tasks are.
if(TAPEHEAD_FUZZ)
  target_compile_options(tapehead_settings INTERFACE -fsanitize=fuzzer-no-link -fno-sanitize=vptr -O1)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

# Files and terminal output, and the double code of gradient checks, are slow to compile and never hot.
set(TAPEHEAD_COOL -O1)
if(TAPEHEAD_SANITIZE)  # what is not hot runs too briefly to be worth optimising
  set(TAPEHEAD_COOL)
endif()
