#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/rows/graph_task_rows.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/picture_task_rows.hpp"
#include "catalogue/rows/sequence_task_rows.hpp"
#include "catalogue/rows/task_sizes.hpp"
#include "tasks/bits/add.hpp"
#include "tasks/bits/associative_recall.hpp"
#include "tasks/bits/copy.hpp"
#include "tasks/bits/file.hpp"
#include "tasks/bits/ngrams.hpp"
#include "tasks/bits/priority_sort.hpp"
#include "tasks/bits/repeat_copy.hpp"
#include "tasks/bits/reverse.hpp"
#include "tasks/bits/sort.hpp"
#include "tasks/data/babi/ids.hpp"
#include "tasks/episode/joined_streams.hpp"
#include "tasks/pictures/patch_sequences.hpp"
#include "tasks/sequences/key_value_recall.hpp"
#include "tasks/stories/babi.hpp"
#include "tasks/stories/word_sequences.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// How bit vectors are drawn and shown, after a task's own options.
std::vector<Option> with_style(std::vector<Option> others) {
  others.push_back(Option::flag("task.signed-bits", false,
                                "bits enter as -1 and +1, so that no vector looks like silence; targets stay 0 and 1"));
  others.push_back(
      Option::choice("task.draw", "fair", {"fair", "hostile"},
                     "fair bits, or with a stretch of zeros, ones, sparse, repeated or alternating vectors"));
  return others;
}

VectorStyle style(const Settings& s) { return {s.flag("task.signed-bits"), s.text("task.draw") == "hostile"}; }

Option bits_option(long long value) { return Option::integer("task.bits", value, 1, 1024, "bits of a vector"); }

TaskRow copy_row() {
  return {
      {"copy",
       "say random bit vectors again after a delimiter",
       "Graves, Wayne & Danihelka 2014, section 4.1",
       with_sizes(with_style({bits_option(8),
                              Option::flag("task.framed", false,
                                           "a mark before the sequence too, and an end marker to be said after it")}),
                  {{"length", 1, 20, 1, 1000000, "vectors", "a sequence"}}),
       {}},
      [](const Settings& s, const KnownCorpus&) {
        return std::make_unique<CopyTask>(CopySettings{s.size("task.bits"), s.size("task.min-length"),
                                                       s.size("task.max-length"), s.flag("task.framed"), style(s)});
      }};
}

TaskRow repeat_copy_row() {
  return {{"repeat-copy",
           "say random bit vectors again as often as a number tells, then an end marker",
           "Graves, Wayne & Danihelka 2014, section 4.2",
           with_sizes(with_style({bits_option(8),
                                  Option::integer("task.repeats-norm", 10, 1, 1000,
                                                  "the number of repeats is normalised as if uniform up to this"),
                                  Option::flag("task.delimiter", true,
                                               "the number's step is marked on a channel of its own too")}),
                      {{"length", 1, 10, 1, 1000, "vectors", "a sequence"},
                       {"repeats", 1, 10, 1, 1000, "repeats", "a sequence"}}),
           {}},
          [](const Settings& s, const KnownCorpus&) {
            return std::make_unique<RepeatCopyTask>(RepeatCopySettings{
                s.size("task.bits"), s.size("task.min-length"), s.size("task.max-length"), s.size("task.min-repeats"),
                s.size("task.max-repeats"), s.size("task.repeats-norm"), s.flag("task.delimiter"), style(s)});
          }};
}

TaskRow associative_recall_row() {
  return {
      {"associative-recall",
       "given one of several items, say the one that came after it",
       "Graves, Wayne & Danihelka 2014, section 4.3",
       with_sizes(with_style({bits_option(6), Option::integer("task.vectors", 3, 1, 100, "vectors of an item")}),
                  {{"items", 2, 6, 2, AssociativeRecallTask::kMostItems, "items", "an episode"}}),
       {}},
      [](const Settings& s, const KnownCorpus&) {
        return std::make_unique<AssociativeRecallTask>(AssociativeRecallSettings{
            s.size("task.bits"), s.size("task.vectors"), s.size("task.min-items"), s.size("task.max-items"), style(s)});
      }};
}

