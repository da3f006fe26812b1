# What Debian 12 packages (scripts/setup.sh holds the list). OpenBLAS and HDF5 are linked directly, without
# Armadillo's wrapper, so that there is one BLAS in the process and its threads can be held to one.
find_package(Armadillo REQUIRED)
find_package(BLAS REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(Boost REQUIRED COMPONENTS program_options)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_library(OPENBLAS_LIBRARY openblas REQUIRED)
find_path(OPENBLAS_INCLUDE cblas.h PATH_SUFFIXES x86_64-linux-gnu aarch64-linux-gnu REQUIRED)
find_path(RANDOM123_INCLUDE Random123/philox.h REQUIRED)
find_path(FCCP_INCLUDE libfccp/csv.h REQUIRED)
