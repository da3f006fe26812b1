# The program's version for a run's manifest. Every build reads the commit again, into a header that changes only when
# the commit does, so that nothing else is recompiled.
add_custom_target(tapehead_commit
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DHEADER=${PROJECT_BINARY_DIR}/generated/tapehead_commit.hpp
          -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake
  BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/tapehead_commit.hpp)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
get_target_property(shown_flags tapehead_settings INTERFACE_COMPILE_OPTIONS)
list(JOIN shown_flags " " shown_flags)
add_library(tapehead_version INTERFACE)
add_dependencies(tapehead_version tapehead_commit)
target_include_directories(tapehead_version INTERFACE ${PROJECT_BINARY_DIR}/generated)
target_compile_definitions(tapehead_version INTERFACE
  TAPEHEAD_VERSION="${PROJECT_VERSION}"
  TAPEHEAD_COMPILER="${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  TAPEHEAD_FLAGS="${CMAKE_CXX_FLAGS_${build_type}} ${shown_flags}")
