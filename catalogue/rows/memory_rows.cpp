#include "catalogue/rows/memory_rows.hpp"

#include "memory/no_memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

const std::vector<MemoryRow>& memory_rows() {
  static const std::vector<MemoryRow> rows = {
      ntm_row(),
      dnc_row(),
      lru_row(),
      sparse_row(),
      sparse_dnc_row(),
      stack_row(),
      queue_row(),
      deque_row(),
      superposed_stack_row(),
      told_tape_row(),
      fast_weights_row(),
      token_turing_row(),
      memorizing_row(),
      {{"none", "the controller alone, a baseline", "Graves, Wayne & Danihelka 2014, section 4", {}, {}},
       [](const Settings&, const Scope&) { return std::make_unique<NoMemory>(); }},
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
