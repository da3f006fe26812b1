#include "catalogue/options/bound.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/readers/memory_network.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

ModelRow memory_network_row() {
  using Network = MemoryNetworkSettings;
  static const auto options =
      Bound<Network>{}
          .integer("model.width", &Network::width, 1, 65536, "numbers of a word's vector")
          .checked_at("4")
          .integer("model.hops", &Network::hops, 1, 100, "supporting facts to find; where adaptive, at most")
          .checked_at("2")
          .flag("model.latest", &Network::latest, "words of the fact found last have vectors of their own")
          .flag("model.adaptive", &Network::adaptive, "the search ends where \"no more\" wins, a fact of its own")
          .flag("model.time", &Network::time, "which of two facts is older counts")
          .real("model.margin", &Network::margin, 0, 1e6, "the least lead of what is right that costs nothing");
  return {{"memory-network",
           "finds supporting facts one by one, trained on the given ones, and answers with a word",
           "Weston, Chopra & Bordes 2014, sections 3.1 and 3.4",
           options.options(),
           {},
           true},
          [](const Settings& s, const Spec& spec, const Scope& scope) {
            Network network = options.read(s);
            network.words = spec.corpus->words.size();
            return std::make_unique<MemoryNetwork>(scope, network);
          }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
