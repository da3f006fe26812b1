#pragma once
// Sources with given answers: SCAN's commands, words and pronunciations, a user's own pairs.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tasks/data/sequences/wording.hpp"
#include "tasks/episode/spoken_task.hpp"
#include "tasks/judges/sequence_judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct PairsSettings {
  std::string from;  ///< where the pairs come from, for errors
  LineUnits units;
  size_t longest = 0;            ///< most units that a person may ask; 0: no limit
  bool lower_case = false;       ///< a person's question is converted to lower case
  bool words_of_all = false;     ///< the vocabulary is that of all pairs; else of training pairs
  SequenceMetrics metrics = {};  ///< all but which answers are right
};

/// Pairs in fixed parts, each a finite set:
///
///     source    j u m p   (tokens)            previous  ·  I_JUMP  I_JUMP     (kEnd, then what was said)
///                                             target    I_JUMP  I_JUMP  kEnd
///
/// Training goes through permutations of its pairs; show takes them in order. Held-out sources are taken in order, each
/// once, however many answers are right: validation, the check and the final score take the validation part, eval and
/// test the test part.
class PairsTask final : public SpokenTask {
 public:
  /// Numbered by the known corpus, or else by its own. Throws InputError for a part without a pair.
  PairsTask(PairsSettings settings, const PartedPairs& pairs, KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  size_t episodes(Split split, size_t group = kAllGroups) const override;
  std::unique_ptr<Judge> judge() const override;
  std::vector<Guesser> guessers() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

  std::vector<std::string> ask(std::string_view line, Batch& batch) const override;
  std::string said_text(std::span<const uint32_t> said) const override { return wording_.said_text(said); }
  std::string source_text(std::span<const uint32_t> source) const override { return wording_.source_text(source); }

 private:
  /// The position of a pair's tokens: the source's, then the answer's.
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
  std::vector<uint32_t> train_, validation_, test_;       ///< item numbers
  std::vector<std::pair<uint64_t, uint32_t>> by_source_;  ///< (a hash of the source, item number), sorted
};

}  // namespace tapehead::inline TAPEHEAD_REAL
