# What `cmake --install` puts where: the program, its presets and trained models (found beside it, wherever that is), its
# manual page and the shells' completions. The last three are the program's own tables: it prints them itself once it is
# linked, and again when a preset or a trained model comes or goes (a directory is newer then).
include(GNUInstallDirs)
set_target_properties(tapehead PROPERTIES LINK_DEPENDS "${CMAKE_SOURCE_DIR}/experiments/presets;${CMAKE_SOURCE_DIR}/trained")
set(manual ${CMAKE_BINARY_DIR}/share/man/man1/tapehead.1)
set(bash_completion ${CMAKE_BINARY_DIR}/share/bash-completion/completions/tapehead)
set(zsh_completion ${CMAKE_BINARY_DIR}/share/zsh/site-functions/_tapehead)
foreach(file IN ITEMS ${manual} ${bash_completion} ${zsh_completion})
  get_filename_component(folder ${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
endforeach()
add_custom_command(TARGET tapehead POST_BUILD
  COMMAND tapehead man > ${manual}
  COMMAND tapehead completion bash > ${bash_completion}
  COMMAND tapehead completion zsh > ${zsh_completion}
  VERBATIM)

install(TARGETS tapehead)
install(DIRECTORY experiments/presets trained DESTINATION share/tapehead)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${bash_completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${zsh_completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
