// With hard actions, pushes and pops of 1 and 0, they behave as an ordinary stack, queue and deque.

#include <rapidcheck/catch.h>

#include <deque>

#include "memory/stacks/deque.hpp"
#include "memory/stacks/stack.hpp"
#include "tests/support/context.hpp"
#include "tests/support/generators.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Real kHard = 1000;   // the sigmoid of it is 1, that of its opposite 0
constexpr Real kSoft = 0.01F;  // the sigmoid of it is about a half; hard scoring makes it 1
constexpr size_t kPushes = 12;

/// Runs a memory of width 1 over random actions, each with a control of `size` or its opposite; after each step
/// check(actions, values, reads).
template <class Check>
void run_hard(const Memory& memory, Real size, size_t action_count, size_t value_count, Check check) {
  testing::Plain p;
  const Context context{p.tape, 1, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  for (size_t t = 0; t < kPushes; ++t) {
    const auto actions = *rc::gen::container<std::vector<bool>>(action_count, rc::gen::arbitrary<bool>());
    std::vector<Real> controls, values;
    for (const bool on : actions) controls.push_back(on ? size : -size);
    for (const Real x : testing::any_numbers(value_count, -2, 2)) {
      controls.push_back(x);
      values.push_back(testing::numbers(tanh(p.of(1, 1, 1, {x})))[0]);
    }
    step = memory.step(context, p.of(memory.controls(), 1, 1, controls), step.state);
    check(actions, values, testing::numbers(step.output));
  }
}

void check_stack_or_queue(End takes_from, bool hard_scoring) {
  std::deque<Real> real;
  run_hard(StackMemory({1, 1, takes_from, 0, 0, hard_scoring}), hard_scoring ? kSoft : kHard, 2, 1,
           [&](const std::vector<bool>& actions, const std::vector<Real>& values, const std::vector<Real>& reads) {
             if (actions[1] && !real.empty()) takes_from == End::kTop ? real.pop_back() : real.pop_front();
             if (actions[0]) real.push_back(values[0]);
             RC_ASSERT(reads[0] == (real.empty() ? 0 : takes_from == End::kTop ? real.back() : real.front()));
           });
}

}  // namespace

TEST_CASE("with hard actions, and with hard scoring, they are what their names say") {
  rc::prop("the stack: last in, first out", [](bool scoring) { check_stack_or_queue(End::kTop, scoring); });
  rc::prop("the queue: first in, first out", [](bool scoring) { check_stack_or_queue(End::kBottom, scoring); });
  rc::prop("the deque: in and out at both ends", [](bool scoring) {
    std::deque<Real> real;
    run_hard(DequeMemory({1, 1, 0, 0, scoring}), scoring ? kSoft : kHard, 4, 2,
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

TEST_CASE("hard scoring leaves actions their degrees in training") {
  testing::Plain p;
  const auto strength_in = [&](Phase phase) {
    const Context context{p.tape, 1, testing::noise(), phase};
    const StackMemory memory({1, 1, End::kTop, 0, 0, true});
    const Var controls = p.of(memory.controls(), 1, 1, {kSoft, -kSoft, 1});
    const Memory::Step first = testing::started(memory, context);
    return testing::numbers(memory.step(context, controls, first.state).state.as<StackState>().strengths)[0];
  };
  CHECK(strength_in(Phase::kScoring) == 1);
  CHECK(strength_in(Phase::kTraining) == Approx(0.5025).epsilon(1e-4));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
