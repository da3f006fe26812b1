#include "tasks/bits/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "autodiff/base/error.hpp"
#include "tasks/bits/shown_bits.hpp"
#include "tasks/episode/permutation.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Sequences read_checked(const std::string& path) {
  if (path.empty()) throw InputError("task.path: got nothing; the path of a CSV file is needed");
  Sequences sequences = read_sequences(path);
  if (sequences.episodes() < 3)
    throw InputError(
        fmt::format("{}: got {} episode{}; at least 3 are needed, to train, to validate and for the "
                    "final score",
                    path, sequences.episodes(), sequences.episodes() == 1 ? "" : "s"));
  return sequences;
}

/// A row a step: the inputs, the targets ("-": not scored) and, where known, the model's outputs.
std::string numbers_table(const Batch& batch, size_t episode, const Real* answers) {
  std::string text = fmt::format("{:>4}", "step");
  const auto title = [&](const char* kind, size_t count) {
    for (size_t i = 0; i < count; ++i) text += fmt::format(" {:>9}", fmt::format("{}.{}", kind, i + 1));
  };
  title("in", batch.features());
  title("out", batch.outputs());
  if (answers) title("answer", batch.outputs());
  for (size_t t = 0; t < batch.steps(); ++t) {
    text += fmt::format("\n{:4}", t + 1);
    for (size_t i = 0; i < batch.features(); ++i) text += fmt::format(" {:9.4g}", batch.input(episode, t)[i]);
    const auto cells = [&](const Real* values) {
      for (size_t i = 0; i < batch.outputs(); ++i)
        text += batch.scored(episode, t)[i] == 0 ? fmt::format(" {:>9}", "-") : fmt::format(" {:9.4g}", values[i]);
    };
    cells(batch.target.at(episode, t));
    if (answers) cells(answers + t * batch.outputs());
  }
  return text + '\n';
}

}  // namespace

FileTask::FileTask(const FileSettings& settings) : sequences_(read_checked(settings.path)) {
  const size_t episodes = sequences_.episodes();
  const auto share = static_cast<size_t>(std::lround(settings.held_out * static_cast<double>(episodes)));
  held_out_ = std::min(std::max<size_t>(2, share), episodes - 1);
}

FileTask::Part FileTask::part(Split split) const {
  const size_t episodes = sequences_.episodes(), train = episodes - held_out_, validation = held_out_ / 2;
  switch (split) {
    case Split::kTrain: return {0, train};
    case Split::kValidation:
    case Split::kCheck: return {train, validation};
    case Split::kFinal:
    case Split::kEval: return {train + validation, held_out_ - validation};
    case Split::kShow: return {0, episodes};
    case Split::kTest: break;
  }
  throw std::invalid_argument("file: no such split");
}

size_t FileTask::episodes(Split split, size_t) const {
  if (split == Split::kTest)
    throw InputError(
        "--split: got test; a file's episodes are trained on or held out: eval, final or validation is needed");
  return part(split).count;
}

void FileTask::sample(const EpisodeRange& range, const Shape&, Batch& batch) const {
  const Part set = part(range.split);
  const bool shuffled = range.split == Split::kTrain || range.split == Split::kShow;  // others: in the file's order
  const auto episode = [&](size_t b) {
    const uint64_t k = range.first + b;
    return set.first + (shuffled ? element_of(range.seed, range.split, k, set.count) : k % set.count);
  };
  size_t longest = 0;
  for (size_t b = 0; b < range.count; ++b) longest = std::max(longest, sequences_.steps(episode(b)));

  batch.resize(spec(), longest, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    const size_t e = episode(b), begin = sequences_.begins[e], steps = sequences_.steps(e);
    const auto copy = [&](const std::vector<Real>& from, size_t rows, Real* to) {
      std::copy_n(from.data() + begin * rows, steps * rows, to);
    };
    copy(sequences_.inputs, sequences_.features, batch.input(b, 0));
    copy(sequences_.targets, sequences_.outputs, batch.target.at(b, 0));
    copy(sequences_.mask, sequences_.outputs, batch.scored(b, 0));
    batch.inputs[0].lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(steps);
  }
}

std::string FileTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  const Real* const inputs = batch.input(episode, 0);
  const bool bits =
      std::all_of(inputs, inputs + batch.features() * batch.steps(), [](Real x) { return x == 0 || x == 1; });
  return bits ? shown_bits(batch, episode, answers) : numbers_table(batch, episode, answers);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