TaskRow ngrams_row() {
  return {{"ngrams",
           "foretell bits that depend on those before, by a table drawn for each episode",
           "Graves, Wayne & Danihelka 2014, section 4.4",
           with_sizes(
               {Option::integer("task.order", 6, 1, NgramsTask::kMostOrder, "n: a bit depends on the n - 1 before it")},
               {{"length", 200, 200, 1, 100000, "bits", "a sequence"}}),
           {}},
          [](const Settings& s, const KnownCorpus&) {
            return std::make_unique<NgramsTask>(
                NgramsSettings{s.size("task.order"), s.size("task.min-length"), s.size("task.max-length")});
          }};
}

TaskRow priority_sort_row() {
  return {{"priority-sort",
           "say random bit vectors in the order of their priorities, the highest first",
           "Graves, Wayne & Danihelka 2014, section 4.5",
           with_sizes(with_style({bits_option(8), Option::integer("task.answers", 16, 1, PrioritySortTask::kMostVectors,
                                                                  "how many are asked for")}),
                      {{"vectors", 20, 20, 1, PrioritySortTask::kMostVectors, "vectors", "an episode"}}),
           {}},
          [](const Settings& s, const KnownCorpus&) {
            return std::make_unique<PrioritySortTask>(
                PrioritySortSettings{s.size("task.bits"), s.size("task.min-vectors"), s.size("task.max-vectors"),
                                     s.size("task.answers"), style(s)});
          }};
}

TaskRow reverse_row() {
  return {{"reverse",
           "say random bit vectors backwards after a delimiter",
           "Grefenstette et al. 2015, section 4.1",
           with_sizes(with_style({bits_option(8)}), {{"length", 1, 20, 1, 1000000, "vectors", "a sequence"}}),
           {}},
          [](const Settings& s, const KnownCorpus&) {
            return std::make_unique<ReverseTask>(
                ReverseSettings{s.size("task.bits"), s.size("task.min-length"), s.size("task.max-length"), style(s)});
          }};
}

TaskRow sort_row() {
  return {{"sort",
           "say random bit vectors in ascending order, as binary numbers",
           "this project",
           with_sizes(with_style({bits_option(8)}), {{"length", 1, 10, 1, 10000, "vectors", "a sequence"}}),
           {}},
          [](const Settings& s, const KnownCorpus&) {
            return std::make_unique<SortTask>(
                SortSettings{s.size("task.bits"), s.size("task.min-length"), s.size("task.max-length"), style(s)});
          }};
}

TaskRow add_row() {
  return {
      {"add",
       "say the sum of two binary numbers, the lowest digit first",
       "after Zaremba & Sutskever 2014",
       with_sizes(with_style({}), {{"length", 1, 10, 1, 1000000, "digits", "a number"}}),
       {}},
      [](const Settings& s, const KnownCorpus&) {
        return std::make_unique<AddTask>(AddSettings{s.size("task.min-length"), s.size("task.max-length"), style(s)});
      }};
}

TaskRow key_value_recall_row() {
  return {
      {"key-value-recall",
       "pairs of tokens, then the value of each key where the key comes again",
       "Arora et al. 2023 (Zoology)",
       with_sizes({Option::integer("task.vocabulary", 32, 2, KeyValueRecallTask::kMostTokens,
                                   "tokens: keys and values, half of them each"),
                   Option::integer("task.values", 0, 0, KeyValueRecallTask::kMostTokens,
                                   "so many tokens are values, drawn anew for each pair, and only they are outputs; "
                                   "0: half of the tokens, each once"),
                   Option::integer("task.length", 32, 0, KeyValueRecallTask::kMostLength,
                                   "steps of a sequence; 0: four for each of its pairs"),
                   Option::flag("task.random-filler", true, "other steps show any token; else they are silent")},
                  {{"pairs", 4, 4, 1, KeyValueRecallTask::kMostPairs, "pairs", "a sequence"}}),
       {}},
      [](const Settings& s, const KnownCorpus&) {
        return std::make_unique<KeyValueRecallTask>(
            KeyValueRecallSettings{s.size("task.vocabulary"), s.size("task.length"), s.size("task.min-pairs"),
                                   s.size("task.max-pairs"), s.flag("task.random-filler"), s.size("task.values")});
      }};
}

