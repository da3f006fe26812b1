#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/readers/key_value_network.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::unique_ptr<Model> make_key_value_network(const Settings& s, const Spec& spec, const Scope& scope) {
  KeyValueNetworkSettings k;
  k.hops = s.size("model.hops");
  k.width = s.size("model.width");
  const std::string& memories = s.text("model.memories");
  k.memories = memories == "sentence" ? KeyValueMemories::kSentences
               : memories == "window" ? KeyValueMemories::kWindows
                                      : KeyValueMemories::kCentredWindows;
  k.window = s.size("model.window");
  k.positions = s.text("model.encoding") == "position";
  k.time = s.flag("model.time");
  k.own_values = s.text("model.values") == "own";
  k.own_answers = s.text("model.answers") == "own";
  k.hashing = s.flag("model.hashing");
  k.hash_below = s.size("model.hash-below");
  constexpr size_t kMostTwice = kMostWords / 2;
  if (k.memories == KeyValueMemories::kCentredWindows && spec.corpus->words.size() > kMostTwice)
    throw InputError(fmt::format("model.memories: got {} and {} words; no more than {} have a second dictionary",
                                 memories, spec.corpus->words.size(), kMostTwice));
  return std::make_unique<KeyValueNetwork>(scope, spec, k);
}

}  // namespace

ModelRow key_value_network_row() {
  return {
      {"key-value-memory-network",
       "hops of attention over keys, each with a value to read",
       "Miller, Fisch, Dodge, Karimi, Bordes & Weston 2016",
       {Option::integer("model.hops", 2, 1, 100, "looks into the memory, each with an R of its own (section 3.1)")
            .checked_at("2"),
        Option::integer("model.width", 50, 1, 65536, "numbers that a question, a key, a value becomes").checked_at("4"),
        Option::choice("model.memories", "sentence", {"sentence", "window", "window+centre"},
                       "keys and values: whole sentences; words around a word, and it; its own dictionary for it "
                       "(section 3.2)"),
        Option::odd("model.window", 7, 1, 1001, "words of a window (section 3.2)"),
        Option::choice("model.encoding", "bag-of-words", {"bag-of-words", "position"},
                       "how a word's place weighs: not (section 3.2), or as in Sukhbaatar et al. 2015"),
        Option::flag("model.time", true, "a statement's age is one more word of it, as in the authors' program"),
        Option::choice("model.values", "shared", {"shared", "own"},
                       "the table of values: A, as of questions and keys (section 3.1), or one of their own"),
        Option::choice("model.answers", "own", {"own", "shared"},
                       "the table of answers: B of their own, or B = A (section 3.1)"),
        Option::flag("model.hashing", false, "only memories that share a word with the question (section 3.1)"),
        Option::integer("model.hash-below", 1000, 1, 1000000000,
                        "a word that counts there is in fewer of the story's memories: F (section 3.1)")},
       {},
       true},
      make_key_value_network};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
