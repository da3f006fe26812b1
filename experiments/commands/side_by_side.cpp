#include "experiments/commands/side_by_side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "autodiff/base/error.hpp"
#include "experiments/command_line/command.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"
#include "experiments/runs/result_text.hpp"
#include "experiments/runs/run_directory.hpp"

namespace tapehead {

int conclude(const RunRequest& request, const RunReport& report) {
  const std::string where = request.directory.string();
  if (report.outcome == Outcome::kInterrupted) {
    print_message(fmt::format("interrupted; the checkpoint is written, tapehead resume {} goes on", where));
    return kInterrupted;
  }
  if (report.outcome == Outcome::kDiverged) {
    print_message(where + ": " + report.message);
    return kDiverged;
  }
  fmt::print("{}: {}{}\n", where, report.was_finished ? "is done already: " : "",
             result_text(RunDirectory(request.directory).result()));
  return kDone;
}

size_t deal_threads(const std::vector<RunRequest*>& runs, size_t threads) {
  const size_t at_once = std::min(threads, runs.size());
  for (RunRequest* run : runs) {
    run->threads = threads / at_once;
    run->shared_terminal = at_once > 1;
  }
  return at_once;
}

int train_side_by_side(const std::vector<RunRequest*>& runs, size_t at_once, std::optional<RunParts> first) {
  if (runs.empty()) return kDone;
  std::vector<int> statuses(runs.size(), kDone);
  std::atomic<size_t> next = 0;
  std::mutex printing;
  std::exception_ptr failure;
  const auto work = [&] {
    for (size_t i = next++; i < runs.size() && !interrupted(); i = next++) {
      try {
        const RunReport report =
            i == 0 && first ? run_training(*runs[i], *std::exchange(first, std::nullopt)) : run_training(*runs[i]);
        const std::lock_guard lock(printing);
        statuses[i] = conclude(*runs[i], report);
      } catch (const InputError& error) {
        const std::lock_guard lock(printing);
        print_message(error.what());
        statuses[i] = kBadInput;
      } catch (...) {
        const std::lock_guard lock(printing);
        failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  try {
    for (size_t i = 1; i < at_once; ++i) others.emplace_back(work);
  } catch (const std::exception&) {  // the system gives no more threads; those that are there train all
  }
  work();
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
  return interrupted() ? kInterrupted : *std::max_element(statuses.begin(), statuses.end());
}

}  // namespace tapehead
