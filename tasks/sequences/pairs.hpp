#pragma once
// Answers to given sources: SCAN's commands, words and how they are said, a user's own pairs.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tasks/data/sequences/wording.hpp"
#include "tasks/episode/spoken_task.hpp"
#include "tasks/judges/sequence_judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct PairsSettings {
  std::string from;  ///< where the pairs are from, for errors
  LineUnits units;
  size_t longest = 0;            ///< units of what a person asks; 0: as long as you like
  bool lower_case = false;       ///< what a person asks is taken in lower case
  bool words_of_all = false;     ///< the vocabulary is that of all pairs; else of those to train on
  SequenceMetrics metrics = {};  ///< all but those that are right
};

/// Pairs in fixed parts, each a finite set:
///
///     source    j u m p   (tokens)            previous  ·  I_JUMP  I_JUMP     (kEnd, then what was said)
///                                             target    I_JUMP  I_JUMP  kEnd
///
/// Training goes through permutations of its pairs; show sees them in order. What is held out is seen in order, each
/// source once, however many answers are right: validation, the check and the final score take their own part, and eval
/// and test take the test's.
class PairsTask final : public SpokenTask {
 public:
  /// Numbered as in the known corpus, or else as their own. Throws InputError for a part without a pair.
  PairsTask(PairsSettings settings, const PartedPairs& pairs, KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  size_t episodes(Split split, size_t group = kAllGroups) const override;
  std::unique_ptr<Judge> judge() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

  std::vector<std::string> ask(std::string_view line, Batch& batch) const override;
  std::string said_text(std::span<const uint32_t> said) const override { return wording_.said_text(said); }
  std::string source_text(std::span<const uint32_t> source) const override { return wording_.source_text(source); }

 private:
  /// Where a pair's tokens are: those of the source, then those of the answer.
  struct Item {
    uint32_t begin, middle, end;
  };
  std::span<const uint32_t> source(const Item& item) const {
    return {tokens_.data() + item.begin, item.middle - item.begin};
  }
  std::span<const uint32_t> target(const Item& item) const {
    return {tokens_.data() + item.middle, item.end - item.middle};
  }
  const std::vector<uint32_t>& part(Split split) const;
  void add(std::span<const Pair> pairs, bool sources_once, std::vector<uint32_t>& part);
  std::vector<std::span<const uint32_t>> right_answers(const Batch& batch, size_t episode) const;

  PairsSettings settings_;
  Wording wording_;
  std::vector<uint32_t> tokens_;
  std::vector<Item> items_;
  std::vector<uint32_t> train_, validation_, test_;       ///< numbers of items
  std::vector<std::pair<uint64_t, uint32_t>> by_source_;  ///< a hash of its source, and an item's number; sorted
};

}  // namespace tapehead::inline TAPEHEAD_REAL
