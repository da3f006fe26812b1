#pragma once
// What models say when they are left to themselves: the likeliest answers, or answers at random.

#include <optional>
#include <span>
#include <vector>

#include "autodiff/base/random.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An answer that a search has come to.
struct Hypothesis {
  std::vector<uint32_t> tokens;  ///< without kEnd
  std::vector<double> nats;      ///< what each of them cost, −ln p, and at last kEnd, where it has ended
  bool ended = false;            ///< else it was cut off

  double log_probability() const;  ///< of all of it, in nats
};

struct SearchSettings {
  size_t beam = 1;                  ///< hypotheses side by side; 1: greedy
  double length_normalisation = 0;  ///< α of Wu et al. 2016, "Google's neural machine translation system", eq. 14
  size_t most = 200;                ///< tokens, after which an answer is cut off
  /// Streams that models draw from, one for each of the batch's episodes, as they stand; nullptr: the same for any
  /// batch.
  const Noise* noise = nullptr;
};

struct SamplingSettings {
  double temperature = 1;  ///< that logits are divided by, above 0
  size_t most = 200;
  bool may_end = true;           ///< else it says `most` tokens, and never kEnd
  const Noise* noise = nullptr;  ///< as in SearchSettings
};

/// ln p / ((5 + n)/6)^α for n tokens, kEnd among them: by what hypotheses of different lengths are ranked (ibid.).
double ranked(const Hypothesis& hypothesis, double length_normalisation);

/// A model that speaks, with the parameters it speaks by.
struct Voice {
  const Speaker& speaker;
  const ParameterStore& store;
};

/// Several voices say one answer together: each token by the mean of their probabilities. Keeps its memory from one
/// batch to the next; what it holds of a hypothesis does not grow with its length, but for models whose state does.
class AnswerGenerator final {
 public:
  explicit AnswerGenerator(std::vector<Voice> voices) : voices_(std::move(voices)), parts_(voices_.size()) {}

  /// The best answers to each of episodes first … first + count − 1 of the batch, the best first, `beam` at most. A
  /// hypothesis that ends keeps its place in the beam (Sutskever, Vinyals & Le 2014, section 3.2), so that a beam of 1
  /// is greedy for any α; those that were cut off come last. limits: for each episode, where it is less than
  /// settings.most; empty: nothing is.
  std::vector<std::vector<Hypothesis>> search(const Batch& batch, size_t first, size_t count,
                                              const SearchSettings& settings, std::span<const size_t> limits = {});

  /// An answer to one episode, drawn token by token from softmax(logits/temperature). `previous`: what was said before
  /// the first of them.
  Hypothesis sample(const Batch& batch, size_t episode, const SamplingSettings& settings, Stream& draw,
                    uint32_t previous);

  /// By the tapes.
  size_t bytes_held() const;

 private:
  struct Part {  ///< one voice's
    Tape tape;
    Noise noise;
    State state;
  };
  /// The voices hear so many episodes: an item each. noise: as in SearchSettings.
  void listen(const Batch& batch, size_t first, size_t count, const Noise* noise);
  /// The items go on after these tokens; then log_probabilities() are those of the next.
  void say(std::span<const uint32_t> previous, double temperature);
  /// Items from now on: the i-th is what was item[i].
  void take(std::span<const uint32_t> items);
  /// Of the next token of an item, `kinds()` of them.
  std::span<const double> log_probabilities(size_t item) const { return {log_.data() + item * kinds_, kinds_}; }

  std::vector<std::vector<Hypothesis>> search_together(const Batch& batch, size_t first, size_t count,
                                                       const SearchSettings& settings, std::span<const size_t> limits);

  std::vector<Voice> voices_;
  std::vector<Part> parts_;
  size_t items_ = 0, kinds_ = 0, steps_here_ = 0;
  std::vector<double> log_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
