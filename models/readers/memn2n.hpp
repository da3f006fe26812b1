#pragma once
// The end-to-end memory network.

#include "autodiff/ops/embed.hpp"
#include "autodiff/tape/scope.hpp"
#include "models/model.hpp"
#include "models/readers/asked.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class HopTying { kAdjacent, kLayerWise };
enum class SentenceEncoding { kBagOfWords, kPosition, kLearnedPosition };

struct MemN2nSettings {
  size_t hops = 3, width = 20;
  size_t memory = 50;  ///< the newest statements that are used; fewer where no training story has as many
  HopTying tying = HopTying::kAdjacent;
  SentenceEncoding encoding = SentenceEncoding::kPosition;
  bool time = true;           ///< a statement's age is an additional word
  double time_noise = 0.1;    ///< in training, the largest share of empty ages among them
  bool fill_nulls = true;     ///< null slots where the memory is not full
  size_t nulls = 0;           ///< additional null slots
  uint64_t linear_start = 0;  ///< training episodes without the hops' softmax
  bool relu = false;          ///< after each hop
};

/// Sukhbaatar, Szlam, Weston & Fergus 2015, "End-to-end memory networks". A statement is mᵢ = Σⱼ lⱼ ∘ A·xᵢⱼ, its words
/// weighted by position (section 4.1), its age the word after the last position (TA and TC as columns of A and C, as in
/// the authors' program); the question is u¹ = Σⱼ lⱼ ∘ B·qⱼ. At each hop uᵏ⁺¹ = uᵏ + oᵏ, or H·uᵏ + oᵏ, and the answer
/// is softmax(W·u) over all words of the corpus. Adjacent: Aᵏ⁺¹ = Cᵏ, B = A¹, Wᵀ = Cᴷ; layer-wise: all A equal, all C
/// equal (section 2.2). All tables for statements are stacked in one matrix.
class MemN2n final : public Model {
 public:
  MemN2n(const Scope& scope, const Spec& spec, const MemN2nSettings& settings);

  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  State state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const override;
  std::vector<uint64_t> stages() const override { return {ParameterStore::kTrained, 0}; }
  bool is_brief() const override { return true; }

 private:
  struct Read;  // the encodings of some questions and their stories
  Read read(const Context& context, std::span<const Asked> asked) const;
  Var encode(Tape& tape, Parameter table, Parameter places, std::span<const Bag> bags, size_t cols, size_t batch,
             size_t height) const;

  MemN2nSettings settings_;
  size_t words_, capacity_;
  Parameter tables_{}, places_{};                                  ///< of statements; adjacent: of everything
  Parameter question_{}, question_places_{}, answer_{}, carry_{};  ///< layer-wise: B, its places, W, H
};

/// Position encoding (section 4.1): l(k, j) = 1 + 4·(k − (d + 1)/2)·(j − (J + 1)/2)/(d·J) for k = 1 … d, j = 1 … J, as
/// in the authors' program; d·blocks × J, the same in each block.
Initializer position_encoding(size_t blocks);

}  // namespace tapehead::inline TAPEHEAD_REAL
