#pragma once
// A user's own sequences of tokens as a task.

#include <string>

#include "tasks/data/text/corpus.hpp"
#include "tasks/episode/held_out.hpp"
#include "tasks/episode/task.hpp"
#include "tasks/files/episode_lines.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct TokenFileSettings {
  std::string path;       ///< lines of tokens (docs/own-sequences.md)
  double held_out = 0.2;  ///< share of the episodes, in (0, 1), that are held out
};

/// The lines of a file, a finite set for each split (HeldOut): a token or silence a step, a class at some. Episodes
/// of a batch may differ in length: the batch has the steps of the longest, and the others end in silence. Shapes are
/// not used. The corpus has the names of tokens and classes.
class TokenFileTask final : public Task {
 public:
  /// Numbered by the known corpus, or else by its own. Throws InputError for a file that cannot be read or has another
  /// form, for fewer than 3 episodes, and for a token or class that the known corpus lacks.
  TokenFileTask(const TokenFileSettings& settings, KnownCorpus corpus);

  Spec spec() const override {
    return Spec::of_tokens(corpus_->words.size() + 1, corpus_->said.size(), 0, corpus_).of_data(data_);
  }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  size_t episodes(Split split, size_t = kAllGroups) const override { return set_.part(split).count; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;
  std::string token_name(uint32_t token) const override {
    return token == silence() ? std::string(kSilentStep) : corpus_->words.at(token);
  }
  std::string class_name(uint32_t token) const override { return corpus_->said.at(token); }

 private:
  uint32_t silence() const { return static_cast<uint32_t>(corpus_->words.size()); }

  TokenSequences sequences_;
  HeldOut set_;
  KnownCorpus corpus_;
  uint64_t data_ = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
