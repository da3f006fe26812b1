#pragma once
// Hard attention: a look reads one annotation, drawn by content.

#include "models/looks/annotations.hpp"
#include "models/looks/decoder_attention.hpp"
#include "models/looks/look_costs.hpp"
#include "models/looks/read_gate.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The gradient estimator for draws.
enum class Estimator {
  kReinforce,        ///< the score function (Xu et al. 2015, section 4.1; Williams 1992): unbiased
  kStraightThrough,  ///< straight-through, as if the weights had been read (Bengio et al. 2013)
  kGumbel,           ///< in training gumbel_softmax() is read, soft (Jang, Gu & Poole 2017)
  kGumbelHard,       ///< only its largest is read, with the gradient of the soft one
};

/// The return that REINFORCE credits a look with.
enum class Credit {
  kAnswer,  ///< log p of the whole answer, minus its running mean (Xu et al. 2015, eqs. 11 and 12)
  kToGo,    ///< log p of the answer from the look on, minus the running mean of a token's for each token: what came
            ///< before a look cannot depend on it, and is noise
};

/// What is read in scoring and generation.
enum class Scored {
  kSample,     ///< a draw, by seed
  kLikeliest,  ///< the annotation of the largest weight
  kExpected,   ///< Σ wₛ·annotationₛ, as in soft attention
};

struct HardAttentionSettings {
  Estimator estimator = Estimator::kReinforce;
  Credit credit = Credit::kAnswer;
  Scored scored = Scored::kSample;
  Real reward = 1;              ///< λᵣ
  Real expected = 0.5;          ///< the probability that a training episode reads expectations, at all its looks
  uint64_t expected_first = 0;  ///< training sequences in which all episodes do, before places are drawn
  Real temperature = 1;         ///< of Gumbel's softmax
  bool gated = false;           ///< the read vector goes through a ReadGate
  LookCostSettings costs = {};
};

/// Annotation s is drawn with probability wₛ, with w from AnnotationLookup. With b the running mean of log p of an
/// answer and L its cost plus LookCosts, training minimises
///     L − λᵣ·Σₜ (log p(answer) − b)·log wₜ(drawn),
/// of which the second term is REINFORCE's alone, with its bracket a number without a gradient (eq. 11). Shows w as
/// "probabilities", and the weights that were read by as "weights".
class HardAttention final : public DecoderAttention {
 public:
  HardAttention(const Scope& scope, const HardAttentionSettings& settings, DecoderAttentionSizes sizes,
                AnnotationLookup lookup);

  size_t reads() const override { return size_; }
  State begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const override;
  StateNames state_names() const override;
  Recurrent::Step look(const Context& context, Var queries, const State& past) const override;
  bool each_by_itself() const override { return true; }
  bool has_own_objective() const override;
  bool guided() const override { return costs_.guided(); }
  std::vector<uint64_t> stages() const override;
  Var objective(const Context& context, std::span<const State> looked, const AnswerOfLooks& told) const override;

 private:
  struct Choice {
    Var read_by;  ///< slots×looks
    Var drawn;    ///< one-hot, or its relaxation
  };
  Choice choose(const Context& context, Var weights, const State& past) const;
  Var reinforced(const Context& context, Var logits, Var drawn, Var counts, const State& last,
                 const AnswerOfLooks& told) const;

  HardAttentionSettings settings_;
  size_t size_;
  CellGrid grid_;
  AnnotationLookup lookup_;
  ReadGate gate_;
  LookCosts costs_;
  Parameter baseline_{};  ///< b: of an answer, or of a token
};

}  // namespace tapehead::inline TAPEHEAD_REAL
