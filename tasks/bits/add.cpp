#include "tasks/bits/add.hpp"

#include <fmt/format.h>

#include <array>

#include "tasks/bits/shown_bits.hpp"
#include "tasks/bits/vectors.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

AddTask::AddTask(const AddSettings& settings) : settings_(settings) {
  check_limits("task.min-length", settings.min_length, "task.max-length", settings.max_length);
}

Shape AddTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_length, settings_.max_length, reach)};
}

void AddTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t length = shape[0], second = length + 1, sum_at = 2 * length + 2;
  batch.resize(spec(), sum_at + length + 1, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    EpisodeVectors digits(stream, settings_.style, 2, length);
    bool carry = false;
    std::array<std::array<Real, 2>, 2> pairs;
    for (size_t t = 0; t < length; ++t) {
      std::array<Real, 2>& pair = pairs[t % 2];  // the previous value may be read again
      digits.next(pair.data());
      *batch.input(b, t) = pair[0];
      *batch.input(b, second + t) = pair[1];
      const int ones = (pair[0] > 0) + (pair[1] > 0) + carry;
      const auto digit = static_cast<Real>(ones & 1);
      ask_for(&digit, 1, batch, b, sum_at + t);
      carry = ones > 1;
    }
    const Real highest = carry ? 1 : 0;
    ask_for(&highest, 1, batch, b, sum_at + length);
    batch.input(b, length)[1] = batch.input(b, sum_at - 1)[2] = 1;
  }
}

std::string AddTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  const size_t length = (batch.steps() - 3) / 3;
  const auto number = [&](const char* sign, size_t first, size_t digits, auto digit) {
    std::string text = fmt::format("{}{:>{}}", sign, "", length + 1 - digits);
    for (size_t t = digits; t-- > 0;) text += digit(first + t) > Real(0.5) ? '1' : '0';
    return text + '\n';
  };
  const auto in = [&](size_t t) { return *batch.input(episode, t); };
  const auto sum = [&](size_t t) { return *batch.target.at(episode, t); };
  std::string text = "the highest digit first:\n" + number("  ", 0, length, in) + number("+ ", length + 1, length, in) +
                     number("= ", 2 * length + 2, length + 1, sum);
  if (answers) text += number("? ", 2 * length + 2, length + 1, [&](size_t t) { return answers[t]; });
  return text + "as it is shown:\n" + shown_bits(batch, episode, answers, {{"+", "="}, {}});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
