#include "experiments/options/configuration.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>

#include "autodiff/base/error.hpp"
#include "autodiff/base/random.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/small_catalogue.hpp"

using namespace tapehead;
using namespace tapehead::testing;

TEST_CASE("presets and files are found, or the error says what there is") {
  const TestFolder folder;
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
