#include "tasks/files/episode_lines.hpp"

#include <catch2/catch.hpp>

#include <functional>

#include "autodiff/base/error.hpp"
#include "tasks/bits/file.hpp"
#include "tasks/sequences/token_file.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/folder.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

constexpr const char* kTokenLines =
    "b _ a\t. x .\n"
    "a a\tx .\n"
    "c a b _\t. y x 10\n"
    "_ b\t. y\n";

std::string refusal_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string token_refusal(const std::string& text) {
  return refusal_of([&] { parse_token_lines("mine", text); });
}

std::string bit_refusal(const std::string& text) {
  return refusal_of([&] { parse_bit_lines("mine", text); });
}

}  // namespace

TEST_CASE("lines: tokens and classes are numbered in the order of their names") {
  const TokenSequences read = parse_token_lines("mine", kTokenLines);
  CHECK(read.tokens == std::vector<std::string>{"a", "b", "c"});
  CHECK(read.classes == std::vector<std::string>{"10", "x", "y"});
  const uint32_t none = kNoToken;
  CHECK(read.shown == std::vector<uint32_t>{1, none, 0, 0, 0, 2, 0, 1, none, none, 1});
  CHECK(read.asked == std::vector<uint32_t>{none, 1, none, 1, none, none, 2, 1, 0, none, 2});
  CHECK(read.begins == std::vector<size_t>{0, 3, 5, 9, 11});
}

TEST_CASE("lines: bits have a step's width from the first line, and what is not scored is in the mask") {
  const Sequences read = parse_bit_lines("mine", "101 001\t. 10\r\n_ 111\t1. ..\r\n000\t.1\r\n");
  CHECK(read.features == 3);
  CHECK(read.outputs == 2);
  CHECK(read.inputs == std::vector<Real>{1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0});
  CHECK(read.targets == std::vector<Real>{0, 0, 1, 0, 1, 0, 0, 0, 0, 1});
  CHECK(read.mask == std::vector<Real>{0, 0, 1, 1, 1, 0, 0, 0, 0, 1});
  CHECK(read.begins == std::vector<size_t>{0, 2, 4, 5});
}

