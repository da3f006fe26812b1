#include "experiments/options/configuration.hpp"

#include <unistd.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "autodiff/base/error.hpp"
#include "autodiff/base/random.hpp"
#include "experiments/commands/option_help.hpp"

using namespace tapehead;
namespace fs = std::filesystem;

namespace {

// A small catalogue with every turn a real one can take: nested choices, an alias, an option with a range of its own in
// two rows, a name that is a kLimits in one row and an integer in another.
const std::vector<PartInfo> kTasks{
    {"copy",
     "repeat what was shown",
     "Graves et al. 2014, 4.1",
     {Option::limits("task.length", {"task.min-length", "task.max-length"}, "both"),
      Option::integer("task.min-length", 1, 1, 1000, "shortest"),
      Option::integer("task.max-length", 20, 1, 1000, "longest")},
     {}},
    {"recall",
     "name the next item",
     "",
     {Option::integer("task.length", 6, 2, 50, "items"), Option::text("task.data", "", "file")},
     {}},
};
const std::vector<PartInfo> kModels{
    {"memory-machine",
     "a controller and a memory",
     "",
     {Option::a_part("controller", PartKind::kController, "lstm", "what decides"),
      Option::a_part("memory", PartKind::kMemory, "ntm", "what remembers")},
     {}},
    {"lstm", "without a memory", "", {}, {{"model", "memory-machine"}, {"controller", "lstm"}, {"memory", "none"}}},
    {"hops", "memory network", "", {Option::integer("model.hops", 3, 1, 9, "hops")}, {}},
};
const std::vector<PartInfo> kControllers{
    {"lstm", "", "", {Option::integer("controller.size", 100, 1, 4096, "units")}, {}},
    {"feedforward",
     "",
     "",
     {Option::integer("controller.size", 64, 1, 512, "units"),
      Option::choice("controller.activation", "tanh", {"tanh", "relu"}, "f"),
      Option::real("controller.leak", 0, 0, 1, "slope below 0").only_with("controller.activation", {"relu"})},
     {}},
    {"transformer", "", "", {Option::choice("controller.activation", "gelu", {"relu", "gelu"}, "f")}, {}},
    {"mlp", "", "", {}, {{"controller", "feedforward"}, {"controller.activation", "relu"}}},
};
const std::vector<PartInfo> kMemories{
    {"none", "", "", {}, {}},
    {"ntm",
     "",
     "",
     {Option::integer("memory.slots", 128, 1, 1048576, "slots"),
      Option::a_part("addressing", PartKind::kAddressing, "content+location", "scheme"),
      Option::flag("memory.clear", false, "clear")},
     {}},
    {"dnc",
     "",
     "",
     {Option::integer("memory.slots", 16, 1, 4096, "slots"), Option::flag("memory.clear", true, "clear")},
     {}},
};
const std::vector<PartInfo> kAddressings{
    {"content", "", "", {}, {}},
    {"content+location", "", "", {Option::odd("addressing.shifts", 3, 1, 9, "positions")}, {}},
};

std::vector<const PartInfo*> rows(PartKind kind) {
  std::vector<const PartInfo*> found;
  for (const auto& row : kind == PartKind::kTask         ? kTasks
                         : kind == PartKind::kModel      ? kModels
                         : kind == PartKind::kController ? kControllers
                         : kind == PartKind::kMemory     ? kMemories
                                                         : kAddressings)
    found.push_back(&row);
  return found;
}

const Declarations kAll{
    {Option::a_part("task", PartKind::kTask, "copy", "what to learn"),
     Option::a_part("model", PartKind::kModel, "memory-machine", "the network"),
     Option::real("train.learning-rate", 1e-3, 0, 10, "rate"), Option::integer("train.batch", 16, 1, 4096, "size"),
     Option::integer("seed", 1, 0, 1'000'000, "seed")},
    rows};
const std::vector<CommandOption> kOwn{{"preset", true, "a preset's name"},
                                      {"config", true, "an INI file"},
                                      {"out", true, "where to"},
                                      {"json", false, "as JSON"},
                                      {"help", false, "this text"}};

using Arguments = std::vector<std::string>;

CommandLine parse(const Arguments& arguments, const Positionals& positionals = {}) {
  return parse_command_line(arguments, kOwn, positionals, kAll);
}

Configuration resolved(const std::string& preset, const std::string& file, const Arguments& arguments) {
  return resolve(kAll, {ini_layer("p.ini", preset), ini_layer("f.ini", file), parse(arguments).settings});
}

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

std::string error_of_line(const Arguments& arguments) {
  return error_of([&] { resolved("", "", arguments); });
}

std::string error_of_file(const std::string& ini) {
  return error_of([&] { resolved("", ini, {}); });
}

/// A folder of this test's own, gone when it ends.
class Folder final {
 public:
  Folder() : path_(fs::temp_directory_path() / ("tapehead-configuration-" + std::to_string(::getpid()))) {
    fs::create_directory(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

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

  // It overrules a weaker layer's memory, whose options then are no longer anybody's.
  const auto over = resolved("memory=ntm\nmemory.slots=9\naddressing=content", "", {"--model=lstm"});
  CHECK(over.settings == plain.settings);
  CHECK(over.notes ==
        std::vector<std::string>{"p.ini: ignored, for no selected part has them: addressing, memory.slots; selected: "
                                 "task copy, model memory-machine, controller lstm, memory none"});
  // And a stronger layer overrules it in part.
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
  // However the default is written, and where it is the preset's or the built-in choice that is overruled.
  CHECK(resolved("", "memory.slots = 0128\nmemory.clear = off", {"--memory", "dnc"}).settings == dnc.settings);
  CHECK(resolved("memory = ntm\nmemory.clear = no", "memory = dnc", {}).settings == dnc.settings);
  CHECK(resolved("memory = ntm", "memory.slots = 128", {"--memory", "dnc"}).settings == dnc.settings);
  // The default that gives way had itself overruled what was below it.
  CHECK(resolved("memory.slots = 9", "memory.slots = 128", {"--memory", "dnc"}).settings == dnc.settings);
}

TEST_CASE("what a layer says beyond its own part's defaults holds for another part too") {
  const auto slots = [](const std::string& preset, const std::string& file, const Arguments& arguments) {
    return resolved(preset, file, arguments).settings.integer("memory.slots");
  };
  CHECK(slots("", "memory = ntm\nmemory.slots = 64", {"--memory", "dnc"}) == 64);
  CHECK(slots("memory = ntm\nmemory.slots = 64", "memory = dnc", {}) == 64);
  CHECK(slots("", "memory = ntm\nmemory.slots = 128", {"--memory", "dnc", "--memory.slots", "128"}) == 128);
  // The same part all along: nothing gives way, not even a value that is another part's default.
  CHECK(slots("memory.slots = 64", "memory.slots = 128", {"--seed", "2"}) == 128);
  CHECK(slots("memory.slots = 64", "memory.slots = 128", {"--memory", "ntm"}) == 128);
  CHECK(slots("memory = dnc", "memory.slots = 128", {}) == 128);
  CHECK(slots("memory = dnc", "memory.slots = 128", {"--memory.clear", "off"}) == 128);

  CHECK(error_of([] {
          resolved("", "memory = ntm\nmemory.slots = 9999", {"--memory", "dnc"});
        }) == "f.ini:2: memory.slots: got 9999; an integer from 1 to 4096 is needed");
  CHECK(error_of([] {
          resolved("", "controller = transformer\ncontroller.activation = gelu", {"--controller", "mlp"});
        }) == "no InputError");  // the command line's mlp says relu
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
  const auto whole = error_of_line({"--memroy.slots=3"});
  CHECK(
      whole.starts_with("command line: \"memroy.slots\" is not known; nearest: memory.slots; valid: preset, config, "
                        "out, json, help, addressing, "));  // what helps comes before a list that may be long
  CHECK(error_of_line({"--preste", "x"}).find("; nearest: preset; valid: ") != std::string::npos);
  CHECK(error_of_file("seed=1\n\n[task]\nmin-lenght = 3") ==
        "f.ini:4: \"task.min-lenght\" is not known; nearest: task.min-length; valid: task.data, task.length, "
        "task.max-length, task.min-length");
  CHECK(error_of_file(" = 3").starts_with("f.ini:1: \"\" is not known; nearest: "));
  CHECK(error_of_file("a\rb = 3").starts_with("f.ini:1: \"a?b\" is not known; "));
  CHECK(error_of_line({"--memory", "ntn"}) == "memory: \"ntn\" is not known; nearest: ntm; valid: none, ntm, dnc");
  CHECK(error_of_file("addressing = here") ==
        "f.ini:1: addressing: \"here\" is not known; nearest: content; valid: content, content+location");
  // What it begins is meant before what fewer letters make of it.
  CHECK(nearest_name("conv", {"none", "convolution"}) == "convolution");
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

TEST_CASE("presets and files are found, or the error says what there is") {
  const Folder folder;
  folder.write("copy.ini", "memory.slots = 9\nseed = 5\n");
  folder.write("recall.ini", "task = recall\n");
  folder.write("notes.txt", "");
  const auto file = folder.write("mine", "seed = 6\n").string();
  const auto run = [&](const Arguments& arguments) { return configure(kAll, folder.path(), parse(arguments)); };

  CHECK(preset_names(folder.path()) == std::vector<std::string>{"copy", "recall"});
  CHECK(preset_names(folder.path() / "none").empty());
  CHECK(run({"--preset", "copy", "--config", file}).settings.integer("seed") == 6);
  CHECK(run({"--preset", "copy", "--config", file}).settings.integer("memory.slots") == 9);
  CHECK(run({"--config", file, "--preset", "copy", "--seed", "7"}).settings.integer("seed") == 7);
  CHECK(run({}).settings == resolve(kAll, {}).settings);

  CHECK(error_of([&] {
          run({"--preset", "copi"});
        }) == "preset: \"copi\" is not known; nearest: copy; valid: copy, recall");
  CHECK(error_of([&] { run({"--preset", "../copy"}); }).starts_with("preset: \"../copy\" is not known"));
  const std::string unreadable = ": cannot be read; an INI file is needed";
  CHECK(error_of([&] { run({"--config", file + "x"}); }) == file + "x" + unreadable);
  CHECK(error_of([&] { run({"--config", folder.path().string()}); }) == folder.path().string() + unreadable);
  CHECK(error_of([&] {
          run({"--config", "/dev/zero"});
        }) == "/dev/zero: got more than 1 MiB; an INI file of settings is needed");
  CHECK(run({"--config", "/dev/null"}).settings == resolve(kAll, {}).settings);
  folder.write("bad.ini", "seed = 1\nseed = x y\n");
  CHECK(error_of([&] { run({"--preset", "bad"}); }).starts_with((folder.path() / "bad.ini").string() + ":2: seed: "));
}

TEST_CASE("the resolved configuration reads back the same") {
  CHECK(to_ini(resolved("", "", {"--memory", "dnc", "--train.learning-rate", "1e-5", "--task.length", "3"})) ==
        "task = copy\ntask.min-length = 3\ntask.max-length = 3\n\nmodel = memory-machine\n\n"
        "controller = lstm\ncontroller.size = 100\n\nmemory = dnc\nmemory.slots = 16\nmemory.clear = true\n\n"
        "train.learning-rate = 1e-05\ntrain.batch = 16\n\nseed = 1\n");
  for (const Arguments& arguments :
       {Arguments{},
        {"--model", "lstm"},
        {"--task", "recall", "--task.data", "/a b/[c] = d;e.txt"},
        {"--model", "hops"},
        {"--train.learning-rate", "0.30000000000000004", "--memory.clear", "on", "--addressing", "content"}}) {
    const auto first = resolved("", "", arguments);
    const auto second = resolved("", to_ini(first), {});
    CHECK(second.settings == first.settings);
    CHECK(second.notes.empty());
    CHECK(to_ini(second) == to_ini(first));
  }
}

TEST_CASE("a stored configuration is resolved again under a command line") {
  const auto stored = resolved("", "", {"--memory.slots", "9", "--task.max-length", "40"}).settings;
  const auto again = [&](const Arguments& arguments) {
    return resolve(kAll, {stored_layer(stored, "run/config.ini"), parse(arguments).settings});
  };
  CHECK(again({}).settings == stored);
  const auto longer = again({"--task.length", "60"});
  CHECK(longer.settings.integer("task.min-length") == 60);
  CHECK(longer.settings.integer("task.max-length") == 60);
  CHECK(longer.settings.integer("memory.slots") == 9);
  CHECK(longer.notes.empty());
  CHECK(again({"--memory", "none"}).notes.size() == 1);
  CHECK(error_of([&] { again({"--model.hops", "2"}); }).starts_with("model.hops: an option of model hops; selected: "));
}

TEST_CASE("two live declarations of one name are a mistake in the catalogue") {
  Declarations all = kAll;
  all.root.push_back(Option::integer("memory.slots", 1, 1, 2, ""));
  CHECK_THROWS_AS(resolve(all, {}), std::logic_error);
}

TEST_CASE("any bytes as an INI text resolve or are an input error") {
  const std::vector<std::string> pieces{
      "task",  "model",       "memory", "controller", "addressing", ".",    "length",
      "slots", "size",        "=",      "=",          "\n",         "\n",   "[",
      "]",     "#",           " ",      "\t",         "\r",         "lstm", "ntm",
      "none",  "copy",        "recall", "hops",       "-3",         "7",    "20",
      "1e9",   "train.batch", "seed",   "min-",       "max-",       "\xff", std::string(1, '\0')};
  size_t resolved_texts = 0, refused_texts = 0;
  for (uint64_t episode = 0; episode < 4000; ++episode) {
    Stream stream(7, Split::kTrain, Purpose::kTest, episode);
    const auto pick = [&](size_t count) {
      return static_cast<size_t>(stream.integer(0, static_cast<int64_t>(count) - 1));
    };
    std::string text;
    for (size_t length = pick(40); text.size() < length;) {
      if (episode % 3 == 0)
        text += static_cast<char>(pick(256));
      else if (episode % 3 == 1)
        text += pieces[pick(pieces.size())];
      else
        text += pieces[pick(5)] + "=" + pieces[19 + pick(6)] + "\n";  // whole lines, so that some make sense
    }
    try {
      const auto configuration = resolved("", text, {});
      CHECK(resolved("", to_ini(configuration), {}).settings == configuration.settings);
      ++resolved_texts;
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).find('\n') == std::string::npos);
      ++refused_texts;
    }
  }
  CHECK(resolved_texts > 100);
  CHECK(refused_texts > 1000);
}

TEST_CASE("help shows what is declared, aligned and grouped by part") {
  CHECK(command_help("Command", {{"out", true, "where to"}, {"json", false, "as JSON"}}) ==
        "Command\n  --out   VALUE  where to\n  --json         as JSON\n");
  CHECK(part_help(PartKind::kMemory, kMemories[1], kAll) ==
        "memory ntm: \n"
        "  --memory.slots  an integer from 1 to 1048576  slots [128]\n"
        "  --addressing    the addressing's name         scheme: content, content+location [content+location]\n"
        "  --memory.clear  true or false (on or off)     clear [false]\n");
  CHECK(part_help(PartKind::kModel, kModels[1], kAll) ==
        "model lstm: without a memory\n  stands for --model memory-machine --controller lstm --memory none\n");
  CHECK(part_help(PartKind::kTask, kTasks[0], kAll)
            .starts_with(
                "task copy: repeat what was shown (Graves et al. 2014, 4.1)\n"
                "  --task.length      an integer                 both (for task.min-length and task.max-length)\n"));

  const std::string words =
      "word word word word word word word word word word word word word word word word word word word word word";
  const auto wrapped = option_help("Long",
                                   {Option::text("an.option-whose-name-is-longer-than-a-cell-is-wide", "", words),
                                    Option::text("a", "b c", "short")},
                                   kAll);
  CHECK(wrapped.find("\n       text  word") != std::string::npos);  // under the name that was too long
  CHECK(wrapped.find("\n  --a  text  short [b c]\n") != std::string::npos);
  for (size_t begin = 0; begin < wrapped.size();) {
    const size_t end = wrapped.find('\n', begin);
    CHECK(end - begin <= 120);
    begin = end + 1;
  }

  const std::string full = full_help(kAll);
  for (const auto kind : kPartKinds)
    for (const PartInfo* row : rows(kind))
      CHECK(full.find("\n" + std::string(kind_name(kind)) + " " + row->name + ":") != full.npos);
}
