// Lists of parts as typed.

#include "catalogue/options/part_list.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tests/support/error_of.hpp"

namespace tapehead {

TEST_CASE("a list of parts is names with options of their own") {
  const auto parts = listed_parts("mixers", "attention,fast-weights:rule=momentum:writes=2,ntm:file=a=b");
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].name == "attention");
  CHECK(parts[0].options.empty());
  CHECK(parts[1].name == "fast-weights");
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  CHECK(parts[1].options == Pairs{{"rule", "momentum"}, {"writes", "2"}});
  CHECK(parts[2].options == Pairs{{"file", "a=b"}});
}

TEST_CASE("a list with an empty name, or an option without a value, is told in one line") {
  const auto said = [](const std::string& text) { return testing::error_of([&] { listed_parts("mixers", text); }); };
  for (const char* text : {"", ",ntm", "ntm,,dnc", ":slots=2"})
    CHECK(said(text) == "mixers: got an empty name; names separated by commas are needed");
  CHECK(said("ntm,") == "mixers: got a comma at its end; a name is needed behind it");
  CHECK(said("ntm:slots") == "mixers: got \"slots\" of ntm; OPTION=VALUE is needed");
  CHECK(said("ntm:=3") == "mixers: got \"=3\" of ntm; OPTION=VALUE is needed");
}

}  // namespace tapehead
