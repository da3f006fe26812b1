#pragma once
// Language modelling: predicting how a text continues.

#include <string>
#include <vector>

#include "tasks/data/sequences/wording.hpp"
#include "tasks/episode/spoken_task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct RunningTextSettings {
  std::string path;  ///< of a text in UTF-8; empty: a text from a tiny grammar
  Units units = Units::kCharacters;
  size_t length = 64;         ///< tokens of an episode
  size_t vocabulary = 10000;  ///< with words: the most frequent ones of the training part; others are kRare
};

/// Windows of a text; each token is to be predicted from those before it in the window, and the one before the window:
///
///     previous  r o m e o   (tokens)          target    o m e o :
///
/// Training, and show, draw their windows anywhere in the first nine tenths of the text; all other splits take the rest
/// in consecutive windows, of which the last may be shorter: the parts, and the draw, of nanoGPT (Karpathy 2022). There
/// is no further test set. The characters are those of the whole text.
class RunningTextTask final : public SpokenTask {
 public:
  /// Numbered by the known corpus, or else by its own. Throws InputError for a file that cannot be read or is not
  /// UTF-8, and for a text that is too short.
  explicit RunningTextTask(const RunningTextSettings& settings, KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  size_t episodes(Split split, size_t group = kAllGroups) const override;
  std::unique_ptr<Judge> judge() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

  /// The beginning of a text, as tokens already said. For an empty line a line end, where the corpus has it, or else
  /// kEnd.
  std::vector<std::string> ask(std::string_view line, Batch& batch) const override;
  std::string said_text(std::span<const uint32_t> said) const override { return wording_.said_text(said); }
  std::string source_text(std::span<const uint32_t> source) const override { return wording_.said_text(source); }

 private:
  RunningTextSettings settings_;
  Wording wording_;
  std::vector<uint32_t> tokens_;
  size_t trained_;  ///< tokens of the training part
};

}  // namespace tapehead::inline TAPEHEAD_REAL
