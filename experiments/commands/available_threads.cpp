#include "experiments/commands/available_threads.hpp"

#include <fmt/format.h>

#include "experiments/batches/workers.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"

namespace tapehead {

size_t available_threads(size_t wanted) {
  const size_t had = Workers(wanted).count();
  if (had < wanted)
    print_message(
        fmt::format("note: --threads: {} are asked for, and the system gives {} (ulimit -u and -v limit it); "
                    "results are the same",
                    wanted, had));
  return had;
}

}  // namespace tapehead
