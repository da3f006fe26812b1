# Writes HEADER with the commit of SOURCE ("+changes" when the work tree differs) and its date, only when they have
# changed.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE} log -1 --format=%cs OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
elseif(changes)
  set(commit "${commit}+changes")
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT
  "#pragma once\n#define TAPEHEAD_COMMIT \"@commit@\"\n#define TAPEHEAD_COMMIT_DATE \"@date@\"\n" @ONLY)
