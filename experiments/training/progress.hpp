#pragma once
// Progress on standard error: one rewritten line on a terminal, a plain line every few seconds elsewhere. None of it is
// data.

#include <chrono>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>

namespace tapehead {

/// "00:07", "59:59", "1:00:00", "2d 03:04:05"; "?" for an unknown duration (negative, infinite, NaN).
std::string duration_text(double seconds);

/// Three figures: "1234/s", "56.7/s", "8.90/s"; below 1/s "2.50 s each"; "?" for zero and unknown rates.
std::string rate_text(double per_second);

/// Where and how to show progress.
struct ProgressOutput {
  int descriptor = 2;
  bool rewrite = false;        ///< one line rewritten in place
  bool labelled = false;       ///< each line starts with the label, to tell runs apart
  double seconds_between = 5;  ///< shortest time between two reports

  /// Standard error as it is. `shared` by several runs at once: plain labelled lines, even on a terminal.
  static ProgressOutput standard_error(bool shared = false);
  /// Nowhere.
  static ProgressOutput none() { return {-1, false, false, std::numeric_limits<double>::infinity()}; }
};

/// The progress of one run. Thread-safe.
class Progress final {
 public:
  /// `total` sequences in all, of which a resumed run has already seen `begin`.
  Progress(std::string label, uint64_t total, uint64_t begin = 0,
           ProgressOutput output = ProgressOutput::standard_error());
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Reports `done` sequences with a mean training cost of `loss_bits` (NaN: unknown) and the text `extra`; at most
  /// every `seconds_between`.
  void update(uint64_t done, double loss_bits = std::numeric_limits<double>::quiet_NaN(), std::string_view extra = {});

  /// Changes how many sequences there are in all.
  void expect(uint64_t total);

  /// Prints a line of text above the report.
  void line(std::string_view text);

  /// The last report: sequences, time and mean rate.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  std::string report(double rate, Clock::time_point now) const;
  void show(std::string text);
  void write(const std::string& text) const;

  const std::string label_;
  const uint64_t begin_;
  const ProgressOutput output_;
  const Clock::time_point started_ = Clock::now();

  std::mutex mutex_;
  uint64_t total_, done_;
  double loss_bits_ = std::numeric_limits<double>::quiet_NaN();
  std::string extra_;
  uint64_t shown_done_;  // as of the last report
  Clock::time_point shown_at_ = started_;
  double smooth_done_ = 0, smooth_seconds_ = 0;
  std::string on_screen_;  // the rewritten line; empty: none
  bool updated_ = false;   // since the last finish()
};

}  // namespace tapehead
