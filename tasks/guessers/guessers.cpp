#include "tasks/guessers/guessers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// So little that costs are those of equal chances, and enough for one of them to be the greatest.
constexpr double kHardly = 1e-6;

/// How often what was said.
struct Counts {
  std::vector<double> of_output;  ///< how often a class was right, or a bit 1
  std::vector<double> asked;      ///< how often a bit was asked for
  std::map<std::vector<uint32_t>, size_t> whole;

  void see(const Batch& batch, bool keeps_whole) {
    of_output.resize(batch.outputs(), 0);
    asked.resize(batch.outputs(), 0);
    const bool classes = batch.scoring() == Scoring::kClasses;
    std::vector<uint32_t> answer;
    for (size_t b = 0; b < batch.episodes; ++b) {
      answer.clear();
      for (size_t t = 0; t < batch.steps(); ++t) {
        const Real* const scored = batch.scored(b, t);
        if (classes) {
          const uint32_t right = batch.target.token(b, t);
          if (*scored == 0 || right == kNoToken) continue;
          ++of_output[right];
          if (right != kEnd) answer.push_back(right);
          continue;
        }
        for (size_t r = 0; r < batch.outputs(); ++r) {
          if (scored[r] == 0) continue;
          of_output[r] += double{batch.target.at(b, t)[r]};
          ++asked[r];
        }
      }
      if (keeps_whole) ++whole[answer];
    }
  }

  /// Logits by those counts, one added to each, so that nothing is impossible.
  void say(Scoring scoring, Real* logits) const {
    for (size_t r = 0; r < of_output.size(); ++r)
      logits[r] = static_cast<Real>(std::log(of_output[r] + 1) -
                                    (scoring == Scoring::kBits ? std::log(asked[r] - of_output[r] + 1) : 0));
  }

  std::vector<uint32_t> most_frequent() const {
    const auto most =
        std::max_element(whole.begin(), whole.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == whole.end() ? std::vector<uint32_t>() : most->first;
  }
};

/// The share of a picture within the box of each step, as a look at all of it has it; NaN where there is no box.
std::vector<float> shares_of_boxes(const Asked& asked) {
  std::vector<float> shares;
  if (asked.batch.boxes.empty()) return shares;
  const Layout picture = asked.batch.inputs[0].shape.layout;
  for (const uint32_t step : asked.steps) {
    const Box& box = asked.batch.boxes[asked.episode * asked.batch.steps() + step];
    shares.push_back(box.empty() ? std::numeric_limits<float>::quiet_NaN()
                                 : static_cast<float>(share_within(box, 0, 1, 1, picture)));
  }
  return shares;
}

Guesser by_counts(bool keeps_whole, std::vector<std::string_view> metrics) {
  const auto counts = std::make_shared<Counts>();
  return {"frequent", std::move(metrics),
          [counts, keeps_whole](const Asked& asked, Stream&, Guess& guess) {
            for (size_t i = 0; i < asked.steps.size(); ++i)
              counts->say(asked.batch.scoring(), guess.column(i, asked.batch.outputs()));
            if (keeps_whole) guess.said = counts->most_frequent();
          },
          [counts, keeps_whole](const Batch& batch) { counts->see(batch, keeps_whole); }};
}

}  // namespace

Guesser guess_uniformly() {
  return {"uniform",
          {"bits", "over_oracle", "error", "wrong_bits", "alignment_error", "pointing"},
          [](const Asked& asked, Stream& draw, Guess& guess) {
            for (Real& logit : guess.logits) logit = static_cast<Real>(kHardly * (draw.uniform() - 0.5));
            guess.pointed = shares_of_boxes(asked);
            if (asked.batch.aligned.empty()) return;
            const int64_t source = asked.batch.inputs[0].lengths[asked.episode];
            for (size_t i = 0; i < asked.steps.size(); ++i)
              guess.looked.push_back(static_cast<uint32_t>(draw.integer(0, source - 1)));
          }};
}

Guesser guess_frequent() { return by_counts(false, {"bits", "over_oracle", "nats", "error", "wrong_bits"}); }

Guesser guess_frequent_answer() {
  return by_counts(true, {"bits", "error", "token_accuracy", "phoneme_error", "word_error"});
}

Guessers usual_guessers(const Spec& spec) {
  Guessers all{guess_uniformly()};
  if (spec.says() && spec.reads())
    all.push_back(guess_frequent_answer());
  else if (spec.scoring() != Scoring::kDigits)
    all.push_back(guess_frequent());
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
