#include "tasks/judges/sequence_judge.hpp"

#include <fmt/format.h>

#include "tasks/data/sequences/edit_distance.hpp"
#include "tasks/data/text/percent.hpp"
#include "tasks/judges/answers_score.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

bool is_predicted(const Paper& paper, size_t i) {
  const size_t classes = paper.batch.outputs();
  const Real* const logit = paper.logits.column(paper.episode, i);
  return std::max_element(logit, logit + classes) - logit == paper.batch.target.token(paper.episode, paper.steps[i]);
}

/// The batch's target, without kEnd.
std::span<const uint32_t> target_of(const Paper& paper) {
  const BatchStream& target = paper.batch.target;
  return {target.tokens.data() + paper.episode * target.steps, target.lengths[paper.episode] - 1};
}

double share(double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; }

}  // namespace

AnswerCount SequenceJudge::count_tokens(const Paper& paper) const {
  AnswerCount tokens;
  for (size_t i = 0; i < paper.steps.size(); ++i) {
    if (paper.batch.scored(paper.episode, paper.steps[i])[0] == 0) continue;
    ++tokens.answers;
    tokens.wrong += !is_predicted(paper, i);
  }
  return tokens;
}

AnswerCount SequenceJudge::count(const Paper& paper) const { return {1, count_tokens(paper).wrong > 0 ? 1.0 : 0.0}; }

void SequenceJudge::mark(const Paper& paper) {
  const AnswerCount tokens = count_tokens(paper);
  tokens_ += tokens.answers;
  unpredicted_ += tokens.wrong;
  const bool wrong = paper.said ? !hear(paper) : tokens.wrong > 0;
  marks_.add(paper.nats, {1, wrong ? 1.0 : 0.0});
  if (!paper.looked.empty() && !paper.batch.aligned.empty()) look(paper);
  pointing_.add(paper);
}

bool SequenceJudge::hear(const Paper& paper) {
  std::vector<std::span<const uint32_t>> right;
  if (metrics_.right) right = metrics_.right(paper.batch, paper.episode);
  if (right.empty()) right.push_back(target_of(paper));
  size_t fewest = ~size_t{0}, length = 0;
  for (const auto& one : right) {
    const size_t edits = edit_distance(*paper.said, one);
    if (edits < fewest) fewest = edits, length = one.size();
  }
  ++spoken_;
  edits_ += static_cast<double>(fewest);
  right_tokens_ += static_cast<double>(length);
  if (metrics_.bleu) bleu_.add(*paper.said, right);
  return fewest == 0;
}

void SequenceJudge::look(const Paper& paper) {
  const Batch& batch = paper.batch;
  ++looked_;
  for (size_t i = 0; i < paper.steps.size(); ++i) {
    const uint32_t step = paper.steps[i];
    if (batch.scored(paper.episode, step)[0] == 0 || batch.target.token(paper.episode, step) == kEnd) continue;
    const uint32_t from = batch.aligned[paper.episode * batch.target.steps + step], seen = paper.looked[i];
    links_ += seen != kNoToken;
    sure_ += from != kNoToken;
    met_ += from != kNoToken && seen == from;
  }
}

void SequenceJudge::add(const Judge& later) {
  const auto& other = dynamic_cast<const SequenceJudge&>(later);
  marks_.add(other.marks_);
  tokens_ += other.tokens_;
  unpredicted_ += other.unpredicted_;
  spoken_ += other.spoken_;
  edits_ += other.edits_;
  right_tokens_ += other.right_tokens_;
  looked_ += other.looked_;
  links_ += other.links_;
  sure_ += other.sure_;
  met_ += other.met_;
  pointing_.add(other.pointing_);
  bleu_.add(other.bleu_);
}

std::vector<Metric> SequenceJudge::spoken_metrics(double error) const {
  std::vector<Metric> all{{"edit_distance", edits_ / spoken_}};
  if (!metrics_.edits_percent.empty()) all.push_back({metrics_.edits_percent, share(edits_, right_tokens_)});
  if (!metrics_.error_name.empty()) all.push_back({metrics_.error_name, error});
  if (metrics_.bleu) all.push_back({"bleu", bleu_.score()});
  return all;
}

Score SequenceJudge::score() const {
  const auto episodes = static_cast<double>(marks_.episodes());
  const bool spoken = spoken_ > 0 && spoken_ == episodes, looked = looked_ > 0 && looked_ == episodes;
  const double error = 100 * marks_.wrong / marks_.answers;
  Score score = marks_.begun_score(goal(spoken), "error");
  score.metrics.push_back({"bits_token", marks_.nats / std::numbers::ln2 / tokens_});
  score.metrics.push_back({"token_accuracy", 100 * (1 - unpredicted_ / tokens_)});
  score.metrics.push_back({"error", error});
  if (spoken) score.add(spoken_metrics(error));
  if (looked) score.metrics.push_back({"alignment_error", 100 - share(2 * met_, links_ + sure_)});
  score.add(pointing_.metrics());
  score.add(marks_.solved_metrics());
  const std::string wrong = percent(marks_.wrong, marks_.answers, 2);
  score.text = fmt::format("{:12.5g} bits {} of the sequences wrong, {:.4g} bits a token", marks_.bits(), wrong,
                           marks_.nats / std::numbers::ln2 / tokens_);
  if (spoken)
    for (const Metric& metric : spoken_metrics(error))
      score.text += fmt::format(", {} {:.4g}", metric.name, metric.value);
  if (looked) score.text += fmt::format(", alignment_error {:.4g}", score.value("alignment_error"));
  score.text += pointing_.text();
  score.brief = wrong + " wrong";
  return score;
}

std::optional<Metric> SequenceJudge::in_training(const AnswerCount& sums) const { return answers_error(sums); }

}  // namespace tapehead::inline TAPEHEAD_REAL
