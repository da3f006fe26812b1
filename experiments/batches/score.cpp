#include "experiments/batches/score.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/command_line/interrupt.hpp"
#include "tasks/episode/reacting.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Installs a watcher on a tape's round for the lifetime of this object.
class WatcherGuard final {
 public:
  WatcherGuard(Tape& tape, Watcher* watcher) : tape_(tape) { tape_.set_watcher(watcher); }
  ~WatcherGuard() { tape_.set_watcher(nullptr); }
  WatcherGuard(const WatcherGuard&) = delete;
  WatcherGuard& operator=(const WatcherGuard&) = delete;

 private:
  Tape& tape_;
};

/// The place most attended at each of these steps; empty where the model shows no attention. Attention shown at fewer
/// steps than the batch has belongs to the scored steps.
std::vector<uint32_t> looked_at(const SourceLooks& looks, const Batch& batch, size_t episode,
                                std::span<const uint32_t> steps) {
  std::vector<uint32_t> places;
  if (!looks.any()) return places;
  const bool all = looks.steps() >= batch.steps();
  for (size_t i = 0; i < steps.size(); ++i) places.push_back(looks.most_looked_at(all ? steps[i] : i, episode));
  return places;
}

/// The share of attention within the boxes of these steps; empty where the model shows no attention to a picture, or
/// there are no boxes.
std::vector<float> pointed_at(const SourceLooks& looks, const Batch& batch, size_t episode,
                              std::span<const uint32_t> steps) {
  std::vector<float> shares;
  if (batch.boxes.empty() || !looks.in_picture()) return shares;
  const bool all = looks.steps() >= batch.steps();
  for (size_t i = 0; i < steps.size(); ++i)
    shares.push_back(looks.within(all ? steps[i] : i, episode, batch.inputs[0].shape.layout,
                                  batch.boxes[episode * batch.steps() + steps[i]]));
  return shares;
}

/// The logit of a probability, for bits or for classes and digits; finite also for 0.
Real logit_of(Scoring scoring, double p) {
  constexpr double kLeast = 1e-30;
  const double log_p = std::log(std::max(p, kLeast));
  return static_cast<Real>(scoring == Scoring::kBits ? log_p - std::log(std::max(1 - p, kLeast)) : log_p);
}

/// Whether answers are generated freely, if the model speaks.
bool are_spoken(const Spec& spec) { return spec.says() && spec.reads(); }

}  // namespace

std::string_view goal_of(const Task& task, const Model& model) {
  return task.judge()->goal(are_spoken(task.spec()) && model.speaks());
}

bool went_on(const Tape& tape, const Task& task, const Answers& answers, Batch& batch) {
  const Reacting* const world = task.reacts();
  if (!world || answers.steps.empty()) return false;
  bool changed = false;
  for (size_t b = 0; b < batch.episodes; ++b) {
    const Stream nothing(0, Split::kEval, Purpose::kSpeech, b);  // all answers count: nothing is drawn
    changed = world->react({tape.value(answers.logits), b, answers.steps}, 1, nothing, batch, b) || changed;
  }
  return changed;
}

std::vector<Voice> voices_of(std::span<const Member> members) {
  std::vector<Voice> voices;
  for (const Member& member : members)
    if (const Speaker* speaker = member.model.speaks()) voices.push_back({*speaker, member.store});
  if (voices.size() < members.size()) voices.clear();
  return voices;
}

std::vector<size_t> answer_limits(const Batch& batch) {
  constexpr size_t kTimes = 2, kMore = 10;
  std::vector<size_t> limits;
  for (size_t b = 0; b < batch.episodes; ++b) {
    size_t right = 0;
    for (size_t t = 0; t < batch.steps(); ++t) right += *batch.scored(b, t) != 0;
    limits.push_back(kTimes * right + kMore);
  }
  return limits;
}

Scorer::Scorer(Workers& workers, std::function<bool()> goes_on) : workers_(workers), goes_on_(std::move(goes_on)) {
  for (size_t i = 0; i < workers.count(); ++i) desks_.push_back(std::make_unique<Desk>());
}

