#include "catalogue/rows/model_rows.hpp"
#include "models/readers/memn2n.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kMostEpisodes = 1e15;

std::unique_ptr<Model> make_memn2n(const Settings& s, const Spec& spec, const Scope& scope) {
  MemN2nSettings m;
  m.hops = s.size("model.hops");
  m.width = s.size("model.width");
  m.memory = s.size("model.memory");
  m.tying = s.text("model.tying") == "adjacent" ? HopTying::kAdjacent : HopTying::kLayerWise;
  const std::string& encoding = s.text("model.encoding");
  m.encoding = encoding == "bag-of-words" ? SentenceEncoding::kBagOfWords
               : encoding == "position"   ? SentenceEncoding::kPosition
                                          : SentenceEncoding::kLearnedPosition;
  m.time = s.flag("model.time");
  m.time_noise = s.real("model.time-noise");
  m.fill_nulls = s.flag("model.fill-nulls");
  m.nulls = s.size("model.nulls");
  m.linear_start = s.sequences("model.linear-start", spec.epoch);
  m.relu = s.flag("model.relu");
  return std::make_unique<MemN2n>(scope, spec, m);
}

}  // namespace

ModelRow memn2n_row() {
  return {{"memn2n",
           "end-to-end memory network: hops of attention over a story's sentences",
           "Sukhbaatar, Szlam, Weston & Fergus 2015",
           {Option::integer("model.hops", 3, 1, 100, "looks into the memory").checked_at("2"),
            Option::integer("model.width", 20, 1, 65536, "numbers that a sentence becomes").checked_at("4"),
            Option::integer("model.memory", 50, 1, 500, "statements looked at, the newest").checked_at("3"),
            Option::choice("model.tying", "adjacent", {"adjacent", "layer-wise"}, "which hops' tables are the same"),
            Option::choice("model.encoding", "position", {"bag-of-words", "position", "learned-position"},
                           "how a word's place in its sentence weighs: not, as published, or learned from there"),
            Option::flag("model.time", true, "a statement's age is one more word of it"),
            Option::real("model.time-noise", 0.1, 0, 1, "share of empty ages drawn in training"),
            Option::flag("model.fill-nulls", true, "null slots stand wherever the memory is not full"),
            Option::integer("model.nulls", 0, 0, 1000, "null slots otherwise, in each softmax"),
            Option::span("model.linear-start", "0", 0, kMostEpisodes, "training episodes without the hops' softmax")
                .checked_at("5"),
            Option::flag("model.relu", false, "a ReLU after each hop")},
           {},
           true},
          make_memn2n};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
