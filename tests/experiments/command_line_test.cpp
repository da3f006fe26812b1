#include <catch2/catch.hpp>

#include "tests/support/small_catalogue.hpp"

using namespace tapehead;
using namespace tapehead::testing;

TEST_CASE("the command line falls into own options, positionals and settings") {
  const auto line = parse(
      {"runs/a", "--out", "x y", "--seed=4", "--json", "--memory.slots", "1..3", "runs/b", "--", "c"}, {"DIR", 1, 9});
  CHECK(line.own.at("out") == "x y");
  CHECK(line.own.at("json") == "true");
  CHECK(line.has("json"));
  CHECK_FALSE(line.has("preset"));
  CHECK(line.positionals == Arguments{"runs/a", "runs/b", "c"});
  CHECK(line.settings.entries.at("memory.slots").value == "1..3");
  CHECK(line.settings.entries.at("seed").value == "4");
  CHECK(line.settings.entries.size() == 2);
  CHECK(parse({"--out=a=b"}).own.at("out") == "a=b");
  CHECK(parse({"--out", ""}).own.at("out").empty());
  CHECK(parse({"--out=--x"}).own.at("out") == "--x");
  CHECK(parse({"--out", "-"}).own.at("out") == "-");
  CHECK(parse({"-"}, {"FILE", 1, 1}).positionals == Arguments{"-"});
}

TEST_CASE("a malformed command line is refused") {
  CHECK(error_of_line({"--seed", "-3"}) == "seed: got -3; an integer from 0 to 1000000 is needed");
  CHECK(error_of_line({"--seed=-3"}) == "seed: got -3; an integer from 0 to 1000000 is needed");
  CHECK(error_of_line({"--seed", "1", "--seed", "1"}) == "seed: got it twice on the command line; once is needed");
  CHECK(error_of_line({"--out", "1", "--out=2"}) == "out: got it twice on the command line; once is needed");
  CHECK(error_of_line({"--json", "--json"}) == "json: got it twice on the command line; once is needed");
  CHECK(error_of_line({"--seed"}) == "seed: got no value; one is needed");
  CHECK(error_of_line({"--seed="}) == "seed: got no value; one is needed");
  CHECK(error_of_line({"--out", "--seed", "3"}) == "out: got no value but --seed; one is needed");
  CHECK(error_of_line({"--json=1"}) == "json: got a value; it takes none");
  // No guessing: "train.bat" could only be train.batch.
  CHECK(error_of_line({"--train.bat", "3"}) ==
        "command line: \"train.bat\" is not known; nearest: train.batch; valid: train.batch, train.learning-rate");
  CHECK(error_of_line({"--SEED", "3"}).starts_with("command line: \"SEED\" is not known"));
  CHECK(error_of_line({"copy"}) == "command line: got an unexpected \"copy\"; options are written --NAME VALUE");
  CHECK(error_of_line({"-s", "3"}) == "command line: got an unexpected \"-s\"; options are written --NAME VALUE");
  CHECK(error_of_line({"--=3"}) == "command line: got an unexpected \"--=3\"; options are written --NAME VALUE");
  CHECK(error_of_line({""}) == "command line: got an unexpected \"\"; options are written --NAME VALUE");

  const Positionals one{"DIR", 1, 1};
  CHECK(error_of([&] { parse({}, one); }) == "command line: got 0 DIR; at least 1 is needed");
  CHECK(error_of([&] {
          parse({"a", "b"}, one);
        }) == "command line: got an unexpected \"b\"; options are written --NAME VALUE, other arguments are DIR");
  CHECK(error_of([&] { parse({"-o"}, one); }) ==
        "command line: got an unexpected \"-o\"; options are written --NAME VALUE, other arguments are DIR");
  CHECK(parse({"--help"}, one).has("help"));

  const Positionals shells{"SHELL", 1, 2, {"bash", "zsh"}};
  CHECK(parse({"zsh", "bash"}, shells).positionals == Arguments{"zsh", "bash"});
  CHECK(error_of([&] {
          parse({"bash", "zhs"}, shells);
        }) == "command line: \"zhs\" is not known; nearest: zsh; valid: bash, zsh");
  const std::vector<CommandOption> own{{"split", true, "which part", "NAME", {"train", "test"}}};
  CHECK(parse_command_line({"--split", "test"}, own, {}, kAll).own.at("split") == "test");
  CHECK(error_of([&] {
          parse_command_line({"--split", "tets"}, own, {}, kAll);
        }) == "--split: \"tets\" is not known; nearest: test; valid: train, test");
}
