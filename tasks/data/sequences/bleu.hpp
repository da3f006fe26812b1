#pragma once
// BLEU (Papineni et al. 2002).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tapehead {

/// Corpus BLEU as in sacreBLEU's corpus_bleu (Post 2018) with tokenisation "none": the tokens are the task's own, with
/// "exp" smoothing and order 4; its signature would be `case:mixed|eff:no|tok:none|smooth:exp`.
class Bleu final {
 public:
  /// Adds an answer and all its references, at least one.
  void add(std::span<const uint32_t> said, std::span<const std::span<const uint32_t>> right);
  void add(const Bleu& later);

  /// From 0 to 100; 0 where nothing matches, and where no answer has four tokens.
  double score() const;

 private:
  static constexpr size_t kOrder = 4;
  std::array<double, kOrder> matched_{}, all_{};  ///< answers' n-grams that are in a reference; all of them
  double said_ = 0, right_ = 0;                   ///< tokens of answers, and of the references of the nearest length
};

}  // namespace tapehead
