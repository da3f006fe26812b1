#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/readers/entity_network.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The words that keys are tied to: those that are named, or else the vocabulary's first.
std::vector<Word> tied_words(const Settings& s, const Corpus& corpus) {
  const size_t slots = s.size("model.slots");
  std::vector<Word> words;
  for (const std::string& name : answer_words(s.text("model.key-words"))) {
    const Word word = corpus.find(name);
    if (word == kUnknownWord) throw InputError(unknown_name("model.key-words", name, corpus.words));
    if (std::find(words.begin(), words.end(), word) != words.end())
      throw InputError("model.key-words: got " + name + " twice; slots of one key would be the same for ever");
    words.push_back(word);
  }
  if (words.size() > slots)
    throw InputError("model.key-words: got " + std::to_string(words.size()) + " words; no more than model.slots, " +
                     std::to_string(slots) + ", have a slot");
  if (words.empty())
    for (size_t w = 0; w < std::min(slots, corpus.words.size()); ++w) words.push_back(static_cast<Word>(w));
  return words;
}

std::unique_ptr<Model> make_entity_network(const Settings& s, const Spec& spec, const Scope& scope) {
  EntityNetworkSettings e;
  e.words = spec.corpus->words.size();
  e.places = spec.corpus->sentence;
  e.width = s.size("model.width");
  e.slots = s.size("model.slots");
  if (s.text("model.keys") == "tied")
    e.key_words = tied_words(s, *spec.corpus);
  else if (!s.text("model.key-words").empty())
    throw InputError("model.key-words: got " + s.text("model.key-words") +
                     ", and free keys; model.keys tied is needed");
  e.normalize = s.flag("model.normalize");
  const std::string& mask = s.text("model.mask");
  e.mask = mask == "ones" ? MaskStart::kOnes : mask == "near-ones" ? MaskStart::kNearOnes : MaskStart::kRandom;
  return std::make_unique<EntityNetwork>(scope, e);
}

}  // namespace

ModelRow entity_network_row() {
  return {{"entity-network",
           "slots that each follow one thing through a story, read once",
           "Henaff, Weston, Szlam, Bordes & LeCun 2017",
           {Option::integer("model.slots", 20, 1, 65536, "slots, each with a key").checked_at("3"),
            Option::integer("model.width", 100, 1, 65536, "numbers a slot, a key, a word, a sentence").checked_at("4"),
            Option::choice("model.keys", "free", {"free", "tied"},
                           "keys learned by themselves, or the first ones the vectors of words"),
            Option::text("model.key-words", "",
                         "words that keys are tied to, such as mary,john; empty: the vocabulary's, in its order"),
            Option::flag("model.normalize", true, "slots are kept on the unit sphere, and so forget"),
            Option::choice("model.mask", "near-ones", {"near-ones", "ones", "random"},
                           "what the places in a sentence start at: N(1, 0.1); 1, as in the paper; or N(0, 0.1)")},
           {},
           true},
          make_entity_network};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
