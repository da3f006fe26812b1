# The package of an installed engine: tapehead::engine, which needs only fmt (docs/library.md).
include(CMakeFindDependencyMacro)
find_dependency(fmt)
include(${CMAKE_CURRENT_LIST_DIR}/tapehead-targets.cmake)
