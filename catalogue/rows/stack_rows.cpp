#include "catalogue/rows/memory_rows.hpp"
#include "memory/stacks/deque.hpp"
#include "memory/stacks/stack.hpp"
#include "memory/stacks/superposed.hpp"
#include "memory/stacks/told_tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The options common to stacks, queues and deques.
template <class ListSettings>
Bound<ListSettings> list_options(ListSettings initial = {}) {
  return Bound<ListSettings>(initial)
      .integer("memory.width", &ListSettings::width, 1, 65536, "numbers a value")
      .checked_at("4")
      .integer("memory.heads", &ListSettings::heads, 1, 64,
               "lists side by side, each with actions and values of its own")
      .checked_at("2")
      .real("memory.push-bias", &ListSettings::push_bias, -100, 100,
            "what the strength of a push starts at, before its sigmoid")
      .real("memory.pop-bias", &ListSettings::pop_bias, -100, 100,
            "what the strength of a pop starts at, before its sigmoid (the paper's -1: rather push)")
      .flag("memory.hard-scoring", &ListSettings::hard_scoring,
            "outside of training pushes and pops are whole or not at all, so that strengths do not drift");
}

}  // namespace

MemoryRow stack_row() {
  return memory_row<StackMemory>(
      "stack", "values pushed and popped by degrees, the last in the first out; without bound",
      "Grefenstette et al. 2015, section 3.1", list_options<StackSettings>({.takes_from = End::kTop}));
}

MemoryRow queue_row() {
  return memory_row<StackMemory>(
      "queue", "values pushed and popped by degrees, the first in the first out; without bound",
      "Grefenstette et al. 2015, section 3.2", list_options<StackSettings>({.takes_from = End::kBottom}));
}

MemoryRow deque_row() {
  return memory_row<DequeMemory>("deque", "values pushed, popped and read by degrees at both ends; without bound",
                                 "Grefenstette et al. 2015, section 3.3", list_options<DequeSettings>());
}

MemoryRow superposed_stack_row() {
  using Stack = SuperposedStackSettings;
  return memory_row<SuperposedStackMemory>(
      "stack-superposed", "a stack of fixed depth, a mixture of what pushing, popping and neither would leave",
      "Joulin & Mikolov 2015; Delétang et al. 2023",
      Bound<Stack>{}
          .integer("memory.slots", &Stack::slots, 2, 1048576, "depth; what is pushed below the last is lost")
          .checked_at("7")
          .integer("memory.width", &Stack::width, 1, 65536, "numbers a value")
          .checked_at("4")
          .integer("memory.heads", &Stack::heads, 1, 64, "stacks side by side, each with actions and values of its own")
          .checked_at("2"));
}

MemoryRow told_tape_row() {
  using Ring = ToldTapeSettings;
  MemoryRow row = memory_row<ToldTapeMemory>(
      "tape-told-length",
      "a tape moved by one cell, or by the input's length, which it is told ahead of the input (an oracle)",
      "Delétang et al. 2023",
      Bound<Ring>{}
          .integer("memory.slots", &Ring::slots, 2, 1048576, "cells of the tape, a ring")
          .checked_at("7")
          .integer("memory.width", &Ring::width, 1, 65536, "numbers a cell")
          .checked_at("4")
          .integer("memory.heads", &Ring::heads, 1, 64, "tapes side by side, each with actions and values of its own")
          .checked_at("2"));
  row.info.told = true;
  return row;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
