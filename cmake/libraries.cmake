# Rules for the libraries tapehead_NAME, made from objects in float (NAME_f32) and in double (NAME_f64).
#
# A library says for each of its rooms how to compile it. A source in a REAL room computes with Real and is compiled
# twice, each time in its own inline namespace; a source in a PLAIN room does not use Real and is compiled once.
include(cmake/together.cmake)

# How many sources are compiled at once: where nothing is optimised, nearly all of a file's time goes into its headers.
set(sources_at_once 12)
if(TAPEHEAD_SANITIZE)
  set(sources_at_once 30)
endif()

# tapehead_objects(NAME REAL [HOT] SOURCES… LINKS…). HOT sources are fully optimised.
function(tapehead_objects name real)
  cmake_parse_arguments(PARSE_ARGV 2 own "HOT" "" "SOURCES;LINKS")
  tapehead_together(sources ${name} ${sources_at_once} ${own_SOURCES})
  add_library(${name} OBJECT ${sources})
  target_compile_definitions(${name} PRIVATE TAPEHEAD_REAL=${real})
  target_link_libraries(${name} PUBLIC tapehead_settings ${own_LINKS})
  # The module for Python is made of the same objects as the program. Hidden, a function is called and inlined as in a
  # program by itself.
  set_target_properties(${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # it takes what a class keeps of its own source for another source's
    target_compile_options(${name} PRIVATE -Wno-subobject-linkage)
  endif()
  if(own_HOT AND TAPEHEAD_SANITIZE)
    target_compile_options(${name} PRIVATE -O1)  # its tests run for half as long; it compiles for twice as long, once
  elseif(own_HOT)
    target_precompile_headers(${name} PRIVATE <functional> <memory> <string> <vector> <fmt/format.h>)
  else()
    target_compile_options(${name} PRIVATE ${TAPEHEAD_COOL})
  endif()
endfunction()

# tapehead_library(NAME OBJECTS… LINKS…)
function(tapehead_library name)
  cmake_parse_arguments(PARSE_ARGV 1 own "" "" "OBJECTS;LINKS")
  list(TRANSFORM own_OBJECTS REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(tapehead_${name} STATIC ${own_OBJECTS})
  target_link_libraries(tapehead_${name} PUBLIC tapehead_settings ${own_LINKS})
endfunction()

# tapehead_rooms(VARIABLE ROOM…): the sources of these rooms, relative to the root.
function(tapehead_rooms variable)
  if(NOT ARGN)
    set(${variable} PARENT_SCOPE)
    return()
  endif()
  list(TRANSFORM ARGN APPEND "/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${patterns})
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# tapehead_floor_objects(NAME [HOT] [REAL room…] [PLAIN room…] LINKS…): the objects of these rooms. Sets NAME_objects to
# their names, and NAME_rooms to the rooms. A room may be a pattern.
function(tapehead_floor_objects name)
  cmake_parse_arguments(PARSE_ARGV 1 own "HOT" "" "REAL;PLAIN;LINKS")
  tapehead_rooms(real_sources ${own_REAL})
  tapehead_rooms(plain_sources ${own_PLAIN})
  set(hot)
  if(own_HOT)
    set(hot HOT)
  endif()
  tapehead_objects(${name}_f32 f32 ${hot} SOURCES ${plain_sources} ${real_sources} LINKS ${own_LINKS})
  set(objects ${name}_f32)
  # The program checks gradients in double; tests that run under the sanitizers need only float, but for Python's.
  if((TAPEHEAD_PROGRAM OR TAPEHEAD_DOUBLE) AND (NOT TAPEHEAD_SANITIZE OR TAPEHEAD_PYTHON))
    tapehead_objects(${name}_f64 f64 SOURCES ${real_sources} LINKS ${own_LINKS})
    list(APPEND objects ${name}_f64)
  endif()
  set(${name}_objects ${objects} PARENT_SCOPE)
  set(${name}_rooms ${own_REAL} ${own_PLAIN} PARENT_SCOPE)
endfunction()

# tapehead_floors(as above): the library of these rooms.
function(tapehead_floors name)
  cmake_parse_arguments(PARSE_ARGV 1 own "HOT" "" "REAL;PLAIN;LINKS")
  tapehead_floor_objects(${ARGV})
  tapehead_library(${name} OBJECTS ${${name}_objects} LINKS ${own_LINKS})
endfunction()
