#include "python/engine/episodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Of one stream, stream_of(batch).
template <class StreamOf>
void gather_stream(std::span<const EpisodeOf> episodes, StreamOf stream_of, BatchStream& to) {
  size_t longest = 0;
  for (const auto& [batch, e] : episodes) longest = std::max<size_t>(longest, stream_of(batch).lengths[e]);
  to.resize(stream_of(episodes[0].batch).shape, longest, episodes.size());
  for (size_t b = 0; b < episodes.size(); ++b) {
    const BatchStream& from = stream_of(episodes[b].batch);
    const size_t e = episodes[b].index, steps = std::min(longest, from.steps);
    to.lengths[b] = from.lengths[e];
    switch (from.shape.kind) {
      case StreamKind::kTokens: std::copy_n(&from.tokens[e * from.steps], steps, &to.tokens[b * longest]); break;
      case StreamKind::kStories:
        to.stories.push_back(from.stories[e]);
        to.steps = longest;
        break;
      case StreamKind::kReal: std::copy_n(from.at(e, 0), steps * from.width(), to.at(b, 0)); break;
    }
  }
}

/// What is known of each step of the targets, where the batches know it: `to` gets `none` in the padding.
template <class Known>
void gather_known(std::span<const EpisodeOf> episodes, std::vector<Known> Batch::*known, const Known& none, Batch& to) {
  (to.*known).clear();
  if ((episodes[0].batch.*known).empty()) return;
  (to.*known).resize(to.steps() * to.episodes, none);
  for (size_t b = 0; b < episodes.size(); ++b) {
    const auto& [from, e] = episodes[b];
    std::copy_n(&(from.*known)[e * from.steps()], std::min(to.steps(), from.steps()), &(to.*known)[b * to.steps()]);
  }
}

/// Says where a check failed.
struct Place {
  const std::string& where;
  const char* array;
  uint64_t episode;
  size_t step;
  [[noreturn]] void refuse(const std::string& got, const std::string& needed) const {
    throw InputError(
        fmt::format("{}: {}: got {} at step {} of episode {}; {}", where, array, got, step, episode, needed));
  }
};

void check_lengths(const BatchStream& stream, const std::string& where, uint64_t first) {
  for (size_t b = 0; b < stream.lengths.size(); ++b)
    if (stream.lengths[b] < 1 || stream.lengths[b] > stream.steps)
      throw InputError(fmt::format("{}: lengths: got {} for episode {}; a length from 1 to {} is needed", where,
                                   static_cast<int32_t>(stream.lengths[b]), first + b, stream.steps));
}

void check_tokens(const BatchStream& stream, const char* name, const std::string& where, uint64_t first) {
  for (size_t i = 0; i < stream.tokens.size(); ++i)
    if (stream.tokens[i] != kNoToken && stream.tokens[i] >= stream.width())
      Place{where, name, first + i / stream.steps, i % stream.steps}.refuse(
          fmt::format("token {}", static_cast<int32_t>(stream.tokens[i])),
          fmt::format("one from 0 to {}, or -1 for none, is needed", stream.width() - 1));
}

void check_numbers(const BatchStream& stream, const char* name, const std::string& where, uint64_t first) {
  for (size_t i = 0; i < stream.values.size(); ++i)
    if (!std::isfinite(stream.values[i]))
      Place{where, name, first + i / stream.width() / stream.steps, i / stream.width() % stream.steps}.refuse(
          fmt::format("{}", stream.values[i]), "finite numbers are needed");
}

}  // namespace

void gather(std::span<const EpisodeOf> episodes, Batch& to) {
  const Batch& first = episodes[0].batch;
  to.episodes = episodes.size();
  to.answers_last = first.answers_last;
  to.joined_answers = first.joined_answers;
  to.inputs.resize(first.inputs.size());
  for (size_t i = 0; i < first.inputs.size(); ++i)
    gather_stream(
        episodes, [i](const Batch& batch) -> const BatchStream& { return batch.inputs[i]; }, to.inputs[i]);
  gather_stream(
      episodes, [](const Batch& batch) -> const BatchStream& { return batch.target; }, to.target);
  gather_known(episodes, &Batch::aligned, kNoToken, to);
  gather_known(episodes, &Batch::boxes, Box{}, to);
  const size_t rows = first.scored_rows();
  to.mask.assign(rows * to.steps() * to.episodes, 0);
  for (size_t b = 0; b < episodes.size(); ++b) {
    const Batch& from = episodes[b].batch;
    std::copy_n(from.scored(episodes[b].index, 0), rows * std::min(to.steps(), from.steps()), to.scored(b, 0));
  }
}

void check_batch(const Batch& batch, const std::string& where, uint64_t first, bool numbers) {
  for (const BatchStream& input : batch.inputs) {
    if (input.shape.kind != StreamKind::kStories)
      check_lengths(input, where, first);  // a story may be a question alone
    check_tokens(input, "input", where, first);
    if (numbers) check_numbers(input, "input", where, first);
  }
  check_lengths(batch.target, where, first);
  check_tokens(batch.target, "target", where, first);
  if (!numbers) return;
  check_numbers(batch.target, "target", where, first);
  const Scoring scoring = batch.scoring();
  const size_t rows = batch.scored_rows();
  for (size_t b = 0; b < batch.episodes; ++b) {
    bool any = false;
    for (size_t t = 0; t < batch.steps(); ++t) {
      const Real* const marks = batch.scored(b, t);
      const Place mask{where, "mask", first + b, t}, target{where, "target", first + b, t};
      for (size_t r = 0; r < rows; ++r) {
        if (marks[r] != 0 && marks[r] != 1)
          mask.refuse(fmt::format("{}", marks[r]), "1 where an output is scored, else 0, is needed");
        if (marks[r] == 0) continue;
        any = true;
        if (t >= batch.target.lengths[b])
          mask.refuse("1", fmt::format("0 beyond the episode's {} steps is needed", batch.target.lengths[b]));
        if (scoring == Scoring::kBits && !(batch.target.at(b, t)[r] >= 0 && batch.target.at(b, t)[r] <= 1))
          target.refuse(fmt::format("{}", batch.target.at(b, t)[r]), "a bit, from 0 to 1, is needed");
        if (scoring == Scoring::kClasses && batch.target.token(b, t) == kNoToken)
          target.refuse("no token where the mask is 1",
                        fmt::format("a class from 0 to {} is needed", batch.target.width() - 1));
      }
    }
    if (!any)
      throw InputError(fmt::format("{}: mask: got no 1 in episode {}; at least one step that is scored is needed",
                                   where, first + b));
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
