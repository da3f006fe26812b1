#include "tasks/sequences/problem_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tasks/sequences/shown_tokens.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

static_assert(kNothing == kNoToken);  // a problem's episodes are copied into batches

ProblemTask::ProblemTask(ProblemTaskSettings settings) : settings_(std::move(settings)) {
  check_limits("task.min-length", settings_.min_length, "task.max-length", settings_.max_length);
  const Problem& problem = settings_.problem;
  const auto refuse = [&](const char* option, size_t length) {
    throw InputError(fmt::format("task.{}: got {}; {} has lengths from {} to {}", option, length, settings_.name,
                                 problem.shortest, problem.longest));
  };
  const bool one = settings_.min_length == settings_.max_length;
  if (settings_.min_length < problem.shortest) refuse(one ? "length" : "min-length", settings_.min_length);
  if (settings_.max_length > problem.longest) refuse(one ? "length" : "max-length", settings_.max_length);
}

Shape ProblemTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_length, settings_.max_length, reach)};
}

void ProblemTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local ProblemEpisode episode;
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    episode.clear();
    settings_.problem.draw(stream, shape[0], episode);
    const size_t steps = episode.shown.size();
    if (b == 0) batch.resize(spec(), steps, range.count);
    for (size_t t = 0; t < steps; ++t) {
      batch.inputs[0].token(b, t) = episode.shown[t] == kNothing ? silence() : episode.shown[t];
      if (episode.asked[t] != kNothing) batch.ask(b, t, episode.asked[t]);
    }
  }
}

size_t ProblemTask::must_hold() const {
  return settings_.problem.holds ? settings_.problem.holds(settings_.max_length) : 0;
}

std::string ProblemTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_tokens(*this, batch, episode, answers);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
