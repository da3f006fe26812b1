#pragma once
// The options of every matrix memory: its size and its heads.

#include "catalogue/options/bound.hpp"

namespace tapehead {

/// memory.slots, memory.width, memory.read-heads, memory.write-heads.
template <class Memory>
Bound<Memory> matrix_options(Memory initial = {}) {
  return Bound<Memory>(std::move(initial))
      .integer("memory.slots", &Memory::slots, 1, 1048576, "slots of the memory (the papers' N)")
      .checked_at("7")
      .integer("memory.width", &Memory::width, 1, 65536, "numbers a slot (the papers' M)")
      .checked_at("4")
      .integer("memory.read-heads", &Memory::read_heads, 1, 64, "reading heads")
      .checked_at("2")
      .integer("memory.write-heads", &Memory::write_heads, 1, 64, "writing heads")
      .checked_at("2");
}

/// Throws InputError for a memory whose numbers exceed 32 bits, and for more heads than slots.
void check_matrix(size_t slots, size_t width, size_t read_heads, size_t write_heads);

/// The settings of a matrix memory, checked.
template <class Memory>
Memory read_matrix(const Bound<Memory>& options, const Settings& settings) {
  Memory memory = options.read(settings);
  check_matrix(memory.slots, memory.width, memory.read_heads, memory.write_heads);
  return memory;
}

}  // namespace tapehead
