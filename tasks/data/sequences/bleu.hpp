#pragma once
// BLEU (Papineni et al. 2002).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tapehead {

/// Sums over a corpus, as sacreBLEU's corpus_bleu (Post 2018) makes them with tokenisation "none": the tokens are the
/// task's own, smoothed by "exp" and to the order 4 throughout; its signature would be
/// `case:mixed|eff:no|tok:none|smooth:exp`.
class Bleu final {
 public:
  /// One answer, and all that would have been right: at least one.
  void add(std::span<const uint32_t> said, std::span<const std::span<const uint32_t>> right);
  void add(const Bleu& later);

  /// From 0 to 100. 0 where nothing matches, and where no answer is of four tokens.
  double score() const;

 private:
  static constexpr size_t kOrder = 4;
  std::array<double, kOrder> matched_{}, all_{};  ///< n-grams said that are in the right answer; all that were said
  double said_ = 0, right_ = 0;                   ///< tokens; of right answers, those of the nearest length
};

}  // namespace tapehead
