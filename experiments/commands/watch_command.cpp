#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <set>
#include <thread>

#include "autodiff/base/error.hpp"
#include "catalogue/metrics/metric.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/run_lists/run_list.hpp"
#include "experiments/commands/terminal/curve_plot.hpp"
#include "experiments/commands/unreadable_runs.hpp"
#include "experiments/runs/run_directory.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostDrawn = 26;  // curves: a letter each
constexpr PlotStyle kOnPaper{100, 24, false, false};

/// A variable of the environment, empty where there is none.
std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The size and characters of the terminal; a fixed plain size where there is none.
PlotStyle style_of(const CommandLine& line, bool is_live) {
  PlotStyle style = kOnPaper;
  winsize window{};
  if (is_live && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1)
    style = {window.ws_col - 1u, std::max<size_t>(window.ws_row, 1), false, false};  // the last column would wrap
  std::string locale = variable("LC_ALL");
  if (locale.empty()) locale = variable("LC_CTYPE");
  if (locale.empty()) locale = variable("LANG");
  std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::toupper(c); });
  const bool unicode = locale.find("UTF-8") != locale.npos || locale.find("UTF8") != locale.npos;
  style.coloured = is_live && variable("NO_COLOR").empty();
  style.braille = line.has("characters") ? line.own.at("characters") == "braille" : style.coloured && unicode;
  return style;
}

/// The number of each run's group: runs that differ in nothing but the seed lie side by side as seed-1, seed-2.
std::vector<size_t> groups_of(const std::vector<ListedRun>& runs) {
  std::vector<std::string> known;
  std::vector<size_t> groups;
  for (const ListedRun& run : runs) {
    const std::filesystem::path& path = run.summary.directory;
    const bool is_seed = path.filename().string().starts_with("seed-");
    const std::string name = (is_seed ? path.parent_path() : path).string();
    groups.push_back(static_cast<size_t>(std::find(known.begin(), known.end(), name) - known.begin()));
    if (groups.back() == known.size()) known.push_back(name);
  }
  return groups;
}

bool is_at_end(const ListedRun& run) { return run.state != "running" && run.state != "stopped"; }

/// Puts unfinished runs first where there are more than can be drawn; gives how many are drawn.
size_t choose_drawn(std::vector<ListedRun>& runs) {
  if (runs.size() > kMostDrawn)
    std::stable_partition(runs.begin(), runs.end(), [](const ListedRun& run) { return !is_at_end(run); });
  return std::min(runs.size(), kMostDrawn);
}

struct Shown {
  std::string split, metric;
};

/// A run whose table cannot be read becomes a damaged one, with the reason as its note.
std::vector<CurvePoint> curve_of(ListedRun& run, const Shown& shown) {
  if (run.state == "damaged") return {};
  try {
    return read_curve(RunDirectory(run.summary.directory).metrics(), shown.split, shown.metric);
  } catch (const InputError& error) {
    run.state = "damaged";
    run.summary.note = error.what();
    return {};
  }
}

std::string split_of(const CommandLine& line) { return line.has("split") ? line.own.at("split") : "validation"; }

/// Throws InputError for a --metric that neither the program has during training nor any of the runs.
void check_metric(const CommandLine& line, const std::vector<ListedRun>& runs) {
  std::set<std::string> valid;
  for (const MetricRow& row : metric_rows())
    if (!row.only_in_eval()) valid.emplace(row.name);
  for (const ListedRun& run : runs) try {
      valid.merge(metrics_of(RunDirectory(run.summary.directory).metrics(), split_of(line)));
    } catch (const InputError&) {  // the picture tells which run is damaged
    }
  const std::string& name = line.own.at("metric");
  if (!valid.contains(name)) throw InputError(unknown_name("--metric", printable(name), {valid.begin(), valid.end()}));
}

/// --metric, or the goal of the first run that has a value of it.
Shown shown_of(const CommandLine& line, std::vector<ListedRun>& runs) {
  const std::string split = split_of(line);
  if (line.has("metric")) return {split, line.own.at("metric")};
  for (ListedRun& run : runs)
    if (!run.summary.goal.empty() && !curve_of(run, {split, run.summary.goal}).empty())
      return {split, run.summary.goal};
  return {split, "bits"};
}

