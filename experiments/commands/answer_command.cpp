#include <fmt/format.h>

#include <cstdio>
#include <iostream>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/files/utf8.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/command_line/standard_streams.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/conversation.hpp"
#include "experiments/commands/search_options.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/training/trainings.hpp"
#include "tasks/data/text/lines.hpp"

namespace tapehead {
namespace {

constexpr const char* kInput = "standard input";

Wishes wishes_of(const CommandLine& line) {
  Wishes wishes{count_option(line, "n-best", 1),
                count_option(line, "sample", 0),
                line.has("probabilities") || line.has("n-best"),
                line.has("alignment"),
                line.has("json"),
                search_settings(line),
                real_option(line, "temperature", 1e-3, 1e3, 1)};
  const auto refuse = [&](const std::string& option, const char* with) {
    throw InputError(fmt::format("{}: does not go with {}; one without the other is needed", option, with));
  };
  if (wishes.sample > 0 && line.has("n-best")) refuse("--n-best", "--sample");
  if (wishes.sample > 0 && !typed_search_option(line).empty()) refuse(typed_search_option(line), "--sample");
  if (wishes.sample == 0 && line.has("temperature"))
    throw InputError("--temperature: got no --sample; it is needed with it");
  if (!line.has("beam")) wishes.search.beam = wishes.best;
  if (wishes.best > wishes.search.beam)
    throw InputError(fmt::format("--n-best: got {}; at most --beam ({}) is needed", wishes.best, wishes.search.beam));
  return wishes;
}

void check_text(const std::string& text, const std::string& where) {
  if (const size_t at = first_non_utf8(text); at != std::string::npos)
    throw InputError(fmt::format("{}: byte {} is not UTF-8; a text in UTF-8 is needed", where, at + 1));
}

/// Answers line by line, each as soon as it is ready, as long as somebody reads.
void answer_lines(Conversation& conversation) {
  std::string line;
  LineStream lines(std::cin);
  for (size_t number = 1; lines.next(line); ++number) {
    const std::string where = fmt::format("{}:{}", kInput, number);
    check_text(line, where);
    conversation.answer(line, where);
    std::fflush(stdout);
    if (output_failure() != 0) return;
  }
}

/// The number of steps of a training episode.
size_t trained_steps(const Task& task) {
  Stream draw(0, Split::kTrain, Purpose::kShape, 0);
  Batch batch;
  task.sample({0, Split::kTrain, 0, 1}, task.shape(draw, {}), batch);
  return batch.steps();
}

}  // namespace

int answer_command(const CommandLine& line, const std::vector<std::string>&) {
  const Wishes wishes = wishes_of(line);
  const TrainedModel trained =
      load_trained(chosen_run(find_run(line.positionals[0]).directory), line.settings, checkpoint_option(line));
  const FlushDenormals flush;
  Conversation conversation(trained, wishes);
  if (conversation.reads()) {
    for (const char* option : {"prompt", "window"})
      if (line.has(option))
        throw InputError(fmt::format("--{}: got a model that answers; it is asked on standard input", option));
    answer_lines(conversation);
  } else {
    if (wishes.sample == 0)
      throw InputError("--sample: got nothing; a text goes on for as many tokens as --sample N says");
    for (const char* option : {"alignment", "probabilities"})
      if (line.has(option))
        throw InputError(
            fmt::format("--{}: got a model of a text, which reads nothing; one that answers is needed", option));
    const std::string prompt = line.has("prompt") ? line.own.at("prompt") : "";
    check_text(prompt, "--prompt");
    conversation.go_on(prompt, count_option(line, "window", trained_steps(*trained.task)));
  }
  fmt::print(stderr, "{}", conversation.remarks(conversation.reads() ? kInput : "--prompt"));
  return kDone;
}

}  // namespace tapehead
