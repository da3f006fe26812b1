#include "tasks/judges/bits_judge.hpp"

#include <fmt/format.h>

#include "tasks/data/text/percent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

AnswerCount count_bits(const Paper& paper) {
  AnswerCount counted;
  for (size_t i = 0; i < paper.steps.size(); ++i) {
    const Real* logit = paper.logits.column(paper.episode, i);
    const Real* target = paper.batch.target.at(paper.episode, paper.steps[i]);
    const Real* scored = paper.batch.scored(paper.episode, paper.steps[i]);
    for (size_t r = 0; r < paper.batch.outputs(); ++r) {
      counted.answers += scored[r] != 0;
      counted.wrong += scored[r] != 0 && (logit[r] > 0) != (target[r] > Real(0.5));
    }
  }
  return counted;
}

}  // namespace

void BitsJudge::mark(const Paper& paper) {
  marks_.add(paper.nats, count_bits(paper));
  if (oracle_) oracle_bits_ += oracle_(paper.batch, paper.episode);
}

void BitsJudge::add(const Judge& later) {
  const auto& other = dynamic_cast<const BitsJudge&>(later);
  marks_.add(other.marks_);
  oracle_bits_ += other.oracle_bits_;
}

Score BitsJudge::score() const {
  Score score = marks_.begun_score(goal(false), "wrong_bits");
  const double bits = marks_.bits();
  std::string over;
  if (oracle_) {
    const double over_oracle = bits - marks_.mean(oracle_bits_);
    score.metrics.push_back({"over_oracle", over_oracle});
    over = fmt::format(" ({:.4g} over the oracle)", over_oracle);
  }
  score.metrics.push_back({"wrong_bits", score.wrong});
  score.metrics.push_back({"wrong_bits_max", static_cast<double>(marks_.worst())});
  score.add(marks_.solved_metrics());
  score.text = fmt::format("{:12.5g} bits{} {:12.5g} wrong bits (worst {}), {} without an error", bits, over,
                           score.wrong, marks_.worst(), share_of(score.perfect, score.episodes));
  score.brief = fmt::format("{:.4g} bits", bits);
  return score;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
