#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/readers/entity_network.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

struct EntityNetworkOptions : EntityNetworkSettings {
  bool tied = false;
  std::string named_words;
};

const Bound<EntityNetworkOptions>& entity_network_options() {
  using Options = EntityNetworkOptions;
  static const auto all =
      Bound<Options>{}
          .integer("model.slots", &Options::slots, 1, 65536, "slots, each with a key")
          .checked_at("3")
          .integer("model.width", &Options::width, 1, 65536, "width of slots, keys, words and sentences")
          .checked_at("4")
          .choice("model.keys", &Options::tied, {{"free", false}, {"tied", true}},
                  "keys learned by themselves, or the first ones the vectors of words")
          .text("model.key-words", &Options::named_words,
                "words that keys are tied to, such as mary,john; empty: the vocabulary's, in its order")
          .flag("model.normalize", &Options::normalize, "slots are kept on the unit sphere, and so forget")
          .choice("model.mask", &Options::mask,
                  {{"near-ones", MaskStart::kNearOnes}, {"ones", MaskStart::kOnes}, {"random", MaskStart::kRandom}},
                  "what the places in a sentence start at: N(1, 0.1); 1, as in the paper; or N(0, 0.1)");
  return all;
}

/// The words whose vectors are the slots' keys: those named, or else the vocabulary's first.
std::vector<Word> tied_words(size_t slots, const std::string& names, const Corpus& corpus) {
  std::vector<Word> words;
  for (const std::string& name : answer_words(names)) {
    const Word word = corpus.find(name);
    if (word == kUnknownWord) throw InputError(unknown_name("model.key-words", name, corpus.words));
    if (std::find(words.begin(), words.end(), word) != words.end())
      throw InputError("model.key-words: got " + name + " twice; slots with the same key would stay the same");
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
  EntityNetworkOptions e = entity_network_options().read(s);
  e.words = spec.corpus->words.size();
  e.places = spec.corpus->sentence;
  if (e.tied)
    e.key_words = tied_words(e.slots, e.named_words, *spec.corpus);
  else if (!e.named_words.empty())
    throw InputError("model.key-words: got " + e.named_words + ", and free keys; model.keys tied is needed");
  return std::make_unique<EntityNetwork>(scope, e);
}

}  // namespace

ModelRow entity_network_row() {
  return {{"entity-network",
           "slots that each follow one thing through a story, read once",
           "Henaff, Weston, Szlam, Bordes & LeCun 2017",
           entity_network_options().options(),
           {},
           true},
          make_entity_network};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
