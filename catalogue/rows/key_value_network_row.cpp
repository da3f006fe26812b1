#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/readers/key_value_network.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const Bound<KeyValueNetworkSettings>& key_value_network_options() {
  using Network = KeyValueNetworkSettings;
  static const auto all =
      Bound<Network>({.own_answers = true})
          .integer("model.hops", &Network::hops, 1, 100,
                   "looks into the memory, each with an R of its own (section 3.1)")
          .checked_at("2")
          .integer("model.width", &Network::width, 1, 65536, "size of the embeddings of questions, keys and values")
          .checked_at("4")
          .choice("model.memories", &Network::memories,
                  {{"sentence", KeyValueMemories::kSentences},
                   {"window", KeyValueMemories::kWindows},
                   {"window+centre", KeyValueMemories::kCentredWindows}},
                  "keys and values: whole sentences; words around a word, and it; its own dictionary for it "
                  "(section 3.2)")
          .odd("model.window", &Network::window, 1, 1001, "words of a window (section 3.2)")
          .choice("model.encoding", &Network::positions, {{"bag-of-words", false}, {"position", true}},
                  "weights of a word's place: none (section 3.2), or as in Sukhbaatar et al. 2015")
          .flag("model.time", &Network::time, "a statement's age is one more word of it, as in the authors' program")
          .choice("model.values", &Network::own_values, {{"shared", false}, {"own", true}},
                  "the table of values: A, as of questions and keys (section 3.1), or one of their own")
          .choice("model.answers", &Network::own_answers, {{"own", true}, {"shared", false}},
                  "the table of answers: B of their own, or B = A (section 3.1)")
          .flag("model.hashing", &Network::hashing, "only memories that share a word with the question (section 3.1)")
          .integer("model.hash-below", &Network::hash_below, 1, 1000000000,
                   "a word that counts there is in fewer of the story's memories: F (section 3.1)");
  return all;
}

std::unique_ptr<Model> make_key_value_network(const Settings& s, const Spec& spec, const Scope& scope) {
  const KeyValueNetworkSettings k = key_value_network_options().read(s);
  constexpr size_t kMostTwice = kMostWords / 2;
  if (k.memories == KeyValueMemories::kCentredWindows && spec.corpus->words.size() > kMostTwice)
    throw InputError(
        fmt::format("model.memories: got window+centre and {} words; no more than {} have a second dictionary",
                    spec.corpus->words.size(), kMostTwice));
  return std::make_unique<KeyValueNetwork>(scope, spec, k);
}

}  // namespace

ModelRow key_value_network_row() {
  return {{"key-value-memory-network",
           "hops of attention over keys, each with a value to read",
           "Miller, Fisch, Dodge, Karimi, Bordes & Weston 2016",
           key_value_network_options().options(),
           {},
           true},
          make_key_value_network};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
