#pragma once
// The memories' rows, each made in a file of its own.

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

MemoryRow ntm_row();
MemoryRow dnc_row();
MemoryRow lru_row();
MemoryRow sparse_row();
MemoryRow sparse_dnc_row();
MemoryRow stack_row();
MemoryRow queue_row();
MemoryRow deque_row();

}  // namespace tapehead::inline TAPEHEAD_REAL
