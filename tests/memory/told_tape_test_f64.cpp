// The tape that is told the input's length against its equations in plain loops, and what its rolls keep (Delétang et
// al. 2023).

#include "memory/stacks/told_tape.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include "autodiff/base/error.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Cells = std::vector<std::vector<double>>;

constexpr ToldTapeSettings kSmall{7, 3, 2};
constexpr uint32_t kTold[] = {3, 12, 7, 0};  // of each episode: within the tape, beyond it, once around, none
constexpr size_t kEpisodes = std::size(kTold);

/// A cell's place on a ring.
size_t place(int cell, size_t cells) {
  const int count = static_cast<int>(cells);
  return static_cast<size_t>((cell % count + count) % count);
}

/// One head of one episode after a step, by the matrices of the authors' program: each way of moving is a permutation.
Cells next_cells(Cells was, const std::vector<double>& actions, const std::vector<double>& value, uint32_t told) {
  double sum = 0;
  for (const double action : actions) sum += std::exp(action);
  was[0] = value;
  const int jump = static_cast<int>(told), moves[] = {0, -1, 1, -jump, jump};  // to the right is onwards
  Cells now(was.size(), std::vector<double>(value.size(), 0));
  for (size_t i = 0; i < was.size(); ++i)
    for (size_t k = 0; k < std::size(moves); ++k)
      for (size_t j = 0; j < value.size(); ++j)
        now[place(static_cast<int>(i) + moves[k], was.size())][j] += std::exp(actions[k]) / sum * was[i][j];
  return now;
}

/// Goes through steps with these controls: (step, episode, control) → number.
class Driven final {
 public:
  explicit Driven(const ToldTapeSettings& settings) : settings_(settings), memory_(settings) {
    tape_.begin(none_, nullptr);
    state_ = memory_.start(context());
  }

  template <class Control>
  void step(Control control) {
    controls_.resize(memory_.controls() * kEpisodes);
    for (size_t b = 0; b < kEpisodes; ++b)
      for (size_t i = 0; i < memory_.controls(); ++i)
        controls_[b * memory_.controls() + i] = static_cast<Real>(control(b, i));
    const Var said = tape_.constant(memory_.controls(), 1, kEpisodes, controls_.data());
    const Memory::Step done = memory_.step(context(), said, state_);
    reads_ = testing::numbers(done.output);
    state_ = done.state;
  }

  std::vector<double> actions(size_t b, size_t h) const { return said(b, kRolls * h, kRolls); }
  std::vector<double> value(size_t b, size_t h) const {
    return said(b, kRolls * settings_.heads + settings_.width * h, settings_.width);
  }
  double read(size_t b, size_t h, size_t j) const { return reads_[b * memory_.reads() + h * settings_.width + j]; }
  Cells cells(size_t b, size_t h) const {
    const auto all = testing::numbers(state_.after<ToldTapeState>().as<ToldTape>(h).memory);
    Cells of_item(settings_.slots, std::vector<double>(settings_.width));
    for (size_t i = 0; i < settings_.slots; ++i)
      for (size_t j = 0; j < settings_.width; ++j) of_item[i][j] = all[(b * settings_.slots + i) * settings_.width + j];
    return of_item;
  }

 private:
  Context context() { return {tape_, kEpisodes, testing::noise(), Phase::kScoring, {{}, kTold}}; }
  std::vector<double> said(size_t b, size_t from, size_t count) const {
    const auto begin = controls_.begin() + static_cast<std::ptrdiff_t>(b * memory_.controls() + from);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

  ToldTapeSettings settings_;
  ToldTapeMemory memory_;
  const ParameterStore none_{0};
  Tape tape_;
  State state_;
  std::vector<Real> controls_, reads_;
};

void check_near(const Cells& got, const Cells& right) {
  for (size_t i = 0; i < right.size(); ++i)
    for (size_t j = 0; j < right[i].size(); ++j) CHECK(got[i][j] == Approx(right[i][j]).epsilon(1e-12).margin(1e-14));
}

}  // namespace

