#pragma once
// A trained model that people talk to, and how its answers are written down.

#include <set>
#include <string>
#include <vector>

#include "experiments/batches/source_looks.hpp"
#include "experiments/scoring/trained_model.hpp"
#include "models/speaking/generation.hpp"
#include "tasks/episode/spoken_task.hpp"

namespace tapehead {

/// What is asked for beside the answer.
struct Wishes {
  size_t best, sample;  ///< answers a line; tokens to be drawn, 0: the best are looked for
  bool probabilities, alignment, json;
  SearchSettings search;
  double temperature;
};

/// Prints what it is asked for to standard output.
class Conversation final {
 public:
  /// Throws InputError for a model that is not asked in words, or does not answer in them. trained: as long-lived.
  Conversation(const TrainedModel& trained, const Wishes& wishes);

  bool reads() const { return spec_.reads(); }

  /// Answers a line. Throws InputError, which for one that is no question is led by where it is from.
  void answer(const std::string& line, const std::string& where);

  /// Goes on from a text, which may be empty, for as many tokens as are asked for. `window`: the steps that it takes
  /// before it begins anew from half as many tokens; more are not what it was trained on.
  void go_on(const std::string& prompt, size_t window);

  /// What went unsaid, for standard error, of questions that came from there; empty: nothing did.
  std::string remarks(const std::string& from) const;

 private:
  std::vector<Voice> voices() const;
  void note_unknown(const std::vector<std::string>& words);
  /// The tokens that a text begins with, without what is unknown.
  std::vector<uint32_t> begun(const std::string& prompt);
  std::vector<std::string> source_texts(const Batch& asked) const;
  std::vector<std::string> said_texts(const Hypothesis& answer) const;
  /// Where the model looks as it says that answer. Throws InputError for one that does not show it.
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
  size_t unknown_ = 0, cut_off_ = 0;
  std::set<std::string> unknown_words_;  ///< the first of them
};

}  // namespace tapehead
