#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <memory>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/training/train_settings.hpp"
#include "tasks/data/babi/filler.hpp"
#include "tasks/data/babi/generator.hpp"
#include "tasks/data/babi/ids.hpp"
#include "tasks/data/babi/text.hpp"
#include "tasks/data/sequences/scan.hpp"
#include "tasks/files/episode_lines.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

constexpr long long kMostQuestions = 1000000;  // 600 MB of the longest task
constexpr long long kMostEpisodes = 1000000;
constexpr long long kMostFiller = 1000000;

/// A file to write, and the function that makes it, always with the same bytes.
struct GeneratedFile {
  fs::path path;
  std::function<std::string()> text;
};

/// All files of a command, and what is printed about them.
struct Generated {
  std::vector<GeneratedFile> files;
  std::string told;
};

long long integer_of(const std::string& name, const std::string& typed, long long least, long long most) {
  return std::stoll(normal_value(Option::integer("--" + name, least, least, most, ""), typed));
}

size_t integer_option(const CommandLine& line, const std::string& name, size_t otherwise, long long most) {
  const auto found = line.own.find(name);
  return found == line.own.end() ? otherwise : static_cast<size_t>(integer_of(name, found->second, 1, most));
}

/// --seed is a setting too.
uint64_t seed_option(const CommandLine& line) {
  const auto found = line.settings.entries.find("seed");
  if (found == line.settings.entries.end()) return 1;
  return static_cast<uint64_t>(integer_of("seed", found->second.value, 0, std::numeric_limits<long long>::max()));
}

/// Throws InputError where an option was given that `what` does not take.
void refuse_options(const CommandLine& line, const std::string& what, const std::vector<std::string>& taken) {
  for (const char* const option : {"ids", "questions", "test-questions", "filler", "seed", "episodes"})
    if ((line.has(option) || line.settings.entries.contains(option)) &&
        std::find(taken.begin(), taken.end(), option) == taken.end())
      throw InputError(fmt::format("--{}: got it with generate {}, which takes {}; it goes without", option, what,
                                   taken.empty() ? "--out alone" : "--" + fmt::format("{}", fmt::join(taken, ", --"))));
}

/// The training episodes of any other task, as `train` sees them with train.batch 1 and no curriculum.
Generated task_file(const CommandLine& line, const fs::path& out) {
  const std::string& name = line.positionals[0];
  refuse_options(line, name, {"episodes", "seed"});
  const uint64_t seed = seed_option(line);
  const size_t episodes = integer_option(line, "episodes", 1000, kMostEpisodes);
  CommandLine with_task = line;
  with_task.own.clear();
  with_task.settings.entries["task"] = {name, "", ""};
  const Settings resolved = configure(declarations(), presets_folder(), with_task).settings;
  Settings told;  // without a model, whose adapters would change the episodes
  for (const auto& [option, value] : resolved.values())
    if (option != "model") told.set(option, value);
  const std::shared_ptr<const Task> task = make_task(told);
  check_lines(*task, name);
  Generated all;
  all.files.push_back({out, [=] {
                         std::string text;
                         Batch batch;
                         for (uint64_t k = 0; k < episodes; ++k) {
                           Stream draw(seed, Split::kTrain, Purpose::kShape, k);
                           task->sample({seed, Split::kTrain, k, 1}, task->shape(draw, {}), batch);
                           write_line(*task, name, batch, 0, text);
                         }
                         return text;
                       }});
  all.told = fmt::format("{} episodes", episodes);
  return all;
}

Generated babi_files(const CommandLine& line, const fs::path& out) {
  refuse_options(line, "babi", {"ids", "questions", "test-questions", "filler", "seed"});
  const auto ids = line.own.find("ids");
  const uint64_t seed = seed_option(line);
  const size_t train = integer_option(line, "questions", 1000, kMostQuestions);
  const size_t test = integer_option(line, "test-questions", 1000, kMostQuestions);
  const size_t filler = integer_option(line, "filler", 0, kMostFiller);
  Generated all;
  for (const int id : parse_babi_ids(ids == line.own.end() ? "all" : ids->second, "--ids")) {
    const std::string start = fmt::format("qa{}_{}_", id, babi_task_name(id));
    const auto add = [&](const char* name, Split split, size_t questions) {
      all.files.push_back({out / (start + name), [=] {
                             return babi_text(id, told_babi({id, seed, split}, questions, filler));
                           }});
    };
    add("train.txt", Split::kTrain, train);
    add("test.txt", Split::kEval, test);
  }
  all.told = fmt::format("{} questions a task to train on and {} to test with", train, test);
  return all;
}

Generated scan_files(const CommandLine& line, const fs::path& out) {
  refuse_options(line, "scan", {});
  Generated all;
  all.files.push_back({out / "tasks.txt", [] { return scan_text(scan_commands()); }});
  for (const ScanSplit& split : scan_splits())
    for (const bool trains : {true, false})
      all.files.push_back({out / fmt::format("tasks_{}_{}.txt", trains ? "train" : "test", split.file), [=] {
                             const ScanParts parts = scan_parts(split.name);
                             return scan_text(trains ? parts.train : parts.test);
                           }});
  all.told = fmt::format("{} commands in {} splits", kScanCommands, scan_splits().size());
  return all;
}

/// Whether the file exists already; throws InputError if its contents differ.
bool is_written(const GeneratedFile& file) {
  if (std::error_code ignored; !fs::exists(fs::symlink_status(file.path, ignored))) return false;
  if (fs::is_directory(file.path)) throw InputError(file.path.string() + ": is a directory; a file is needed");
  const std::string text = file.text();
  std::error_code error;
  if (fs::file_size(file.path, error) == text.size() && !error && read_whole(file.path, text.size()) == text)
    return true;
  throw InputError(file.path.string() + ": exists and is another; another --out is needed");
}

/// Files take their final names only once all of them are written.
void write_all_of(const std::vector<GeneratedFile>& files) {
  std::deque<Replacement> written;
  for (const GeneratedFile& file : files)
    if (!is_written(file)) written.emplace_back(file.path).write(file.text());
  for (Replacement& file : written) file.commit();
}

}  // namespace

int generate_command(const CommandLine& line, const std::vector<std::string>&) {
  const fs::path out = required(line, "out");
  const std::string& what = line.positionals[0];
  const bool is_published = what == "babi" || what == "scan";
  for (const auto& [option, entry] : line.settings.entries)
    if (is_published && option != "seed")
      throw InputError(fmt::format("{}: got it with generate {}; it goes without", option, what));
  const Generated all = what == "scan"   ? scan_files(line, out)
                        : what == "babi" ? babi_files(line, out)
                                         : task_file(line, out);
  if (out == "-") {
    if (is_published)
      throw InputError("--out: got -; babi and scan are several files, for which a directory is needed");
    fmt::print("{}", all.files.front().text());
    return kDone;
  }
  const fs::path parent = out.parent_path(), directory = is_published ? out : parent.empty() ? fs::path(".") : parent;
  make_directory(directory);
  const RunLock lock(directory);
  write_all_of(all.files);
  if (is_published)
    fmt::print("{}: {} files, {}\n", out.string(), all.files.size(), all.told);
  else
    fmt::print("{}: {}\n", out.string(), all.told);
  return kDone;
}

}  // namespace tapehead
