# Packages of Debian 12 (scripts/setup.sh has the list), each a target by itself, so that a library sees and links only
# what it asks for. Nothing links a BLAS: the products are autodiff/base/gemm.cpp's, and Armadillo only holds numbers.

# The engine's dependencies: it links fmt; its sources read the headers of the other two. Imported targets are visible
# only here, so that an enclosing project may use any target name.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_path(RANDOM123_INCLUDE Random123/philox.h REQUIRED)

add_library(tapehead::random123 INTERFACE IMPORTED)
target_include_directories(tapehead::random123 INTERFACE ${RANDOM123_INCLUDE})

if(NOT TAPEHEAD_PROGRAM)
  return()
endif()

find_package(Armadillo REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(Boost REQUIRED COMPONENTS program_options)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_library(LIBZIP_LIBRARY zip REQUIRED)
find_path(LIBZIP_INCLUDE zip.h REQUIRED)
find_path(FCCP_INCLUDE libfccp/csv.h REQUIRED)

add_library(libzip INTERFACE)
target_include_directories(libzip SYSTEM INTERFACE ${LIBZIP_INCLUDE})
target_link_libraries(libzip INTERFACE ${LIBZIP_LIBRARY})

add_library(fccp INTERFACE)
target_include_directories(fccp SYSTEM INTERFACE ${FCCP_INCLUDE})
target_compile_definitions(fccp INTERFACE CSV_IO_NO_THREAD)

# Debian's shared HDF5 loads curl and 25 more libraries, which take two thirds of the time in which the program starts.
# An archive beside it is linked into programs, without what it has for files on the web; a module needs the shared one.
set(is_program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)
set(hdf5_libraries ${HDF5_C_LIBRARIES})
foreach(shared IN LISTS HDF5_C_LIBRARIES)
  string(REGEX REPLACE "\\.so$" ".a" archive ${shared})
  if(shared MATCHES "/libhdf5[^/]*\\.so$" AND EXISTS ${archive})
    list(TRANSFORM hdf5_libraries REPLACE "^${shared}$" "$<IF:${is_program},${archive},${shared}>")
    list(TRANSFORM hdf5_libraries REPLACE "^.*/lib(crypto|curl)\\.so$" "$<$<NOT:${is_program}>:\\0>")
  endif()
endforeach()
add_library(hdf5 INTERFACE)
target_include_directories(hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_link_libraries(hdf5 INTERFACE ${hdf5_libraries})

add_library(armadillo INTERFACE)
target_include_directories(armadillo SYSTEM INTERFACE ${ARMADILLO_INCLUDE_DIRS})
target_compile_definitions(armadillo INTERFACE
  ARMA_DONT_USE_WRAPPER ARMA_DONT_USE_BLAS ARMA_DONT_USE_LAPACK ARMA_DONT_USE_HDF5 ARMA_DONT_USE_OPENMP ARMA_NO_DEBUG)
