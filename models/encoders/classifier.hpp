#pragma once
// Classifies a whole input.

#include <functional>
#include <memory>

#include "autodiff/tape/scope.hpp"
#include "models/encoders/encoder.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class Pooling {
  kSummary,    ///< the encoder's summary: a recurrent encoder's last state, otherwise the mean
  kAttention,  ///< attention pooling: their mean under one learned query, softmax(qᵀa/√size) (Lin et al. 2017)
};

struct ClassifierSettings {
  Pooling pooling = Pooling::kSummary;
  Real dropout = 0;  ///< of the pooled annotations, in training; below 1
};

/// logits = V·[pooled annotations; 1]. Reads the whole of its input, a picture or a sequence, and has one target an
/// episode, at any step. Weights start within Glorot & Bengio's bound, biases at 0, the query at equal shares.
///
/// Shows, as "attention" of the source, how much each place contributes to the class: the weights of attention pooling,
/// or equal shares, through the encoder's rollout where it has one (models/encoders/rollout.hpp). A recurrent encoder's
/// summary belongs to no place.
class Classifier final : public Model {
 public:
  using MakeEncoder = std::function<std::unique_ptr<Encoder>(const Scope& scope, Layout x)>;

  Classifier(const Scope& scope, const Spec& spec, const ClassifierSettings& settings, const MakeEncoder& make_encoder);

  /// Throws InputError for an episode with two targets.
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  /// Of an encoder that reads step by step; with it the annotations, where they are all kept for attention pooling.
  State state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const override;

 private:
  Reading read(const Context& context, const Batch& batch, size_t first) const;
  Var pooled(const Context& context, const Reading& reading) const;
  void show(const Reading& reading, Var weights) const;

  ClassifierSettings settings_;
  std::unique_ptr<Encoder> encoder_;
  Parameter look_{}, output_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
