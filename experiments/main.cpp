// The program.

#include <unistd.h>

#include <new>

#include "experiments/command_line/command.hpp"
#include "experiments/commands/program.hpp"

namespace tapehead {
namespace {

/// Until main() begins nothing can catch what the sources' constructors throw.
[[noreturn]] void end_without_memory() {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kNoMemory.data(), kNoMemory.size());
  _exit(kBadInput);
}
[[gnu::constructor(101)]] void guard_constructors() { std::set_new_handler(end_without_memory); }

}  // namespace
}  // namespace tapehead

int main(int count, char** values) {
  std::set_new_handler(nullptr);
  return tapehead::run_program({values + 1, values + count});
}
