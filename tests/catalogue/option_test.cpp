#include "catalogue/options/option.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/options/settings.hpp"
#include "tests/support/error_of.hpp"

using namespace tapehead;

namespace {

const Option kSlots = Option::integer("memory.slots", 128, 1, 1048576, "slots");
const Option kWidth = Option::odd("shift", 3, 1, 9, "positions");
const Option kRate = Option::real("train.learning-rate", 1e-3, 0, 10, "rate");
const Option kFlag = Option::flag("train.log", false, "log");
const Option kInit = Option::choice("memory.init", "constant", {"constant", "learned", "random"}, "start");
const Option kFile = Option::path("train.init-from", "file");
const Option kLength = Option::limits("task.length", {"task.min-length", "task.max-length"}, "both");

std::string refusal(const Option& option, const std::string& text) {
  return testing::error_of([&] { normal_value(option, text); });
}

}  // namespace

TEST_CASE("a default is in its normal form") {
  for (const auto& option : {kSlots, kWidth, kRate, kFlag, kInit, kFile})
    CHECK(normal_value(option, option.value) == option.value);
  CHECK(kRate.value == "0.001");
}

TEST_CASE("values take their normal form") {
  CHECK(normal_value(kSlots, "007") == "7");
  CHECK(normal_value(kSlots, "1") == "1");
  CHECK(normal_value(kSlots, "1048576") == "1048576");
  CHECK(normal_value(kWidth, "9") == "9");
  CHECK(normal_value(kRate, "1e-3") == "0.001");
  CHECK(normal_value(kRate, ".5") == "0.5");
  CHECK(normal_value(kRate, "1E-5") == "1e-05");
  CHECK(normal_value(kRate, "-0") == "0");
  for (const auto* yes : {"true", "on", "yes", "1"}) CHECK(normal_value(kFlag, yes) == "true");
  for (const auto* no : {"false", "off", "no", "0"}) CHECK(normal_value(kFlag, no) == "false");
  CHECK(normal_value(kInit, "learned") == "learned");
  CHECK(normal_value(kFile, "a dir/b = c.bin") == "a dir/b = c.bin");
  CHECK(normal_value(kLength, "020") == "20");
  CHECK(normal_value(Option::a_part("memory", PartKind::kMemory, "ntm", ""), "no-such-row") == "no-such-row");
}

TEST_CASE("a bad value's error tells what arrived and what would be right") {
  const std::string slots = "; an integer from 1 to 1048576 is needed";
  CHECK(refusal(kSlots, "-3") == "memory.slots: got -3" + slots);
  CHECK(refusal(kSlots, "0") == "memory.slots: got 0" + slots);
  CHECK(refusal(kSlots, "1048577") == "memory.slots: got 1048577" + slots);
  for (const auto* text : {"", "abc", "1.5", "1e3", "+4", " 4", "4 ", "0x10", "99999999999999999999", "4294967293x"})
    CHECK(refusal(kSlots, text) == "memory.slots: got \"" + std::string(text) + "\"" + slots);
  CHECK(refusal(kWidth, "4") == "shift: got 4; an odd integer from 1 to 9 is needed");
  CHECK(refusal(kWidth, "11") == "shift: got 11; an odd integer from 1 to 9 is needed");

  const std::string rate = "; a finite number from 0 to 10 is needed";
  CHECK(refusal(kRate, "-0.5") == "train.learning-rate: got -0.5" + rate);
  CHECK(refusal(kRate, "nan") == "train.learning-rate: got \"nan\"" + rate);
  CHECK(refusal(kRate, "inf") == "train.learning-rate: got \"inf\"" + rate);
  for (const auto* text : {"", "1e999", "1,5", "0.1x", "--1"})
    CHECK(refusal(kRate, text) == "train.learning-rate: got \"" + std::string(text) + "\"" + rate);

  CHECK(refusal(kFlag, "True") == "train.log: got \"True\"; true or false (on or off) is needed");
  CHECK(refusal(kInit, "learnt") ==
        "memory.init: \"learnt\" is not known; nearest: learned; valid: constant, learned, random");
  CHECK(refusal(kLength, "x") == "task.length: got \"x\"; an integer is needed");
  const std::string text = "; text without #, line breaks and blanks at its ends is needed";
  CHECK(refusal(kFile, "a#b") == "train.init-from: got \"a#b\"" + text);
  CHECK(refusal(kFile, "a\nb") == "train.init-from: got \"a?b\"" + text);
  CHECK(refusal(kFile, "a\rb") == "train.init-from: got \"a?b\"" + text);
  CHECK(refusal(kFile, " a") == "train.init-from: got \" a\"" + text);
  CHECK(refusal(kFile, "a\t") == "train.init-from: got \"a?\"" + text);
}