TaskRow file_row() {
  return {
      {"file",
       "a user's own sequences, from a CSV file",
       "this project (docs/own-sequences.md)",
       {Option::path("task.path", "CSV file: episode, in.1 …, out.1 … (an empty out cell is not scored)"),
        Option::real("task.held-out", 0.2, 0.01, 0.9, "share of the episodes kept for validation and the final score")},
       {}},
      [](const Settings& s, const KnownCorpus&) {
        return std::make_unique<FileTask>(FileSettings{s.text("task.path"), s.real("task.held-out")});
      }};
}

/// Where the stories come from: a path implies files. Throws InputError for a path and a source that contradict it.
BabiSettings babi_settings(const Settings& s) {
  const std::string& source = s.text("task.source");
  BabiSettings settings;
  settings.path = s.text("task.path");
  if (source == "built-in" && !settings.path.empty())
    throw InputError("task.source: got built-in with task.path \"" + printable(settings.path) +
                     "\"; one of the two without the other is needed");
  if (source == "files" && settings.path.empty())
    throw InputError("task.path: got nothing with task.source files; a directory of bAbI files is needed");
  settings.ids = parse_babi_ids(s.text("task.ids"), "task.ids");
  settings.whole_stories = s.text("task.episode") == "story";
  settings.questions = s.size("task.questions");
  settings.test_questions = s.size("task.test-questions");
  if (s.has("seed")) settings.seed = static_cast<uint64_t>(s.integer("seed"));
  return settings;
}

TaskRow babi_row() {
  return {
      {"babi",
       "answer questions about stories: the twenty bAbI tasks, built in or from files",
       "Weston et al. 2015",
       {Option::choice("task.source", "auto", {"auto", "built-in", "files"},
                       "where stories come from: auto means files where there is a path, else the built-in generator"),
        Option::path("task.path", "directory of files in the bAbI format, such as en or en-10k"),
        Option::text("task.ids", "1", "tasks: all, or such as 1..20 or 1,3,7; several are learned jointly"),
        Option::choice("task.episode", "question", {"question", "story"},
                       "an episode is a question and what came before it, or a story with all its questions"),
        Option::integer("task.questions", 1000, 2, 1000000,
                        "questions of each built-in task, a tenth of them for validation"),
        Option::integer("task.test-questions", 1000, 1, 1000000, "test questions of each built-in task")},
       {},
       true},
      [](const Settings& s, const KnownCorpus& corpus) {
        return std::make_unique<BabiTask>(babi_settings(s), corpus);
      }};
}

}  // namespace

const std::vector<TaskRow>& task_rows() {
  static const std::vector<TaskRow> rows = [] {
    std::vector<TaskRow> all = {
        copy_row(), repeat_copy_row(), associative_recall_row(), ngrams_row(), priority_sort_row(), reverse_row(),
        sort_row(), add_row(),         key_value_recall_row(),   file_row(),   babi_row()};
    for (const auto& more : {sequence_task_rows(), picture_task_rows(), graph_task_rows()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return rows;
}

std::unique_ptr<Task> make_task(const Settings& settings, const KnownCorpus& corpus) {
  auto task = make_part(task_rows(), settings, "task", settings, corpus);
  if (settings.has("task.patch") && settings.size("task.patch") > 0)
    task = std::make_unique<PatchSequences>(std::move(task), static_cast<uint32_t>(settings.size("task.patch")));
  if (!settings.has("model")) return task;
  const Spec spec = task->spec();
  if (spec.tells_stories() && !reads_stories(settings)) return std::make_unique<WordSequences>(std::move(task));
  if (spec.says() && spec.input_count > 1 && spec.input().kind == StreamKind::kTokens && !listens(settings))
    return std::make_unique<JoinedStreams>(std::move(task));
  return task;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
