#include "tasks/data/sequences/scan.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "autodiff/base/error.hpp"
#include "tests/support/damaged.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/folder.hpp"

using namespace tapehead;

namespace {

std::set<std::string> sources(const std::vector<Pair>& pairs) {
  std::set<std::string> all;
  for (const Pair& pair : pairs) all.insert(pair.source);
  return all;
}

std::string scan_error(const std::string& text) {
  return testing::error_of([&] { parse_scan("scan.txt", text); });
}

}  // namespace

TEST_CASE("scan: all commands of the grammar, each once, with the paper's actions") {
  const std::vector<Pair> all = scan_commands();
  CHECK(all.size() == kScanCommands);
  CHECK(sources(all).size() == kScanCommands);
  std::map<std::string, std::string> actions;
  size_t longest = 0, words = 0;
  for (const Pair& pair : all) {
    actions[pair.source] = pair.target;
    longest = std::max<size_t>(longest, 1 + std::count(pair.target.begin(), pair.target.end(), ' '));
    words = std::max<size_t>(words, 1 + std::count(pair.source.begin(), pair.source.end(), ' '));
  }
  CHECK(longest == 48);
  CHECK(words == 9);
  // Lake & Baroni 2018, figure 1, with the published names of the actions
  CHECK(actions["jump"] == "I_JUMP");
  CHECK(actions["jump left"] == "I_TURN_LEFT I_JUMP");
  CHECK(actions["jump around right"] ==
        "I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP");
  CHECK(actions["turn left twice"] == "I_TURN_LEFT I_TURN_LEFT");
  CHECK(actions["jump thrice"] == "I_JUMP I_JUMP I_JUMP");
  CHECK(actions["jump opposite left and walk thrice"] == "I_TURN_LEFT I_TURN_LEFT I_JUMP I_WALK I_WALK I_WALK");
  CHECK(actions["jump opposite left after walk around left"] ==
        "I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_TURN_LEFT I_TURN_LEFT I_JUMP");
  CHECK(actions["turn opposite right"] == "I_TURN_RIGHT I_TURN_RIGHT");
  CHECK(actions["turn around left"] == "I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT I_TURN_LEFT");
  CHECK_FALSE(actions.contains("turn"));
}

TEST_CASE("scan: the splits have the published sizes, and what is tested is not trained on") {
  const std::map<std::string_view, std::pair<size_t, size_t>> published{
      {"simple", {16728, 4182}},
      {"length", {16990, 3920}},
      {"addprim-jump", {14670, 7706}},
      {"addprim-turn-left", {21890, 1208}},
      {"template-right", {15225, 4476}},
      {"template-opposite-right", {15225, 4476}},
      {"template-around-right", {15225, 4476}},
      {"template-jump-around-right", {18528, 1173}},
  };
  REQUIRE(scan_splits().size() == published.size());
  for (const ScanSplit& split : scan_splits()) {
    INFO(split.name);
    const auto [train, test] = scan_parts(split.name);
    CHECK(std::pair(train.size(), test.size()) == published.at(split.name));
    const std::set<std::string> tested = sources(test);
    CHECK(tested.size() == test.size());
    CHECK(std::none_of(train.begin(), train.end(), [&](const Pair& pair) { return tested.contains(pair.source); }));
  }
  CHECK_THROWS_AS(scan_parts("complex"), std::invalid_argument);
}

TEST_CASE("scan: a primitive is practised alone, a template not at all") {
  const auto [train, test] = scan_parts("addprim-jump");
  CHECK(std::count(train.begin(), train.end(), Pair{"jump", "I_JUMP"}) == 1467);
  CHECK(sources(train).size() == 13204);
  for (const Pair& pair : train) CHECK((pair.source == "jump" || pair.source.find("jump") == pair.source.npos));
  const auto around = scan_parts("template-around-right");
  CHECK(sources(around.test).contains("walk around right twice"));
  CHECK_FALSE(sources(around.train).contains("turn around right"));
  CHECK_FALSE(sources(around.test).contains("turn around right"));
  CHECK(sources(around.train).contains("walk around left and walk opposite right"));
}

TEST_CASE("scan: what is written is read again") {
  const auto all = scan_parts("length").test;
  const std::string text = scan_text(all);
  CHECK(parse_scan("scan.txt", text) == all);
  CHECK(text.substr(0, text.find('\n')).starts_with("IN: "));
  for (const char* const blank : {"\xC2\xA0", "\xE2\x80\xAF", "\xE3\x80\x80", "\t", "  "})
    CHECK(parse_scan("scan.txt", fmt::format("IN:{0}jump twice{0}OUT:{0}I_JUMP I_JUMP\n", blank)) ==
          std::vector<Pair>{{"jump twice", "I_JUMP I_JUMP"}});
}

TEST_CASE("scan: the files of a folder are found, also as the published repository has them") {
  const TestFolder folder;
  const auto& length = scan_splits()[1];
  folder.write("length_split/tasks_train_length.txt", "IN: walk OUT: I_WALK\n");
  folder.write("length_split/tasks_test_length.txt", "IN: run OUT: I_RUN\r\n");
  CHECK(read_scan(folder.text(), length).test == std::vector<Pair>{{"run", "I_RUN"}});
  folder.write("tasks_test_length.txt", "IN: look OUT: I_LOOK\n");
  CHECK(read_scan(folder.text(), length).test == std::vector<Pair>{{"look", "I_LOOK"}});
  CHECK_THROWS_WITH(read_scan(folder.text(), scan_splits()[0]),
                    folder.text() +
                        ": has no tasks_train_simple.txt, but files such as \"tasks_test_length.txt\" (a file "
                        "of SCAN commands); a folder of SCAN's files is needed");
  CHECK_THROWS_WITH(read_scan("/no/such/folder", scan_splits()[0]),
                    "/no/such/folder/tasks_train_simple.txt: cannot be read (No such file or directory); a file of "
                    "SCAN commands is needed");
}

TEST_CASE("scan: a line of another form is refused") {
  const std::string needed = "; \"IN: jump twice OUT: I_JUMP I_JUMP\" or the like is needed";
  for (const char* const line :
       {"jump", "IN: jump", "IN:  OUT: I_JUMP", "IN: jump OUT: ", "IN: OUT: I_JUMP", "", "in: a OUT: b"})
    CHECK(scan_error("IN: run OUT: I_RUN\n" + std::string(line) + "\nIN: run OUT: I_RUN\n") ==
          "scan.txt:2: got \"" + std::string(line) + "\"" + needed);
  CHECK(scan_error("IN: run OUT: I_RUN\nIN: \xc3 OUT: I_RUN\n") ==
        "scan.txt:2: byte 5 of the line is not UTF-8; text in UTF-8 is needed");
  CHECK(scan_error("") == "scan.txt:1: the file is empty; a command a line is needed");
}

TEST_CASE("scan: a damaged file is read or refused") {
  testing::check_damaged(scan_text(scan_parts("length").test).substr(0, 2000), "IN: OUT: jump_\n\r \xC3\xA9",
                         "scan.txt:", [](const std::string& text) {
                           for (const Pair& pair : parse_scan("scan.txt", text)) {
                             REQUIRE_FALSE(pair.source.empty());
                             REQUIRE_FALSE(pair.target.empty());
                           }
                         });
}
