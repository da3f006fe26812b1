#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/run_lists/run_removal.hpp"
#include "experiments/commands/run_lists/run_table.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"
#include "experiments/commands/unreadable_runs.hpp"
#include "experiments/runs/trained_models.hpp"
#include "tasks/data/text/lines.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostColumns = 1000;  // of a terminal
constexpr size_t kLongestNote = 2000;  // characters; a longer note is a document of its own

/// A note or tag: one line that fits a table.
std::string one_line(const std::string& option, const std::string& text) {
  if (text.size() > kLongestNote || std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }))
    throw InputError(fmt::format("--{}: got \"{}\"; one line of at most {} characters is needed", option,
                                 printable(text), kLongestNote));
  return text;
}

std::vector<std::string> tags_of(const CommandLine& line, const std::string& option) {
  std::vector<std::string> tags;
  for (const std::string& tag : line.all_of(option)) {
    if (tag.empty() || tag.find_first_of(" ,") != tag.npos)
      throw InputError(fmt::format("--{}: got \"{}\"; a word is needed", option, printable(tag)));
    tags.push_back(one_line(option, tag));
  }
  return tags;
}

void take_notes(const CommandLine& line, const std::vector<ListedRun>& runs) {
  const std::vector<std::string> tags = tags_of(line, "tag"), gone = tags_of(line, "untag");
  for (const ListedRun& run : runs)
    if (is_trained_model(run.summary.directory.string()))
      throw InputError(run.summary.directory.string() + ": comes with the program; a run of your own is needed");
  std::set<std::string> there;
  for (const ListedRun& run : runs) there.insert(run.notes.tags.begin(), run.notes.tags.end());
  for (const std::string& tag : gone)
    if (!there.contains(tag))
      throw InputError(there.empty() ? fmt::format("--untag: got \"{}\"; none of these runs has a tag", printable(tag))
                                     : unknown_name("--untag", printable(tag), {there.begin(), there.end()}));
  for (const ListedRun& run : runs) {
    RunNotes notes = run.notes;
    if (line.has("note")) notes.note = one_line("note", line.own.at("note"));
    notes.tags.insert(notes.tags.end(), tags.begin(), tags.end());
    std::erase_if(notes.tags, [&](const auto& tag) { return std::find(gone.begin(), gone.end(), tag) != gone.end(); });
    write_notes(run.summary.directory, notes);
  }
  fmt::print("{} runs noted\n", runs.size());
}

/// Whether a person at the terminal confirms; without a terminal --yes is needed.
bool is_agreed(const CommandLine& line, const std::vector<ListedRun>& runs) {
  uint64_t bytes = 0;
  for (const ListedRun& run : runs) {
    bytes += bytes_in(run.summary.directory);
    fmt::print(stderr, "  {}  {}\n", printable(run.summary.directory.string()), run.state);
  }
  const std::string question = fmt::format("remove {} runs, {:.1f} MB", runs.size(), static_cast<double>(bytes) / 1e6);
  if (line.has("yes")) return true;
  if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
    throw InputError(fmt::format("--remove: got no terminal to ask at ({}?); --yes is needed with it", question));
  fmt::print(stderr, "{}, with all that lies in their directories? [y/N] ", question);
  std::string answer;
  (void)LineStream(std::cin).next(answer);
  return answer == "y" || answer == "yes";
}

/// The directory that was named and has that run below it.
const std::filesystem::path& above(const std::filesystem::path& run, const std::vector<std::filesystem::path>& named) {
  return *std::find_if(named.begin(), named.end(), [&](const std::filesystem::path& each) {
    const auto [end, at] = std::mismatch(each.begin(), each.end(), run.begin(), run.end());
    return end == each.end();
  });
}

void remove_runs(const CommandLine& line, const std::vector<std::filesystem::path>& named,
                 const std::vector<ListedRun>& runs) {
  for (const ListedRun& run : runs) check_removable(run.summary.directory);
  if (!is_agreed(line, runs)) {
    fmt::print("nothing removed\n");
    return;
  }
  for (const ListedRun& run : runs) remove_run(run.summary.directory, above(run.summary.directory, named));
  fmt::print("{} runs removed\n", runs.size());
}

/// The runs that the command line selects, sorted.
std::vector<ListedRun> asked_runs(const CommandLine& line, const std::vector<std::filesystem::path>& named) {
  std::vector<Condition> conditions;
  for (const std::string& text : line.all_of("where")) conditions.push_back(parse_condition(text));
  if (line.has("state")) conditions.push_back({"state", "=", line.own.at("state")});
  std::vector<ListedRun> runs = list_runs(named);
  note_unreadable(named);
  const size_t all = runs.size();
  for (const Condition& condition : conditions) check_condition(condition, runs);
  if (line.has("sort")) check_run_column("--sort", line.own.at("sort"), runs);
  for (const ListedRun& run : runs)
    if (!run.summary.note.empty()) print_message("note: " + run.summary.note);
  std::erase_if(runs, [&](const ListedRun& run) {
    return !std::all_of(conditions.begin(), conditions.end(), [&](const Condition& one) { return one.holds(run); });
  });
  if (line.has("sort")) sort_runs(runs, line.own.at("sort"), line.has("descending"));
  if (runs.size() < all) fmt::print(stderr, "{} of {} runs\n", runs.size(), all);
  return runs;
}

}  // namespace

int runs_command(const CommandLine& line, const std::vector<std::string>&) {
  refuse_two_outputs(line);
  const bool notes = line.has("note") || line.has("tag") || line.has("untag");
  if ((notes || line.has("remove")) && line.positionals.empty())
    throw InputError("DIR: got nothing; the runs to be noted or removed are named, none is meant by itself");
  if (notes && line.has("remove")) throw InputError("--remove: got a note too; one of the two is needed");
  if (line.has("yes") && !line.has("remove")) throw InputError("--yes: got no --remove; it is needed with it");
  std::vector<std::filesystem::path> named(line.positionals.begin(), line.positionals.end());
  if (named.empty()) named = {"runs"};
  for (std::filesystem::path& each : named) {
    // Whether a run may be removed depends on the folders above it, which "." and "seed-3" do not name.
    if (line.has("remove")) each = std::filesystem::absolute(each).lexically_normal();
    if (!each.has_filename()) each = each.parent_path();  // "runs/" is "runs"
  }
  const std::vector<ListedRun> runs = asked_runs(line, named);
  if (notes && !runs.empty()) take_notes(line, runs);
  if (line.has("remove") && !runs.empty()) remove_runs(line, named, runs);
  if (notes || line.has("remove")) return kDone;
  const std::string also = line.has("sort") ? line.own.at("sort") : "";
  const std::string csv = line.has("csv") ? line.own.at("csv") : "";
  if (!csv.empty() && csv != "-") write_atomically(csv, run_csv(runs, also));
  if (csv == "-")
    fmt::print("{}", run_csv(runs, also));
  else if (line.has("json"))
    fmt::print("{}\n", run_json(runs, also).indented());
  else if (!runs.empty())
    fmt::print("{}", run_table(runs, also, terminal_columns(kMostColumns)));
  return kDone;
}

}  // namespace tapehead
