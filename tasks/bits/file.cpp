#include "tasks/bits/file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "tasks/bits/shown_bits.hpp"

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

}  // namespace

FileTask::FileTask(const FileSettings& settings)
    : sequences_(read_checked(settings.path)), set_(sequences_.episodes(), settings.held_out) {}

size_t FileTask::episodes(Split split, size_t) const { return set_.part(split).count; }

void FileTask::sample(const EpisodeRange& range, const Shape&, Batch& batch) const {
  const auto episode = [&](size_t b) { return set_.element(range.seed, range.split, range.first + b); };
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
  return shown_vectors(batch, episode, answers);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
