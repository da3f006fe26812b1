#include "tasks/key_value_recall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kPower = 0.01;  // the authors' power_a; at 1 all places would be alike

/// `cards` becomes first … first + size − 1, the first `count` of them drawn without replacement.
void deal(Stream& draw, size_t first, size_t size, size_t count, std::vector<uint32_t>& cards) {
  cards.resize(size);
  std::iota(cards.begin(), cards.end(), static_cast<uint32_t>(first));
  for (size_t i = 0; i < count; ++i)
    std::swap(cards[i],
              cards[static_cast<size_t>(draw.integer(static_cast<int64_t>(i), static_cast<int64_t>(size) - 1))]);
}

/// What an episode is made from; each thread keeps its memory.
struct Scratch {
  std::vector<uint32_t> keys, values;
  std::vector<char> taken;  ///< places
};

}  // namespace

KeyValueRecallTask::KeyValueRecallTask(const KeyValueRecallSettings& settings) : settings_(settings) {
  check_limits("task.min-pairs", settings.min_pairs, "task.max-pairs", settings.max_pairs);
  const auto refuse = [&](size_t most, const char* why, const char* option, size_t value) {
    throw InputError(fmt::format("task.max-pairs: got {}; at most {}, {} {} ({}), is needed", settings.max_pairs, most,
                                 why, option, value));
  };
  if (settings.max_pairs > settings.vocabulary / 2)
    refuse(settings.vocabulary / 2, "half of", "task.vocabulary", settings.vocabulary);
  if (settings.max_pairs > settings.length / 4)
    refuse(settings.length / 4, "a quarter of", "task.length", settings.length);
  double sum = 0;
  for (size_t place = 1; place <= settings.length / 2; ++place)
    weight_.push_back(sum += std::pow(static_cast<double>(place), kPower - 1));
}

Shape KeyValueRecallTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_pairs, settings_.max_pairs, reach)};
}

void KeyValueRecallTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local Scratch scratch;
  auto& [keys, values, taken] = scratch;
  const size_t pairs = shape[0], vocabulary = settings_.vocabulary, half = vocabulary / 2;
  const size_t places = (settings_.length - 2 * pairs) / 2;
  const auto last = weight_.begin() + static_cast<std::ptrdiff_t>(places);
  batch.resize(spec(), settings_.length, range.count);
  BatchStream& input = batch.inputs[0];
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    deal(stream, 0, half, pairs, keys);
    deal(stream, half, vocabulary - half, pairs, values);
    taken.assign(places, false);
    for (size_t i = 0; i < pairs; ++i) {
      input.token(b, 2 * i) = keys[i];
      input.token(b, 2 * i + 1) = values[i];
      size_t place;
      do {  // drawing again what is taken is drawing from the rest
        const double at = stream.uniform() * *(last - 1);
        place = static_cast<size_t>(std::upper_bound(weight_.begin(), last - 1, at) - weight_.begin());
      } while (taken[place]);
      taken[place] = true;
      const size_t step = 2 * pairs + 2 * place;
      input.token(b, step) = keys[i];
      batch.ask(b, step, values[i]);
    }
    if (!settings_.random_filler) continue;
    for (size_t t = 2 * pairs; t < settings_.length; ++t)
      if (*batch.scored(b, t) == 0)
        input.token(b, t) = static_cast<uint32_t>(stream.integer(0, static_cast<int64_t>(vocabulary) - 1));
  }
}

Task::Grid KeyValueRecallTask::grid() const {
  const size_t length = settings_.length, most = std::min({length / 4, settings_.vocabulary / 2, kMostPairs});
  return {{{"task.pairs", fmt::format("1..{}", most)}},
          {{"task.length",
            fmt::format("{}..{}:{}", std::min(2 * length, kMostLength), std::min(4 * length, kMostLength), length)}}};
}

std::string KeyValueRecallTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  const size_t width = std::to_string(batch.outputs() - 1).size() + 1;
  const auto row = [&](const char* title, auto token) {
    std::string text = fmt::format("{:8}", title);
    for (size_t t = 0; t < batch.steps(); ++t)
      text += fmt::format("{:>{}}", token(t) == kNoToken ? "·" : std::to_string(token(t)), width);
    return text + '\n';
  };
  std::string text = row("inputs", [&](size_t t) { return batch.inputs[0].token(episode, t); });
  text += row("targets", [&](size_t t) { return batch.target.token(episode, t); });
  if (answers)
    text += row("answers", [&](size_t t) {
      const Real* const classes = answers + t * batch.outputs();
      const Real* const best = std::max_element(classes, classes + batch.outputs());
      return *batch.scored(episode, t) == 0 ? kNoToken : static_cast<uint32_t>(best - classes);
    });
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