/// The first `most` bytes, without a partial character.
std::string cut_line(std::string text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
  return text;
}

std::string run_line(const ListedRun& run, const std::vector<CurvePoint>& curve, size_t width) {
  const auto planned = run.number("train.sequences");
  std::string text = fmt::format("{:{}}  {:8}", printable(run.name), width, run.state);
  if (run.state == "damaged") return text + "  " + printable(run.summary.note);
  text += fmt::format("  {}", run.summary.sequences);
  if (planned) text += fmt::format(" of {:.0f}", *planned);
  return text + " sequences" + (curve.empty() ? ", none measured yet" : fmt::format(", {:.4g}", curve.back().value));
}

/// The present picture as lines of text.
std::string picture(const CommandLine& line, std::vector<ListedRun> runs, bool is_live) {
  PlotStyle style = style_of(line, is_live);
  const size_t drawn = choose_drawn(runs), hidden = runs.size() - drawn;
  style.groups = groups_of(runs);
  const Shown shown = shown_of(line, runs);
  std::vector<std::vector<CurvePoint>> curves;
  size_t width = 0;
  for (size_t i = 0; i < drawn; ++i) {
    curves.push_back(curve_of(runs[i], shown));
    width = std::max(width, printable(runs[i].name).size());
  }
  // Runs take at most a third of the terminal's lines, to leave space for the curves.
  const size_t most_lines = std::min(std::max<size_t>(style.rows / 3, 3), style.rows > 4 ? style.rows - 4 : 1);
  const size_t lines = is_live ? std::min(drawn, most_lines) : drawn;
  std::string text = fmt::format("{}, {}\n", shown.split, with_unit(shown.metric));
  if (is_live) style.rows -= std::min(style.rows, lines + 3);  // that heading, what is left out, the prompt
  const std::string plot = curve_plot(curves, style);
  const bool measured = std::any_of(curves.begin(), curves.end(), [](const auto& curve) { return !curve.empty(); });
  text += measured ? plot : "nothing measured yet\n";  // no plot where the terminal has no room for one
  const size_t room =
      is_live ? std::max<size_t>(style.columns, 2) - 2 : std::string::npos;  // a line that wraps would be two
  for (size_t i = 0; i < lines; ++i)
    text += curve_mark(i, style) + " " + cut_line(run_line(runs[i], curves[i], width), room) + "\n";
  if (hidden + drawn > lines) text += fmt::format("and {} more runs\n", hidden + drawn - lines);
  return text;
}

/// Overwrites the previous picture in place.
void redraw(const std::string& text, size_t& lines_before) {
  std::string out = lines_before > 0 ? fmt::format("\x1b[{}A", lines_before) : "";
  for (const char c : text) {
    if (c == '\n') out += "\x1b[K";  // erases the rest of the longer line before
    out += c;
  }
  fmt::print("{}\x1b[J", out);
  std::fflush(stdout);
  lines_before = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

int watch_command(const CommandLine& line, const std::vector<std::string>&) {
  const size_t every = count_option(line, "every", 2);
  const std::vector<std::filesystem::path> directories(line.positionals.begin(), line.positionals.end());
  note_unreadable(directories);
  if (line.has("metric")) check_metric(line, list_runs(directories));
  if (!isatty(STDOUT_FILENO) || variable("TERM") == "dumb") {
    fmt::print("{}", picture(line, list_runs(directories), false));
    return kDone;
  }
  install_interrupt_handlers();
  size_t lines = 0;
  while (true) {
    const std::vector<ListedRun> runs = list_runs(directories);
    redraw(picture(line, runs, true), lines);
    if (std::all_of(runs.begin(), runs.end(), is_at_end)) return kDone;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(every);
    while (std::chrono::steady_clock::now() < until) {
      if (interrupted()) return kDone;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
}

}  // namespace tapehead
