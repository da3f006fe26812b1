# The engine as a module of Python, tapehead._engine (python/engine), where pybind11 is installed: docs/python.md. The
# program never needs it. BUILD/python/tapehead is the package with it: its sources, linked, and the module beside them.
find_program(PYTHON3 python3 HINTS /usr/bin)  # the one that has Debian's packages, whatever else is in PATH
if(NOT PYTHON_EXECUTABLE)  # the Python that the module is for
  set(PYTHON_EXECUTABLE ${PYTHON3})
endif()
set(Python_EXECUTABLE ${PYTHON_EXECUTABLE})
find_package(Python COMPONENTS Interpreter Development.Module QUIET)
if(Python_FOUND)
  find_package(pybind11 2.10 QUIET)
endif()
set(can_have_python ${pybind11_FOUND})
if(TAPEHEAD_SANITIZE OR NOT can_have_python)
  set(can_have_python OFF)
endif()
option(TAPEHEAD_PYTHON "Build the module for Python" ${can_have_python})
if(NOT TAPEHEAD_PYTHON)
  return()
endif()
if(NOT pybind11_FOUND)
  message(FATAL_ERROR "TAPEHEAD_PYTHON: got ON without pybind11; scripts/setup.sh python installs it")
endif()

file(GLOB python_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} python/engine/*.cpp)
# tapehead_module(NAME FOLDER SOURCE…): the module _engine in a folder of the package.
function(tapehead_module name folder)
  pybind11_add_module(${name} MODULE NO_EXTRAS ${ARGN})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX
    OUTPUT_NAME _engine LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/tapehead/${folder})
  target_compile_definitions(${name} PRIVATE TAPEHEAD_REAL=f32)
  target_compile_options(${name} PRIVATE ${TAPEHEAD_COOL})
  target_link_libraries(${name} PRIVATE tapehead_laboratory tapehead_version)
  # Who builds the program alone installs it without the module.
  install(TARGETS ${name} OPTIONAL COMPONENT extension
    LIBRARY DESTINATION share/tapehead/python/tapehead/${folder})
endfunction()
tapehead_module(tapehead_python "" ${python_sources})
target_precompile_headers(tapehead_python PRIVATE <pybind11/numpy.h> <pybind11/stl.h> <fmt/format.h>)
# Of a portable build a module for each other instruction set: the same, with its hot code in the place of the plain one
# that the libraries have. tapehead.engine loads the best for the processor.
foreach(kind IN LISTS TAPEHEAD_KINDS)
  set(objects $<TARGET_OBJECTS:engine_f32_${kind}> $<TARGET_OBJECTS:laboratory_hot_${kind}> $<TARGET_OBJECTS:tapehead_python>)
  tapehead_module(tapehead_python_${kind} _kinds/${kind} "$<FILTER:${objects},EXCLUDE,\\.gch$>")
endforeach()

# Every file of the package, so that one that is added or removed shows at the next build.
file(GLOB_RECURSE python_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/python/tapehead python/tapehead/*.py
  python/tapehead/*.pyi python/tapehead/*.html python/tapehead/*.wasm python/tapehead/*.csv python/tapehead/*.json
  python/tapehead/py.typed)
foreach(file IN LISTS python_files)
  get_filename_component(folder ${PROJECT_BINARY_DIR}/python/tapehead/${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/python/tapehead/${file} ${PROJECT_BINARY_DIR}/python/tapehead/${file} SYMBOLIC)
endforeach()
