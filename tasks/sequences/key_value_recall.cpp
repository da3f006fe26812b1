#include "tasks/sequences/key_value_recall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tasks/guessers/guessers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kPower = 0.01;  // the authors' power_a; with 1 all places would be equally likely

/// Makes `cards` first … first + size − 1, with its first `count` drawn without replacement.
void deal(Stream& draw, size_t first, size_t size, size_t count, std::vector<uint32_t>& cards) {
  cards.resize(size);
  std::iota(cards.begin(), cards.end(), static_cast<uint32_t>(first));
  for (size_t i = 0; i < count; ++i)
    std::swap(cards[i],
              cards[static_cast<size_t>(draw.integer(static_cast<int64_t>(i), static_cast<int64_t>(size) - 1))]);
}

/// Makes `cards` `count` draws from first … first + size − 1, with replacement.
void draw_any(Stream& draw, size_t first, size_t size, size_t count, std::vector<uint32_t>& cards) {
  cards.resize(count);
  for (uint32_t& card : cards)
    card = static_cast<uint32_t>(first) + static_cast<uint32_t>(draw.integer(0, static_cast<int64_t>(size) - 1));
}

/// Draws places without replacement, with probabilities by weight.
class Places final {
 public:
  /// `sums`: running sums of the places' weights; must live as long.
  void begin(std::span<const double> sums) {
    sums_ = sums;
    taken_.assign(sums.size(), false);
    left_.clear();
  }

  size_t draw(Stream& stream) {
    const size_t place = left_.empty() ? draw_of_all(stream) : draw_of_left(stream);
    taken_[place] = true;
    return place;
  }

 private:
  /// Rejecting places already taken is the same as drawing from the rest; where that takes too long, the rest is
  /// listed.
  size_t draw_of_all(Stream& stream) {
    constexpr size_t kPatience = 10000;
    for (size_t tries = 0; tries < kPatience; ++tries) {
      const double at = stream.uniform() * sums_.back();
      const auto place = static_cast<size_t>(std::upper_bound(sums_.begin(), sums_.end() - 1, at) - sums_.begin());
      if (!taken_[place]) return place;
    }
    for (size_t place = 0; place < taken_.size(); ++place)
      if (!taken_[place]) left_.push_back(place);
    return draw_of_left(stream);
  }

  size_t draw_of_left(Stream& stream) {
    const auto weight = [&](size_t place) { return sums_[place] - (place > 0 ? sums_[place - 1] : 0); };
    double all = 0;
    for (const size_t place : left_) all += weight(place);
    double at = stream.uniform() * all;
    size_t i = 0;
    while (i + 1 < left_.size() && (at -= weight(left_[i])) >= 0) ++i;
    const size_t place = left_[i];
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
    return place;
  }

  std::span<const double> sums_;
  std::vector<char> taken_;
  std::vector<size_t> left_;
};

/// Working memory of an episode, kept by each thread.
struct Scratch {
  std::vector<uint32_t> keys, values;
  Places places;
};

}  // namespace

KeyValueRecallTask::KeyValueRecallTask(const KeyValueRecallSettings& settings) : settings_(settings) {
  check_limits("task.min-pairs", settings.min_pairs, "task.max-pairs", settings.max_pairs);
  const auto refuse = [&](size_t most, const char* why, const char* option, size_t value) {
    throw InputError(fmt::format("task.max-pairs: got {}; at most {}, {} {} ({}), is needed", settings.max_pairs, most,
                                 why, option, value));
  };
  if (settings.values >= settings.vocabulary)
    throw InputError(fmt::format("task.values: got {}; fewer than task.vocabulary ({}) are needed", settings.values,
                                 settings.vocabulary));
  if (settings.values > 0 && settings.max_pairs > keys())
    refuse(keys(), "as many as there are keys beside", "task.values", settings.values);
  if (settings.values == 0 && settings.max_pairs > settings.vocabulary / 2)
    refuse(settings.vocabulary / 2, "half of", "task.vocabulary", settings.vocabulary);
  if (settings.length > 0 && settings.length < 4)
    throw InputError(fmt::format("task.length: got {}; 0, or 4 at least, is needed", settings.length));
  if (settings.max_pairs > length(settings.max_pairs) / 4)
    refuse(settings.length / 4, "a quarter of", "task.length", settings.length);
  double sum = 0;
  for (size_t place = 1; place <= length(settings.max_pairs) / 2; ++place)
    weight_.push_back(sum += std::pow(static_cast<double>(place), kPower - 1));
}

