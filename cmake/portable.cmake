# One program for all x86-64 processors: hot code is compiled once for each of three instruction sets, and
# experiments/start.cpp chooses one at the start. Standard library templates and inline functions are compiled with
# their users, and a linker keeps one copy of each, the first it sees. So each kind is linked by itself, its hot code
# before the shared code; all its symbols but its main() are made local; and its constructors are set apart, to be
# called only if the kind is chosen. Shared code is compiled for any processor. A type that differs between kinds has
# the kind in its name (autodiff/base/lanes.hpp).
set(TAPEHEAD_KIND_FLAGS_avx2 -march=x86-64-v3)
set(TAPEHEAD_KIND_FLAGS_avx512 -march=x86-64-v4 -mprefer-vector-width=512)

# The kinds beside plain, which the libraries are compiled for anyway; none on other processors, or without GNU's tools.
set(TAPEHEAD_KINDS)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(linker_help)
  if(CMAKE_LINKER)
    execute_process(COMMAND ${CMAKE_LINKER} --help OUTPUT_VARIABLE linker_help ERROR_QUIET)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND linker_help MATCHES "force-group-allocation" AND CMAKE_OBJCOPY)
    set(TAPEHEAD_KINDS avx2 avx512)
  else()
    message(WARNING "TAPEHEAD_NATIVE: got OFF without g++, GNU ld or objcopy; the program will be slow, with plain kernels alone")
  endif()
endif()

# tapehead_clone(TARGET KIND): the objects of TARGET for another instruction set, as TARGET_KIND.
function(tapehead_clone target kind)
  get_target_property(sources ${target} SOURCES)
  add_library(${target}_${kind} OBJECT ${sources})
  foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS LINK_LIBRARIES PRECOMPILE_HEADERS POSITION_INDEPENDENT_CODE
                   CXX_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN)
    get_target_property(value ${target} ${property})
    if(value)
      set_target_properties(${target}_${kind} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  target_compile_options(${target}_${kind} PRIVATE ${TAPEHEAD_KIND_FLAGS_${kind}})
endfunction()

# tapehead_program(NAME MAIN HOT… COOL… LINKS…): a program from the source MAIN with main(), HOT object libraries, one
# per kind, COOL ones, shared by all kinds, and the libraries they need.
function(tapehead_program name main)
  cmake_parse_arguments(PARSE_ARGV 2 own "" "" "HOT;COOL;LINKS")
  add_library(${name}_main OBJECT ${main})
  target_link_libraries(${name}_main PRIVATE ${own_LINKS})
  target_compile_definitions(${name}_main PRIVATE main=tapehead_main)
  list(TRANSFORM own_COOL REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE shared)
  set(kinds)
  foreach(kind plain ${TAPEHEAD_KINDS})
    set(objects)
    foreach(target IN LISTS own_HOT)
      if(NOT kind STREQUAL plain)
        tapehead_clone(${target} ${kind})
        string(APPEND target _${kind})
      endif()
      list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endforeach()
    list(APPEND objects ${shared} $<TARGET_OBJECTS:${name}_main>)
    set(objects "$<FILTER:${objects},EXCLUDE,\\.gch$>")  # a precompiled header counts as an object
    set(linked ${CMAKE_CURRENT_BINARY_DIR}/${name}_${kind}.o)
    add_custom_command(OUTPUT ${linked}
      COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${linked} "${objects}"
      COMMAND ${CMAKE_OBJCOPY} --rename-section .init_array=tapehead_init_${kind}
              --redefine-sym _Z13tapehead_mainiPPc=tapehead_main_${kind} --keep-global-symbol=tapehead_main_${kind} ${linked}
      DEPENDS "${objects}" COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND kinds ${linked})
  endforeach()
  add_executable(${name} experiments/start.cpp ${kinds})
  target_link_libraries(${name} PRIVATE ${own_LINKS})
endfunction()
