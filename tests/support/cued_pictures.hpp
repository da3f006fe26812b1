#pragma once
// Pictures whose middle says where their class is: the smallest task that requires looking in the right place.

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// 12×12 pixels. Squares of 4×4 at the left and the right edge are independently bright or dark; the one in the middle
/// is bright if the right one is the class (1: bright), dark if the left one is.
class CuedPictures final : public Task {
 public:
  static constexpr uint32_t kPixels = 12, kSquare = 4;

  Spec spec() const override { return Spec::of_pictures({kPixels, kPixels, 1}, 2); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch&, size_t, const Real*) const override { return ""; }

  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override {
    batch.resize(spec(), 1, range.count);
    for (size_t b = 0; b < range.count; ++b) {
      Stream stream = episode_stream(range, shape, b);
      uint32_t bright[3];
      for (size_t square = 0; square < 3; ++square) {
        bright[square] = stream.bits() & 1;
        for (size_t y = 0; y < kSquare; ++y)
          for (size_t x = 0; x < kSquare; ++x)
            batch.input(b, 0)[(kSquare + y) * kPixels + kSquare * square + x] = bright[square] ? 1 : Real(0.3);
      }
      batch.ask(b, 0, bright[1] ? bright[2] : bright[0]);
    }
  }

  /// Whether an episode's middle points to the right.
  static bool points_right(const Batch& batch, size_t episode) {
    return batch.input(episode, 0)[kPixels / 2 * kPixels + kPixels / 2] == 1;
  }
};

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
