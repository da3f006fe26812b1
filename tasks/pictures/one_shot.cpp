#include "tasks/pictures/one_shot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "autodiff/base/error.hpp"
#include "tasks/episode/permutation.hpp"
#include "tasks/guessers/guessers.hpp"
#include "tasks/judges/instances_judge.hpp"
#include "tasks/pictures/shown_picture.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr uint32_t kQuarters = 4;
constexpr double kMostTurned = 0.2, kMostMoved = 0.05;  // maxima: radians, and shares of a picture's sides (a pixel)

KnownCorpus label_corpus(size_t labels, const CharacterSource& source) {
  Corpus corpus;
  for (size_t i = 1; i <= labels; ++i) corpus.said.push_back(std::to_string(i));
  corpus.stories = source.fingerprint();
  return std::make_shared<const Corpus>(std::move(corpus));
}

size_t below(Stream& draw, size_t count) {
  return static_cast<size_t>(draw.integer(0, static_cast<int64_t>(count) - 1));
}

/// 0 … count − 1 in random order.
void shuffle(Stream& draw, size_t count, std::vector<uint32_t>& order) {
  order.resize(count);
  for (size_t i = 0; i < count; ++i) order[i] = static_cast<uint32_t>(i);
  for (size_t i = count; i > 1; --i) std::swap(order[i - 1], order[below(draw, i)]);
}

/// A class and its rotation.
struct Turned {
  uint64_t number;
  uint32_t quarters;
  bool operator==(const Turned&) const = default;
};

Turned any_class(Stream& draw, const CharacterSource& source, Part part) {
  const size_t count = source.count(part);
  const auto quarters = static_cast<uint32_t>(below(draw, kQuarters));
  if (count > 0) return {below(draw, count), quarters};
  const uint64_t high = draw.bits();
  return {high << 32 | draw.bits(), quarters};
}

}  // namespace

OneShotTask::OneShotTask(const OneShotSettings& settings, std::shared_ptr<const CharacterSource> source,
                         const std::string& from, KnownCorpus corpus)
    : settings_(settings),
      source_(std::move(source)),
      corpus_(corpus ? std::move(corpus) : label_corpus(settings.classes, *source_)) {
  if (settings.instances > source_->instances())
    throw InputError(fmt::format("task.instances: got {}; at most {}, as many as {} has of each class, are needed",
                                 settings.instances, source_->instances(), from));
  for (const Part part : {Part::kTrain, Part::kValidation, Part::kTest})
    if (const size_t count = source_->count(part); count > 0 && kQuarters * count < settings.classes)
      throw InputError(
          fmt::format("task.classes: got {}; at most {}, as many as there are in the smallest part of {} "
                      "with all that are turned, are needed",
                      settings.classes, kQuarters * count, from));
}

Spec OneShotTask::spec() const {
  Spec spec({vectors("input", kCharacterSize.bytes() + settings_.classes)}, tokens("target", settings_.classes), 0,
            corpus_);
  spec.begins_with = {kCharacterSize.height, kCharacterSize.width, kCharacterSize.channels};
  return spec;
}

void OneShotTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local std::vector<Turned> chosen;
  thread_local std::vector<uint32_t> labels, order;
  thread_local std::vector<std::vector<uint32_t>> instances;
  std::array<uint8_t, kCharacterSize.bytes()> pixels;
  constexpr Real kFull = 255;
  const Part part = part_of(range.split);
  const size_t classes = settings_.classes, each = settings_.instances;
  batch.resize(spec(), classes * each, range.count);
  if (instances.size() < classes) instances.resize(classes);
  for (size_t b = 0; b < range.count; ++b) {
    Stream draw = episode_stream(range, shape, b);
    chosen.clear();
    while (chosen.size() < classes) {
      const Turned one = any_class(draw, *source_, part);
      if (std::find(chosen.begin(), chosen.end(), one) == chosen.end()) chosen.push_back(one);
    }
    for (size_t c = 0; c < classes; ++c) shuffle(draw, source_->instances(part, chosen[c].number), instances[c]);
    shuffle(draw, classes, labels);
    shuffle(draw, classes * each, order);
    for (size_t t = 0; t < order.size(); ++t) {
      const size_t c = order[t] % classes;
      CharacterLook look{chosen[c].quarters};
      if (settings_.moved && range.split == Split::kTrain) {
        look.angle = draw.uniform(-kMostTurned, kMostTurned);
        look.x = draw.uniform(-kMostMoved, kMostMoved);
        look.y = draw.uniform(-kMostMoved, kMostMoved);
      }
      source_->draw(part, chosen[c].number, instances[c][order[t] / classes], look, pixels);
      Real* const input = batch.input(b, t);
      std::transform(pixels.begin(), pixels.end(), input, [](uint8_t p) { return static_cast<Real>(p) / kFull; });
      if (t > 0) input[pixels.size() + batch.target.token(b, t - 1)] = 1;
      batch.ask(b, t, labels[c]);
    }
  }
}

std::unique_ptr<Judge> OneShotTask::judge() const { return std::make_unique<InstancesJudge>(settings_.instances); }

std::vector<Guesser> OneShotTask::guessers() const {
  Guesser uniform = guess_uniformly();
  // Told whether a class is shown for the first time: then it is a label not seen yet, else one of those seen.
  Guesser exclusion{"exclusion",
                    {"error", "accuracy_1st", "accuracy_2nd", "accuracy_5th", "accuracy_10th"},
                    [](const Asked& asked, Stream& draw, Guess& guess) {
                      const size_t classes = asked.batch.outputs();
                      std::vector<char> seen(classes, 0);
                      std::vector<size_t> left;
                      for (size_t i = 0; i < asked.steps.size(); ++i) {
                        const uint32_t right = asked.batch.target.token(asked.episode, asked.steps[i]);
                        left.clear();
                        for (size_t label = 0; label < classes; ++label)
                          if (seen[label] == seen[right]) left.push_back(label);
                        guess.column(i, classes)[left[below(draw, left.size())]] = 1;
                        seen[right] = 1;
                      }
                    }};
  return {std::move(uniform), std::move(exclusion)};
}

std::string OneShotTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  constexpr size_t kShown = 2;  // pictures of each class
  const Layout layout{kCharacterSize.height, kCharacterSize.width, 1};
  std::string text;
  for (size_t instance = 0; instance < kShown; ++instance) {
    std::vector<std::string> lines(layout.height / 2 + 1);
    for (size_t label = 0; label < settings_.classes; ++label) {
      size_t step = 0, left = instance + 1;
      while (step < batch.steps() && (batch.target.token(episode, step) != label || --left > 0)) ++step;
      if (step == batch.steps()) continue;
      std::string picture = shown_picture(batch.input(episode, step), layout);
      lines[0] += fmt::format("{:{}}", fmt::format("label {}, step {}", label + 1, step + 1), layout.width + 2);
      for (size_t i = 1; i < lines.size(); ++i) {
        const size_t end = picture.find('\n');
        const std::string line = picture.substr(0, end);
        picture.erase(0, end + 1);
        lines[i] += fmt::format("{:{}}", line, layout.width + 2);
      }
    }
    for (std::string& line : lines) {
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
  }
  const auto row = [&](const char* title, auto label) {
    std::string numbers = fmt::format("{:8}", title);
    for (size_t t = 0; t < batch.steps(); ++t) numbers += fmt::format(" {}", label(t) + 1);
    text += numbers + '\n';
  };
  row("labels", [&](size_t t) { return batch.target.token(episode, t); });
  if (answers)
    row("answers", [&](size_t t) {
      const Real* const first = answers + t * batch.outputs();
      return std::max_element(first, first + batch.outputs()) - first;
    });
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
