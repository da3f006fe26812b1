# Destinations of `cmake --install`, beside the engine's (cmake/engine.cmake): the program, its presets and trained
# models (found relative to it, wherever it is installed), its manual page and shell completions, and the scripts that
# draw and compare. The program prints manual page and completions itself once it is linked, and again when a preset or
# a trained model is added or removed (the directory is then newer).
include(GNUInstallDirs)
set_target_properties(tapehead PROPERTIES LINK_DEPENDS "${PROJECT_SOURCE_DIR}/experiments/presets;${PROJECT_SOURCE_DIR}/trained")
set(manual ${PROJECT_BINARY_DIR}/share/man/man1/tapehead.1)
set(bash_completion ${PROJECT_BINARY_DIR}/share/bash-completion/completions/tapehead)
set(zsh_completion ${PROJECT_BINARY_DIR}/share/zsh/site-functions/_tapehead)
foreach(file IN ITEMS ${manual} ${bash_completion} ${zsh_completion})
  get_filename_component(folder ${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
endforeach()
add_custom_command(TARGET tapehead POST_BUILD
  COMMAND tapehead man > ${manual}
  COMMAND tapehead completion bash > ${bash_completion}
  COMMAND tapehead completion zsh > ${zsh_completion}
  VERBATIM)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(TARGETS tapehead)
install(DIRECTORY experiments/presets trained DESTINATION share/tapehead)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${bash_completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${zsh_completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES LICENSE TYPE DOC RENAME copyright)
install(FILES CHANGELOG.md TYPE DOC)

# The scripts and their package lie in share/tapehead in the same layout as in a clone, together with the files they
# read, so that the same relative paths work. The command tapehead-plot calls plot.py, and so on.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
foreach(command IN ITEMS plot figure compare report sweep export)
  install(PROGRAMS scripts/${command}.py DESTINATION share/tapehead/scripts COMPONENT scripts)
  file(CREATE_LINK ../share/tapehead/scripts/${command}.py ${PROJECT_BINARY_DIR}/bin/tapehead-${command} SYMBOLIC)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/bin/tapehead-${command} TYPE BIN COMPONENT scripts)
endforeach()
install(PROGRAMS scripts/setup.sh DESTINATION share/tapehead/scripts COMPONENT scripts)
install(DIRECTORY python/tapehead DESTINATION share/tapehead/python COMPONENT scripts PATTERN __pycache__ EXCLUDE)
install(FILES docs/how-it-works.md DESTINATION share/tapehead/docs)
install(DIRECTORY docs/how-it-works DESTINATION share/tapehead/docs)
foreach(table IN ITEMS experiments/files/not_a_difference.inc catalogue/metrics/metric_rows.inc)
  get_filename_component(folder ${table} DIRECTORY)
  install(FILES ${table} DESTINATION share/tapehead/${folder})
endforeach()
include(cmake/package.cmake)
