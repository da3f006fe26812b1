#pragma once
// What a decoder's logits are made of.

#include "autodiff/tape/context.hpp"
#include "autodiff/tape/scope.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The feature is the decoder's output with what was read, or h̃; E·y₋ the embedded last token.
enum class SpokenOutput {
  kLinear,    ///< L·[feature; 1]
  kDeep,      ///< L·[E·y₋ + L_f·[feature; 1]; 1]: the last token contributes (Xu et al. 2015, eq. 7)
  kDeepTanh,  ///< L·[tanh(E·y₋ + L_f·[feature; 1]); 1]
  kMaxout,    ///< L·[t; 1], tⱼ the larger of rows 2j and 2j + 1 of L_f·[feature; E·y₋; 1] (Cho et al. 2014, A.1)
  kMaxoutBefore,  ///< the same, with the decoder's output before this step in the feature (Bahdanau et al. 2015, A.2.2)
};

struct SpokenLogitsSettings {
  SpokenOutput output = SpokenOutput::kLinear;
  size_t maxout = 64;  ///< units of a maxout
  Real dropout = 0;    ///< of what L takes; below 1
};

/// Rows of a feature, of an embedded token, of the context, and of the logits.
struct SpokenLogitsSizes {
  size_t feature, embedding;
  size_t context;  ///< 0: there is none
  size_t logits;
};

/// Where there is a context c, U·[c; 1] is added: to what L takes, before tanh or maxout, or to linear logits.
class SpokenLogits final {
 public:
  SpokenLogits(const Scope& scope, const SpokenLogitsSettings& settings, const SpokenLogitsSizes& sizes);

  bool deep() const { return settings_.output != SpokenOutput::kLinear; }
  bool tells_before() const { return settings_.output == SpokenOutput::kMaxoutBefore; }

  /// features: a column for each token; previous: the embedded tokens before each, where deep(); handed: the context as
  /// one column, where there is one.
  Var logits(const Context& context, Var features, Var previous, Var handed) const;

 private:
  bool is_maxout() const { return settings_.output == SpokenOutput::kMaxout || tells_before(); }
  Var with_context(Var x, Var handed) const;

  SpokenLogitsSettings settings_;
  bool has_context_;
  Parameter hidden_{}, context_{}, output_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
