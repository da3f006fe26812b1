#pragma once
// What becomes of a process of its own, for tests of signals and of sudden ends.

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// The end of a process that does this: its exit status, or minus the signal that killed it.
inline int end_of_process(const std::function<int()>& body) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(body());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
