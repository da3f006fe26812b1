#pragma once
// Sums over episodes, for judges that count wrong answers.

#include <algorithm>
#include <numbers>

#include "tasks/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct Marks {
  uint64_t episodes = 0;
  double nats = 0, answers = 0, wrong = 0;
  double worst = 0;   ///< wrong ones of one episode
  double solved = 0;  ///< episodes without a wrong one

  void add(double cost, const AnswerCount& counted) {
    ++episodes;
    nats += cost;
    answers += counted.answers;
    wrong += counted.wrong;
    worst = std::max(worst, counted.wrong);
    solved += counted.wrong == 0;
  }

  void add(const Marks& later) {
    episodes += later.episodes;
    nats += later.nats;
    answers += later.answers;
    wrong += later.wrong;
    worst = std::max(worst, later.worst);
    solved += later.solved;
  }

  /// A mean over the episodes.
  double each(double sum) const { return sum / static_cast<double>(episodes); }
  double bits() const { return each(nats / std::numbers::ln2); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
