#include "experiments/runs/run_json.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tests/support/folder.hpp"

using namespace tapehead;

namespace {

const std::string kResult = R"({"status": "finished", "sequences": 600, "goal": "bits", "bits": 1.5, "seconds": 2,)"
                            R"( "perfect_episodes": 3, "final_episodes": 4, "score": 99, "perfect_lengths": 9,)"
                            R"( "scored_lengths": 10})";

/// The refusal of a result with one member replaced, without the file's name.
std::string result_refusal(const std::string& member, const std::string& instead) {
  const TestFolder folder;
  std::string text = kResult;
  const size_t at = text.find(member);
  REQUIRE(at != text.npos);
  text.replace(at, member.size(), instead);
  const std::string file = folder.write("result.json", text).string();
  try {
    read_result(file);
  } catch (const InputError& error) {
    const std::string what = error.what();
    REQUIRE(what.starts_with(file + ": "));
    return what.substr(file.size() + 2);
  }
  return "taken";
}

std::string nested(size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("result.json: its counts and numbers are those that a run writes") {
  CHECK(result_refusal("600", "600") == "taken");
  CHECK(result_refusal("600", "6e2") == "taken");
  for (const char* const bad : {"-5", "1e300", "18446744073709551616", "600.5", "\"600\"", "null", "[]"}) {
    INFO(bad);
    CHECK(result_refusal("600", bad).starts_with("sequences is "));
    CHECK(result_refusal("600", bad).ends_with("; a whole number from 0 to 9007199254740992 is needed"));
  }
  CHECK(result_refusal("\"sequences\"", "\"seen\"") == "has no sequences; the file as the run wrote it is needed");
  CHECK(result_refusal("1.5", "\"low\"") == "bits is \"low\"; a number is needed");
  CHECK(result_refusal("1.5", "1e999") == "is not a JSON object; the file as the run wrote it is needed");
  for (const char* const bad : {"-2,", "1e300,", "18446744073709551616,", "\"2\","}) {
    INFO(bad);
    CHECK(result_refusal("2,", bad).starts_with("seconds is "));
    CHECK(result_refusal("2,", bad).ends_with("; a number of seconds from 0 to 1000000000 is needed"));
  }
  CHECK(result_refusal("\"bits\": 1.5", "\"bits\": -1") == "bits is -1; a number of at least 0 is needed");
  CHECK(result_refusal("1.5", "-1e300").ends_with("; a number of at least 0 is needed"));
  CHECK(result_refusal("\"bits\": 1.5", "\"over_oracle\": -1") == "taken");
  CHECK(result_refusal("\"bits\": 1.5", "\"over_oracle\": -1e300")
            .ends_with("; a number of at least -1000000000 is needed"));
  CHECK(result_refusal("\"bits\": 1.5", "\"train_bits\": -1") == "train_bits is -1; a number of at least 0 is needed");
  CHECK(result_refusal("\"perfect_episodes\": 3", "\"perfect_episodes\": 5") ==
        "perfect_episodes is 5; at most final_episodes (4) is needed");
  CHECK(result_refusal("\"perfect_lengths\": 9", "\"perfect_lengths\": 11") ==
        "perfect_lengths is 11; at most scored_lengths (10) is needed");
  CHECK(result_refusal("99", "101") == "score is 101; a number from 0 to 100 is needed");
  CHECK(result_refusal("finished", "fin\\nished") ==
        "status: \"fin?ished\" is not known; nearest: finished; valid: solved, finished, diverged");
  CHECK(result_refusal("\"bits\",", "\"bit\",")
            .starts_with("goal: \"bit\" is not known; nearest: bits; valid: over_oracle, "));
}

TEST_CASE("manifest.json: a name is one line, and counts are counts") {
  const TestFolder folder;
  const auto refusal_of = [&](const std::string& text) {
    const std::string file = folder.write("manifest.json", text).string();
    try {
      read_manifest(file);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(file.size() + 2);
    }
    return std::string("taken");
  };
  CHECK(refusal_of("{}") == "taken");
  CHECK(refusal_of(R"({"name": "DNC", "parameters": 12, "trained_seconds": 1.5})") == "taken");
  CHECK(refusal_of(R"({"parameters": -1})") == "parameters is -1; a whole number from 0 to 9007199254740992 is needed");
  CHECK(refusal_of(R"({"name": "a\nb"})") ==
        "name is \"a\\nb\"; a text without line ends, as --name takes it, is needed");
}

TEST_CASE("json: a depth that no file of ours has is refused in one line, and costs nothing") {
  CHECK(Json::parse(nested(64)).line() == nested(64));
  CHECK(Json::parse(nested(65)).line() == "null");
  const TestFolder folder;
  for (const size_t depth : {65, 20000, 500000}) {
    const std::string file = folder.write("manifest.json", "{\"a\": " + nested(depth) + "}").string();
    CHECK_THROWS_WITH(read_manifest(file), file +
                                               ": has lists and objects more than 64 deep; the file as it was "
                                               "written is needed");
  }
}
