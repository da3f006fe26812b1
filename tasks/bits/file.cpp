#include "tasks/bits/file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "tasks/bits/shown_bits.hpp"
#include "tasks/data/sequences/parts.hpp"
#include "tasks/data/text/text_file.hpp"
#include "tasks/files/episode_count.hpp"
#include "tasks/files/episode_lines.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Sequences read_checked(const FileSettings& settings) {
  const std::string& path = settings.path;
  if (path.empty()) throw InputError("task.path: got nothing; the path of a CSV file is needed");
  if (settings.lines) return parse_bit_lines(path, read_text_of(FileKind::kUnknown, path, "a line for each episode"));
  Sequences sequences = read_sequences(path);
  check_file_episodes(path, sequences.episodes());
  return sequences;
}

uint64_t hash_of_sequences(const Sequences& sequences) {
  uint64_t hash = hash_of_values(std::span<const size_t>(sequences.begins));
  for (const auto* numbers : {&sequences.inputs, &sequences.targets, &sequences.mask})
    hash = hash_of_values(std::span<const Real>(*numbers), hash);
  return hash;
}

}  // namespace

FileTask::FileTask(const FileSettings& settings)
    : sequences_(read_checked(settings)),
      set_(sequences_.episodes(), settings.held_out),
      data_(hash_of_sequences(sequences_)) {}

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
