#pragma once
// Multi-query associative recall (Arora et al. 2023, "Zoology: measuring and improving recall in efficient language
// models").

#include <vector>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct KeyValueRecallSettings {
  size_t vocabulary = 32;  ///< tokens: the first half keys, the second values, unless `values` says otherwise
  size_t length = 32;      ///< steps of a sequence; 0: four for each pair, the least possible
  size_t min_pairs = 4, max_pairs = 4;
  bool random_filler = true;  ///< the other steps show random tokens; else none
  size_t values = 0;          ///< the last this many tokens are values, all others keys; 0: half of them
  size_t rewrites = 0;        ///< so many keys are written again, with other values; the last value counts
  size_t key_tokens = 1;      ///< of a key, 1 or 2
  bool zoology = false;       ///< lengths and pairs are the published mixture's, in place of `length` and the pairs
};

/// Pairs of a key and its value, then each key once more at some later step, with its value as target:
///
///   inputs   k₁ v₁ k₂ v₂  k₂ ·  ·  ·  k₁ ·     (tokens)
///   targets  -  -  -  -   v₂ -  -  -  v₁ -     (a class, scored only there)
///
/// `length` steps, or four for each pair. A shape is {pairs}, uniform over its limits. Keys are drawn without
/// replacement from the first half of the vocabulary, values from the second. Queries are at every second step after
/// the pairs at most: a place with p such places before it has a probability proportional to (p + 1)^(0.01 − 1), and
/// each is taken once. The other steps ("·") show random tokens of the vocabulary, or nothing. Where `values` is given,
/// values are drawn with replacement and only they are outputs, so that a hundred thousand pairs do not need as many
/// outputs. (In the authors' program token 0 stands for nothing and is no key; here nothing is silence.)
///
/// With `rewrites`, as many more pairs of keys drawn from those of the sequence, with replacement, stand among the
/// pairs, all in random order. A key of two tokens is any of two sets of ⌈√(2·pairs)⌉ tokens each, drawn for each
/// sequence: neither token tells the value. Its value is asked for at its second token.
///
/// `zoology`: of nine batches five have 64 steps and 4 pairs, the others 128 and 8, 256 and 16, 32, 64: the shares of
/// the published 100,000 and four times 20,000 sequences. A shape is then {pairs, length}.
class KeyValueRecallTask final : public Task {
 public:
  static constexpr size_t kMostLength = 1000000, kMostPairs = 100000,
                          kMostTokens = 1000000;  ///< of their options, which the eval grid stays within

  /// Throws InputError for min_pairs > max_pairs, for more pairs than the length has room for or than keys, for a
  /// length of 1 to 3, and for as many values as tokens.
  explicit KeyValueRecallTask(const KeyValueRecallSettings& settings);

  Spec spec() const override {
    return Spec::of_tokens(settings_.vocabulary, settings_.values > 0 ? settings_.values : settings_.vocabulary);
  }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.zoology || settings_.min_pairs < settings_.max_pairs; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override;
  std::vector<Guesser> guessers() const override;
  size_t must_hold() const override { return settings_.max_pairs; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;
  /// That of the value as a token.
  std::string class_name(uint32_t token) const override {
    return token_name(settings_.values == 0 ? token : token + static_cast<uint32_t>(keys()));
  }

 private:
  size_t keys() const {
    return settings_.values > 0 ? settings_.vocabulary - settings_.values : settings_.vocabulary / 2;
  }
  size_t steps_of_pair() const { return settings_.key_tokens + 1; }
  size_t length(size_t pairs) const {
    return settings_.length > 0 ? settings_.length : (2 * pairs + settings_.rewrites) * steps_of_pair();
  }
  /// The most pairs that so many steps have room for, each with its query.
  size_t room(size_t steps) const {
    const size_t all = steps / steps_of_pair();
    return all < settings_.rewrites ? 0 : (all - settings_.rewrites) / 2;
  }

  KeyValueRecallSettings settings_;
  std::vector<double> weight_;  ///< running sums over the places
};

}  // namespace tapehead::inline TAPEHEAD_REAL
