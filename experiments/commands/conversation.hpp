#pragma once
// A conversation with a trained model, and how its answers are printed.

#include <set>
#include <string>
#include <vector>

#include "experiments/batches/source_looks.hpp"
#include "experiments/scoring/trained_model.hpp"
#include "models/speaking/generation.hpp"
#include "tasks/episode/spoken_task.hpp"

namespace tapehead {

/// What to print beside the answer.
struct Wishes {
  size_t best, sample;  ///< answers a line; tokens to be drawn, 0: the best are looked for
  bool probabilities, alignment, json;
  SearchSettings search;
  double temperature;
};

/// Prints to standard output.
class Conversation final {
 public:
  /// `trained` must outlive this. Throws InputError for a model that takes no questions in words, or answers in none.
  Conversation(const TrainedModel& trained, const Wishes& wishes);

  bool reads() const { return spec_.reads(); }

  /// Answers a line; a blank one by a blank line. Throws InputError; for a line that is no question its text starts
  /// with `where`.
  void answer(const std::string& line, const std::string& where);

  /// Continues a text, which may be empty, by as many tokens as asked for. `window`: the most steps that the model runs
  /// in one pass, for it was not trained on more; the next pass starts from the last window/2 tokens.
  void go_on(const std::string& prompt, size_t window);

  /// What to tell on standard error about the questions that came from `from`: unknown words, blank lines, answers cut
  /// off. Empty: nothing.
  std::string remarks(const std::string& from) const;

 private:
  void pass_over(const std::string& line);
  std::vector<Voice> voices() const;
  void note_unknown(const std::vector<std::string>& words);
  /// The prompt's tokens, without unknown ones.
  std::vector<uint32_t> begun(const std::string& prompt);
  std::vector<std::string> source_texts(const Batch& asked) const;
  std::vector<std::string> said_texts(const Hypothesis& answer) const;
  /// Prints where the model attends during that answer. Throws InputError for a model that does not show it.
  void look(const Batch& asked, const Hypothesis& answer);
  void tell(const Batch& asked, const std::vector<Hypothesis>& answers);
  void tell_json(const std::string& line, const Batch& asked, const std::vector<Hypothesis>& answers);

  const TrainedModel& trained_;
  const SpokenTask* task_;
  const Speaker* speaker_;
  Spec spec_;
  Wishes wishes_;
  uint64_t seed_;
  AnswerGenerator generator_;
  Tape tape_;
  SourceLooks looks_;
  uint64_t number_ = 0;  ///< of the next question
  Noise noise_;          ///< what the model draws from as it answers the last one, from its beginning
  size_t unknown_ = 0, cut_off_ = 0, blank_ = 0;
  std::set<std::string> unknown_words_;  ///< the first of them
};

}  // namespace tapehead
