#pragma once
// The interface of judges: how a task's episodes are scored, by which metrics, and which metric is the goal.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/tape/tape.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A model's output for one episode, with its cost.
struct Paper {
  const Batch& batch;
  size_t episode;                   ///< its index in the batch and in the logits
  Window<const Real> logits;        ///< outputs×steps.size()
  std::span<const uint32_t> steps;  ///< of the batch, those with something scored
  double nats;                      ///< the cost
  /// The tokens of its own answer, generated freely, without kEnd; nothing: none was generated.
  std::optional<std::span<const uint32_t>> said = {};
  std::span<const uint32_t> looked = {};  ///< the source step most attended to, a scored step each; empty: none
  /// The share of attention within Batch::boxes for each scored step, NaN where there is no box; empty: the model has
  /// no attention, or there are no boxes.
  std::span<const float> pointed = {};
};

/// A metric with its value, as in the tables; its row (catalogue/metrics/metric_rows.inc) says what it is.
struct Metric {
  std::string_view name;
  double value;
};

/// The result of one episode.
struct EpisodeMark {
  float bits;               ///< the cost
  uint32_t answers, wrong;  ///< the number of answers, and of wrong ones
};

/// How good a model is, in the task's own metrics.
struct Score {
  std::vector<Metric> metrics;         ///< in the tables' order; they include "bits", the cost a sequence
  std::string_view goal;               ///< the metric to be minimised
  std::string_view mistakes;           ///< the metric of mistakes, by which models are compared
  double wrong = 0;                    ///< mistakes a sequence, for train.check-below
  uint64_t episodes = 0;               ///< the number judged
  uint64_t perfect = 0;                ///< the number without a wrong answer
  std::string text, brief;             ///< for people: everything on one line; a short form for progress
  std::vector<EpisodeMark> each = {};  ///< one for each episode, in the order judged

  void add(std::span<const Metric> more) { metrics.insert(metrics.end(), more.begin(), more.end()); }

  /// Throws std::out_of_range for an unknown metric.
  double value(std::string_view name) const;
};

struct AnswerCount {
  double answers = 0, wrong = 0;
};

/// Judges one episode after the other. It keeps sums over the whole corpus, since a metric need not be a mean over
/// episodes.
class Judge {
 public:
  virtual ~Judge() = default;

  virtual void mark(const Paper& paper) = 0;

  /// Adds what another judge of the same task has counted. Throws std::bad_cast for a judge of another kind.
  virtual void add(const Judge& later) = 0;

  /// The score of all episodes so far.
  virtual Score score() const = 0;

  /// The metric to be minimised, Score::goal: runs stop and choose by it, and it is called their cost. `spoken`: all
  /// episodes are answered freely too (Paper::said).
  virtual std::string_view goal(bool spoken) const = 0;

  /// What training counts of an episode as it goes, noise included; the sums since the last validation become one
  /// metric, of the split "train". Nothing where training reports the cost alone.
  virtual AnswerCount count(const Paper& paper) const = 0;
  virtual std::optional<Metric> in_training(const AnswerCount& sums) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
