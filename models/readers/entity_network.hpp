#pragma once
// The recurrent entity network.

#include <span>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What the weights of the places in a sentence start at: 1, a bag of words (the paper); about 1, N(1, 0.1), which gets
/// off its plateaus in far fewer epochs; or N(0, 0.1), as all other weights.
enum class MaskStart { kOnes, kNearOnes, kRandom };

struct EntityNetworkSettings {
  size_t words;   ///< of the vocabulary; each is an answer too
  size_t places;  ///< words of the longest sentence; those beyond it count as its last
  size_t width = 100, slots = 20;
  std::vector<Word> key_words = {};  ///< whose vectors are the keys of the first slots; the other keys are free
  bool normalize = true;
  MaskStart mask = MaskStart::kNearOnes;
};

/// Some slots, each with a key and a state, go through a story once (Henaff, Weston, Szlam, Bordes & LeCun 2017,
/// section 2): a slot whose key or state is like the sentence takes it in. Questions are answered on the way, from the
/// states as they are when they are asked; their places have weights of their own, as in the authors' program. All of
/// a story is read, where the paper's experiments take its last 70 sentences (of task 3, 130).
class EntityNetwork final : public Model {
 public:
  EntityNetwork(const Scope& scope, const EntityNetworkSettings& settings);

  Answers run(const Context& context, const Batch& batch, size_t first) const override;

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
