#include "experiments/runs/manifest.hpp"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>
#include <sstream>

#include "autodiff/files/json.hpp"
#include "experiments/runs/processor.hpp"
#include "tests/support/folder.hpp"

using namespace tapehead;

TEST_CASE("manifest: says what the run was made with") {
  const std::vector<std::string> arguments{"tapehead", "train", "--out", "a \"b\"", "\xff"};
  const auto manifest = nlohmann::ordered_json::parse(manifest_json(~0ull, 12345, "error", arguments));
  std::vector<std::string> keys;
  for (const auto& [key, value] : manifest.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"version", "commit", "compiler", "flags", "instructions", "cpu", "cores",
                                         "started_at", "seed", "parameters", "goal", "goal_unit", "arguments"});
  for (const char* text : {"version", "commit", "compiler", "flags", "cpu"})
    CHECK_FALSE(manifest[text].get<std::string>().empty());
  CHECK_THAT(manifest["started_at"].get<std::string>(), Catch::Matches(R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ)"));
  CHECK(manifest["cores"].get<int>() > 0);
  CHECK(manifest["seed"].get<uint64_t>() == ~0ull);
  CHECK(manifest["parameters"] == 12345);
  CHECK((manifest["goal"] == "error" && manifest["goal_unit"] == "%"));
  CHECK(manifest["arguments"].size() == 5);
  CHECK(manifest["arguments"][3] == "a \"b\"");
}

TEST_CASE("manifest: kinds of processors that have one name are told apart") {
  const auto told = [](const char* cpu_info) {
    std::istringstream text(cpu_info);
    return processor_in(text);
  };
  CHECK(told("processor\t: 0\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n\n"
             "processor\t: 1\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: other\n") ==
        "AMD EPYC (family 25, model 1)");
  CHECK(told("model name\t: Cortex-A72: r0p3\n") == "Cortex-A72: r0p3");
  CHECK(told("processor\t: 0\nCPU part\t: 0xd08\n").empty());
  CHECK_FALSE(processor().empty());
}

TEST_CASE("manifest: how long training took is noted of one checkpoint, where there is a manifest") {
  const TestFolder folder;
  const auto file = folder.path() / "manifest.json";
  note_trained(file, 10, 1.5);
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(noted_seconds(file, 10) == std::nullopt);
  folder.write("manifest.json", "no");
  note_trained(file, 10, 1.5);
  CHECK(noted_seconds(file, 10) == std::nullopt);
  folder.write("manifest.json", manifest_json(1, 2, "bits", {}));
  note_trained(file, 10, 1.5);
  note_trained(file, 20, 2.25);
  CHECK(noted_seconds(file, 20) == 2.25);
  CHECK(noted_seconds(file, 10) == std::nullopt);
  CHECK(Json::read(file).whole("parameters") == 2);
}
