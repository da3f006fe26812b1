// A memory that is told the input's length is refused where a task has none.

#include <catch2/catch.hpp>

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"

namespace tapehead {
namespace {

constexpr const char* kRefused =
    "memory: got tape-told-length, which is told the input's length; a task whose answer comes after its input, in "
    "silence, is needed, such as chomsky or copy";

/// The settings of the first small model of that kind and memory.
Settings small(const std::string& model, const std::string& memory) {
  const auto all = small_models();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ModelCase& one) {
    return one.settings.text("model") == model && one.settings.text("memory") == memory;
  });
  REQUIRE(found != all.end());
  return found->settings;
}

void check_refused(const Settings& settings) {
  Spec spec = checked_spec(settings);
  REQUIRE(spec.answers_last);
  ParameterStore store(1), other(1);
  CHECK_NOTHROW(make_model(settings, spec, store));
  spec.answers_last = false;
  CHECK_THROWS_WITH(make_model(settings, spec, other), kRefused);
}

}  // namespace

TEST_CASE("a memory that is told the input's length needs a task that has one") {
  check_refused(small("memory-machine", "tape-told-length"));
  check_refused(small("mixer-stack", "tape-told-length"));
  Settings mixed = small("mixer-stack", "fast-weights");
  mixed.set("model.layers", "2");
  mixed.set("model.mixers", "memory,tape-told-length");
  check_refused(mixed);
}

TEST_CASE("other models have no length to tell, and are not tried with such a memory") {
  for (const ModelCase& one : small_models())
    if (one.settings.has("memory") && one.settings.text("memory") == "tape-told-length") {
      const std::string model = one.settings.text("model");
      CHECK((model == "memory-machine" || model == "mixer-stack"));
    }
}

}  // namespace tapehead
