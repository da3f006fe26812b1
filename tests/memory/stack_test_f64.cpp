// The neural stack, queue and deque against their equations in plain loops (Grefenstette et al. 2015, section 3).

#include "memory/stacks/stack.hpp"

#include <algorithm>
#include <array>

#include "autodiff/base/error.hpp"
#include "memory/stacks/deque.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;
using List = std::vector<double>;

constexpr size_t kValueWidth = 3, kHeads = 2, kBatch = 3, kSteps = 6;

double sum_of(const List& s, size_t from, size_t to) {
  double total = 0;
  for (size_t j = from; j < to; ++j) total += s[j];
  return total;
}

// The equations' two sums: over the entries above i (i + 1 … n), and over those below.
double above(const List& s, size_t i) { return sum_of(s, i + 1, s.size()); }
double below(const List& s, size_t i) { return sum_of(s, 0, i); }

using Sum = double (*)(const List&, size_t);

/// Eqs. 2, 4, 7 and 8, without the pushed vector.
List popped(const List& s, double u, Sum nearer) {
  List left;
  for (size_t i = 0; i < s.size(); ++i) left.push_back(std::max(0.0, s[i] - std::max(0.0, u - nearer(s, i))));
  return left;
}

/// Eqs. 3, 5, 10 and 11.
List read_of(const std::vector<List>& values, const List& s, Sum nearer) {
  List r(kValueWidth, 0);
  for (size_t i = 0; i < s.size(); ++i)
    for (size_t j = 0; j < kValueWidth; ++j) r[j] += std::min(s[i], std::max(0.0, 1 - nearer(s, i))) * values[i][j];
  return r;
}

/// One head of one episode, advanced by its row of controls.
struct PlainList {
  std::vector<List> values;
  List strengths;
};

/// Random controls for some steps, batch kBatch, and the memory's response: each step's reads, and at the end the
/// strengths.
struct Ran {
  std::vector<std::vector<Real>> controls, reads;
  std::vector<Real> strengths;
  size_t rows;
  double control(size_t t, size_t b, size_t r) const { return controls[t][b * rows + r]; }
};

Ran run_memory(const Memory& memory) {
  Ran ran{{}, {}, {}, memory.controls()};
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Context context{tape, kBatch, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  CHECK(step.output.rows == memory.reads());
  for (const Real x : testing::numbers(step.output)) CHECK(x == 0);
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (size_t t = 0; t < kSteps; ++t) {
    std::vector<Real> controls(memory.controls() * kBatch);
    for (Real& x : controls) x = stream.uniform(-2, 2);
    step = memory.step(context, tape.constant(memory.controls(), 1, kBatch, controls.data()), step.state);
    const Var reads = step.output;
    CHECK(reads.rows == memory.reads());
    ran.controls.push_back(controls);
    ran.reads.push_back(testing::numbers(reads));
  }
  ran.strengths = testing::numbers(step.state.as<StackState>().strengths);
  return ran;
}

void check_stack(End takes_from, Sum nearer) {
  StackSettings settings;
  settings.width = kValueWidth;
  settings.heads = kHeads;
  settings.takes_from = takes_from;
  const Ran ran = run_memory(StackMemory(settings));
  REQUIRE(ran.strengths.size() == kSteps * kHeads * kBatch);
  for (size_t b = 0; b < kBatch; ++b)
    for (size_t h = 0; h < kHeads; ++h) {
      PlainList list;
      for (size_t t = 0; t < kSteps; ++t) {
        list.strengths = popped(list.strengths, testing::logistic_of(ran.control(t, b, kHeads + h)), nearer);
        list.strengths.push_back(testing::logistic_of(ran.control(t, b, h)));
        list.values.emplace_back();
        for (size_t j = 0; j < kValueWidth; ++j)
          list.values.back().push_back(std::tanh(ran.control(t, b, 2 * kHeads + h * kValueWidth + j)));
        const List right = read_of(list.values, list.strengths, nearer);
        INFO("step " << t << ", episode " << b << ", head " << h);
        for (size_t j = 0; j < kValueWidth; ++j)
          CHECK(ran.reads[t][(b * kHeads + h) * kValueWidth + j] == Approx(right[j]).epsilon(1e-12));
      }
      for (size_t i = 0; i < kSteps; ++i)
        CHECK(ran.strengths[(b * kHeads + h) * kSteps + i] == Approx(list.strengths[i]).epsilon(1e-12));
    }
}

}  // namespace

