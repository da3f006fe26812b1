#include "experiments/training/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tapehead {
namespace {

constexpr double kTerminalInterval = 0.1;  // seconds; nobody reads faster
constexpr double kPlainInterval = 5;       // seconds; keeps logs short
constexpr double kNewest = 0.3;            // weight of the newest interval in the smoothed rate, as tqdm's
constexpr size_t kBarWidth = 10;

/// The longest line that does not wrap: after a wrap \r no longer reaches the line's start.
size_t columns(int descriptor) {
  winsize window{};
  const bool known = ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_col > 1;
  return known ? window.ws_col - 1u : 79;
}

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

std::string duration_text(double seconds) {
  constexpr double kBeyond = 1e9;  // thirty years
  if (!(seconds >= 0 && seconds < kBeyond)) return "?";
  const auto whole = static_cast<long long>(std::round(seconds));
  const long long minutes = whole / 60, hours = minutes / 60, days = hours / 24;
  if (days > 0) return fmt::format("{}d {:02}:{:02}:{:02}", days, hours % 24, minutes % 60, whole % 60);
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes % 60, whole % 60);
  return fmt::format("{:02}:{:02}", minutes, whole % 60);
}

std::string rate_text(double per_second) {
  if (!std::isfinite(per_second) || per_second <= 0) return "?";
  const bool slow = per_second < 1;
  const double shown = slow ? 1 / per_second : per_second;
  const int decimals = shown < 10 ? 2 : shown < 100 ? 1 : 0;
  return fmt::format("{:.{}f}{}", shown, decimals, slow ? " s each" : "/s");
}

ProgressOutput ProgressOutput::standard_error(bool shared) {
  const bool rewrite = !shared && isatty(STDERR_FILENO);
  return {STDERR_FILENO, rewrite, shared, rewrite ? kTerminalInterval : kPlainInterval};
}

Progress::Progress(std::string label, uint64_t total, uint64_t begin, ProgressOutput output)
    : label_(std::move(label)), begin_(begin), output_(output), total_(total), done_(begin), shown_done_(begin) {}

Progress::~Progress() { finish(); }

void Progress::update(uint64_t done, double loss_bits, std::string_view extra) {
  const std::lock_guard lock(mutex_);
  done_ = done;
  loss_bits_ = loss_bits;
  extra_ = extra;
  updated_ = true;
  const auto now = Clock::now();
  const double seconds = seconds_between(shown_at_, now);
  if (seconds < output_.seconds_between) return;
  const double newest = smooth_seconds_ == 0 ? 1 : kNewest;
  smooth_done_ += newest * (static_cast<double>(done_) - static_cast<double>(shown_done_) - smooth_done_);
  smooth_seconds_ += newest * (seconds - smooth_seconds_);
  shown_done_ = done_;
  shown_at_ = now;
  show(report(smooth_done_ / smooth_seconds_, now));
}

void Progress::expect(uint64_t total) {
  const std::lock_guard lock(mutex_);
  total_ = total;
}

void Progress::line(std::string_view text) {
  const std::lock_guard lock(mutex_);
  std::string whole = output_.labelled ? fmt::format("{}: {}\n", label_, text) : fmt::format("{}\n", text);
  if (on_screen_.empty()) return write(whole);
  // The text overwrites the report, padded with blanks where the report was longer; the report is repeated below.
  if (text.size() < on_screen_.size()) whole.insert(whole.size() - 1, on_screen_.size() - text.size(), ' ');
  write('\r' + whole + on_screen_);
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (!updated_) return;
  updated_ = false;
  const auto now = Clock::now();
  const double seen = static_cast<double>(done_) - static_cast<double>(begin_);
  show(report(seen / seconds_between(started_, now), now));
  if (!on_screen_.empty()) write("\n");
  on_screen_.clear();
}

std::string Progress::report(double rate, Clock::time_point now) const {
  const double share = total_ == 0 ? 1 : std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
  const double left = total_ > done_ ? static_cast<double>(total_ - done_) : 0;
  const auto percent = static_cast<int>(100 * share);  // rounded down, so that 100% means all
  std::string text = fmt::format("{}: {:3}%", label_, percent);
  if (output_.rewrite) {
    const auto full = static_cast<size_t>(static_cast<double>(kBarWidth) * share);
    text += '|' + std::string(full, '#') + std::string(kBarWidth - full, ' ') + '|';
  }
  text += fmt::format(" {}/{} [{}<{}, {}", done_, total_, duration_text(seconds_between(started_, now)),
                      duration_text(left == 0 ? 0 : left / rate), rate_text(rate));
  if (!std::isnan(loss_bits_)) text += fmt::format(", training {:.4g} bits", loss_bits_);
  if (!extra_.empty()) text += ", " + extra_;
  return text + ']';
}

void Progress::show(std::string text) {
  if (!output_.rewrite) return write(text + '\n');
  text.resize(std::min(text.size(), columns(output_.descriptor)));
  const size_t blank = on_screen_.size() > text.size() ? on_screen_.size() - text.size() : 0;
  write('\r' + text + std::string(blank, ' '));
  on_screen_ = std::move(text);
}

void Progress::write(const std::string& text) const {
  if (output_.descriptor < 0) return;
  // One write, so that runs side by side do not mix their output; a report that cannot be shown is no error.
  [[maybe_unused]] const ssize_t written = ::write(output_.descriptor, text.data(), text.size());
}

}  // namespace tapehead
