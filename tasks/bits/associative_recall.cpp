#include "tasks/bits/associative_recall.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tasks/bits/shown_bits.hpp"
#include "tasks/bits/vectors.hpp"
#include "tasks/episode/sizes.hpp"
#include "tasks/guessers/guessers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

AssociativeRecallTask::AssociativeRecallTask(const AssociativeRecallSettings& settings) : settings_(settings) {
  check_limits("task.min-items", settings.min_items, "task.max-items", settings.max_items);
}

Shape AssociativeRecallTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_items, settings_.max_items, reach)};
}

void AssociativeRecallTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const size_t items = shape[0], bits = settings_.bits, vectors = settings_.vectors;
  const size_t query_at = items * (vectors + 1), answer_at = query_at + vectors + 2;
  const size_t item_channel = bits, query_channel = bits + 1;
  batch.resize(spec(), answer_at + vectors, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    const auto queried = static_cast<size_t>(stream.integer(0, static_cast<int64_t>(items) - 2));
    EpisodeVectors drawn(stream, settings_.style, bits, items * vectors);
    for (size_t item = 0; item < items; ++item) {
      const size_t begin = item * (vectors + 1);
      batch.input(b, begin)[item_channel] = 1;
      for (size_t v = 1; v <= vectors; ++v) drawn.next(batch.input(b, begin + v));
    }
    const size_t query = queried * (vectors + 1) + 1, answer = query + vectors + 1;
    batch.input(b, query_at)[query_channel] = batch.input(b, answer_at - 1)[query_channel] = 1;
    for (size_t v = 0; v < vectors; ++v) {
      std::copy_n(batch.input(b, query + v), bits, batch.input(b, query_at + 1 + v));
      ask_for(batch.input(b, answer + v), bits, batch, b, answer_at + v);
    }
  }
}

std::vector<Guesser> AssociativeRecallTask::guessers() const {
  const size_t bits = settings_.bits, vectors = settings_.vectors;
  // Any item but the first, which comes after none, and the one asked about.
  Guesser exclusion{"exclusion", {"wrong_bits"}, [bits, vectors](const Asked& asked, Stream& draw, Guess& guess) {
                      const Batch& batch = asked.batch;
                      const size_t answer_at = batch.inputs[0].lengths[asked.episode] - vectors,
                                   query = answer_at - vectors - 1, items = (query - 1) / (vectors + 1);
                      const auto vector = [&](size_t step) { return batch.input(asked.episode, step); };
                      const auto is_queried = [&](size_t item) {
                        for (size_t v = 0; v < vectors; ++v)
                          if (const Real* const of_item = vector(item * (vectors + 1) + 1 + v);
                              !std::equal(of_item, of_item + bits, vector(query + v)))
                            return false;
                        return true;
                      };
                      std::vector<size_t> left;
                      for (size_t item = 1; item < items; ++item)
                        if (!is_queried(item)) left.push_back(item);
                      if (left.empty()) return;
                      const size_t said =
                          left[static_cast<size_t>(draw.integer(0, static_cast<int64_t>(left.size()) - 1))];
                      for (size_t i = 0; i < asked.steps.size(); ++i) {
                        const Real* const of_item = vector(said * (vectors + 1) + 1 + (asked.steps[i] - answer_at));
                        for (size_t r = 0; r < bits; ++r)
                          guess.column(i, batch.outputs())[r] = of_item[r] > 0 ? Real{1} : Real{-1};
                      }
                    }};
  return {guess_uniformly(), std::move(exclusion)};
}

/// As published (figure 11). Beyond the published range the numbers of items double each time, up to twice the number
/// trained on.
Task::EvalGrid AssociativeRecallTask::eval_grid() const {
  constexpr size_t kPublished = 20;
  std::string items = "6,8,10,12,15,20";
  const size_t most = settings_.max_items;
  for (size_t count = 2 * kPublished; count < most; count *= 2) items += fmt::format(",{}", count);
  if (most > kPublished) items += fmt::format(",{}", most);
  if (most > kPublished && most < kMostItems) items += fmt::format(",{}", std::min(2 * most, kMostItems));
  return {{{"task.items", items}}, {{"task.draw", "hostile"}}};
}

std::string AssociativeRecallTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_bits(batch, episode, answers, {{"item", "query"}, {}});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
