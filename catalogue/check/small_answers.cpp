#include "catalogue/check/small_answers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Layout kPicture{4, 6, 2};
constexpr size_t kWords = 5, kSaid = 4, kClasses = 3;

struct Episode {
  std::vector<uint32_t> source, answer;
  std::vector<uint32_t> aligned;  ///< for each token of the answer
  std::vector<Box> boxes;         ///< likewise, in the picture
  uint32_t one_class;
};

const std::vector<Episode>& episodes() {
  static const std::vector<Episode> all = {
      {{0, 3, 1, 4}, {2, 1, kEnd}, {3, 1, kNoToken}, {{1, 0, 4, 3}, {0, 1, 6, 2}, {}}, 2},
      {{2, 1}, {3, 1, 1, kEnd}, {0, kNoToken, 1, kNoToken}, {{2, 2, 5, 4}, {}, {0, 0, 1, 1}, {}}, 0}};
  return all;
}

constexpr size_t kSteps = 4;

void put_tokens(BatchStream& source) {
  for (size_t b = 0; b < episodes().size(); ++b) {
    const auto& tokens = episodes()[b].source;
    for (size_t s = 0; s < tokens.size(); ++s) source.token(b, s) = tokens[s];
    source.lengths[b] = static_cast<uint32_t>(tokens.size());
  }
}

void put_pictures(const StreamShape& shape, BatchStream& source) {
  source.resize(shape, 1, episodes().size());
  Stream stream(1, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : source.values) x = static_cast<Real>(stream.uniform(0, 1));
}

void ask_answers(Batch& batch) {
  for (size_t b = 0; b < batch.episodes; ++b) {
    const auto& answer = episodes()[b].answer;
    for (size_t t = 0; t < answer.size(); ++t) {
      batch.inputs[1].token(b, t) = t == 0 ? kEnd : answer[t - 1];
      batch.ask(b, t, answer[t]);
    }
    batch.inputs[1].lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(answer.size());
  }
}

/// For all episodes, kSteps each.
template <class T>
std::vector<T> by_step(std::vector<T> Episode::*of, const T& padding) {
  std::vector<T> all;
  for (const Episode& episode : episodes()) {
    all.insert(all.end(), (episode.*of).begin(), (episode.*of).end());
    all.resize((all.size() + kSteps - 1) / kSteps * kSteps, padding);
  }
  return all;
}

Batch sized(const Spec& spec, size_t steps) {
  Batch batch;
  batch.resize(spec, steps, episodes().size());
  return batch;
}

}  // namespace

Spec small_answer_spec() {
  Spec spec = Spec::of_answers(kWords, kSaid);
  spec.tells_places = true;
  return spec;
}

Batch small_answer_batch() {
  Batch batch = sized(small_answer_spec(), kSteps);
  put_tokens(batch.inputs[0]);
  ask_answers(batch);
  batch.aligned = by_step(&Episode::aligned, kNoToken);
  return batch;
}

Spec small_caption_spec() {
  Spec spec = Spec::of_captions(kPicture, kSaid);
  spec.tells_places = true;
  return spec;
}

Batch small_caption_batch() {
  Batch batch = sized(small_caption_spec(), kSteps);
  put_pictures(small_caption_spec().input(), batch.inputs[0]);
  ask_answers(batch);
  batch.boxes = by_step(&Episode::boxes, Box{});
  return batch;
}

Spec small_class_spec() { return Spec::of_tokens(kWords, kClasses); }

Batch small_class_batch() {
  Batch batch = sized(small_class_spec(), kSteps);
  put_tokens(batch.inputs[0]);
  for (size_t b = 0; b < batch.episodes; ++b) {
    batch.target.lengths[b] = batch.inputs[0].lengths[b];
    batch.ask(b, batch.target.lengths[b] - 1, episodes()[b].one_class);
  }
  return batch;
}

Spec small_picture_spec() { return Spec::of_pictures(kPicture, kClasses); }

Batch small_picture_batch() {
  Batch batch = sized(small_picture_spec(), 1);
  put_pictures(small_picture_spec().input(), batch.inputs[0]);
  for (size_t b = 0; b < batch.episodes; ++b) batch.ask(b, 0, episodes()[b].one_class);
  return batch;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
