#include <fmt/format.h>

#include <deque>
#include <limits>

#include "autodiff/base/error.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/files/files.hpp"
#include "tasks/babi/generator.hpp"
#include "tasks/babi/ids.hpp"
#include "tasks/babi/text.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

constexpr long long kMostQuestions = 1000000;  // 600 MB of the longest task

/// A file to be written, and what it is made from: the same numbers give the same bytes.
struct StoryFile {
  fs::path path;
  int id;
  uint64_t seed;
  Split split;
  size_t questions;

  std::string text() const {
    Stream draw(seed, split, Purpose::kEpisode, static_cast<uint64_t>(id));
    return babi_text(id, generate_babi(id, questions, draw));
  }
};

long long integer_option(const CommandLine& line, const std::string& name, long long otherwise, long long least,
                         long long most) {
  const auto found = line.own.find(name);
  if (found == line.own.end()) return otherwise;
  return std::stoll(normal_value(Option::integer("--" + name, otherwise, least, most, ""), found->second));
}

std::vector<StoryFile> files_to_write(const CommandLine& line) {
  const fs::path out = required(line, "out");
  const auto ids = line.own.find("ids");
  const auto seed = static_cast<uint64_t>(integer_option(line, "seed", 1, 0, std::numeric_limits<long long>::max()));
  const auto train = static_cast<size_t>(integer_option(line, "questions", 1000, 1, kMostQuestions));
  const auto test = static_cast<size_t>(integer_option(line, "test-questions", 1000, 1, kMostQuestions));
  std::vector<StoryFile> files;
  for (const int id : parse_babi_ids(ids == line.own.end() ? "all" : ids->second, "--ids")) {
    const std::string start = fmt::format("qa{}_{}_", id, babi_task_name(id));
    files.push_back({out / (start + "train.txt"), id, seed, Split::kTrain, train});
    files.push_back({out / (start + "test.txt"), id, seed, Split::kEval, test});
  }
  return files;
}

/// Whether the file is there already; throws InputError if it holds anything else.
bool is_written(const StoryFile& file) {
  if (std::error_code ignored; !fs::exists(fs::symlink_status(file.path, ignored))) return false;
  const std::string text = file.text();
  std::error_code error;
  if (fs::file_size(file.path, error) == text.size() && !error && read_whole(file.path, text.size()) == text)
    return true;
  throw InputError(file.path.string() + ": exists and is another; give --out a directory without it");
}

/// All files take their names after all of them have been written.
void write_all_of(const std::vector<StoryFile>& files) {
  std::deque<Replacement> written;
  for (const StoryFile& file : files)
    if (!is_written(file)) written.emplace_back(file.path).write(file.text());
  for (Replacement& file : written) file.commit();
}

}  // namespace

int generate_command(const CommandLine& line, const std::vector<std::string>&) {
  const std::vector<StoryFile> files = files_to_write(line);
  const fs::path out = files[0].path.parent_path();
  make_directory(out);
  const RunLock lock(out);
  write_all_of(files);
  fmt::print("{}: {} files, {} questions a task to train on and {} to test with\n", out.string(), files.size(),
             files[0].questions, files[1].questions);
  return kDone;
}

}  // namespace tapehead
