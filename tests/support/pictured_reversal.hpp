#pragma once
// A small task with answers about the content of a picture.

#include "tests/support/reversal.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// Reversal with its letters as bright spots of a picture: letter k of a source in line k.
class PicturedReversal final : public Task {
 public:
  static constexpr Layout kPicture{4, 6, 1};

  Spec spec() const override { return Spec::of_captions(kPicture, Reversal::kLetters + 1); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override {
    letters_.sample(range, shape, batch);
    const BatchStream source = batch.inputs[0];
    batch.aligned.clear();
    batch.inputs[0].resize(spec().input(), 1, batch.episodes);
    for (size_t b = 0; b < batch.episodes; ++b)
      for (size_t s = 0; s < source.lengths[b]; ++s)
        batch.inputs[0].at(b, 0)[s * kPicture.width + source.token(b, s)] = 1;
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch&, size_t, const Real*) const override { return {}; }

 private:
  Reversal letters_{kPicture.height};
};

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
