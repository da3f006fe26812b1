#pragma once
// One-shot classification (Santoro, Bartunov, Botvinick, Wierstra & Lillicrap 2016, "Meta-learning with
// memory-augmented neural networks").

#include <memory>

#include "tasks/data/pictures/characters.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct OneShotSettings {
  size_t classes = 5;     ///< of an episode
  size_t instances = 10;  ///< of each class
  bool moved = true;      ///< training pictures are turned and moved a little
};

/// Pictures of a few classes, several of each, in random order, each with the label of the previous one; the target at
/// each step is the picture's own label. Labels are assigned anew in each episode, so that they must be learned within
/// it:
///
///   inputs   p₁ -   p₂ 3   p₃ 1   p₄ 3 …      (20·20 numbers, and a channel for each label)
///   targets  3      1      3      5           (a class; every step is scored)
///
/// classes·instances steps. Each class turned by 90°, 180° and 270° is another class. Tested are classes that were not
/// trained on in any rotation.
class OneShotTask final : public Task {
 public:
  static constexpr size_t kMostInstances = 20;

  /// Throws InputError, which says where the characters are `from`, for more instances than each class has, and for
  /// more classes than a part has.
  OneShotTask(const OneShotSettings& settings, std::shared_ptr<const CharacterSource> source, const std::string& from,
              KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return settings_.classes; }
  std::unique_ptr<Judge> judge() const override;
  std::vector<Guesser> guessers() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  OneShotSettings settings_;
  std::shared_ptr<const CharacterSource> source_;
  KnownCorpus corpus_;  ///< its `said` are the labels
};

}  // namespace tapehead::inline TAPEHEAD_REAL
