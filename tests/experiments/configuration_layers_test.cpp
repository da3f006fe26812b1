#include "experiments/options/configuration.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>

#include "tests/support/small_catalogue.hpp"

using namespace tapehead;
using namespace tapehead::testing;

TEST_CASE("defaults bring their parts' options to life, in the order of declaration") {
  const auto configuration = resolve(kAll, {});
  std::vector<std::string> names;
  for (const Option* option : configuration.live) names.push_back(option->name);
  CHECK(names == std::vector<std::string>{"task", "task.min-length", "task.max-length", "model", "controller",
                                          "controller.size", "memory", "memory.slots", "addressing",
                                          "addressing.shifts", "memory.clear", "train.learning-rate", "train.batch",
                                          "seed"});
  CHECK(configuration.settings.values().size() == names.size());
  CHECK(configuration.settings.integer("memory.slots") == 128);
  CHECK(configuration.settings.text("addressing") == "content+location");
  CHECK(configuration.notes.empty());
  CHECK(configuration.selected.size() == 5);
  REQUIRE(configuration.find("task.length"));
  CHECK(configuration.find("task.length")->type == Option::Type::kLimits);
  CHECK(configuration.find("seed") == &kAll.root[4]);
  CHECK(configuration.find("model.hops") == nullptr);
}

TEST_CASE("default < preset < file < command line, option by option") {
  const auto settings = resolved("train.batch=2\nseed=2\nmemory.slots=2",
                                 "[train]\nbatch = 3\n[memory]\nslots=3 # few\n", {"--memory.slots", "4"})
                            .settings;
  CHECK(settings.integer("addressing.shifts") == 3);
  CHECK(settings.integer("seed") == 2);
  CHECK(settings.integer("train.batch") == 3);
  CHECK(settings.integer("memory.slots") == 4);
}

TEST_CASE("the live row's declaration counts") {
  CHECK(resolved("", "", {"--controller", "feedforward"}).settings.integer("controller.size") == 64);
  CHECK(resolved("", "", {"--memory", "dnc"}).settings.integer("memory.slots") == 16);
  CHECK(error_of_line({"--controller", "feedforward", "--controller.size", "513"}) ==
        "controller.size: got 513; an integer from 1 to 512 is needed");
  CHECK(resolved("", "", {"--controller.size", "513"}).settings.integer("controller.size") == 513);
  // 5000 is too much for an lstm, but it is the command line's 10 that counts.
  CHECK(resolved("controller.size=5000", "", {"--controller.size", "10"}).settings.integer("controller.size") == 10);
  CHECK(resolved("", "", {"--task", "recall", "--task.length", "9"}).settings.integer("task.length") == 9);
}

TEST_CASE("an alias writes what it stands for into its own layer") {
  const auto plain = resolved("", "", {"--model", "lstm"});
  CHECK(plain.settings.text("model") == "memory-machine");
  CHECK(plain.settings.text("memory") == "none");
  CHECK_FALSE(plain.settings.has("memory.slots"));

  // It overrides a weaker layer's memory, whose options then belong to nobody.
  const auto over = resolved("memory=ntm\nmemory.slots=9\naddressing=content", "", {"--model=lstm"});
  CHECK(over.settings == plain.settings);
  CHECK(over.notes ==
        std::vector<std::string>{"p.ini: ignored, for no selected part has them: addressing, memory.slots; selected: "
                                 "task copy, model memory-machine, controller lstm, memory none"});
  // And a stronger layer overrides it in part.
  CHECK(resolved("model=lstm", "", {"--memory", "dnc"}).settings.text("memory") == "dnc");
  CHECK(resolved("model=lstm", "", {"--model", "hops"}).notes.empty());

  CHECK(resolved("", "", {"--model", "lstm", "--controller", "lstm"}).settings == plain.settings);
  CHECK(error_of_line({"--model", "lstm", "--memory", "ntm"}) ==
        "memory: got ntm, but model lstm stands for memory none; one of the two is needed");
  CHECK(error_of_file("\nmodel=lstm\ncontroller=feedforward") ==
        "f.ini:3: controller: got feedforward, but model lstm stands for controller lstm; one of the two is needed");
}

TEST_CASE("an alias below the top choices is an option like any other") {
  CHECK(resolved("", "", {"--controller", "mlp"}).settings.text("controller.activation") == "relu");
  CHECK(error_of_line({"--model", "hops", "--controller", "mlp"}) ==
        "controller: an option of model memory-machine; selected: task copy, model hops");
}

TEST_CASE("an alias that stands for an alias is a mistake in the catalogue") {
  const PartInfo twice{"twice", "", "", {}, {{"model", "lstm"}}};
  Declarations all = kAll;
  all.root[1].value = "twice";
  all.parts = [&](PartKind kind) {
    auto found = rows(kind);
    if (kind == PartKind::kModel) found.push_back(&twice);
    return found;
  };
  CHECK_THROWS_AS(resolve(all, {}), std::logic_error);
}

