#pragma once
// Multi-query associative recall (Arora et al. 2023, "Zoology: measuring and improving recall in efficient language
// models").

#include <vector>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct KeyValueRecallSettings {
  size_t vocabulary = 32;  ///< tokens: the first half keys, the second values, unless `values` says otherwise
  size_t length = 32;      ///< steps of a sequence; 0: four for each of its pairs, as few as there can be
  size_t min_pairs = 4, max_pairs = 4;
  bool random_filler = true;  ///< other steps show any token at random; else none
  size_t values = 0;          ///< so many of the tokens, the last, are values, and all others keys; 0: half of them
};

/// Pairs of a key and its value, then each key once more at some later step, where its value is asked for:
///
///   inputs   k₁ v₁ k₂ v₂  k₂ ·  ·  ·  k₁ ·     (tokens)
///   targets  -  -  -  -   v₂ -  -  -  v₁ -     (a class, scored only there)
///
/// `length` steps, or four for each pair. A shape is {pairs}, uniform over its limits. Keys are drawn without
/// replacement from the first half of the vocabulary, values from the second. Queries stand on every second step after
/// the pairs at most: the place with p of those before it has a probability in proportion to (p + 1)^(0.01 − 1), and
/// each is taken once. The other steps ("·") show any token of the vocabulary, or nothing, as settings say. With a
/// number of values of its own, each pair's is any of them, and only they are asked for: then a hundred thousand pairs
/// do not take as many outputs. (In the authors' program token 0 stands for nothing, and so is no key; here nothing is
/// silence.)
class KeyValueRecallTask final : public Task {
 public:
  static constexpr size_t kMostLength = 1000000, kMostPairs = 100000,
                          kMostTokens = 1000000;  ///< of their options, which the grid stays within

  /// Throws InputError for min_pairs > max_pairs, for more pairs than a quarter of a length or than keys, for a
  /// length of 1 to 3, and for as many values as tokens.
  explicit KeyValueRecallTask(const KeyValueRecallSettings& settings);

  Spec spec() const override {
    return Spec::of_tokens(settings_.vocabulary, settings_.values > 0 ? settings_.values : settings_.vocabulary);
  }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_pairs < settings_.max_pairs; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override;
  size_t must_hold() const override { return settings_.max_pairs; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  size_t keys() const {
    return settings_.values > 0 ? settings_.vocabulary - settings_.values : settings_.vocabulary / 2;
  }
  size_t length(size_t pairs) const { return settings_.length > 0 ? settings_.length : 4 * pairs; }

  KeyValueRecallSettings settings_;
  std::vector<double> weight_;  ///< of the places up to that one, together
};

}  // namespace tapehead::inline TAPEHEAD_REAL
