#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/tokens/memorizing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const Bound<MemorizingSettings>& memorizing_options() {
  using Memorizing = MemorizingSettings;
  static const Bound<Memorizing> all =
      Bound<Memorizing>{}
          .integer("memory.width", &Memorizing::width, 1, 65536,
                   "numbers of a query, key and value, an equal share for each head")
          .checked_at("4")
          .integer("memory.heads", &Memorizing::heads, 1, 64, "heads, each with scores of its own")
          .checked_at("2")
          .integer("memory.window", &Memorizing::window, 1, 1048576, "last steps that a head attends to")
          .checked_at("2")
          .integer("memory.nearest", &Memorizing::nearest, 1, 1048576,
                   "of the steps before these, those with the nearest keys, as many (the paper's k)")
          .checked_at("2")
          .with(iteration_options<Memorizing>());
  return all;
}

}  // namespace

MemoryRow memorizing_row() {
  return {{"memorizing",
           "every key and value; attention to the last steps, and to the few nearest of all before",
           "Wu et al. 2022, section 3",
           memorizing_options().options(),
           {}},
          [](const Settings& s, const Scope& scope) {
            const MemorizingSettings memorizing = memorizing_options().read(s);
            if (memorizing.width % memorizing.heads != 0)
              throw InputError(fmt::format("memory.heads: got {}; a divisor of memory.width ({}) is needed",
                                           memorizing.heads, memorizing.width));
            return std::make_unique<MemorizingMemory>(scope, memorizing);
          }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
