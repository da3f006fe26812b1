#include "catalogue/options/bound.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/readers/memn2n.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kMostEpisodes = 1e15;

const Bound<MemN2nSettings>& memn2n_options() {
  static const auto all =
      Bound<MemN2nSettings>{}
          .integer("model.hops", &MemN2nSettings::hops, 1, 100, "looks into the memory")
          .checked_at("2")
          .integer("model.width", &MemN2nSettings::width, 1, 65536, "numbers that a sentence becomes")
          .checked_at("4")
          .integer("model.memory", &MemN2nSettings::memory, 1, 500, "statements looked at, the newest")
          .checked_at("3")
          .choice("model.tying", &MemN2nSettings::tying,
                  {{"adjacent", HopTying::kAdjacent}, {"layer-wise", HopTying::kLayerWise}},
                  "which hops' tables are the same")
          .choice("model.encoding", &MemN2nSettings::encoding,
                  {{"bag-of-words", SentenceEncoding::kBagOfWords},
                   {"position", SentenceEncoding::kPosition},
                   {"learned-position", SentenceEncoding::kLearnedPosition}},
                  "weights of a word's place in its sentence: none, as published, or learned from there")
          .flag("model.time", &MemN2nSettings::time, "a statement's age is one more word of it")
          .real("model.time-noise", &MemN2nSettings::time_noise, 0, 1, "share of empty ages drawn in training")
          .flag("model.fill-nulls", &MemN2nSettings::fill_nulls, "null slots stand wherever the memory is not full")
          .integer("model.nulls", &MemN2nSettings::nulls, 0, 1000, "null slots otherwise, in each softmax")
          .span("model.linear-start", &MemN2nSettings::linear_start, 0, kMostEpisodes,
                "training episodes without the hops' softmax")
          .checked_at("5")
          .flag("model.relu", &MemN2nSettings::relu, "a ReLU after each hop");
  return all;
}

}  // namespace

ModelRow memn2n_row() {
  return {{"memn2n",
           "end-to-end memory network: hops of attention over a story's sentences",
           "Sukhbaatar, Szlam, Weston & Fergus 2015",
           memn2n_options().options(),
           {},
           true},
          [](const Settings& s, const Spec& spec, const Scope& scope) {
            return std::make_unique<MemN2n>(scope, spec, memn2n_options().read(s, spec.epoch));
          }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
