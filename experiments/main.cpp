// The program.

#include <unistd.h>

#include <new>

#include "experiments/command_line/command.hpp"
#include "experiments/commands/program.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead {
namespace {

/// Until main() begins nothing can catch what the sources' constructors throw. Nor may memory run out while the
/// catalogue's tables are made: GCC 12 then destroys rows of a half-made list that were never made.
[[noreturn]] void end_without_memory() {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kNoMemory.data(), kNoMemory.size());
  _exit(kBadInput);
}
[[gnu::constructor(101)]] void guard_constructors() { std::set_new_handler(end_without_memory); }

}  // namespace
}  // namespace tapehead

int main(int count, char** values) {
  for (const auto kind : tapehead::kPartKinds) tapehead::declarations().rows(kind);  // makes every table
  std::set_new_handler(nullptr);
  return tapehead::run_program({values + 1, values + count});
}
