// Nested names: two parts of one kind coexist in one model.

#include <catch2/catch.hpp>
#include <set>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/watch.hpp"
#include "controllers/gru.hpp"
#include "tests/support/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

class Names final : public Watcher {
 public:
  void see(const std::string& name, Var, const View& view) override { names.insert(name + ": " + view.rows); }
  std::set<std::string> names;
};

}  // namespace

TEST_CASE("two GRUs in one model have parameters and watched values of their own") {
  ParameterStore store(1);
  const Scope encoder = Scope(store) / "encoder";
  const GruController forward(encoder / "forward", {3, 1}, 2, 0), backward(encoder / "backward", {3, 1}, 2, 0);
  std::vector<std::string> names;
  for (const auto& entry : store.entries()) names.push_back(entry.name);
  CHECK(names == std::vector<std::string>{"encoder/forward/gru/weights", "encoder/forward/gru/own-weights",
                                          "encoder/forward/gru/start-h", "encoder/backward/gru/weights",
                                          "encoder/backward/gru/own-weights", "encoder/backward/gru/start-h"});
  Tape tape;
  Names seen;
  tape.begin(store, nullptr);
  tape.set_watcher(&seen);
  const Context context{tape, 1, testing::noise()};
  {
    const Within outer(tape, "encoder");
    for (const auto& [name, gru] : {std::pair{"forward", &forward}, std::pair{"backward", &backward}}) {
      const Within inner(tape, name);
      gru->step(context, tape.filled(2, 1, 1, 1), gru->start(context));
    }
  }
  CHECK(seen.names == std::set<std::string>{"encoder/forward/hidden: component", "encoder/backward/hidden: component"});
  CHECK_THROWS_AS(GruController(encoder / "forward", {3, 1}, 2, 0), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
