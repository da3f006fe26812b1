#include "tasks/episode/joined_streams.hpp"

#include <algorithm>
#include <stdexcept>

#include "autodiff/base/error.hpp"
#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The step at which an episode's answer begins.
size_t answer_begins(const Batch& batch, size_t episode) {
  size_t step = 0;
  while (step < batch.target.lengths[episode] && *batch.scored(episode, step) == 0) ++step;
  return step;
}

/// Makes `apart` the episode by itself, as a task of that spec gives it. Returns the step at which its answer began.
size_t take_apart(const Spec& spec, const Batch& batch, size_t episode, Batch& apart) {
  const BatchStream& joined = batch.inputs[0];
  const auto read = static_cast<uint32_t>(spec.features());
  const size_t begins = answer_begins(batch, episode), length = joined.lengths[episode] - begins;
  apart.resize(spec, length, 1);
  apart.joined_answers = batch.joined_answers;
  apart.inputs[kSourceInput].resize(spec.given[kSourceInput], begins, 1);
  for (size_t t = 0; t < begins; ++t) apart.inputs[kSourceInput].token(0, t) = joined.token(episode, t);
  for (size_t t = 0; t < length; ++t) {
    const uint32_t previous = joined.token(episode, begins + t);
    apart.inputs[kPreviousInput].token(0, t) = previous == kNoToken ? kNoToken : previous - read;
    apart.target.token(0, t) = batch.target.token(episode, begins + t);
    *apart.scored(0, t) = *batch.scored(episode, begins + t);
    if (!batch.aligned.empty()) apart.aligned.push_back(batch.aligned[episode * batch.steps() + begins + t]);
  }
  return begins;
}

/// The task's own judge, which gets each paper as the task would give it.
class JudgeOfParts final : public Judge {
 public:
  JudgeOfParts(const Spec& spec, std::unique_ptr<Judge> judge) : spec_(spec), judge_(std::move(judge)) {}

  void mark(const Paper& paper) override {
    with_parts(paper, [&](const Paper& apart) { judge_->mark(apart); });
  }
  void add(const Judge& later) override { judge_->add(*dynamic_cast<const JudgeOfParts&>(later).judge_); }
  Score score() const override { return judge_->score(); }
  std::string_view goal(bool spoken) const override { return judge_->goal(spoken); }
  AnswerCount count(const Paper& paper) const override {
    AnswerCount counted;
    with_parts(paper, [&](const Paper& apart) { counted = judge_->count(apart); });
    return counted;
  }
  std::optional<Metric> in_training(const AnswerCount& sums) const override { return judge_->in_training(sums); }

 private:
  template <class With>
  void with_parts(const Paper& paper, With with) const {
    thread_local Batch apart;
    thread_local std::vector<uint32_t> steps;
    const size_t begins = take_apart(spec_, paper.batch, paper.episode, apart);
    // Of the steps at which any episode of the batch is scored, those of this one's answer.
    const auto first = std::lower_bound(paper.steps.begin(), paper.steps.end(), begins) - paper.steps.begin();
    const auto last = std::lower_bound(paper.steps.begin(), paper.steps.end(), begins + apart.steps());
    steps.clear();
    for (auto at = paper.steps.begin() + first; at != last; ++at) steps.push_back(*at - static_cast<uint32_t>(begins));
    Window<const Real> logits = paper.logits;
    logits.data = logits.item(paper.episode) + static_cast<size_t>(first) * logits.leading;
    logits.cols = steps.size();
    logits.batch = 1;
    const auto looked =
        paper.looked.empty() ? paper.looked : paper.looked.subspan(static_cast<size_t>(first), steps.size());
    with(Paper{apart, 0, logits, steps, paper.nats, paper.said, looked});
  }

  Spec spec_;
  std::unique_ptr<Judge> judge_;
};

}  // namespace

JoinedStreams::JoinedStreams(std::unique_ptr<Task> spoken) : spoken_(std::move(spoken)) {
  const Spec spec = spoken_->spec();
  if (!spec.says() || spec.input_count != 2)
    throw std::invalid_argument("JoinedStreams: this task's source and answer are not two streams");
}

Spec JoinedStreams::spec() const {
  const Spec spec = spoken_->spec();
  return Spec::of_text(spec.outputs(), spec.features(), spec.epoch, spec.corpus);
}

void JoinedStreams::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local Batch apart;
  spoken_->sample(range, shape, apart);
  join(apart, batch);
}

void JoinedStreams::join(const Batch& apart, Batch& batch) const {
  const BatchStream &source = apart.inputs[kSourceInput], &said = apart.inputs[kPreviousInput];
  const auto read = static_cast<uint32_t>(source.width());
  size_t longest = 0;
  for (size_t b = 0; b < apart.episodes; ++b)
    longest = std::max<size_t>(longest, source.lengths[b] + apart.target.lengths[b]);
  batch.resize(spec(), longest, apart.episodes);
  batch.joined_answers = apart.joined_answers;
  if (!apart.aligned.empty()) batch.aligned.assign(longest * apart.episodes, kNoToken);
  BatchStream& joined = batch.inputs[0];
  for (size_t b = 0; b < apart.episodes; ++b) {
    const size_t begins = source.lengths[b], length = apart.target.lengths[b];
    for (size_t t = 0; t < begins; ++t) joined.token(b, t) = source.token(b, t);
    for (size_t t = 0; t < length; ++t) {
      const uint32_t previous = said.token(b, t);
      joined.token(b, begins + t) = previous == kNoToken ? kNoToken : read + previous;
      batch.target.token(b, begins + t) = apart.target.token(b, t);
      *batch.scored(b, begins + t) = *apart.scored(b, t);
      if (!apart.aligned.empty()) batch.aligned[b * longest + begins + t] = apart.aligned[b * apart.steps() + t];
    }
    joined.lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(begins + length);
  }
}

std::unique_ptr<Judge> JoinedStreams::judge() const {
  return std::make_unique<JudgeOfParts>(spoken_->spec(), spoken_->judge());
}

std::string JoinedStreams::show(const Batch& batch, size_t episode, const Real* answers) const {
  Batch apart;
  const size_t begins = take_apart(spoken_->spec(), batch, episode, apart);
  return spoken_->show(apart, 0, answers ? answers + begins * batch.outputs() : nullptr);
}

std::vector<std::string> JoinedStreams::ask(std::string_view line, Batch& batch) const {
  Batch apart;
  std::vector<std::string> unknown = words().ask(line, apart);
  const BatchStream& source = apart.inputs[kSourceInput];
  batch.resize(spec(), source.lengths[0], 1);
  std::copy_n(source.tokens.begin(), source.lengths[0], batch.inputs[0].tokens.begin());
  return unknown;
}

std::string JoinedStreams::said_text(std::span<const uint32_t> said) const { return words().said_text(said); }
std::string JoinedStreams::source_text(std::span<const uint32_t> source) const { return words().source_text(source); }

const SpokenTask& JoinedStreams::words() const {
  if (const auto* spoken = dynamic_cast<const SpokenTask*>(spoken_.get())) return *spoken;
  throw InputError("task: has no words to ask it in; one whose sources are texts is needed");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
