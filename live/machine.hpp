#pragma once
// A trained model that somebody plays with: an episode, a state, and what is seen inside.

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

/// What is told is JSON, and beside it a list of numbers, into which it points. Every function throws InputError for
/// what cannot be, and then the machine is as it was.
class Machine final {
 public:
  /// As open_model().
  Machine(std::string_view checkpoint, const Typed& options);

  /// Its task, model, options, sizes, inputs, target and words, and as 0 or 1 what can be done with it: "steps",
  /// "speaks", "reads", "stories", "asked", "draws".
  Json about() const;

  /// An episode of the task with these options changed: that number of the seed's. Bits: those of the vectors that are
  /// drawn, as far as they go.
  Json draw(const Typed& options, uint64_t seed, uint64_t number, std::vector<uint8_t> bits);
  /// A story, a statement a line, and a question about it.
  Json tell(const std::string& statements, const std::string& question, const std::string& answer);
  /// A line that is to be answered.
  Json ask(const std::string& line);
  /// The episode's first input in other numbers: all of its steps, or, of tokens, their numbers, −1 for none. Nothing
  /// says any more what the right answers are.
  Json put(const std::vector<float>& numbers);

  /// Before the first step, and of one that speaks, when it has heard what it is asked.
  Json begin(const std::vector<Change>& changes);
  /// The next step of the episode, for a model that goes through time.
  Json step(const std::vector<Change>& changes);
  /// What it says next, after it said that (kEnd at first), for one that speaks.
  Json say(uint32_t previous, const std::vector<Change>& changes);
  /// The episode whole.
  Json run(const std::vector<Change>& changes);

  const std::vector<float>& numbers() const { return numbers_; }

 private:
  /// Runs `body` on a new round of the tape, once more if there are changes, for then it is known where they go.
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
  std::deque<StorySet> told_;  ///< what the batch's story lies in
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
