#pragma once
// How a task's episodes are marked: which metrics there are, and which of them is to become small.

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

/// What a model answered in one episode, and what it paid for that.
struct Paper {
  const Batch& batch;
  size_t episode;                   ///< of the batch, and of the logits
  Window<const Real> logits;        ///< outputs×steps.size()
  std::span<const uint32_t> steps;  ///< of the batch, those with something scored
  double nats;                      ///< the cost
  /// What it said when each token was told back to it, without kEnd; nothing: it was not asked.
  std::optional<std::span<const uint32_t>> said = {};
  std::span<const uint32_t> looked = {};  ///< the source step most looked at, a scored step each; empty: it does not
  /// How much of where it looked lies within Batch::boxes, a share for each scored step, NaN where there is no box;
  /// empty: it does not look, or nobody knows where it should.
  std::span<const float> pointed = {};
};

/// A measurement as the tables have it; its row (catalogue/metrics/metric_rows.inc) says what it is.
struct Metric {
  std::string_view name;
  double value;
};

/// What one episode came to.
struct EpisodeMark {
  float bits;               ///< the cost
  uint32_t answers, wrong;  ///< what was asked in it, and what of that is wrong
};

/// How good a model is, in its task's own terms.
struct Score {
  std::vector<Metric> metrics;  ///< in the tables' order; "bits", the cost a sequence, is one of them
  std::string_view goal;        ///< the metric that is to become small
  std::string_view mistakes;    ///< the one that says how much is wrong, by which models are set beside each other
  double wrong = 0;             ///< mistakes a sequence: what train.check-below is about
  uint64_t episodes = 0;        ///< that were marked
  uint64_t perfect = 0;         ///< of these, those without a wrong answer
  std::string text, brief;      ///< for people: all of it on a line; what progress says
  std::vector<EpisodeMark> each = {};  ///< an episode each, in the order in which they were marked

  void add(std::span<const Metric> more) { metrics.insert(metrics.end(), more.begin(), more.end()); }

  /// Throws std::out_of_range for a metric that is not there.
  double value(std::string_view name) const;
};

struct AnswerCount {
  double answers = 0, wrong = 0;
};

/// Marks one episode after the other. Sums over a whole corpus are kept here, so that a metric need not be a mean over
/// episodes.
class Judge {
 public:
  virtual ~Judge() = default;

  virtual void mark(const Paper& paper) = 0;

  /// Goes on from what a judge of the same task has marked. Throws std::bad_cast for one of another kind.
  virtual void add(const Judge& later) = 0;

  /// Of all that was marked.
  virtual Score score() const = 0;

  /// The metric that is to become small, Score::goal: by it runs stop and choose, and it is what is called their cost.
  /// `spoken`: all episodes are answered freely too (Paper::said).
  virtual std::string_view goal(bool spoken) const = 0;

  /// What training keeps of an episode as it goes, its noise and all; the sums of that since the last validation become
  /// one metric, of the split "train". Nothing where the cost is all that training tells.
  virtual AnswerCount count(const Paper& paper) const = 0;
  virtual std::optional<Metric> in_training(const AnswerCount& sums) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
