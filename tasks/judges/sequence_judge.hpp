#pragma once
// Judges answers that are sequences of tokens.

#include <functional>
#include <vector>

#include "tasks/data/sequences/bleu.hpp"
#include "tasks/judges/marks.hpp"
#include "tasks/judges/pointing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// All right answers of an episode, without kEnd, at least one; the batch's target is among them.
using RightAnswers = std::function<std::vector<std::span<const uint32_t>>(const Batch& batch, size_t episode)>;

/// A task's metrics of generated answers, beside "edit_distance".
struct SequenceMetrics {
  std::string_view edits_percent = {};  ///< edits per hundred tokens of the right answers: "phoneme_error"
  std::string_view error_name = {};     ///< the field's name for "error" of generated answers: "word_error"
  bool bleu = false;        ///< "bleu", 0 … 100, over the task's own tokens (tasks/data/sequences/bleu.hpp)
  RightAnswers right = {};  ///< none: only the batch's target is right
};

/// A sequence is one answer, right or wrong as a whole.
///
/// Metrics with teacher forcing: "bits" a sequence with "bits_median" and "bits_max"; "bits_token" (the cost of all
/// tokens over their number, kEnd counted: the perplexity is 2 to it); "token_accuracy" (tokens predicted, %); "error"
/// (sequences with a token not predicted, %: generated greedily, they would differ from the target); "alignment_error"
/// where the batch is aligned and the model attends: in per cent, 1 − (|A∩S| + |A∩P|)/(|A| + |S|) of Och & Ney 2003
/// with P = S, where A links each token but kEnd to the source step most attended to, and S to the one that it comes
/// from; "pointing" (tasks/judges/pointing.hpp).
///
/// Where all episodes have a generated answer, "error" is that of the generated answers, and the goal; "edit_distance"
/// is their mean, and the metrics of SequenceMetrics are added. Among several right answers the nearest counts.
class SequenceJudge final : public Judge {
 public:
  explicit SequenceJudge(SequenceMetrics metrics) : metrics_(std::move(metrics)) {}

  void mark(const Paper& paper) override;
  void add(const Judge& later) override;
  Score score() const override;
  std::string_view goal(bool spoken) const override { return spoken ? "error" : "bits"; }
  AnswerCount count(const Paper& paper) const override;
  std::optional<Metric> in_training(const AnswerCount& sums) const override;

 private:
  /// Tokens of an episode, and how many are predicted with teacher forcing.
  AnswerCount count_tokens(const Paper& paper) const;
  bool hear(const Paper& paper);  ///< whether the generated answer is right
  void look(const Paper& paper);
  std::vector<Metric> spoken_metrics(double error) const;

  SequenceMetrics metrics_;
  Marks marks_;
  double tokens_ = 0, unpredicted_ = 0;
  double spoken_ = 0, edits_ = 0, right_tokens_ = 0;    ///< episodes; their edits, and tokens of the nearest answers
  double looked_ = 0, links_ = 0, sure_ = 0, met_ = 0;  ///< episodes; their |A|, |S| and |A∩S|
  Pointing pointing_;
  Bleu bleu_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
