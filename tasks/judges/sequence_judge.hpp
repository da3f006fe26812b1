#pragma once
// Marks answers that are sequences of tokens.

#include <functional>
#include <vector>

#include "tasks/data/sequences/bleu.hpp"
#include "tasks/judges/marks.hpp"
#include "tasks/judges/pointing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// All answers that are right in an episode, without kEnd, at least one; the batch's target is among them.
using RightAnswers = std::function<std::vector<std::span<const uint32_t>>(const Batch& batch, size_t episode)>;

/// Which metrics a task tells of what was said, beside "edit_distance".
struct SequenceMetrics {
  std::string_view edits_percent = {};  ///< edits in a hundred tokens of the right answers: "phoneme_error"
  std::string_view error_name = {};     ///< what the field calls the "error" of what was said: "word_error"
  bool bleu = false;                    ///< "bleu", 0 … 100, of the task's own tokens (tasks/data/sequences/bleu.hpp)
  RightAnswers right = {};              ///< none: the batch's target alone
};

/// A sequence is an answer, right or wrong as a whole.
///
/// Of what a model foretells where it is told what should have been said before: "bits" a sequence with "bits_median"
/// and "bits_max"; "bits_token" (the cost of all tokens over their number, kEnd counted: the perplexity is 2 to it);
/// "token_accuracy" (tokens foretold, %); "error" (sequences in a hundred of which a token is not foretold: greedily
/// spoken, they would not be as the target is); "alignment_error" where the batch is aligned and the model looks: in
/// percent, 1 − (|A∩S| + |A∩P|)/(|A| + |S|) of Och & Ney 2003 with P = S, where each token said but kEnd is linked by A
/// to the step most looked at, and by S to the one that it comes from; "pointing" (tasks/judges/pointing.hpp).
///
/// Where all episodes were spoken, "error" is of what was said, and the goal; "edit_distance" is the mean over them,
/// and with it come what SequenceMetrics names. Among several right answers the nearest counts.
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
  /// Tokens of an episode, and how many are the most probable where they are asked for.
  AnswerCount count_tokens(const Paper& paper) const;
  bool hear(const Paper& paper);  ///< whether what was said is right
  void look(const Paper& paper);
  std::vector<Metric> spoken_metrics(double error) const;

  SequenceMetrics metrics_;
  Marks marks_;
  double tokens_ = 0, not_foretold_ = 0;
  double spoken_ = 0, edits_ = 0, right_tokens_ = 0;    ///< episodes; of them edits, and tokens of the nearest answers
  double looked_ = 0, links_ = 0, sure_ = 0, met_ = 0;  ///< episodes; |A|, |S| and |A∩S| of them
  Pointing pointing_;
  Bleu bleu_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
