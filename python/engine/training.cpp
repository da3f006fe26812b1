// Training from Python: the command line `tapehead train ...` of one run, with a function that is told how it goes.

#include <pybind11/stl.h>

#include <chrono>

#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/training/restarts.hpp"
#include "experiments/training/run_parts.hpp"
#include "experiments/training/trainer.hpp"
#include "experiments/training/trainings.hpp"
#include "python/engine/bindings.hpp"
#include "python/engine/released.hpp"
#include "python/engine/turn.hpp"

namespace py = pybind11;

namespace tapehead {
namespace {

constexpr auto kBetweenTurns = std::chrono::milliseconds(100);  // as often as a terminal's line is written

/// Gives Python its turn now and then: for signals, such as Ctrl-C, and for the function that is told of progress. What
/// either throws ends the run.
class PythonListener final : public RunListener {
 public:
  explicit PythonListener(py::object told) : told_(std::move(told)) {}

  bool goes_on(const Moment& moment) override {
    return take_turn(moment.validation, [&] {
      if (!told_->is_none()) (*told_)(moment.sequences, moment.total, moment.bits, validation(moment));
    });
  }

  bool goes_on_scoring() override {
    return take_turn(false, [] {});
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Python's turn, if it is due or `must` be: its signals, then `told`. Returns whether the run goes on.
  template <class Told>
  bool take_turn(bool must, const Told& told) {
    if (failure_ || interpreter_ends()) return false;
    if (!must && Clock::now() - last_turn_ < kBetweenTurns) return true;
    const PythonTurn turn;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      told();
    } catch (const py::error_already_set&) {
      failure_ = std::current_exception();
    }
    last_turn_ = Clock::now();
    return !failure_;
  }

  static py::object validation(const Moment& moment) {
    if (!moment.validation) return py::none();
    py::dict metrics;
    for (const Metric& metric : moment.validation->metrics) metrics[py::str(std::string(metric.name))] = metric.value;
    return metrics;
  }

  SharedObject told_;
  Clock::time_point last_turn_ = Clock::now();
  std::exception_ptr failure_;
};

const Command& train_row() {
  for (const Command& command : commands())
    if (command.name == "train") return command;
  throw std::logic_error("training: the program has no command train");
}

const char* outcome_name(const RunReport& report) {
  switch (report.outcome) {
    case Outcome::kFinished: return "finished";
    case Outcome::kSolved: return "solved";
    case Outcome::kDiverged: return "diverged";
    case Outcome::kInterrupted: break;
  }
  return "interrupted";
}

/// Trains as `tapehead ARGUMENTS...` would (arguments[0] is "train"), one run. Gives its directory, how it ended, what
/// it says of it, and notes about options without effect.
py::tuple train(const std::vector<std::string>& arguments, const py::object& told, bool quiet) {
  PythonListener listener(told);
  RunReport report;
  RunRequest request;
  {
    const Released free;
    const Command& command = train_row();
    const CommandLine line = parse_command_line({arguments.begin() + 1, arguments.end()}, command.options,
                                                command.positionals, declarations());
    if (line.has("name")) check_run_name(line.own.at("name"));
    if (line.has("out")) check_run_directory(line.own.at("out"), 0);
    request.configuration = configure(declarations(), presets_folder(), line);
    request.arguments = arguments;
    request.threads = Workers(threads_option(line)).count();
    request.quiet = quiet;
    request.listener = &listener;
    if (line.has("name")) request.name = line.own.at("name");
    RunParts parts(request.configuration, request.threads);
    request.directory = line.has("out")
                            ? std::filesystem::path(line.own.at("out"))
                            : new_run_directory(line.has("preset") ? line.own.at("preset")
                                                                   : request.configuration.settings.text("task"));
    report = run_training(request, std::move(parts));
  }
  listener.rethrow();
  return py::make_tuple(request.directory.string(), outcome_name(report), report.message, request.configuration.notes);
}

}  // namespace

void bind_training(py::module_& module) {
  module.def("train", &train, py::arg("arguments"), py::arg("told"), py::arg("quiet"));
}

}  // namespace tapehead