TEST_CASE("the defaults of a part that was chosen before are not imposed on the one chosen now") {
  const std::string ntm = to_ini(resolve(kAll, {}));
  const auto dnc = resolved("", ntm, {"--memory", "dnc"});
  CHECK(dnc.settings == resolved("", "", {"--memory", "dnc"}).settings);
  CHECK(dnc.settings.integer("memory.slots") == 16);
  CHECK(dnc.settings.flag("memory.clear"));
  const std::string feedforward = to_ini(resolved("", "", {"--controller", "feedforward"}));
  CHECK(resolved("", feedforward, {"--controller", "transformer"}).settings.text("controller.activation") == "gelu");
  // However the default is written, and whether it overrides the preset's or the built-in choice.
  CHECK(resolved("", "memory.slots = 0128\nmemory.clear = off", {"--memory", "dnc"}).settings == dnc.settings);
  CHECK(resolved("memory = ntm\nmemory.clear = no", "memory = dnc", {}).settings == dnc.settings);
  CHECK(resolved("memory = ntm", "memory.slots = 128", {"--memory", "dnc"}).settings == dnc.settings);
  // The default that gives way had itself overridden the layer below it.
  CHECK(resolved("memory.slots = 9", "memory.slots = 128", {"--memory", "dnc"}).settings == dnc.settings);
}

TEST_CASE("what a layer says beyond its own part's defaults holds for another part too") {
  const auto slots = [](const std::string& preset, const std::string& file, const Arguments& arguments) {
    return resolved(preset, file, arguments).settings.integer("memory.slots");
  };
  CHECK(slots("", "memory = ntm\nmemory.slots = 64", {"--memory", "dnc"}) == 64);
  CHECK(slots("memory = ntm\nmemory.slots = 64", "memory = dnc", {}) == 64);
  CHECK(slots("", "memory = ntm\nmemory.slots = 128", {"--memory", "dnc", "--memory.slots", "128"}) == 128);
  // The same part throughout: nothing gives way, not even a value that is another part's default.
  CHECK(slots("memory.slots = 64", "memory.slots = 128", {"--seed", "2"}) == 128);
  CHECK(slots("memory.slots = 64", "memory.slots = 128", {"--memory", "ntm"}) == 128);
  CHECK(slots("memory = dnc", "memory.slots = 128", {}) == 128);
  CHECK(slots("memory = dnc", "memory.slots = 128", {"--memory.clear", "off"}) == 128);

  CHECK(error_of([] {
          resolved("", "memory = ntm\nmemory.slots = 9999", {"--memory", "dnc"});
        }) == "f.ini:2: memory.slots: got 9999; an integer from 1 to 4096 is needed");
  CHECK(error_of([] {
          resolved("", "controller = transformer\ncontroller.activation = gelu", {"--controller", "mlp"});
        }) == "");  // the command line's mlp says relu
}

TEST_CASE("what one value for both limits stands for was wanted, though it be a default") {
  Declarations all = kAll;
  const std::vector<PartInfo> tasks{
      kTasks[0],
      {"long",
       "",
       "",
       {Option::limits("task.length", {"task.max-length"}, ""), Option::integer("task.max-length", 90, 1, 1000, "")},
       {}}};
  all.parts = [&](PartKind kind) {
    return kind == PartKind::kTask ? std::vector<const PartInfo*>{&tasks[0], &tasks[1]} : rows(kind);
  };
  const auto longest = [&](const std::string& file) {
    return resolve(all, {ini_layer("f.ini", file), parse({"--task", "long"}).settings})
        .settings.integer("task.max-length");
  };
  CHECK(longest("task.max-length = 20") == 90);
  CHECK(longest("task.max-length = 21") == 21);
  CHECK(longest("task.length = 20") == 20);
}

TEST_CASE("a default may be an alias") {
  Declarations all = kAll;
  all.root[1].value = "lstm";
  const auto configuration = resolve(all, {});
  CHECK(configuration.settings.text("model") == "memory-machine");
  CHECK(configuration.settings.text("memory") == "none");
  const auto over = resolve(all, {ini_layer("p", "memory = dnc")});
  CHECK(over.settings.text("memory") == "dnc");
  CHECK(over.notes.empty());
}

TEST_CASE("one value for both limits") {
  const auto both = resolved("", "", {"--task.length", "07"}).settings;
  CHECK(both.integer("task.min-length") == 7);
  CHECK(both.integer("task.max-length") == 7);
  CHECK_FALSE(both.has("task.length"));
  const auto mixed = resolved("task.length=7", "", {"--task.max-length", "9"}).settings;
  CHECK(mixed.integer("task.min-length") == 7);
  CHECK(mixed.integer("task.max-length") == 9);
  CHECK(resolved("task.max-length=9", "", {"--task.length", "8"}).settings.integer("task.max-length") == 8);
  CHECK(error_of_line({"--task.length", "7", "--task.max-length", "9"}) ==
        "task.max-length: got 9, but task.length 7 stands for task.max-length 7; one of the two is needed");
  CHECK(error_of_line({"--task.length", "0"}) ==
        "from task.length 0: task.min-length: got 0; an integer from 1 to 1000 is needed");
  CHECK(error_of_file("seed=3\ntask.length = x") ==
        "f.ini:2: from task.length x: task.min-length: got \"x\"; an integer from 1 to 1000 is needed");
}