TEST_CASE("a span is a number of sequences or of epochs") {
  const Option span = Option::span("train.sequences", "100", 1, 1e15, "");
  CHECK(normal_value(span, "0100000") == "100000");
  CHECK(normal_value(span, "1e5") == "100000");
  CHECK(normal_value(span, "020epochs") == "20epochs");
  CHECK(normal_value(span, "0.5epochs") == "0.5epochs");
  for (const char* bad :
       {"0", "-3", "2.5", "0epochs", "-1epochs", "epochs", "3 epochs", "nan", "infepochs", "1e16", "3epoch"})
    CHECK_THROWS_WITH(normal_value(span, bad), Catch::Contains("train.sequences: got") && Catch::Contains("20epochs"));
  CHECK(normal_value(Option::span("train.warm-up", "0", 0, 1e15, ""), "0epochs") == "0epochs");
}

TEST_CASE("ranges reach to the ends of their types") {
  constexpr auto kMost = std::numeric_limits<long long>::max();
  const Option seed = Option::integer("seed", 1, 0, kMost, "");
  CHECK(normal_value(seed, "9223372036854775807") == "9223372036854775807");
  CHECK(refusal(seed, "-3") == "seed: got -3; an integer from 0 to 9223372036854775807 is needed");
  CHECK(refusal(seed, "9223372036854775808") ==
        "seed: got \"9223372036854775808\"; an integer from 0 to 9223372036854775807 is needed");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(refusal(Option::real("x", 1, 0, infinity, ""), "-1") == "x: got -1; a finite number of at least 0 is needed");
  CHECK(refusal(Option::real("x", 1, 0, infinity, ""), "inf") ==
        "x: got \"inf\"; a finite number of at least 0 is needed");
  CHECK(refusal(Option::real("x", 1, -infinity, 2, ""), "3") == "x: got 3; a finite number of at most 2 is needed");
  CHECK(refusal(Option::real("x", 1, -infinity, infinity, ""), "nan") == "x: got \"nan\"; a finite number is needed");
}

TEST_CASE("reals keep every bit through their text") {
  const Option any = Option::real("x", 0, -1e308, 1e308, "");
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e307, -2.5e-7, std::nextafter(1.0, 2.0)}) {
    Settings settings;
    settings.set("x", normal_value(any, shortest(value)));
    CHECK(settings.real("x") == value);
  }
  CHECK(shortest(1e-5) == "1e-05");
  CHECK(shortest(0.1f) == "0.1");
}

TEST_CASE("a grid is a list of values and, for integers, of ranges") {
  using Points = std::vector<std::string>;
  CHECK(expand_grid(kSlots, "10") == Points{"10"});
  CHECK(expand_grid(kSlots, "5..8") == Points{"5", "6", "7", "8"});
  CHECK(expand_grid(kSlots, "10..30:10,50") == Points{"10", "20", "30", "50"});
  CHECK(expand_grid(kSlots, "10..25:10") == Points{"10", "20"});
  CHECK(expand_grid(kSlots, "7..7") == Points{"7"});
  CHECK(expand_grid(kWidth, "1..9:4") == Points{"1", "5", "9"});
  CHECK(expand_grid(kLength, "10..120:100") == Points{"10", "110"});
  CHECK(expand_grid(kRate, "1e-3,0.5") == Points{"0.001", "0.5"});
  CHECK(expand_grid(kInit, "random,learned") == Points{"random", "learned"});
  CHECK(expand_grid(kFile, "../a,b") == Points{"../a,b"});
  CHECK(expand_grid(kSlots, "1..10000").size() == 10000);
  const Option wide =
      Option::integer("x", 0, std::numeric_limits<long long>::min(), std::numeric_limits<long long>::max(), "");
  CHECK(expand_grid(wide, "-9223372036854775808..9223372036854775807:9223372036854775807") ==
        Points{"-9223372036854775808", "-1", "9223372036854775806"});
}

