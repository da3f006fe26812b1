// The superposition stack against its equations in plain loops (Joulin & Mikolov 2015; Delétang et al. 2023).

#include "memory/stacks/superposed.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Entries = std::vector<std::vector<double>>;

/// One head of one episode after a step: entries from the top down.
Entries next_entries(const Entries& was, const double (&actions)[3], const std::vector<double>& value) {
  double a[3], sum = 0;
  for (int k = 0; k < 3; ++k) sum += a[k] = std::exp(actions[k]);
  for (double& x : a) x /= sum;
  Entries now = was;
  for (size_t i = 0; i < was.size(); ++i)
    for (size_t j = 0; j < value.size(); ++j) {
      const double pushed = i == 0 ? value[j] : was[i - 1][j];
      const double popped = i + 1 == was.size() ? 0 : was[i + 1][j];
      now[i][j] = a[0] * pushed + a[1] * popped + a[2] * was[i][j];
    }
  return now;
}

TEST_CASE("a superposition stack is its equations, until values fall out below too") {
  constexpr size_t kEpisodes = 3, kMoves = 9;
  const SuperposedStackSettings settings{4, 3, 2};  // more steps than slots
  const SuperposedStackMemory memory(settings);
  const size_t width = settings.width, heads = settings.heads;
  REQUIRE(memory.controls() == 12);
  REQUIRE(memory.reads() == 6);
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Context context{tape, kEpisodes, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  std::vector<Entries> plain(kEpisodes * heads, Entries(settings.slots, std::vector<double>(width, 0)));
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (size_t t = 0; t < kMoves; ++t) {
    std::vector<Real> controls(memory.controls() * kEpisodes);
    for (Real& x : controls) x = stream.uniform(-3, 3);
    step = memory.step(context, tape.constant(memory.controls(), 1, kEpisodes, controls.data()), step.state);
    const std::vector<Real> reads = testing::numbers(step.output);
    for (size_t b = 0; b < kEpisodes; ++b)
      for (size_t h = 0; h < heads; ++h) {
        const Real* of_item = controls.data() + b * memory.controls();
        const double actions[] = {of_item[3 * h], of_item[3 * h + 1], of_item[3 * h + 2]};
        const Real* value = of_item + 3 * heads + h * width;
        Entries& entries = plain[b * heads + h];
        entries = next_entries(entries, actions, {value, value + width});
        const std::vector<Real> told =
            testing::numbers(step.state.after<SuperposedStackState>().as<SuperposedStack>(h).memory);
        for (size_t j = 0; j < width; ++j) {
          CHECK(reads[b * memory.reads() + h * width + j] == Approx(entries[0][j]).epsilon(1e-12));
          for (size_t i = 0; i < settings.slots; ++i)
            CHECK(told[(b * settings.slots + i) * width + j] == Approx(entries[i][j]).epsilon(1e-12).margin(1e-15));
        }
      }
  }
}

}  // namespace
}  // namespace tapehead::inline TAPEHEAD_REAL
