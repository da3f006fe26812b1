#pragma once
// The key-value memory network.

#include <span>
#include <vector>

#include "autodiff/ops/embed.hpp"
#include "autodiff/tape/scope.hpp"
#include "models/model.hpp"
#include "models/readers/asked.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a memory consists of (section 3.2).
enum class KeyValueMemories {
  kSentences,       ///< key and value are the whole statement
  kWindows,         ///< the key is a window of words, the value its middle word
  kCentredWindows,  ///< the same, with a dictionary of its own for the middle word in key and value
};

struct KeyValueNetworkSettings {
  size_t hops = 2, width = 50;
  KeyValueMemories memories = KeyValueMemories::kSentences;
  size_t window = 7;         ///< words of a window, cut off at the ends of its statement; odd
  bool positions = false;    ///< position encoding (Sukhbaatar et al. 2015), else bags of words
  bool time = true;          ///< a statement's age is an additional word
  bool own_values = false;   ///< values have their own table, else that of questions and keys (the paper)
  bool own_answers = false;  ///< answers have their own table: B ≠ A (the paper has both)
  bool hashing = false;      ///< only memories that share a word with the question are used
  size_t hash_below = 1000;  ///< counting words in fewer of the story's memories than this: F
};

/// Miller, Fisch, Dodge, Karimi, Bordes & Weston 2016, "Key-value memory networks for directly reading documents",
/// section 3.1. q¹ = A·Φ(x); at each hop p = softmax(qᵀ·A·Φ(kᵢ)), o = Σ pᵢ·A·Φ(vᵢ) and q ← R_j·(q + o); the answer is
/// softmax(qᵀ·B·Φ(y)) over all words of the corpus. Every word is a window's middle, whereas the paper takes only
/// entities, which a story does not mark. Ages belong to keys, and to values that are whole statements; the paper's
/// documents have no time, the authors' program has.
class KeyValueNetwork final : public Model {
 public:
  KeyValueNetwork(const Scope& scope, const Spec& spec, const KeyValueNetworkSettings& settings);

  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  State state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const override;

 private:
  /// A statement, or the window around one of its words.
  struct Slot {
    uint32_t statement, word;
  };
  struct Memories;

  Sentence key_words(const Asked& asked, Slot slot) const;
  std::span<const Slot> slots(Tape& tape, const Asked& asked) const;
  std::span<const Slot> hashed(Tape& tape, const Asked& asked, std::span<Slot> slots) const;
  uint16_t age(const Asked& asked, Slot slot) const;
  Bag key(Tape& tape, const Asked& asked, Slot slot) const;
  Bag value(Tape& tape, const Asked& asked, Slot slot) const;
  Memories memories(Tape& tape, std::span<const Asked> asked) const;
  /// Memories and questions, encoded.
  struct Read {
    Var keys, values;  ///< width×Memories::most
    Var question;      ///< width×1
  };
  Read read(Tape& tape, std::span<const Asked> asked, const Memories& memories) const;
  Var encode(Var table, std::span<const Bag> bags, size_t cols, size_t batch, bool by_place) const;

  KeyValueNetworkSettings settings_;
  size_t words_, dictionary_, ages_;  ///< words of the corpus; those and the middle words again; distinct ages
  Parameter table_, places_{}, values_{}, answers_{};
  std::vector<Parameter> rotations_;  ///< R_j
};

}  // namespace tapehead::inline TAPEHEAD_REAL
