#include "models/speaking/generation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The most steps of a tape's round; then states are carried into the next.
constexpr size_t kRound = 16;

/// A hypothesis that continues, and its item.
struct Live {
  Hypothesis hypothesis;
  uint32_t item;
};

/// A hypothesis with one more token.
struct Extension {
  double log_probability;  ///< of the whole hypothesis
  uint32_t of, token;      ///< which of the episode's live hypotheses continues, with which token
};

/// The `count` likeliest extensions, or all if fewer, the best first; of equals the earlier.
std::vector<Extension> likeliest(std::vector<Extension> all, size_t count) {
  const auto before = [](const Extension& a, const Extension& b) {
    if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
    return a.of != b.of ? a.of < b.of : a.token < b.token;
  };
  count = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(count), all.end(), before);
  all.resize(count);
  return all;
}

/// The search for one episode's answer.
struct Search {
  std::vector<Live> live;
  std::vector<Hypothesis> done;
  size_t limit;
};

void rank(std::vector<Hypothesis>& all, double length_normalisation) {
  std::stable_sort(all.begin(), all.end(), [&](const Hypothesis& a, const Hypothesis& b) {
    if (a.ended != b.ended) return a.ended;
    return ranked(a, length_normalisation) > ranked(b, length_normalisation);
  });
}

}  // namespace

double Hypothesis::log_probability() const { return -std::accumulate(nats.begin(), nats.end(), 0.0); }

double ranked(const Hypothesis& hypothesis, double length_normalisation) {
  const double length = static_cast<double>(hypothesis.nats.size());
  return hypothesis.log_probability() / std::pow((5 + length) / 6, length_normalisation);
}

size_t AnswerGenerator::bytes_held() const {
  size_t bytes = 0;
  for (const Part& part : parts_) bytes += part.tape.bytes_held();
  return bytes;
}

void AnswerGenerator::listen(const Batch& batch, size_t first, size_t count, const Noise* noise) {
  for (size_t i = 0; i < voices_.size(); ++i) {
    Part& part = parts_[i];
    part.tape.begin(voices_[i].store, nullptr);
    part.noise = noise ? noise->part(first, count) : Noise(0, Split::kShow, first, count);
    part.state = voices_[i].speaker.listen({part.tape, count, part.noise}, batch, first);
  }
  items_ = count;
  kinds_ = batch.outputs();
  steps_here_ = batch.inputs[0].steps;
}

void AnswerGenerator::take(std::span<const uint32_t> items) {
  bool same = items.size() == items_;
  for (size_t i = 0; same && i < items.size(); ++i) same = items[i] == i;
  if (same && steps_here_ < kRound) return;
  for (size_t i = 0; i < voices_.size(); ++i) {
    Part& part = parts_[i];
    const Carried carried(voices_[i].speaker.settled(part.tape, part.state));
    part.tape.begin(voices_[i].store, nullptr);
    if (!same) part.noise = part.noise.of_items(items);
    part.state = same ? carried.on(part.tape) : carried.on(part.tape, items);
  }
  items_ = items.size();
  steps_here_ = 0;
}

void AnswerGenerator::say(std::span<const uint32_t> previous, double temperature) {
  log_.assign(items_ * kinds_, 0);
  std::vector<double> logits(kinds_);
  const bool alone = voices_.size() == 1;
  for (size_t i = 0; i < voices_.size(); ++i) {
    Part& part = parts_[i];
    uint32_t* const tokens = part.tape.keep<uint32_t>(items_);
    std::copy(previous.begin(), previous.end(), tokens);
    const Var told = part.tape.tokens(kinds_, 1, items_, tokens);
    const auto [output, state] = voices_[i].speaker.say({part.tape, items_, part.noise}, told, part.state);
    part.state = state;
    const auto values = part.tape.value(output);
    for (size_t item = 0; item < items_; ++item) {
      double* const to = log_.data() + item * kinds_;
      std::transform(values.item(item), values.item(item) + kinds_, logits.begin(),
                     [&](Real x) { return static_cast<double>(x) / temperature; });
      const double highest = *std::max_element(logits.begin(), logits.end());
      double sum = 0;
      for (const double x : logits) sum += std::exp(x - highest);
      const double all = highest + std::log(sum);
      for (size_t k = 0; k < kinds_; ++k)
        to[k] += alone ? logits[k] - all : std::exp(logits[k] - all) / static_cast<double>(voices_.size());
    }
  }
  if (!alone)
    for (double& p : log_) p = std::log(p);
  ++steps_here_;
}