TEST_CASE("the stack is what plain loops over its equations give") { check_stack(End::kTop, above); }

TEST_CASE("the queue is what plain loops over its equations give") { check_stack(End::kBottom, below); }

TEST_CASE("the deque is what plain loops over its equations give") {
  DequeSettings settings;
  settings.width = kValueWidth;
  settings.heads = kHeads;
  const Ran ran = run_memory(DequeMemory(settings));
  REQUIRE(ran.strengths.size() == 2 * kSteps * kHeads * kBatch);
  for (size_t b = 0; b < kBatch; ++b)
    for (size_t h = 0; h < kHeads; ++h) {
      PlainList list;
      for (size_t t = 0; t < kSteps; ++t) {
        const auto action = [&](size_t i) { return testing::logistic_of(ran.control(t, b, i * kHeads + h)); };
        const auto value = [&](size_t end) {
          List v;
          for (size_t j = 0; j < kValueWidth; ++j)
            v.push_back(std::tanh(ran.control(t, b, 4 * kHeads + (end * kHeads + h) * kValueWidth + j)));
          return v;
        };
        list.strengths = popped(popped(list.strengths, action(1), above), action(3), below);
        list.strengths.insert(list.strengths.begin(), action(2));
        list.strengths.push_back(action(0));
        list.values.insert(list.values.begin(), value(1));
        list.values.push_back(value(0));
        const List top = read_of(list.values, list.strengths, above);
        const List bottom = read_of(list.values, list.strengths, below);
        INFO("step " << t << ", episode " << b << ", head " << h);
        const size_t rows = 2 * kHeads * kValueWidth;
        for (size_t j = 0; j < kValueWidth; ++j) {
          CHECK(ran.reads[t][b * rows + h * kValueWidth + j] == Approx(top[j]).epsilon(1e-12));
          CHECK(ran.reads[t][b * rows + (kHeads + h) * kValueWidth + j] == Approx(bottom[j]).epsilon(1e-12));
        }
      }
      for (size_t i = 0; i < 2 * kSteps; ++i)
        CHECK(ran.strengths[(b * kHeads + h) * 2 * kSteps + i] == Approx(list.strengths[i]).epsilon(1e-12));
    }
}

TEST_CASE("an amount takes of each entry what the equations say, up to all there is") {
  for (const bool top : {true, false}) {
    const auto in = testing::drawn({{"strengths", 5, 3, 0, 1}, {"amount", 1, 3, 0, 3}}, 3);
    const auto got = testing::run([=](Tape&, In x) { return taken(x[0], x[1], top ? End::kTop : End::kBottom); }, in);
    for (size_t b = 0; b < 3; ++b)
      for (size_t h = 0; h < 3; ++h) {
        List s;
        for (size_t i = 0; i < 5; ++i) s.push_back(testing::at(in[0], b, i, h));
        const double u = testing::at(in[1], b, 0, h);
        double total = 0;
        for (size_t i = 0; i < 5; ++i) {
          const double right = std::min(s[i], std::max(0.0, u - (top ? above(s, i) : below(s, i))));
          CHECK(got.value[(b * 3 + h) * 5 + i] == Approx(right).margin(1e-12));
          total += right;
        }
        CHECK(total == Approx(std::min(u, sum_of(s, 0, 5))));
      }
  }
}

TEST_CASE("at a tie an entry counts as taken whole, and none after it is reached") {
  const std::vector<CheckedInput> in = {{"strengths", 4, 1, 1, {0.25, 0.5, 0, 0.5}}, {"amount", 1, 1, 1, {1}}};
  const auto got = testing::run([](Tape&, In x) { return taken(x[0], x[1], End::kTop); }, in);
  CHECK(got.value == std::vector<Real>{0, 0.5, 0, 0.5});
  CHECK(got.gradients[0] == std::vector<Real>{0, 2, 3, 4});  // the weights of the outcome are 1, 2, 3, 4
  CHECK(got.gradients[1] == std::vector<Real>{0});
  const std::vector<CheckedInput> nothing = {{"strengths", 3, 1, 1, {0.25, 0.5, 0}}, {"amount", 1, 1, 1, {0}}};
  const auto none = testing::run([](Tape&, In x) { return taken(x[0], x[1], End::kBottom); }, nothing);
  CHECK(none.value == std::vector<Real>{0, 0, 0});
  CHECK(none.gradients[0] == std::vector<Real>{0, 0, 0});
}

