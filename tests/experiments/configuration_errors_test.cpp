#include "experiments/options/configuration.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "experiments/options/universe.hpp"
#include "tests/support/small_catalogue.hpp"

using namespace tapehead;
using namespace tapehead::testing;

TEST_CASE("an option of a part that is not selected: an error on the command line, a note elsewhere") {
  CHECK(error_of_line({"--memory", "none", "--memory.slots", "3"}) ==
        "memory.slots: an option of memory ntm, dnc; selected: task copy, model memory-machine, controller lstm, "
        "memory none");
  CHECK(error_of_line({"--model", "hops", "--controller", "lstm"}) ==
        "controller: an option of model memory-machine; selected: task copy, model hops");
  const auto configuration = resolved("model.hops=2\n", "[controller]\nactivation=relu", {});
  CHECK(configuration.notes.size() == 2);
  CHECK(configuration.notes.at(1) ==
        "f.ini: ignored, for no selected part has them: controller.activation; selected: task copy, "
        "model memory-machine, controller lstm, memory ntm, addressing content+location");
  CHECK(configuration.settings == resolve(kAll, {}).settings);
}

TEST_CASE("an option that another one's value leaves without effect: an error on the command line") {
  CHECK(error_of_line({"--controller", "feedforward", "--controller.leak", "0.5"}) ==
        "controller.leak: an option of controller.activation relu; selected: controller.activation tanh");
  CHECK(resolved("", "", {"--controller", "mlp", "--controller.leak", "0.5"}).settings.real("controller.leak") == 0.5);
  CHECK(resolved("controller=mlp\ncontroller.leak=0.5\n", "", {"--controller.activation", "tanh"}).notes.empty());
}

TEST_CASE("unknown names list what would be right") {
  CHECK(error_of_line({"--memory.slot", "3"}) ==
        "command line: \"memory.slot\" is not known; nearest: memory.slots; valid: memory.clear, memory.slots");
  for (const char* typed : {"memroy.slots", "slots", "attention.slots"})  // the end of a dotted name wins
    CHECK(error_of_line({std::string("--") + typed, "3"}) ==
          std::string("command line: \"") + typed +
              "\" is not known; nearest: memory.slots; valid: memory.clear, memory.slots");
  CHECK(error_of_line({"--preste", "x"}).find("; nearest: preset; valid: ") != std::string::npos);
  CHECK(error_of_file("seed=1\n\n[task]\nmin-lenght = 3") ==
        "f.ini:4: \"task.min-lenght\" is not known; nearest: task.min-length; valid: task.data, task.length, "
        "task.max-length, task.min-length");
  CHECK(error_of_file(" = 3").starts_with("f.ini:1: \"\" is not known; nearest: "));
  CHECK(error_of_file("a\rb = 3") == "f.ini:1: got \"a?b = 3\", with a control character; plain text is needed");
  CHECK(error_of_line({"--memory", "ntn"}) == "memory: \"ntn\" is not known; nearest: ntm; valid: none, ntm, dnc");
  CHECK(error_of_file("addressing = here") ==
        "f.ini:1: addressing: \"here\" is not known; nearest: content; valid: content, content+location");
  // A prefix match takes precedence over a correction with fewer letters changed.
  CHECK(nearest_name("conv", {"none", "convolution"}) == "convolution");
  CHECK(nearest_name("focus", {"out", "model.hops", "memory.focus"}) == "memory.focus");
  CHECK(nearest_name("foucs", {"out", "model.hops", "memory.focus"}) == "memory.focus");
}

TEST_CASE("of many names those like the unknown one are listed") {
  std::vector<std::string> many = {"out", "seed"};
  for (const char* head : {"memory.", "train."})
    for (const char* end : {"aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii", "jj", "kk", "focus"})
      many.push_back(std::string(head) + end);
  const std::string error = unknown_option("line", "train.fo", many).what();
  CHECK(error.starts_with("line: \"train.fo\" is not known; nearest: train.focus; valid: train.focus, train."));
  CHECK(error.ends_with(" and 2 more, which --help lists"));
  CHECK(error.find("memory") == std::string::npos);
  CHECK(unknown_option("line", "sed", many).what() ==
        std::string("line: \"sed\" is not known; nearest: seed; valid: out, seed"));
}

TEST_CASE("an INI file's errors name file, line and key") {
  CHECK(error_of_file("seed = 1\n\nmemory.slots = -3") ==
        "f.ini:3: memory.slots: got -3; an integer from 1 to 1048576 is needed");
  CHECK(error_of_file("# words\nseed 3") == "f.ini:2: got \"seed 3\"; NAME = VALUE or [SECTION] is needed");
  CHECK(error_of_file("[]\nseed = 3") == "f.ini:1: got \"[]\"; NAME = VALUE or [SECTION] is needed");
  CHECK(error_of_file("seed=1\n[memory]\nslots=1\n[memory]\nslots=1") ==
        "f.ini:5: memory.slots: got it a second time; once in a file is needed");
  CHECK(error_of_file("preset = copy") == "f.ini:1: preset: got it in a file; it belongs on the command line");
  CHECK(error_of_file("config = x") == "f.ini:1: config: got it in a file; it belongs on the command line");
  CHECK(resolved("", "\r\n[train]\r\n  batch = 5 \r\n# seed = 9", {}).settings.integer("train.batch") == 5);
}
