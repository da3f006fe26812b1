#pragma once
// An interactive trained model: an episode, a state, and the values inside.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/tape/context.hpp"
#include "autodiff/tape/state.hpp"
#include "live/opened.hpp"
#include "live/watched.hpp"
#include "tasks/data/text/story_set.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Functions give JSON that refers to positions in a list of numbers beside it. Each throws InputError for invalid
/// arguments, and then the machine is unchanged.
class Machine final {
 public:
  /// As open_model().
  Machine(std::string_view checkpoint, const Typed& options);

  /// Task, model, options, sizes, inputs, target and words; and as 0 or 1 what it can do: "steps", "speaks", "reads",
  /// "stories", "asked", "draws".
  Json about() const;

  /// Draws episode `number` of the seed from the task with these options changed. `bits`: replace those of the vectors
  /// drawn, as far as they go.
  Json draw(const Typed& options, uint64_t seed, uint64_t number, std::vector<uint8_t> bits);
  /// Sets a story, one statement per line, and a question about it.
  Json tell(const std::string& statements, const std::string& question, const std::string& answer);
  /// Sets a line to be answered.
  Json ask(const std::string& line);
  /// Replaces the episode's first input: the numbers of all its steps, or its tokens, −1 for none. The right answers
  /// are then unknown.
  Json put(const std::vector<float>& numbers);

  /// The state before the first step; for a model that speaks, after it has read the question.
  Json begin(const std::vector<Change>& changes);
  /// The next step of the episode, for a model that works step by step.
  Json step(const std::vector<Change>& changes);
  /// The next token of a model that speaks, after it said `previous` (kEnd at first).
  Json say(uint32_t previous, const std::vector<Change>& changes);
  /// The whole episode at once.
  Json run(const std::vector<Change>& changes);

  const std::vector<float>& numbers() const { return numbers_; }

 private:
  /// Runs `body` on a new round of the tape; with changes a second time, as the first shows where they go.
  template <class Body>
  void watched(const std::vector<Change>& changes, Body body);
  Json episode(const std::vector<const Real*>& vectors, size_t bits);
  Json answer(const Real* logits) const;
  void add_numbers(const Real* from, size_t count) { numbers_.insert(numbers_.end(), from, from + count); }
  void adopt(Batch batch);
  void check_there() const;

  Opened opened_;
  Spec spec_;
  Batch batch_;
  std::deque<StorySet> told_;  ///< owns the batch's story
  std::unique_ptr<Task> drawn_from_;
  Tape tape_;
  Noise noise_;
  Watched watched_;
  Carried state_;
  bool begun_ = false, heard_ = false;
  size_t next_ = 0;  ///< step
  std::vector<float> numbers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
