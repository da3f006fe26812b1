#pragma once
// The memories' rows, each made in a file of its own.

#include "catalogue/catalogue.hpp"
#include "catalogue/options/bound.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The row of a memory that is made from its settings alone.
template <class Part, class PartSettings>
MemoryRow memory_row(const char* name, const char* summary, const char* source, const Bound<PartSettings>& options) {
  return {{name, summary, source, options.options(), {}},
          [options](const Settings& s, const Scope&) { return std::make_unique<Part>(options.read(s)); }};
}

MemoryRow ntm_row();
MemoryRow dnc_row();
MemoryRow lru_row();
MemoryRow sparse_row();
MemoryRow sparse_dnc_row();
MemoryRow stack_row();
MemoryRow queue_row();
MemoryRow deque_row();
MemoryRow superposed_stack_row();
MemoryRow told_tape_row();
MemoryRow fast_weights_row();
MemoryRow token_turing_row();
MemoryRow memorizing_row();

}  // namespace tapehead::inline TAPEHEAD_REAL
