#pragma once
// The recurrent entity network.

#include <span>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The starting weights of the places in a sentence: 1, a bag of words (the paper); N(1, 0.1), which leaves its
/// plateaus in far fewer epochs; or N(0, 0.1), as all other weights.
enum class MaskStart { kOnes, kNearOnes, kRandom };

struct EntityNetworkSettings {
  size_t words;   ///< of the vocabulary, which is also that of answers
  size_t places;  ///< words of the longest sentence; further words share the last place
  size_t width = 100, slots = 20;
  std::vector<Word> key_words = {};  ///< their vectors are the keys of the first slots; other keys are free parameters
  bool normalize = true;
  MaskStart mask = MaskStart::kNearOnes;
};

/// A number of slots, each with a key and a state, go through a story once (Henaff, Weston, Szlam, Bordes & LeCun 2017,
/// section 2): slots whose key or state matches the sentence are updated with it. Questions are answered from the
/// states at the time they are asked; their places have weights of their own, as in the authors' program. The whole
/// story is read, whereas the paper's experiments take its last 70 sentences (130 in task 3).
class EntityNetwork final : public Model {
 public:
  EntityNetwork(const Scope& scope, const EntityNetworkSettings& settings);

  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  State state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const override;

 private:
  struct Reading;

  Var keys(const Context& context) const;
  Reading read(const Context& context, const Batch& batch, size_t first) const;
  Var answer(const Context& context, const Batch& batch, size_t first, const Reading& reading) const;

  EntityNetworkSettings settings_;
  Parameter embedding_, keys_, sentence_mask_, question_mask_;
  Parameter from_state_, from_keys_, from_sentences_, slopes_, hop_, output_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
