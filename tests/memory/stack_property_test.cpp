// With hard actions, pushes and pops of 1 and 0, they behave as an ordinary stack, queue and deque.

#include <rapidcheck/catch.h>

#include <deque>

#include "memory/stacks/deque.hpp"
#include "memory/stacks/stack.hpp"
#include "tests/support/context.hpp"
#include "tests/support/generators.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Real kHard = 1000;  // the sigmoid of it is 1, that of its opposite 0
constexpr size_t kPushes = 12;

Real hard(bool on) { return on ? kHard : -kHard; }

/// Runs a memory of width 1 over random hard actions; after each step check(actions, values, reads).
template <class Check>
void run_hard(const Memory& memory, size_t action_count, size_t value_count, Check check) {
  testing::Plain p;
  const Context context{p.tape, 1, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  for (size_t t = 0; t < kPushes; ++t) {
    const auto actions = *rc::gen::container<std::vector<bool>>(action_count, rc::gen::arbitrary<bool>());
    std::vector<Real> controls, values;
    for (const bool on : actions) controls.push_back(hard(on));
    for (const Real x : testing::any_numbers(value_count, -2, 2)) {
      controls.push_back(x);
      values.push_back(testing::numbers(tanh(p.of(1, 1, 1, {x})))[0]);
    }
    step = memory.step(context, p.of(memory.controls(), 1, 1, controls), step.state);
    check(actions, values, testing::numbers(step.output));
  }
}

void check_stack_or_queue(End takes_from) {
  std::deque<Real> real;
  run_hard(StackMemory({1, 1, takes_from, 0, 0}), 2, 1,
           [&](const std::vector<bool>& actions, const std::vector<Real>& values, const std::vector<Real>& reads) {
             if (actions[1] && !real.empty()) takes_from == End::kTop ? real.pop_back() : real.pop_front();
             if (actions[0]) real.push_back(values[0]);
             RC_ASSERT(reads[0] == (real.empty() ? 0 : takes_from == End::kTop ? real.back() : real.front()));
           });
}

}  // namespace

TEST_CASE("with hard actions they are what their names say") {
  rc::prop("the stack: last in, first out", [] { check_stack_or_queue(End::kTop); });
  rc::prop("the queue: first in, first out", [] { check_stack_or_queue(End::kBottom); });
  rc::prop("the deque: in and out at both ends", [] {
    std::deque<Real> real;
    run_hard(DequeMemory({1, 1, 0, 0}), 4, 2,
             [&](const std::vector<bool>& actions, const std::vector<Real>& values, const std::vector<Real>& reads) {
               if (actions[1] && !real.empty()) real.pop_back();
               if (actions[3] && !real.empty()) real.pop_front();
               if (actions[0]) real.push_back(values[0]);
               if (actions[2]) real.push_front(values[1]);
               RC_ASSERT(reads[0] == (real.empty() ? 0 : real.back()));
               RC_ASSERT(reads[1] == (real.empty() ? 0 : real.front()));
             });
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