TEST_CASE("lines: any blanks part steps") {
  const auto with = [](std::string text, const std::string& blank) {
    for (size_t at = 0; (at = text.find(' ', at)) != text.npos; at += blank.size()) text.replace(at, 1, blank);
    return text;
  };
  const TokenSequences tokens = parse_token_lines("mine", kTokenLines);
  const std::string bit_lines = "101 001\t. 10\n_ 111\t1. ..\n000\t.1\n";
  const Sequences bits = parse_bit_lines("mine", bit_lines);
  for (const char* const blank : {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x83", "\xE3\x80\x80", "\f", "\v", "  "}) {
    INFO(blank);
    const TokenSequences read = parse_token_lines("mine", with(kTokenLines, blank));
    CHECK(read.tokens == tokens.tokens);
    CHECK(read.classes == tokens.classes);
    CHECK(read.shown == tokens.shown);
    CHECK(read.asked == tokens.asked);
    CHECK(parse_bit_lines("mine", with(bit_lines, blank)).inputs == bits.inputs);
    CHECK(parse_bit_lines("mine", with(bit_lines, blank)).mask == bits.mask);
  }
}

TEST_CASE("lines: what has another form is refused by its line") {
  const std::string good = "a b\t. x\n";
  CHECK(token_refusal(good + "a b . x\n") == "mine:2: got 0 tabs; inputs, one tab, targets are needed");
  CHECK(token_refusal(good + "a\tb\tx\n") == "mine:2: got 2 tabs; inputs, one tab, targets are needed");
  CHECK(token_refusal("a b c\t. x\n") ==
        "mine:1: got 3 steps and 2 targets; a target for each step is needed, . where it is not scored");
  CHECK(token_refusal(good + "\n" + good) == "mine:2: got 0 tabs; inputs, one tab, targets are needed");
  CHECK(token_refusal("a b\t. .\n") == "mine:1: got no target that is scored; one in each line is needed");
  CHECK(token_refusal(good + good) ==
        "mine: got 2 episodes; at least 3 are needed, to train, to validate and for the final score");
  CHECK(token_refusal("_\tx\n_\tx\n_\ty\n") == "mine: got silent steps alone; tokens in some of them are needed");
  CHECK(token_refusal(good + "\xff\tx\n") == "mine:2: byte 1 of the line is not UTF-8; text in UTF-8 is needed");
  CHECK(bit_refusal("10 1\t. 1\n") == "mine:1: got \"1\"; 2 bits, each 0 or 1, are needed");
  CHECK(bit_refusal("10 12\t. 1\n") == "mine:1: got \"12\"; 2 bits, each 0 or 1, are needed");
  CHECK(bit_refusal("10 11\t01 1\n") == "mine:1: got \"1\"; 2 bits, each 0 or 1 or . (not scored), are needed");
}

TEST_CASE("lines: a task of them has their episodes, and a trained model's names") {
  const TestFolder folder;
  const std::string path = folder.write("mine.txt", kTokenLines).string();
  const TokenFileTask task({path, 0.5}, nullptr);
  CHECK(task.episodes(Split::kTrain) == 2);
  CHECK(task.episodes(Split::kValidation) == 1);
  CHECK(task.episodes(Split::kEval) == 1);
  const Batch held = sampled(task, {1, Split::kValidation, 0, 1}, {});
  CHECK(held.features() == 4);  // three tokens, and silence
  CHECK(held.inputs[0].tokens == std::vector<uint32_t>{2, 0, 1, 3});
  CHECK(held.target.tokens == std::vector<uint32_t>{kNoToken, 2, 1, 0});
  CHECK(task.show(held, 0, nullptr) == "inputs   c a b  ·\ntargets  - y x 10\n");
  const Batch both = sampled(task, {1, Split::kTrain, 0, 2}, {});
  CHECK(both.steps() == 3);
  const size_t brief = both.target.lengths[0] == 2 ? 0 : 1;
  CHECK(both.target.lengths[brief] == 2);
  CHECK(both.target.lengths[1 - brief] == 3);
  CHECK(both.inputs[0].token(brief, 2) == kNoToken);
  std::string text;
  for (size_t b = 0; b < 2; ++b) write_line(task, "file", both, b, text);
  CHECK((text == "b _ a\t. x .\na a\tx .\n" || text == "a a\tx .\nb _ a\t. x .\n"));

  const auto known = std::make_shared<Corpus>();
  known->words = {"a", "aa", "b", "c"};
  known->said = {"y", "10", "x"};
  const Batch renumbered = sampled(TokenFileTask({path, 0.5}, known), {1, Split::kValidation, 0, 1}, {});
  CHECK(renumbered.features() == 5);
  CHECK(renumbered.inputs[0].tokens == std::vector<uint32_t>{3, 0, 2, 4});
  CHECK(renumbered.target.tokens == std::vector<uint32_t>{kNoToken, 0, 2, 1});
  known->words = {"a", "b"};
  CHECK(refusal_of([&] { TokenFileTask({path, 0.5}, known); }).starts_with(path + ": a token: \"c\" is not known"));
}

TEST_CASE("lines: bits as a task") {
  const TestFolder folder;
  const std::string path = folder.write("mine.txt", "10 00\t. 1\n11 00\t. 0\n01 00\t. 1\n").string();
  const FileTask task({path, 0.4, true});
  CHECK(task.spec().features() == 2);
  CHECK(task.spec().outputs() == 1);
  const Batch all = sampled(task, {1, Split::kEval, 0, 1}, {});
  CHECK(all.input(0, 0)[1] == 1);
  CHECK(all.target.at(0, 1)[0] == 1);
  CHECK(all_scored(all, 0, 0, false));
  CHECK(all_scored(all, 0, 1, true));
}
