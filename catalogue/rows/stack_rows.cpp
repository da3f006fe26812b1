#include "catalogue/rows/memory_rows.hpp"
#include "memory/stacks/deque.hpp"
#include "memory/stacks/stack.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::vector<Option> list_options() {
  return {Option::integer("memory.width", 20, 1, 65536, "numbers a value").checked_at("4"),
          Option::integer("memory.heads", 1, 1, 64, "lists side by side, each with actions and values of its own")
              .checked_at("2"),
          Option::real("memory.push-bias", 0, -100, 100, "what the strength of a push starts at, before its sigmoid"),
          Option::real("memory.pop-bias", -1, -100, 100,
                       "what the strength of a pop starts at, before its sigmoid (the paper's -1: rather push)")};
}

/// Fills what StackSettings and DequeSettings have in common.
template <class ListSettings>
ListSettings list_settings(const Settings& s) {
  ListSettings list;
  list.width = s.size("memory.width");
  list.heads = s.size("memory.heads");
  list.push_bias = static_cast<Real>(s.real("memory.push-bias"));
  list.pop_bias = static_cast<Real>(s.real("memory.pop-bias"));
  return list;
}

template <End kTakesFrom>
std::unique_ptr<Memory> make_stack(const Settings& s, const Scope&) {
  auto stack = list_settings<StackSettings>(s);
  stack.takes_from = kTakesFrom;
  return std::make_unique<StackMemory>(stack);
}

}  // namespace

MemoryRow stack_row() {
  return {{"stack",
           "values pushed and popped by degrees, the last in the first out; without bound",
           "Grefenstette et al. 2015, section 3.1",
           list_options(),
           {}},
          make_stack<End::kTop>};
}

MemoryRow queue_row() {
  return {{"queue",
           "values pushed and popped by degrees, the first in the first out; without bound",
           "Grefenstette et al. 2015, section 3.2",
           list_options(),
           {}},
          make_stack<End::kBottom>};
}

MemoryRow deque_row() {
  return {
      {"deque",
       "values pushed, popped and read by degrees at both ends; without bound",
       "Grefenstette et al. 2015, section 3.3",
       list_options(),
       {}},
      [](const Settings& s, const Scope&) { return std::make_unique<DequeMemory>(list_settings<DequeSettings>(s)); }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
