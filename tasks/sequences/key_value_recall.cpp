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
  std::vector<uint32_t> keys, seconds, values, pairs, written, value_of;
  Places places;
};

/// A key of two tokens is one of two sets of so many.
size_t set_size(size_t pairs) { return static_cast<size_t>(std::ceil(std::sqrt(2 * static_cast<double>(pairs)))); }

struct Line {
  size_t length, pairs, weight;
};
constexpr Line kMixture[] = {{64, 4, 5}, {128, 8, 1}, {256, 16, 1}, {256, 32, 1}, {256, 64, 1}};
constexpr size_t kMixtureWeight = 9, kMixturePairs = 64, kMixtureLength = 256;

}  // namespace

KeyValueRecallTask::KeyValueRecallTask(const KeyValueRecallSettings& settings) : settings_(settings) {
  if (settings_.zoology) {
    const auto need = [](const char* option, size_t value, const std::string& needed) {
      return InputError(fmt::format("{}: got {}; {} needed with task.mixture zoology", option, value, needed));
    };
    if (settings.rewrites > 0) throw need("task.rewrites", settings.rewrites, "0, for there is room for none, is");
    if (settings.key_tokens > 1)
      throw need("task.key-tokens", settings.key_tokens, "1, for there is room for no more, is");
    if (settings.values == 0 && settings.vocabulary < 2 * kMixturePairs)
      throw need("task.vocabulary", settings.vocabulary, fmt::format("{} at least are", 2 * kMixturePairs));
    settings_.min_pairs = settings_.max_pairs = kMixturePairs;
    settings_.length = kMixtureLength;
  }
  const size_t pairs = settings_.max_pairs;
  check_limits("task.min-pairs", settings_.min_pairs, "task.max-pairs", pairs);
  const auto refuse = [&](size_t most, const char* why, const char* option, size_t value) {
    throw InputError(
        fmt::format("task.max-pairs: got {}; at most {}, {} {} ({}), is needed", pairs, most, why, option, value));
  };
  if (settings.values >= settings.vocabulary)
    throw InputError(fmt::format("task.values: got {}; fewer than task.vocabulary ({}) are needed", settings.values,
                                 settings.vocabulary));
  if (settings.key_tokens == 1 && settings.values > 0 && pairs > keys())
    refuse(keys(), "as many as there are keys beside", "task.values", settings.values);
  if (settings.key_tokens > 1 && set_size(pairs) > keys())
    refuse(keys() * keys() / 2, "half of the keys of two tokens that are made of", "task.vocabulary",
           settings.vocabulary);
  if (settings.values == 0 && pairs + settings.rewrites > settings.vocabulary / 2) {
    if (settings.rewrites == 0) refuse(settings.vocabulary / 2, "half of", "task.vocabulary", settings.vocabulary);
    throw InputError(
        fmt::format("task.rewrites: got {}; with {} pairs at most half of task.vocabulary ({}), or "
                    "task.values, is needed",
                    settings.rewrites, pairs, settings.vocabulary));
  }
  if (settings_.length > 0 && settings_.length < 4)
    throw InputError(fmt::format("task.length: got {}; 0, or 4 at least, is needed", settings_.length));
  if (pairs > room(length(pairs))) {
    if (settings.rewrites == 0 && settings.key_tokens == 1)
      refuse(settings_.length / 4, "a quarter of", "task.length", settings_.length);
    throw InputError(fmt::format("task.length: got {}; {} pairs, {} of them written again, and their queries need {}",
                                 settings_.length, pairs, settings.rewrites,
                                 (2 * pairs + settings.rewrites) * steps_of_pair()));
  }
  double sum = 0;
  for (size_t place = 1; place <= length(pairs) / 2; ++place)
    weight_.push_back(sum += std::pow(static_cast<double>(place), kPower - 1));
}

Shape KeyValueRecallTask::shape(Stream& draw, Reach reach) const {
  if (!settings_.zoology) return {draw_size(draw, settings_.min_pairs, settings_.max_pairs, reach)};
  size_t drawn = draw_size(draw, 1, kMixtureWeight, reach);
  const Line* line = kMixture;
  for (; drawn > line->weight; ++line) drawn -= line->weight;
  return {static_cast<uint32_t>(line->pairs), static_cast<uint32_t>(line->length)};
}

void KeyValueRecallTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local Scratch scratch;
  auto& [keys_dealt, seconds_dealt, values_dealt, pairs_dealt, written, value_of, places] = scratch;
  const size_t pairs = shape[0], vocabulary = settings_.vocabulary, first_value = keys(), each = steps_of_pair(),
               length = settings_.zoology ? shape[1] : this->length(pairs), writes = pairs + settings_.rewrites,
               set = set_size(pairs);
  const std::span<const double> sums = std::span(weight_).first((length - writes * each) / each);
  batch.resize(spec(), length, range.count);
  BatchStream& input = batch.inputs[0];
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    if (settings_.key_tokens == 1) {
      deal(stream, 0, first_value, pairs, keys_dealt);
    } else {
      deal(stream, 0, first_value, set, keys_dealt);
      deal(stream, 0, first_value, set, seconds_dealt);
      deal(stream, 0, set * set, pairs, pairs_dealt);
    }
    if (settings_.values == 0)
      deal(stream, first_value, vocabulary - first_value, writes, values_dealt);
    else
      draw_any(stream, first_value, settings_.values, writes, values_dealt);
    written.resize(writes);
    std::iota(written.begin(), written.end(), 0U);
    if (settings_.rewrites > 0) {
      deal(stream, 0, writes, writes, written);
      for (uint32_t& key : written)
        if (key >= pairs) key = static_cast<uint32_t>(stream.integer(0, static_cast<int64_t>(pairs) - 1));
    }
    const auto show_key = [&](uint32_t key, size_t step) {
      if (settings_.key_tokens == 1) {
        input.token(b, step) = scratch.keys[key];
      } else {
        input.token(b, step) = scratch.keys[scratch.pairs[key] / set];
        input.token(b, step + 1) = scratch.seconds[scratch.pairs[key] % set];
      }
    };
    value_of.resize(pairs);
    for (size_t i = 0; i < writes; ++i) {
      show_key(written[i], each * i);
      value_of[written[i]] = input.token(b, each * i + each - 1) = values_dealt[i];
    }
    places.begin(sums);
    for (uint32_t key = 0; key < pairs; ++key) {
      const size_t step = each * (writes + places.draw(stream));
      show_key(key, step);
      batch.ask(b, step + each - 2, value_of[key] - static_cast<uint32_t>(settings_.values == 0 ? 0 : first_value));
    }
    if (!settings_.random_filler) continue;
    for (size_t t = each * writes; t < length; ++t)
      if (input.token(b, t) == kNoToken)
        input.token(b, t) = static_cast<uint32_t>(stream.integer(0, static_cast<int64_t>(vocabulary) - 1));
  }
}

Task::EvalGrid KeyValueRecallTask::eval_grid() const {
  constexpr size_t kMostRows = 64;
  const auto line = [](const char* length, const char* pairs) {
    return std::vector<Axis>{{"task.mixture", "none"}, {"task.length", length}, {"task.pairs", pairs}};
  };
  if (settings_.zoology)  // the published tests
    return {line("64", "4,8,16"), line("128", "32"), line("256", "64"), line("512", "128"), line("1024", "256")};
  const size_t length = settings_.length, room = length > 0 ? this->room(length) : 4 * settings_.max_pairs;
  const size_t keys_there = settings_.key_tokens == 1 ? keys() : keys() * keys() / 2;
  const size_t values_there = settings_.values > 0 ? kMostPairs : settings_.vocabulary / 2 - settings_.rewrites;
  const size_t most = std::min({room, keys_there, values_there, kMostPairs});
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
  const size_t classes_begin = settings_.values == 0 ? 0 : keys(), each = steps_of_pair();
  // Any of the values that the sequence shows.
  Guesser exclusion{
      "exclusion", {"error"}, [=, more = settings_.rewrites](const Asked& asked, Stream& draw, Guess& guess) {
        size_t writes = more;
        for (const uint32_t step : asked.steps) writes += *asked.batch.scored(asked.episode, step) != 0;
        for (size_t i = 0; i < asked.steps.size(); ++i) {
          const auto any = static_cast<size_t>(draw.integer(0, static_cast<int64_t>(writes) - 1));
          const uint32_t value = asked.batch.inputs[0].token(asked.episode, each * any + each - 1);
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
