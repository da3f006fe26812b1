#pragma once
// Question answering over stories: the twenty bAbI tasks (Weston et al. 2015, "Towards AI-complete question answering:
// a set of prerequisite toy tasks"), from files in the published format or from the built-in generator.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tasks/data/text/story_set.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct BabiSettings {
  std::string path;              ///< of the files; empty: the built-in generator
  std::vector<int> ids;          ///< of the tasks, ascending; several are trained jointly
  bool whole_stories = false;    ///< an episode is a whole story; else one question with the statements before it
  size_t questions = 1000;       ///< for each task, with the generator: for training and validation together
  size_t test_questions = 1000;  ///< for each task, with the generator: for testing
  uint64_t seed = 1;             ///< of the generator, and of the filler
  size_t filler = 0;  ///< sentences that tell nothing before each line, on average (tasks/data/babi/filler.hpp)
};

/// An episode is a StoryView (Batch::stories); step q of its targets is the answer to its question q, a token; kNoToken
/// where the corpus lacks the answer, which is then always wrong.
///
/// All splits are finite sets, each task's after the other. Training takes the first nine tenths of the questions (or
/// whole stories) of each task's train file, or all of it where there is a valid file, and goes through permutations of
/// them all; every other split is taken in order. The rest is for validation, the check and the final score: a run does
/// not use the test file, except for its words. Eval takes the test file where there is one, else that rest; test takes
/// only the test file, so `eval --split test` is the honest figure. Show takes the training set.
class BabiTask final : public Task {
 public:
  /// Words are numbered by the known corpus, or else by its own. Throws InputError for files that are missing or not in
  /// the format.
  explicit BabiTask(const BabiSettings& settings, KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

  size_t episodes(Split split, size_t group = kAllGroups) const override;
  Groups groups() const override;

 private:
  struct Part;
  struct Source {
    int id;
    StorySet train;
    std::optional<StorySet> valid, test;
  };
  size_t count(const StorySet& set) const { return settings_.whole_stories ? set.stories() : set.questions(); }
  StoryView view(const StorySet& set, size_t number) const {
    return settings_.whole_stories ? set.story(number) : set.question(number);
  }
  size_t trained_on(const Source& source) const;
  uint64_t fingerprint() const;
  Part part(const Source& source, Split split) const;
  StoryView find(Split split, size_t group, size_t number) const;

  BabiSettings settings_;
  std::vector<Source> sources_;
  KnownCorpus corpus_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
