#pragma once
// What tasks on bit vectors share.

#include <algorithm>
#include <vector>

#include "autodiff/base/random.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How the bit vectors of an episode enter, and which they are.
struct VectorStyle {
  /// A bit enters as −1 or +1, not as 0 or 1: silence, which is 0, then looks like no vector. (With 0 and 1 a vector
  /// with few ones looks like silence, and two or three of them in a row move a head that waits for it.)
  bool is_signed = false;
  /// Each episode has a stretch of vectors that fair bits hardly ever give: see EpisodeVectors.
  bool hostile = false;
};

/// While it lives, the bits of its thread's EpisodeVectors are these and not drawn, as far as they go, so that a person
/// may say what is to be copied or sorted; and it is noted where each vector went.
class GivenVectors final {
 public:
  /// bits: 0 or 1, vector after vector.
  explicit GivenVectors(std::vector<uint8_t> bits);
  ~GivenVectors();
  GivenVectors(const GivenVectors&) = delete;
  GivenVectors& operator=(const GivenVectors&) = delete;

  /// Where the vectors were written, in order.
  const std::vector<const Real*>& places() const { return places_; }

  /// Puts the next vector there, where it is given.
  void take(Real* to, size_t bits, Real low);

 private:
  std::vector<uint8_t> bits_;
  size_t used_ = 0;
  std::vector<const Real*> places_;
};

/// An episode's vectors, one after the other. Fair: all bits are independent, 0 or 1 with probability ½. Hostile: so
/// too, but for a stretch of them, of uniform place and length (3 or more, where there are so many); in it they are,
/// each with probability 1/5, all zeros; all ones; of one bit 1; one vector again and again; a vector and its
/// complement in turn.
class EpisodeVectors final {
 public:
  EpisodeVectors(Stream& stream, VectorStyle style, size_t bits, size_t count);

  /// The next vector, at to[0] … to[bits − 1], as it enters; it is read again while a stretch repeats it.
  void next(Real* to);

 private:
  enum class Pattern { kZeros, kOnes, kSparse, kRepeated, kAlternating };

  Stream& stream_;
  BitSource random_;
  size_t bits_;
  Real low_;  ///< what a bit 0 enters as
  Pattern pattern_{};
  size_t at_ = 0, begin_ = 0, end_ = 0;  ///< the stretch's first vector and the one behind its last
  const Real* last_ = nullptr;
};

/// Asks for a vector as it entered, as `bits` bits in the first targets of a step; all of the step's outputs are
/// scored.
inline void ask_for(const Real* vector, size_t bits, Batch& batch, size_t episode, size_t step) {
  std::transform(vector, vector + bits, batch.target.at(episode, step),
                 [](Real x) { return x > 0 ? Real{1} : Real{0}; });
  std::fill_n(batch.scored(episode, step), batch.outputs(), Real{1});
}

/// At which place element i of 0..count−1 stands once they are sorted by `before(a, b)`; equals keep their order.
template <class Before>
size_t place_of(size_t i, size_t count, Before before) {
  size_t place = 0;
  for (size_t j = 0; j < i; ++j) place += !before(i, j);
  for (size_t j = i + 1; j < count; ++j) place += before(j, i);
  return place;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
