#include "experiments/commands/available_threads.hpp"

#include <fmt/format.h>

#include "experiments/batches/workers.hpp"

namespace tapehead {

size_t available_threads(size_t wanted) {
  const size_t had = Workers(wanted).count();
  if (had < wanted)
    fmt::print(stderr,
               "tapehead: note: --threads: {} are asked for, and the system gives {} (ulimit -u and -v limit it); "
               "results are the same\n",
               wanted, had);
  return had;
}

}  // namespace tapehead