TEST_CASE("weigh is what its elementary ops give, wherever the values lie") {
  testing::check_twins(
      [](Tape& tape, In in) {
        return weigh(State(tape, {in[0], columns(in[1], 2, 2), in[0]}), in[2]);
      },
      [](Tape&, In in) {
        const auto part = [&](Var v, size_t i) { return multiply(v, rows(in[2], i, 1)); };
        return add(add(part(in[0], 0), part(columns(in[1], 2, 2), 1)), part(in[0], 2));
      },
      {{"a", 4, 2}, {"b", 4, 5}, {"weights", 3, 2, 0, 1}});
}

TEST_CASE("gradients are finite where actions are hard and strengths all tied") {
  StackSettings settings{3, 2, End::kTop, 0, 0};
  const StackMemory stack_memory(settings);
  settings.takes_from = End::kBottom;
  const StackMemory queue_memory(settings);
  const DequeMemory deque_memory({3, 2, 0, 0});
  for (const Memory* memory : {static_cast<const Memory*>(&stack_memory), static_cast<const Memory*>(&queue_memory),
                               static_cast<const Memory*>(&deque_memory)})
    for (const Real size : {0.0, 1000.0}) {  // half open; all open or shut
      const auto got = testing::run(
          [&](Tape& tape, In in) {
            const Context context{tape, in[0].batch(), testing::noise()};
            Memory::Step step = testing::started(*memory, context);
            Var total = sum(step.output);
            for (const Real sign : {1, 1, -1, 1}) {
              step = memory->step(context, scale(in[0], sign * size), step.state);
              total = add(total, sum(step.output));
            }
            return total;
          },
          testing::drawn({{"controls", memory->controls(), 1}}, 2));
      for (const Real x : got.value) CHECK(std::isfinite(x));
      for (const Real x : got.gradients[0]) CHECK(std::isfinite(x));
    }
}

TEST_CASE("pops and pushes start where the settings say, at both ends") {
  StackSettings one{1, 2, End::kTop, 0.5, -1};
  std::vector<Real> biases(StackMemory(one).controls(), 0);
  StackMemory(one).add_start_biases(biases);
  CHECK(biases == std::vector<Real>{0.5, 0.5, -1, -1, 0, 0});
  const DequeMemory both({1, 2, 0.5, -1});
  biases.assign(both.controls(), 0);
  both.add_start_biases(biases);
  CHECK(biases == std::vector<Real>{0.5, 0.5, -1, -1, 0.5, 0.5, -1, -1, 0, 0, 0, 0});
}

TEST_CASE("taken and weigh refuse what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 2) { return tape.filled(rows, cols, batch, 1); };
  CHECK_THROWS_AS(taken(ones(4, 2), ones(2, 2), End::kTop), ShapeError);
  CHECK_THROWS_AS(taken(ones(4, 2), ones(1, 1), End::kTop), ShapeError);
  CHECK_THROWS_AS(taken(ones(4, 2), ones(1, 2, 1), End::kTop), ShapeError);
  CHECK_NOTHROW(weigh(State(tape, {ones(3, 2), ones(3, 2)}), ones(2, 2)));
  CHECK_THROWS_AS(weigh(State(tape, {ones(3, 2)}), ones(2, 2)), ShapeError);
  CHECK_THROWS_AS(weigh(State(tape, {ones(3, 2), ones(4, 2)}), ones(2, 2)), ShapeError);
  CHECK_THROWS_AS(weigh(State(tape, {ones(3, 1)}), ones(1, 2)), ShapeError);
  CHECK_THROWS_AS(weigh(State(tape, {ones(3, 2, 1)}), ones(1, 2)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
