#include "tasks/sequences/token_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tasks/data/sequences/parts.hpp"
#include "tasks/data/text/text_file.hpp"
#include "tasks/sequences/shown_tokens.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Renumbers `used` from `names` to their places in `known`.
void renumber(const std::string& path, const char* what, const std::vector<std::string>& names,
              const std::vector<std::string>& known, std::vector<uint32_t>& used) {
  std::vector<uint32_t> place;
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw InputError(unknown_name(fmt::format("{}: a {}", path, what), printable(name), known));
    place.push_back(static_cast<uint32_t>(found - known.begin()));
  }
  for (uint32_t& one : used)
    if (one != kNoToken) one = place[one];
}

KnownCorpus corpus_of_names(const std::string& path, const TokenSequences& sequences) {
  for (const auto* names : {&sequences.tokens, &sequences.classes})
    if (names->size() > kMostWords)
      throw InputError(
          fmt::format("{}: got {} different names; at most {} are needed", path, names->size(), kMostWords));
  Corpus corpus;
  corpus.words = sequences.tokens;
  corpus.said = sequences.classes;
  return std::make_shared<const Corpus>(std::move(corpus));
}

}  // namespace

TokenFileTask::TokenFileTask(const TokenFileSettings& settings, KnownCorpus corpus)
    : sequences_(
          parse_token_lines(settings.path, read_text_of(FileKind::kUnknown, settings.path, "a line for each episode"))),
      set_(sequences_.episodes(), settings.held_out),
      corpus_(corpus ? std::move(corpus) : corpus_of_names(settings.path, sequences_)) {
  renumber(settings.path, "token", sequences_.tokens, corpus_->words, sequences_.shown);
  renumber(settings.path, "class", sequences_.classes, corpus_->said, sequences_.asked);
  data_ = hash_of_values(std::span<const size_t>(sequences_.begins));
  for (const auto* tokens : {&sequences_.shown, &sequences_.asked})
    data_ = hash_of_values(std::span<const uint32_t>(*tokens), data_);
}

void TokenFileTask::sample(const EpisodeRange& range, const Shape&, Batch& batch) const {
  const auto episode = [&](size_t b) { return set_.element(range.seed, range.split, range.first + b); };
  size_t longest = 0;
  for (size_t b = 0; b < range.count; ++b) longest = std::max(longest, sequences_.steps(episode(b)));
  batch.resize(spec(), longest, range.count);
  for (size_t b = 0; b < range.count; ++b) {
    const size_t e = episode(b), begin = sequences_.begins[e], steps = sequences_.steps(e);
    for (size_t t = 0; t < steps; ++t) {
      const uint32_t shown = sequences_.shown[begin + t];
      batch.inputs[0].token(b, t) = shown == kNoToken ? silence() : shown;
      if (sequences_.asked[begin + t] != kNoToken) batch.ask(b, t, sequences_.asked[begin + t]);
    }
    batch.inputs[0].lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(steps);
  }
}

std::string TokenFileTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_tokens(*this, batch, episode, answers);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
