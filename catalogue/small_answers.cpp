#include "catalogue/small_answers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

struct Episode {
  std::vector<uint32_t> source, answer;
};

}  // namespace

Spec small_answer_spec() { return Spec::of_answers(5, 4); }

Batch small_answer_batch() {
  const Episode episodes[] = {{{0, 3, 1, 4}, {2, 1, kEnd}}, {{2, 1}, {3, 1, 1, kEnd}}};
  constexpr size_t kSteps = 4;
  Batch batch;
  batch.resize(small_answer_spec(), kSteps, std::size(episodes));
  for (size_t b = 0; b < batch.episodes; ++b) {
    const auto& [source, answer] = episodes[b];
    for (size_t s = 0; s < source.size(); ++s) batch.inputs[0].token(b, s) = source[s];
    for (size_t t = 0; t < answer.size(); ++t) {
      batch.inputs[1].token(b, t) = t == 0 ? kEnd : answer[t - 1];
      batch.ask(b, t, answer[t]);
    }
    batch.inputs[0].lengths[b] = static_cast<uint32_t>(source.size());
    batch.inputs[1].lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(answer.size());
  }
  return batch;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