std::vector<std::vector<Hypothesis>> AnswerGenerator::search(const Batch& batch, size_t first, size_t count,
                                                             const SearchSettings& settings,
                                                             std::span<const size_t> limits) {
  std::vector<std::vector<Hypothesis>> answers;
  for (size_t done = 0; done < count;) {
    size_t together = count - done;
    for (const Voice& voice : voices_)
      together = std::min(together, voice.speaker.together(batch, first + done, together));
    auto some = search_together(batch, first + done, together, settings,
                                limits.empty() ? limits : limits.subspan(done, together));
    std::move(some.begin(), some.end(), std::back_inserter(answers));
    done += together;
  }
  return answers;
}

std::vector<std::vector<Hypothesis>> AnswerGenerator::search_together(const Batch& batch, size_t first, size_t count,
                                                                      const SearchSettings& settings,
                                                                      std::span<const size_t> limits) {
  listen(batch, first, count, settings.noise);
  std::vector<Search> searches(count);
  std::vector<uint32_t> previous(count, kEnd), items;
  for (size_t b = 0; b < count; ++b) {
    searches[b].live.push_back({{}, static_cast<uint32_t>(b)});
    searches[b].limit = limits.empty() ? settings.most : std::min(settings.most, limits[b]);
  }
  while (!previous.empty()) {
    say(previous, 1);
    previous.clear();
    items.clear();
    for (Search& search : searches) {
      std::vector<Extension> all;
      std::vector<double> so_far;
      for (const Live& one : search.live) so_far.push_back(one.hypothesis.log_probability());
      for (uint32_t i = 0; i < search.live.size(); ++i) {
        const auto next = log_probabilities(search.live[i].item);
        for (uint32_t token = 0; token < kinds_; ++token) all.push_back({so_far[i] + next[token], i, token});
      }
      std::vector<Live> longer;
      for (const Extension& best : likeliest(std::move(all), settings.beam - search.done.size())) {
        const Live& from = search.live[best.of];
        Hypothesis next = from.hypothesis;
        next.nats.push_back(-log_probabilities(from.item)[best.token]);
        next.ended = best.token == kEnd;
        if (!next.ended) next.tokens.push_back(best.token);
        if (next.ended || next.tokens.size() >= search.limit) {
          search.done.push_back(std::move(next));
          continue;
        }
        longer.push_back({std::move(next), static_cast<uint32_t>(items.size())});
        items.push_back(from.item);
        previous.push_back(best.token);
      }
      search.live = std::move(longer);
    }
    if (!items.empty()) take(items);
  }
  std::vector<std::vector<Hypothesis>> answers;
  for (Search& search : searches) {
    rank(search.done, settings.length_normalisation);
    answers.push_back(std::move(search.done));
  }
  return answers;
}

Hypothesis AnswerGenerator::sample(const Batch& batch, size_t episode, const SamplingSettings& settings, Stream& draw,
                                   uint32_t previous) {
  listen(batch, episode, 1, settings.noise);
  const uint32_t same[] = {0};
  Hypothesis said;
  while (said.tokens.size() < settings.most && !said.ended) {
    say({&previous, 1}, settings.temperature);
    const auto log_p = log_probabilities(0);
    const uint32_t first = settings.may_end ? 0 : kEnd + 1;
    double all = 0;
    for (size_t k = first; k < kinds_; ++k) all += std::exp(log_p[k]);
    double left = draw.uniform() * all;
    uint32_t token = first;
    while (token + 1 < kinds_ && (left -= std::exp(log_p[token])) >= 0) ++token;
    said.nats.push_back(std::log(all) - log_p[token]);
    said.ended = token == kEnd;
    if (!said.ended) said.tokens.push_back(token);
    previous = token;
    take(same);
  }
  return said;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
