#include "tasks/judges/instances_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tasks/data/text/percent.hpp"
#include "tasks/judges/answer_counts.hpp"
#include "tasks/judges/answers_score.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr std::array<std::string_view, 20> kNames{"accuracy_1st",  "accuracy_2nd",  "accuracy_3rd",  "accuracy_4th",
                                                  "accuracy_5th",  "accuracy_6th",  "accuracy_7th",  "accuracy_8th",
                                                  "accuracy_9th",  "accuracy_10th", "accuracy_11th", "accuracy_12th",
                                                  "accuracy_13th", "accuracy_14th", "accuracy_15th", "accuracy_16th",
                                                  "accuracy_17th", "accuracy_18th", "accuracy_19th", "accuracy_20th"};
constexpr size_t kTold[] = {0, 1, 4, 9};  // instances mentioned in the text

}  // namespace

AnswerCount InstancesJudge::count(const Paper& paper) const { return count_classes(paper); }

void InstancesJudge::mark(const Paper& paper) {
  marks_.add(paper.nats, count(paper));
  const Batch& batch = paper.batch;
  thread_local std::vector<size_t> seen;
  seen.assign(batch.outputs(), 0);
  for (size_t i = 0; i < paper.steps.size(); ++i) {
    const uint32_t right = batch.target.token(paper.episode, paper.steps[i]);
    if (right == kNoToken) continue;
    const size_t instance = seen[right]++;
    if (instance >= asked_.size()) continue;
    const Real* const logits = paper.logits.column(paper.episode, i);
    ++asked_[instance];
    right_[instance] += std::max_element(logits, logits + batch.outputs()) - logits == right;
  }
}

void InstancesJudge::add(const Judge& later) {
  const auto& other = dynamic_cast<const InstancesJudge&>(later);
  marks_.add(other.marks_);
  for (size_t i = 0; i < asked_.size(); ++i) {
    asked_[i] += other.asked_[i];
    right_[i] += other.right_[i];
  }
}

Score InstancesJudge::score() const {
  std::vector<Metric> metrics;
  for (size_t i = 0; i < asked_.size(); ++i) metrics.push_back({kNames.at(i), 100 * right_[i] / asked_[i]});
  std::string text;
  for (const size_t i : kTold)
    if (i < asked_.size())
      text += fmt::format("{}{} {}", text.empty() ? ", right: " : ", ",
                          kNames[i].substr(std::string_view("accuracy_").size()), percent(right_[i], asked_[i]));
  return answers_score(marks_, metrics, text);
}

std::optional<Metric> InstancesJudge::in_training(const AnswerCount& sums) const { return answers_error(sums); }

}  // namespace tapehead::inline TAPEHEAD_REAL
