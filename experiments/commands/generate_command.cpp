#include <fmt/format.h>

#include <deque>
#include <functional>
#include <limits>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "tasks/data/babi/generator.hpp"
#include "tasks/data/babi/ids.hpp"
#include "tasks/data/babi/text.hpp"
#include "tasks/data/sequences/scan.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

constexpr long long kMostQuestions = 1000000;  // 600 MB of the longest task

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

long long whole_option(const CommandLine& line, const std::string& name, long long otherwise, long long least,
                       long long most) {
  const auto found = line.own.find(name);
  if (found == line.own.end()) return otherwise;
  return std::stoll(normal_value(Option::integer("--" + name, otherwise, least, most, ""), found->second));
}

Generated babi_files(const CommandLine& line, const fs::path& out) {
  const auto ids = line.own.find("ids");
  const auto seed = static_cast<uint64_t>(whole_option(line, "seed", 1, 0, std::numeric_limits<long long>::max()));
  const auto train = static_cast<size_t>(whole_option(line, "questions", 1000, 1, kMostQuestions));
  const auto test = static_cast<size_t>(whole_option(line, "test-questions", 1000, 1, kMostQuestions));
  Generated all;
  for (const int id : parse_babi_ids(ids == line.own.end() ? "all" : ids->second, "--ids")) {
    const std::string start = fmt::format("qa{}_{}_", id, babi_task_name(id));
    const auto add = [&](const char* name, Split split, size_t questions) {
      all.files.push_back({out / (start + name), [=] {
                             Stream draw(seed, split, Purpose::kEpisode, static_cast<uint64_t>(id));
                             return babi_text(id, generate_babi(id, questions, draw));
                           }});
    };
    add("train.txt", Split::kTrain, train);
    add("test.txt", Split::kEval, test);
  }
  all.told = fmt::format("{} questions a task to train on and {} to test with", train, test);
  return all;
}

Generated scan_files(const CommandLine& line, const fs::path& out) {
  for (const char* const other : {"ids", "questions", "test-questions", "seed"})
    if (line.own.contains(other))
      throw InputError(
          fmt::format("--{}: is of generate babi; generate scan, whose files are always the same, takes "
                      "--out alone",
                      other));
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
  const std::string text = file.text();
  std::error_code error;
  if (fs::file_size(file.path, error) == text.size() && !error && read_whole(file.path, text.size()) == text)
    return true;
  throw InputError(file.path.string() + ": exists and is another; give --out a directory without it");
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
  const Generated all = line.positionals[0] == "scan" ? scan_files(line, out) : babi_files(line, out);
  make_directory(out);
  const RunLock lock(out);
  write_all_of(all.files);
  fmt::print("{}: {} files, {}\n", out.string(), all.files.size(), all.told);
  return kDone;
}

}  // namespace tapehead
