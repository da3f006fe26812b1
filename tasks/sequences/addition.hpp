#pragma once
// Addition of decimal numbers, character by character (Keras' example "addition_rnn", after Sutskever et al. 2014).

#include <array>
#include <string>

#include "tasks/data/sequences/wording.hpp"
#include "tasks/episode/spoken_task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct AdditionSettings {
  size_t min_digits = 1, max_digits = 5;
  bool padded = false;  ///< question and answer are padded with blanks to the longest that max_digits allows
  bool reversed_question = false, reversed_answer = false;  ///< padding excluded
};

/// Two numbers and their sum:
///
///     source    5 3 5 + 6 1   (tokens)        target    5 9 6 kEnd
///
/// A shape is {digits of the first, digits of the second}, each uniform over its limits; a number is uniform among
/// those with that many digits, without a leading zero. Held-out splits have their own pairs of numbers, in either
/// order: a tenth of all for validation, the check and the final score, and a tenth for eval.
class AdditionTask final : public SpokenTask {
 public:
  static constexpr size_t kMostDigits = 1000;

  /// Numbered by the known corpus, or else by its own. Throws InputError for min_digits > max_digits.
  explicit AdditionTask(const AdditionSettings& settings, KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_digits < settings_.max_digits; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override;
  size_t must_hold() const override { return 0; }
  std::unique_ptr<Judge> judge() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

  std::vector<std::string> ask(std::string_view line, Batch& batch) const override;
  std::string said_text(std::span<const uint32_t> said) const override { return wording_.said_text(said); }
  std::string source_text(std::span<const uint32_t> source) const override { return wording_.source_text(source); }

 private:
  /// The text of a question about two numbers, reversed and padded as the settings say.
  void put_question(std::string_view a, std::string_view b, std::string& question) const;
  /// The tokens of characters, by a table from the corpus.
  static void number(std::string_view text, const std::array<uint32_t, 256>& table, std::vector<uint32_t>& tokens);

  AdditionSettings settings_;
  Wording wording_;
  std::array<uint32_t, 256> read_, said_;  ///< by character
};

}  // namespace tapehead::inline TAPEHEAD_REAL