TEST_CASE("a bad grid is refused") {
  const auto refused = [](const Option& option, const std::string& text) {
    return testing::error_of([&] { expand_grid(option, text); });
  };
  for (const auto* text : {"5..4", "5..8:0", "5..8:-1", "5..8:", "5..", "..8", "..", "1..10001", "a..b", "1...5",
                           "1..2..3", "1:2..5", "-9223372036854775808..9223372036854775807"})
    CHECK(refused(kSlots, text) == "memory.slots: got \"" + std::string(text) +
                                       "\"; a range A..B or A..B:STEP with A no "
                                       "more than B, STEP above 0 and at most 10000 points is needed");
  CHECK(refused(kSlots, "0..2") == "memory.slots: got 0; an integer from 1 to 1048576 is needed");
  CHECK(refused(kSlots, "1,,2") == "memory.slots: got \"\"; an integer from 1 to 1048576 is needed");
  CHECK(refused(kWidth, "1..3") == "shift: got 2; an odd integer from 1 to 9 is needed");
  CHECK(refused(kRate, "1..3") == "train.learning-rate: got \"1..3\"; a finite number from 0 to 10 is needed");
  CHECK(refused(kSlots, "1..10000,1") == "memory.slots: got more than 10000 values; fewer are needed");
}

TEST_CASE("seeds") {
  using Seeds = std::vector<uint64_t>;
  CHECK(parse_seeds("4") == Seeds{4});
  CHECK(parse_seeds("1,3,7") == Seeds{1, 3, 7});
  CHECK(parse_seeds("1..5") == Seeds{1, 2, 3, 4, 5});
  CHECK(parse_seeds("0,8..9") == Seeds{0, 8, 9});
  const auto refused = [](const std::string& text) { return testing::error_of([&] { parse_seeds(text); }); };
  CHECK(refused("1,3,1") == "seeds: got 1 twice; each seed once is needed");
  CHECK(refused("1..3,03") == "seeds: got 3 twice; each seed once is needed");
  CHECK(refused("-1") == "seeds: got -1; an integer from 0 to 9223372036854775807 is needed");
  CHECK(refused("") == "seeds: got \"\"; an integer from 0 to 9223372036854775807 is needed");
  CHECK(refused("5..1").starts_with("seeds: got \"5..1\"; a range"));
}

TEST_CASE("printable text stays on one line") {
  CHECK(printable("a\nb\x7f\x01") == "a?b??");
  CHECK(printable(std::string(80, 'x')) == std::string(80, 'x'));
  CHECK(printable(std::string(81, 'x')) == std::string(80, 'x') + "...");
}

TEST_CASE("every option that goes with a choice goes with one of its row, and values of it") {
  for (const PartKind kind : kPartKinds)
    for (const PartInfo* row : part_infos(kind))
      for (const Option& option : row->options) {
        if (option.goes_with.empty()) continue;
        INFO(option.name);
        const auto other = std::ranges::find(row->options, option.goes_with, &Option::name);
        REQUIRE(other != row->options.end());
        for (const auto& value : option.values) CHECK(normal_value(*other, value) == value);
      }
}

TEST_CASE("settings tell a wrong name and a wrong type apart") {
  Settings settings;
  settings.set("a.size", "12");
  settings.set("a.rate", "0.5");
  settings.set("a.on", "true");
  CHECK(settings.size("a.size") == 12);
  CHECK(settings.integer("a.size") == 12);
  CHECK(settings.real("a.size") == 12);
  CHECK(settings.real("a.rate") == 0.5);
  CHECK(settings.flag("a.on"));
  CHECK(settings.has("a.on"));
  CHECK_FALSE(settings.has("a.off"));
  CHECK_THROWS_AS(settings.text("b"), std::out_of_range);
  CHECK_THROWS_AS(settings.integer("a.rate"), std::invalid_argument);
  CHECK_THROWS_AS(settings.real("a.on"), std::invalid_argument);
  CHECK_THROWS_AS(settings.flag("a.size"), std::invalid_argument);
}
