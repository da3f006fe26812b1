# The engine for other projects, by find_package or as a subproject: tapehead::engine (docs/library.md).
#
# The engine's warnings, instruction set and -fno-math-errno are private: no user inherits them. So no public header may
# hold code that depends on them. Code that depends on the width of a register tests __AVX…; such a header is private,
# and so is every header that includes it. All others are written to include/tapehead, with includes that begin with
# tapehead/, so that another project's folder "models" is not taken for ours; tapehead/tapehead.hpp includes them all.

# tapehead_public_headers(TO ROOM…): writes the headers of these rooms, with what they include, to the folder TO.
function(tapehead_public_headers to)
  list(TRANSFORM ARGN APPEND "/*.hpp" OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns PREPEND "${PROJECT_SOURCE_DIR}/")
  file(GLOB waiting CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${patterns})
  set(headers)
  while(waiting)
    list(POP_FRONT waiting header)
    if(NOT header IN_LIST headers)
      list(APPEND headers ${header})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
      file(READ ${PROJECT_SOURCE_DIR}/${header} text_${header})
      string(REGEX MATCHALL "#include \"[^\"]+" included "${text_${header}}")
      list(TRANSFORM included REPLACE "#include \"" "")
      set(included_${header} ${included})
      list(APPEND waiting ${included})
    endif()
  endwhile()

  set(private)
  set(count -1)
  while(NOT count EQUAL private_count)  # until nothing is added
    list(LENGTH private count)
    foreach(header IN LISTS headers)
      foreach(included IN LISTS included_${header})
        if(included IN_LIST private)
          list(APPEND private ${header})
        endif()
      endforeach()
      if(text_${header} MATCHES "__AVX")
        list(APPEND private ${header})
      endif()
    endforeach()
    list(REMOVE_DUPLICATES private)
    list(LENGTH private private_count)
  endwhile()

  list(REMOVE_ITEM headers ${private})
  list(SORT headers)
  string(CONCAT all "#pragma once\n/// @mainpage\n/// All public headers of the engine, version ${PROJECT_VERSION}, at once: "
    "`#include <tapehead/tapehead.hpp>`.\n/// docs/library.md says how a project has them; tapehead::ParameterStore, "
    "tapehead::Tape and tapehead::MemoryMachine\n/// are where to begin.\n\n")
  foreach(header IN LISTS headers)
    string(REPLACE "#include \"" "#include \"tapehead/" text "${text_${header}}")
    file(CONFIGURE OUTPUT ${to}/${header} CONTENT "${text}" @ONLY)
    string(APPEND all "#include \"tapehead/${header}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${to}/tapehead.hpp CONTENT "${all}" @ONLY)
  file(GLOB_RECURSE written RELATIVE ${to} ${to}/*)
  foreach(header IN LISTS written)  # a header that is gone, or private now
    if(NOT header IN_LIST headers AND NOT header STREQUAL "tapehead.hpp")
      file(REMOVE ${to}/${header})
    endif()
  endforeach()
endfunction()

list(TRANSFORM engine_objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
add_library(tapehead_engine STATIC ${engine_objects})
add_library(tapehead::engine ALIAS tapehead_engine)
set_target_properties(tapehead_engine PROPERTIES EXPORT_NAME engine)
target_compile_features(tapehead_engine INTERFACE cxx_std_20)
target_include_directories(tapehead_engine SYSTEM INTERFACE
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:include>)
target_link_libraries(tapehead_engine PRIVATE fmt::fmt)
tapehead_public_headers(${PROJECT_BINARY_DIR}/include/tapehead ${engine_rooms})

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tapehead)
# Below 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tapehead-config-version.cmake COMPATIBILITY SameMinorVersion)
install(TARGETS tapehead_engine EXPORT tapehead COMPONENT engine)
install(EXPORT tapehead NAMESPACE tapehead:: FILE tapehead-targets.cmake DESTINATION ${package} COMPONENT engine)
install(FILES cmake/tapehead-config.cmake ${PROJECT_BINARY_DIR}/tapehead-config-version.cmake
  DESTINATION ${package} COMPONENT engine)
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/tapehead TYPE INCLUDE COMPONENT engine)
