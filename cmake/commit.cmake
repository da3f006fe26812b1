# Writes HEADER with the commit of SOURCE ("+changes" when the work tree differs), only when it has changed.
execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
elseif(changes)
  set(commit "${commit}+changes")
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#pragma once\n#define TAPEHEAD_COMMIT \"@commit@\"\n" @ONLY)
