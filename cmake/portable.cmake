# One program for all x86-64 processors: its libraries are compiled once for each of three instruction sets, and
# experiments/start.cpp chooses at the start. Templates of the standard library and inline functions are compiled with
# their users, and a linker keeps one copy of each, whichever comes first: so each set is linked by itself, with all names
# but its main() made local, and its constructors set apart, to be called only if it is the one.
set(TAPEHEAD_KIND_FLAGS_avx2 -march=x86-64-v3)
set(TAPEHEAD_KIND_FLAGS_avx512 -march=x86-64-v4 -mprefer-vector-width=512)

# Beside plain, which the libraries are compiled for anyway; none on other processors, or without GNU's tools.
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

# tapehead_clone(TARGET KIND): the objects of TARGET, for another instruction set: TARGET_KIND.
function(tapehead_clone target kind)
  get_target_property(sources ${target} SOURCES)
  add_library(${target}_${kind} OBJECT ${sources})
  foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS LINK_LIBRARIES UNITY_BUILD PRECOMPILE_HEADERS)
    get_target_property(value ${target} ${property})
    if(value)
      set_target_properties(${target}_${kind} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  list(JOIN TAPEHEAD_KIND_FLAGS_${kind} " " told)
  target_compile_options(${target}_${kind} PRIVATE ${TAPEHEAD_KIND_FLAGS_${kind}})
  target_compile_definitions(${target}_${kind} PRIVATE TAPEHEAD_KIND_FLAGS=" ${told}")
endfunction()

# tapehead_program(NAME MAIN OBJECTS… LINKS…): from the source that has main(), object libraries and what they need.
function(tapehead_program name main)
  cmake_parse_arguments(PARSE_ARGV 2 own "" "" "OBJECTS;LINKS")
  set(kinds)
  foreach(kind plain ${TAPEHEAD_KINDS})
    set(objects)
    foreach(target IN LISTS own_OBJECTS)
      if(NOT kind STREQUAL plain)
        tapehead_clone(${target} ${kind})
        string(APPEND target _${kind})
      endif()
      list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endforeach()
    add_library(${name}_main_${kind} OBJECT ${main})
    target_link_libraries(${name}_main_${kind} PRIVATE ${own_LINKS})
    target_compile_options(${name}_main_${kind} PRIVATE ${TAPEHEAD_KIND_FLAGS_${kind}})
    target_compile_definitions(${name}_main_${kind} PRIVATE main=tapehead_main_${kind})
    list(APPEND objects $<TARGET_OBJECTS:${name}_main_${kind}>)
    set(linked ${CMAKE_CURRENT_BINARY_DIR}/${name}_${kind}.o)
    add_custom_command(OUTPUT ${linked}
      COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${linked} ${objects}
      COMMAND ${CMAKE_OBJCOPY} --rename-section .init_array=tapehead_init_${kind} --wildcard
              --keep-global-symbol=*tapehead_main_${kind}* ${linked}
      DEPENDS ${objects} COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND kinds ${linked})
  endforeach()
  add_executable(${name} experiments/start.cpp ${kinds})
  target_link_libraries(${name} PRIVATE ${own_LINKS})
endfunction()