TEST_CASE("a told tape is its equations, for episodes that are told different lengths") {
  Driven tape(kSmall);
  std::vector<Cells> plain(kEpisodes * kSmall.heads, Cells(kSmall.slots, std::vector<double>(kSmall.width, 0)));
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (size_t t = 0; t < 9; ++t) {  // more steps than cells
    tape.step([&](size_t, size_t) { return stream.uniform(-3, 3); });
    for (size_t b = 0; b < kEpisodes; ++b)
      for (size_t h = 0; h < kSmall.heads; ++h) {
        Cells& cells = plain[b * kSmall.heads + h];
        cells = next_cells(cells, tape.actions(b, h), tape.value(b, h), kTold[b]);
        check_near(tape.cells(b, h), cells);
        for (size_t j = 0; j < kSmall.width; ++j)
          CHECK(tape.read(b, h, j) == Approx(cells[0][j]).epsilon(1e-12).margin(1e-14));
      }
  }
}

TEST_CASE("however a told tape is moved, what was written stays on it") {
  Driven tape(kSmall);
  Stream stream(4, Split::kCheck, Purpose::kTest, 0);
  const auto sum = [](const Cells& cells, size_t j) {
    return std::accumulate(cells.begin(), cells.end(), 0.0,
                           [j](double all, const auto& cell) { return all + cell[j]; });
  };
  for (size_t t = 0; t < 6; ++t) {
    std::vector<Cells> before;
    for (size_t b = 0; b < kEpisodes; ++b)
      for (size_t h = 0; h < kSmall.heads; ++h) before.push_back(tape.cells(b, h));
    tape.step([&](size_t, size_t) { return stream.uniform(-3, 3); });
    for (size_t b = 0; b < kEpisodes; ++b)
      for (size_t h = 0; h < kSmall.heads; ++h)
        for (size_t j = 0; j < kSmall.width; ++j) {
          const Cells& was = before[b * kSmall.heads + h];
          CHECK(sum(tape.cells(b, h), j) ==
                Approx(sum(was, j) - was[0][j] + tape.value(b, h)[j]).epsilon(1e-12).margin(1e-13));
        }
  }
}

TEST_CASE("a told tape whose actions are certain moves exactly, and there and back is where it was") {
  constexpr double kCertain = 800;  // against 0: exp(−800) is 0
  constexpr size_t kStay = 0, kLeft = 1, kRight = 2, kJumpLeft = 3, kJumpRight = 4;
  Driven tape(kSmall);
  double next = 1;
  const auto act = [&](size_t action) {  // and write a number that is not there yet
    tape.step(
        [&](size_t, size_t i) { return i < kRolls * kSmall.heads ? (i % kRolls == action ? kCertain : 0) : next; });
    ++next;
  };
  for (size_t t = 0; t < kSmall.slots; ++t) act(kRight);  // 1 … 7, and at the first again
  for (size_t b = 0; b < kEpisodes; ++b) {
    const Cells cells = tape.cells(b, 0);
    CHECK(cells[0][0] == 1);
    for (size_t i = 1; i < kSmall.slots; ++i) CHECK(cells[i][0] == static_cast<double>(kSmall.slots + 1 - i));
  }
  const std::pair<size_t, size_t> there_and_back[] = {
      {kLeft, kRight}, {kRight, kLeft}, {kJumpLeft, kJumpRight}, {kJumpRight, kJumpLeft}, {kStay, kStay}};
  for (const auto& [there, back] : there_and_back) {
    std::vector<Cells> before;
    for (size_t b = 0; b < kEpisodes; ++b) before.push_back(tape.cells(b, 1));
    const double written = next;
    act(there);
    act(back);
    for (size_t b = 0; b < kEpisodes; ++b) {
      Cells right = before[b];
      right[0].assign(kSmall.width, written);
      const int jump = static_cast<int>(kTold[b]);
      const int away = there == kLeft       ? 1
                       : there == kRight    ? -1
                       : there == kJumpLeft ? jump
                       : there == kStay     ? 0
                                            : -jump;
      right[place(away, kSmall.slots)].assign(kSmall.width, written + 1);  // where it was meanwhile
      check_near(tape.cells(b, 1), right);
    }
  }
}

TEST_CASE("a tape that is told nothing, or of too few episodes, says so") {
  const ToldTapeMemory memory(kSmall);
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  CHECK_THROWS_WITH(memory.start({tape, 2, testing::noise()}),
                    "tape: got the inputs' lengths of 0 episodes; those of all 2 are needed");
  constexpr uint32_t kOne[] = {3};
  CHECK_THROWS_AS(memory.start({tape, 2, testing::noise(), Phase::kScoring, {{}, kOne}}), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