Shape KeyValueRecallTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_pairs, settings_.max_pairs, reach)};
}

void KeyValueRecallTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local Scratch scratch;
  auto& [keys_dealt, values_dealt, places] = scratch;
  const size_t pairs = shape[0], vocabulary = settings_.vocabulary, first_value = keys(), length = this->length(pairs);
  const std::span<const double> sums = std::span(weight_).first((length - 2 * pairs) / 2);
  batch.resize(spec(), length, range.count);
  BatchStream& input = batch.inputs[0];
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    deal(stream, 0, first_value, pairs, keys_dealt);
    if (settings_.values == 0)
      deal(stream, first_value, vocabulary - first_value, pairs, values_dealt);
    else
      draw_any(stream, first_value, settings_.values, pairs, values_dealt);
    const auto asked = [&](uint32_t value) {
      return settings_.values == 0 ? value : value - static_cast<uint32_t>(first_value);
    };
    places.begin(sums);
    for (size_t i = 0; i < pairs; ++i) {
      input.token(b, 2 * i) = keys_dealt[i];
      input.token(b, 2 * i + 1) = values_dealt[i];
      const size_t step = 2 * pairs + 2 * places.draw(stream);
      input.token(b, step) = keys_dealt[i];
      batch.ask(b, step, asked(values_dealt[i]));
    }
    if (!settings_.random_filler) continue;
    for (size_t t = 2 * pairs; t < length; ++t)
      if (*batch.scored(b, t) == 0)
        input.token(b, t) = static_cast<uint32_t>(stream.integer(0, static_cast<int64_t>(vocabulary) - 1));
  }
}

Task::EvalGrid KeyValueRecallTask::eval_grid() const {
  constexpr size_t kMostRows = 64;
  const size_t length = settings_.length, room = length > 0 ? length / 4 : 4 * settings_.max_pairs;
  const size_t most = std::min({room, keys(), kMostPairs});
  std::string pairs = fmt::format("1..{}", most);
  if (most > kMostRows) {  // doubling each time
    pairs = "1";
    for (size_t count = 2; count < most; count *= 2) pairs += fmt::format(",{}", count);
    pairs += fmt::format(",{}", most);
  }
  if (length == 0) return {{{"task.pairs", pairs}}};
  return {{{"task.pairs", pairs}},
          {{"task.length",
            fmt::format("{}..{}:{}", std::min(2 * length, kMostLength), std::min(4 * length, kMostLength), length)}}};
}

std::vector<Guesser> KeyValueRecallTask::guessers() const {
  const size_t classes_begin = settings_.values == 0 ? 0 : keys();
  // Any of the values that the sequence shows.
  Guesser exclusion{"exclusion", {"error"}, [classes_begin](const Asked& asked, Stream& draw, Guess& guess) {
                      size_t pairs = 0;
                      for (const uint32_t step : asked.steps) pairs += *asked.batch.scored(asked.episode, step) != 0;
                      for (size_t i = 0; i < asked.steps.size(); ++i) {
                        const auto any = static_cast<size_t>(draw.integer(0, static_cast<int64_t>(pairs) - 1));
                        const uint32_t value = asked.batch.inputs[0].token(asked.episode, 2 * any + 1);
                        guess.column(i, asked.batch.outputs())[value - classes_begin] = 1;
                      }
                    }};
  return {guess_uniformly(), std::move(exclusion)};
}

std::string KeyValueRecallTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  const size_t width = std::to_string(batch.features() - 1).size() + 1;
  const auto row = [&](const char* title, auto token) {
    std::string text = fmt::format("{:8}", title);
    for (size_t t = 0; t < batch.steps(); ++t)
      text += fmt::format("{:>{}}", token(t) == kNoToken ? "·" : std::to_string(token(t)), width);
    return text + '\n';
  };
  const auto token_of = [&](uint32_t asked) {
    return settings_.values == 0 || asked == kNoToken ? asked : asked + static_cast<uint32_t>(keys());
  };
  std::string text = row("inputs", [&](size_t t) { return batch.inputs[0].token(episode, t); });
  text += row("targets", [&](size_t t) { return token_of(batch.target.token(episode, t)); });
  if (answers)
    text += row("answers", [&](size_t t) {
      const Real* const classes = answers + t * batch.outputs();
      const Real* const best = std::max_element(classes, classes + batch.outputs());
      return *batch.scored(episode, t) == 0 ? kNoToken : token_of(static_cast<uint32_t>(best - classes));
    });
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