Answers Scorer::answer(Desk& desk, std::span<const Member> members, const ScoredSet& set, uint64_t first) {
  const Batch& batch = desk.batch;
  const auto run = [&](const Member& member) {
    stop_if_interrupted();
    desk.noise.begin(set.seed, set.split, first, batch.episodes);
    return desk.passages.run({desk.tape, batch.episodes, desk.noise}, member.model, member.store, batch);
  };
  if (members.size() == 1) return run(members[0]);
  for (const Member& member : members) {
    const Answers answers = run(member);
    const auto logits = desk.tape.value(answers.logits);
    desk.logits.resize(logits.rows);
    desk.mean.resize(logits.rows * logits.cols * logits.batch);
    if (&member == &members[0]) std::fill(desk.mean.begin(), desk.mean.end(), 0);
    desk.steps.assign(answers.steps.begin(), answers.steps.end());
    double* mean = desk.mean.data();
    for (size_t b = 0; b < logits.batch; ++b)
      for (size_t c = 0; c < logits.cols; ++c, mean += logits.rows) {
        probabilities(batch.target.shape, logits.column(b, c), desk.logits.data());
        for (size_t r = 0; r < logits.rows; ++r) mean[r] += desk.logits[r] / static_cast<double>(members.size());
      }
  }
  desk.logits.resize(desk.mean.size());
  std::transform(desk.mean.begin(), desk.mean.end(), desk.logits.begin(),
                 [&](double p) { return logit_of(batch.scoring(), p); });
  return {desk.tape.constant(batch.outputs(), desk.steps.size(), batch.episodes, desk.logits.data()), desk.steps};
}

Score Scorer::score(std::span<const Member> members, const Task& task, const ScoredSet& set) {
  const size_t there = task.episodes(set.split, set.group);
  const uint64_t episodes = there > 0 ? std::min<uint64_t>(set.episodes, there) : set.episodes;
  const uint64_t batches = (episodes + kScoreBatch - 1) / kScoreBatch;
  const Spec spec = task.spec();
  const std::vector<Voice> voices = are_spoken(spec) ? voices_of(members) : std::vector<Voice>();
  std::vector<std::unique_ptr<AnswerGenerator>> generators(desks_.size());
  // One judge per batch, whichever thread works on it: sums follow the episodes' order.
  std::vector<std::unique_ptr<Judge>> judges(batches);
  workers_.run(batches, [&](size_t number, size_t worker) {
    if (worker == 0 && goes_on_ && !goes_on_()) throw Interrupted();
    Desk& desk = *desks_[worker];
    Batch& batch = desk.batch;
    const uint64_t first = number * kScoreBatch, count = std::min(kScoreBatch, episodes - first);
    const Shape shape = scored_shape(task, set.seed, set.split, first);
    task.sample({set.seed, set.split, first, count, set.group}, shape, batch);
    const bool looks = !(batch.aligned.empty() && batch.boxes.empty()) && members.size() == 1;
    desk.looks.forget();
    const Answers answers = [&] {
      const WatcherGuard guard(desk.tape, looks ? &desk.looks : nullptr);
      Answers given = answer(desk, members, set, first);
      for (size_t round = 0; round < batch.steps() && went_on(desk.tape, task, given, batch); ++round)
        given = answer(desk, members, set, first);
      return given;
    }();
    const Var cost = sequence_loss(answers, batch, 0);
    std::vector<std::vector<Hypothesis>> said;
    if (!voices.empty()) {
      if (!generators[worker]) generators[worker] = std::make_unique<AnswerGenerator>(voices);
      desk.noise.begin(set.seed, set.split, first, count);
      SearchSettings search = set.search;
      search.noise = &desk.noise;
      said = generators[worker]->search(batch, 0, count, search, answer_limits(batch));
    }
    judges[number] = task.judge();
    for (size_t b = 0; b < count; ++b) {
      const std::vector<uint32_t> looked = looked_at(desk.looks, batch, b, answers.steps);
      const std::vector<float> pointed = pointed_at(desk.looks, batch, b, answers.steps);
      Paper paper{batch, b, desk.tape.value(answers.logits), answers.steps, *desk.tape.value(cost).item(b)};
      if (!said.empty()) paper.said = said[b].front().tokens;
      paper.looked = looked;
      paper.pointed = pointed;
      judges[number]->mark(paper);
    }
  });
  const auto all = task.judge();
  for (const auto& judge : judges) all->add(*judge);
  return all->score();
}

Shape scored_shape(const Task& task, uint64_t seed, Split split, uint64_t episode) {
  Stream draw(seed, split, Purpose::kShape, episode / kScoreBatch);
  return task.shape(draw, {});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
