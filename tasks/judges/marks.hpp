#pragma once
// Sums over episodes, for judges that count wrong answers.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct Marks {
  double nats = 0, answers = 0, wrong = 0;
  std::vector<EpisodeMark> each;

  void add(double cost, const AnswerCount& counted) {
    nats += cost;
    answers += counted.answers;
    wrong += counted.wrong;
    each.push_back({static_cast<float>(cost / std::numbers::ln2), static_cast<uint32_t>(counted.answers),
                    static_cast<uint32_t>(counted.wrong)});
  }

  void add(const Marks& later) {
    nats += later.nats;
    answers += later.answers;
    wrong += later.wrong;
    each.insert(each.end(), later.each.begin(), later.each.end());
  }

  uint64_t episodes() const { return each.size(); }
  /// The number of episodes without a wrong answer.
  uint64_t perfect() const {
    return static_cast<uint64_t>(
        std::count_if(each.begin(), each.end(), [](const EpisodeMark& mark) { return mark.wrong == 0; }));
  }
  /// The number of wrong answers in the worst episode.
  uint32_t worst() const {
    uint32_t most = 0;
    for (const EpisodeMark& mark : each) most = std::max(most, mark.wrong);
    return most;
  }

  /// A mean over the episodes.
  double mean(double sum) const { return sum / static_cast<double>(episodes()); }
  double bits() const { return mean(nats / std::numbers::ln2); }
  double solved() const { return mean(static_cast<double>(perfect())); }

  /// The costs of the median and the most expensive episode: a mean cannot tell one episode in a hundred that is lost
  /// from a hundred that are a little unsure. Of an even number the median is the mean of the two in the middle. Both
  /// are NaN where an episode's cost is.
  std::vector<Metric> spread() const {
    std::vector<float> bits;
    for (const EpisodeMark& mark : each) bits.push_back(mark.bits);
    const bool known = !bits.empty() && std::none_of(bits.begin(), bits.end(), [](float b) { return std::isnan(b); });
    if (!known) bits = {std::nanf("")};
    std::sort(bits.begin(), bits.end());
    const size_t n = bits.size();
    const double median = (double{bits[(n - 1) / 2]} + double{bits[n / 2]}) / 2;
    return {{"bits_median", median}, {"bits_max", double{bits.back()}}};
  }

  /// The beginning of every score: "bits" a sequence, and their spread. The caller may still have to add the metrics
  /// `goal` and `mistakes`.
  Score begun_score(std::string_view goal, std::string_view mistakes) const {
    Score score;
    score.metrics = {{"bits", bits()}};
    score.add(spread());
    score.goal = goal;
    score.mistakes = mistakes;
    score.wrong = mean(wrong);
    score.episodes = episodes();
    score.perfect = perfect();
    score.each = each;
    return score;
  }

  /// The last metrics: the number and share of sequences without a wrong answer.
  std::vector<Metric> solved_metrics() const {
    return {{"perfect", static_cast<double>(perfect())}, {"solved", solved()}};
  }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
