#pragma once
// Shared by the tasks on bit vectors.

#include <algorithm>
#include <vector>

#include "autodiff/base/random.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How bit vectors are encoded and drawn.
struct VectorStyle {
  /// A bit is encoded as −1 or +1 instead of 0 or 1, so that no vector looks like silence, which is 0. (With 0 and 1 a
  /// vector with few ones looks like silence, and two or three in a row move a head that waits for silence.)
  bool is_signed = false;
  /// Each episode has a run of vectors that fair bits hardly ever give: see EpisodeVectors.
  bool hostile = false;
};

/// While it lives, its thread's EpisodeVectors take these bits instead of drawing, as far as they go, so that a person
/// can choose what is to be copied or sorted. It also records where each vector was written.
class GivenVectors final {
 public:
  /// bits: 0 or 1, vector after vector.
  explicit GivenVectors(std::vector<uint8_t> bits);
  ~GivenVectors();
  GivenVectors(const GivenVectors&) = delete;
  GivenVectors& operator=(const GivenVectors&) = delete;

  /// The places where vectors were written, in order.
  const std::vector<const Real*>& places() const { return places_; }

  /// Writes the next given vector to `to`, if there is one left.
  void take(Real* to, size_t bits, Real low);

 private:
  std::vector<uint8_t> bits_;
  size_t used_ = 0;
  std::vector<const Real*> places_;
};

/// An episode's vectors, in order. Fair: all bits are independent, 0 or 1 with probability ½. Hostile: the same except
/// in a run of uniform place and length (at least 3, where there are so many vectors), whose vectors are, each kind
/// with probability 1/5, all zeros; all ones; of a single 1; one vector repeated; a vector and its complement in turn.
class EpisodeVectors final {
 public:
  EpisodeVectors(Stream& stream, VectorStyle style, size_t bits, size_t count);

  /// Writes the next encoded vector to to[0] … to[bits − 1]; it is read again while a run repeats it.
  void next(Real* to);

 private:
  enum class Pattern { kZeros, kOnes, kSparse, kRepeated, kAlternating };

  Stream& stream_;
  BitSource random_;
  size_t bits_;
  Real low_;  ///< the encoding of a bit 0
  Pattern pattern_{};
  size_t at_ = 0, begin_ = 0, end_ = 0;  ///< the run's first vector, and the one after its last
  const Real* last_ = nullptr;
};

/// Makes an encoded vector the target, as `bits` bits in the first outputs of a step; all of the step's outputs are
/// scored.
inline void ask_for(const Real* vector, size_t bits, Batch& batch, size_t episode, size_t step) {
  std::transform(vector, vector + bits, batch.target.at(episode, step),
                 [](Real x) { return x > 0 ? Real{1} : Real{0}; });
  std::fill_n(batch.scored(episode, step), batch.outputs(), Real{1});
}

/// The place of element i of 0..count−1 once they are sorted by `before(a, b)`; equal elements keep their order.
template <class Before>
size_t place_of(size_t i, size_t count, Before before) {
  size_t place = 0;
  for (size_t j = 0; j < i; ++j) place += !before(i, j);
  for (size_t j = i + 1; j < count; ++j) place += before(j, i);
  return place;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
