#pragma once
// Generation: a model's likeliest answers by beam search, or answers at random by sampling.

#include <optional>
#include <span>
#include <vector>

#include "autodiff/base/random.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A hypothesis of beam search.
struct Hypothesis {
  std::vector<uint32_t> tokens;  ///< without kEnd
  std::vector<double> nats;      ///< the cost of each token, −ln p, the last being kEnd's where it has ended
  bool ended = false;            ///< otherwise it was cut off

  double log_probability() const;  ///< of the whole hypothesis, in nats
};

struct SearchSettings {
  size_t beam = 1;                  ///< beam width: hypotheses side by side; 1: greedy
  double length_normalisation = 0;  ///< α of Wu et al. 2016, "Google's neural machine translation system", eq. 14
  size_t most = 200;                ///< tokens, at which an answer is cut off
  /// The streams that models draw from, one for each of the batch's episodes, in their current state; nullptr: the same
  /// streams for any batch.
  const Noise* noise = nullptr;
};

struct SamplingSettings {
  double temperature = 1;  ///< divides the logits; above 0
  size_t most = 200;
  bool may_end = true;           ///< otherwise it says `most` tokens, and never kEnd
  const Noise* noise = nullptr;  ///< as in SearchSettings
};

/// The score ln p / ((5 + n)/6)^α for n tokens, kEnd included, by which hypotheses of different lengths are ranked
/// (ibid.).
double ranked(const Hypothesis& hypothesis, double length_normalisation);

/// A model that generates, with its parameters.
struct Voice {
  const Speaker& speaker;
  const ParameterStore& store;
};

/// Generates answers with one model or an ensemble: each token by the mean of the models' probabilities. Keeps its
/// memory from one batch to the next; what it holds for a hypothesis does not grow with its length, unless the model's
/// state does.
class AnswerGenerator final {
 public:
  explicit AnswerGenerator(std::vector<Voice> voices) : voices_(std::move(voices)), parts_(voices_.size()) {}

  /// Beam search: the best answers to each of episodes first … first + count − 1 of the batch, the best first, `beam`
  /// at most. A hypothesis that ends keeps its place in the beam (Sutskever, Vinyals & Le 2014, section 3.2), so that a
  /// beam of 1 is greedy for any α; those cut off come last. limits: the most tokens of each episode, where that is
  /// less than settings.most; empty: no limits.
  std::vector<std::vector<Hypothesis>> search(const Batch& batch, size_t first, size_t count,
                                              const SearchSettings& settings, std::span<const size_t> limits = {});

  /// Sampling: an answer to one episode, drawn token by token from softmax(logits/temperature). `previous`: the token
  /// before the first.
  Hypothesis sample(const Batch& batch, size_t episode, const SamplingSettings& settings, Stream& draw,
                    uint32_t previous);

  /// The bytes held by the tapes.
  size_t bytes_held() const;

 private:
  struct Part {  ///< of one model
    Tape tape;
    Noise noise;
    State state;
  };
  /// The models read that many episodes, one an item. noise: as in SearchSettings.
  void listen(const Batch& batch, size_t first, size_t count, const Noise* noise);
  /// Feeds these tokens to the items; log_probabilities() are then those of the next token.
  void say(std::span<const uint32_t> previous, double temperature);
  /// Replaces the items: item i is from now on what item items[i] was.
  void take(std::span<const uint32_t> items);
  /// Of an item's next token, one for each kind.
  std::span<const double> log_probabilities(size_t item) const { return {log_.data() + item * kinds_, kinds_}; }

  std::vector<std::vector<Hypothesis>> search_together(const Batch& batch, size_t first, size_t count,
                                                       const SearchSettings& settings, std::span<const size_t> limits);

  std::vector<Voice> voices_;
  std::vector<Part> parts_;
  size_t items_ = 0, kinds_ = 0, steps_here_ = 0;
  std::vector<double> log_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
