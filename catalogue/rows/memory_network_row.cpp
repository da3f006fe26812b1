#include "catalogue/rows/model_rows.hpp"
#include "models/readers/memory_network.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

ModelRow memory_network_row() {
  return {
      {"memory-network",
       "finds supporting facts one by one, having been taught which, and answers with a word",
       "Weston, Chopra & Bordes 2014, sections 3.1 and 3.4",
       {Option::integer("model.width", 50, 1, 65536, "numbers of a word's vector").checked_at("4"),
        Option::integer("model.hops", 2, 1, 100, "supporting facts to find; where adaptive, at most").checked_at("2"),
        Option::flag("model.latest", true, "words of the fact found last have vectors of their own"),
        Option::flag("model.adaptive", false, "the search ends where \"no more\" wins, a fact of its own"),
        Option::flag("model.time", true, "which of two facts is older counts"),
        Option::real("model.margin", 0.1, 0, 1e6, "the least lead of what is right that costs nothing")},
       {},
       true},
      [](const Settings& s, const Spec& spec, const Scope& scope) {
        return std::make_unique<MemoryNetwork>(
            scope, MemoryNetworkSettings{spec.corpus->words.size(), s.size("model.width"), s.size("model.hops"),
                                         s.flag("model.latest"), s.flag("model.adaptive"), s.flag("model.time"),
                                         static_cast<Real>(s.real("model.margin"))});
      }};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
