#include "live/without_files.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "tasks/episode/joined_streams.hpp"
#include "tasks/sequences/pairs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Questions of each built-in bAbI task: a page shows only a few.
constexpr size_t kFewQuestions = 20;
constexpr size_t kFewFillers = 5;

void at_most(Settings& settings, const char* option, size_t most) {
  if (settings.has(option)) settings.set(option, std::to_string(std::min(settings.size(option), most)));
}

/// A task of words with answers whose file is absent: it knows the words, but can draw no episodes.
std::unique_ptr<Task> asked_only(const Settings& settings, const KnownCorpus& corpus) {
  const bool spelt = settings.text("task") == "pronunciation";
  const auto units = [&](const char* option) {
    return settings.text(option) == "words" ? Units::kWords : Units::kCharacters;
  };
  PairsSettings pairs{"checkpoint",
                      spelt ? LineUnits{Units::kCharacters, Units::kWords}
                            : LineUnits{units("task.source-units"), units("task.target-units")},
                      settings.size("task.max-length"), spelt};
  const std::vector<Pair> one{{corpus->words.front(), corpus->said.back()}};
  auto task = std::make_unique<PairsTask>(pairs, PartedPairs{one, one, one}, corpus);
  if (listens(settings)) return task;
  return std::make_unique<JoinedStreams>(std::move(task));
}

}  // namespace

TaskWithoutFiles make_task_without_files(Settings settings, const KnownCorpus& corpus) {
  const std::string& task = settings.text("task");
  at_most(settings, "task.questions", kFewQuestions);
  at_most(settings, "task.test-questions", kFewQuestions);
  at_most(settings, "task.filler", kFewFillers);
  if (task == "file") throw InputError("task: got file, whose sequences are not in the page; another task is needed");
  if ((task == "pairs" || task == "pronunciation") && corpus)
    return {asked_only(settings, corpus), "nothing: its file is not in the page, so episodes are typed"};
  const bool has_path = settings.has("task.path") && !settings.text("task.path").empty();
  const bool fashion = settings.has("task.from") && settings.text("task.from") == "fashion";
  std::string stand_in;
  if (has_path || fashion) {
    settings.set("task.path", "");
    if (settings.has("task.source")) settings.set("task.source", "built-in");
    if (settings.has("task.from")) settings.set("task.from", task == "mosaic" ? "shapes" : "digits");
    stand_in = settings.has("task.from")     ? "drawn pictures, for its files are not in the page"
               : settings.has("task.source") ? "the built-in stories, for its files are not in the page"
                                             : "what is built in, for its files are not in the page";
  }
  return {make_task(settings, corpus), stand_in};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
