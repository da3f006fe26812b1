#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/graph_task_rows.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/picture_task_rows.hpp"
#include "catalogue/rows/problem_task_rows.hpp"
#include "catalogue/rows/sequence_task_rows.hpp"
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
#include "tasks/data/text/text_file.hpp"
#include "tasks/episode/joined_streams.hpp"
#include "tasks/sequences/key_value_recall.hpp"
#include "tasks/sequences/token_file.hpp"
#include "tasks/stories/babi.hpp"
#include "tasks/stories/word_sequences.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The row of a task that is made from its settings alone.
template <class OfBits, class TaskSettings>
TaskRow plain_task_row(const char* name, const char* summary, const char* source, const Bound<TaskSettings>& options) {
  return {{name, summary, source, options.options(), {}},
          [options](const Settings& s, const KnownCorpus&) { return std::make_unique<OfBits>(options.read(s)); }};
}

/// How bit vectors are drawn and encoded.
Bound<VectorStyle> style_options() {
  return Bound<VectorStyle>{}
      .flag("task.signed-bits", &VectorStyle::is_signed,
            "bits enter as -1 and +1, so that no vector looks like silence; targets stay 0 and 1")
      .choice("task.draw", &VectorStyle::hostile, {{"fair", false}, {"hostile", true}},
              "fair bits, or adversarial ones: a stretch of zeros, ones, sparse, repeated or alternating vectors");
}

/// task.bits
template <class TaskSettings>
Bound<TaskSettings> bits_options() {
  return Bound<TaskSettings>{}.integer("task.bits", &TaskSettings::bits, 1, 1024, "bits of a vector");
}

TaskRow copy_row() {
  using Copy = CopySettings;
  return plain_task_row<CopyTask>(
      "copy", "say random bit vectors again after a delimiter", "Graves, Wayne & Danihelka 2014, section 4.1",
      bits_options<Copy>()
          .flag("task.framed", &Copy::framed, "a mark before the sequence too, and an end marker to be said after it")
          .with(&Copy::style, style_options())
          .limits("task.length", &Copy::min_length, &Copy::max_length, 1, 1000000, "vectors", "a sequence"));
}

TaskRow repeat_copy_row() {
  using Repeat = RepeatCopySettings;
  return plain_task_row<RepeatCopyTask>(
      "repeat-copy", "say random bit vectors again as often as a number tells, then an end marker",
      "Graves, Wayne & Danihelka 2014, section 4.2",
      bits_options<Repeat>()
          .integer("task.repeats-norm", &Repeat::repeats_norm, 1, 1000,
                   "the number of repeats is normalised as if uniform up to this")
          .flag("task.delimiter", &Repeat::delimiter, "the number's step is marked on a channel of its own too")
          .with(&Repeat::style, style_options())
          .limits("task.length", &Repeat::min_length, &Repeat::max_length, 1, 1000, "vectors", "a sequence")
          .limits("task.repeats", &Repeat::min_repeats, &Repeat::max_repeats, 1, 1000, "repeats", "a sequence"));
}

TaskRow associative_recall_row() {
  using Recall = AssociativeRecallSettings;
  return plain_task_row<AssociativeRecallTask>(
      "associative-recall", "given one of several items, say the one that came after it",
      "Graves, Wayne & Danihelka 2014, section 4.3",
      bits_options<Recall>()
          .integer("task.vectors", &Recall::vectors, 1, 100, "vectors of an item")
          .with(&Recall::style, style_options())
          .limits("task.items", &Recall::min_items, &Recall::max_items, 2, AssociativeRecallTask::kMostItems, "items",
                  "an episode"));
}

TaskRow ngrams_row() {
  using Ngrams = NgramsSettings;
  return plain_task_row<NgramsTask>(
      "ngrams", "predict bits that depend on those before, by a table drawn for each episode",
      "Graves, Wayne & Danihelka 2014, section 4.4",
      Bound<Ngrams>{}
          .integer("task.order", &Ngrams::order, 1, NgramsTask::kMostOrder, "n: a bit depends on the n - 1 before it")
          .limits("task.length", &Ngrams::min_length, &Ngrams::max_length, 1, 100000, "bits", "a sequence"));
}

TaskRow priority_sort_row() {
  using Sort = PrioritySortSettings;
  return plain_task_row<PrioritySortTask>(
      "priority-sort", "say random bit vectors in the order of their priorities, the highest first",
      "Graves, Wayne & Danihelka 2014, section 4.5",
      bits_options<Sort>()
          .integer("task.answers", &Sort::answers, 1, PrioritySortTask::kMostVectors, "how many are asked for")
          .with(&Sort::style, style_options())
          .limits("task.vectors", &Sort::min_vectors, &Sort::max_vectors, 1, PrioritySortTask::kMostVectors, "vectors",
                  "an episode"));
}

TaskRow reverse_row() {
  using Reverse = ReverseSettings;
  return plain_task_row<ReverseTask>(
      "reverse", "say random bit vectors backwards after a delimiter", "Grefenstette et al. 2015, section 4.1",
      bits_options<Reverse>()
          .with(&Reverse::style, style_options())
          .limits("task.length", &Reverse::min_length, &Reverse::max_length, 1, 1000000, "vectors", "a sequence"));
}

TaskRow sort_row() {
  using Sort = SortSettings;
  return plain_task_row<SortTask>(
      "sort", "say random bit vectors in ascending order, as binary numbers", "this project",
      bits_options<Sort>()
          .with(&Sort::style, style_options())
          .limits("task.length", &Sort::min_length, &Sort::max_length, 1, 10000, "vectors", "a sequence"));
}

TaskRow add_row() {
  using Add = AddSettings;
  return plain_task_row<AddTask>(
      "add", "say the sum of two binary numbers, the lowest digit first", "after Zaremba & Sutskever 2014",
      Bound<Add>{}
          .with(&Add::style, style_options())
          .limits("task.length", &Add::min_length, &Add::max_length, 1, 1000000, "digits", "a number"));
}

TaskRow key_value_recall_row() {
  using Recall = KeyValueRecallSettings;
  return plain_task_row<KeyValueRecallTask>(
      "key-value-recall", "pairs of tokens, then the value of each key where the key comes again",
      "Arora et al. 2023 (Zoology)",
      Bound<Recall>{}
          .integer("task.vocabulary", &Recall::vocabulary, 2, KeyValueRecallTask::kMostTokens,
                   "tokens: keys and values, half of them each")
          .integer("task.values", &Recall::values, 0, KeyValueRecallTask::kMostTokens,
                   "so many tokens are values, drawn anew for each pair, and only they are outputs; "
                   "0: half of the tokens, each once")
          .integer("task.length", &Recall::length, 0, KeyValueRecallTask::kMostLength,
                   "steps of a sequence; 0: four for each of its pairs")
          .only_with("task.mixture", {"none"})
          .flag("task.random-filler", &Recall::random_filler, "other steps show any token; else they are silent")
          .integer("task.rewrites", &Recall::rewrites, 0, KeyValueRecallTask::kMostPairs,
                   "so many keys are written again with other values, and the last value counts")
          .integer("task.key-tokens", &Recall::key_tokens, 1, 2, "tokens of a key")
          .choice(
              "task.mixture", &Recall::zoology, {{"none", false}, {"zoology", true}},
              "zoology: the published lengths of 64, 128 and 256 steps with 4 to 64 pairs; none: those of task.length "
              "and task.pairs")
          .limits("task.pairs", &Recall::min_pairs, &Recall::max_pairs, 1, KeyValueRecallTask::kMostPairs, "pairs",
                  "a sequence")
          .only_with("task.mixture", {"none"}));
}

enum class FileForm { kAuto, kCsv, kTokens, kBits };

struct FileOptions : FileSettings {
  FileForm form = FileForm::kAuto;
};

/// The form of the file at `path`: the first line of lines of tokens has a tab, and is no header of a table.
FileForm form_of(const std::string& path) {
  const std::string text = read_text_file(path, "a CSV file of sequences");
  const std::string first = text.substr(0, text.find_first_of("\r\n"));
  return first.find('\t') == first.npos || first.find("episode") != first.npos ? FileForm::kCsv : FileForm::kTokens;
}

TaskRow file_row() {
  using Options = FileOptions;
  const auto options =
      Bound<Options>{}
          .path("task.path", &Options::path,
                "CSV file: episode, in.1 …, out.1 … (an empty out cell is not scored); or an episode a line: inputs, "
                "tab, targets")
          .choice("task.form", &Options::form,
                  {{"auto", FileForm::kAuto},
                   {"csv", FileForm::kCsv},
                   {"tokens", FileForm::kTokens},
                   {"bits", FileForm::kBits}},
                  "the file's form: auto means tokens where the first line has a tab, else csv")
          .real("task.held-out", &Options::held_out, 0.01, 0.9,
                "share of the episodes kept for validation and the final score");
  return {
      {"file", "a user's own sequences, from a file", "this project (docs/own-sequences.md)", options.options(), {}},
      [options](const Settings& s, const KnownCorpus& corpus) -> std::unique_ptr<Task> {
        FileOptions file = options.read(s);
        if (file.form == FileForm::kAuto && !file.path.empty()) file.form = form_of(file.path);
        file.lines = file.form == FileForm::kBits;
        if (file.form == FileForm::kTokens && !file.path.empty())
          return std::make_unique<TokenFileTask>(TokenFileSettings{file.path, file.held_out}, corpus);
        return std::make_unique<FileTask>(file);
      }};
}

enum class StorySource { kAuto, kBuiltIn, kFiles };

struct BabiOptions : BabiSettings {
  StorySource source = StorySource::kAuto;
  std::string numbers = "1";
};

const Bound<BabiOptions>& babi_options() {
  using Options = BabiOptions;
  static const auto all =
      Bound<Options>{}
          .choice("task.source", &Options::source,
                  {{"auto", StorySource::kAuto}, {"built-in", StorySource::kBuiltIn}, {"files", StorySource::kFiles}},
                  "where stories come from: auto means files where there is a path, else the built-in generator")
          .path("task.path", &Options::path, "directory of files in the bAbI format, such as en or en-10k")
          .text("task.ids", &Options::numbers, "tasks: all, or such as 1..20 or 1,3,7; several are learned jointly")
          .choice("task.episode", &Options::whole_stories, {{"question", false}, {"story", true}},
                  "an episode is a question and what came before it, or a story with all its questions")
          .integer("task.questions", &Options::questions, 2, 1000000,
                   "questions of each built-in task, a tenth of them for validation")
          .integer("task.test-questions", &Options::test_questions, 1, 1000000, "test questions of each built-in task")
          .integer("task.filler", &Options::filler, 0, 1000000,
                   "sentences that tell nothing before each line of a story, on average");
  return all;
}

/// The source of stories; a path implies files. Throws InputError for a path with a contradicting source.
BabiSettings babi_settings(const Settings& s) {
  BabiOptions babi = babi_options().read(s);
  if (babi.source == StorySource::kBuiltIn && !babi.path.empty())
    throw InputError("task.source: got built-in with task.path \"" + printable(babi.path) +
                     "\"; one of the two without the other is needed");
  if (babi.source == StorySource::kFiles && babi.path.empty())
    throw InputError("task.path: got nothing with task.source files; a directory of bAbI files is needed");
  babi.ids = parse_babi_ids(babi.numbers, "task.ids");
  if (s.has("seed")) babi.seed = static_cast<uint64_t>(s.integer("seed"));  // an option of runs; a test may have none
  return babi;
}

TaskRow babi_row() {
  return {{"babi",
           "answer questions about stories: the twenty bAbI tasks, built in or from files",
           "Weston et al. 2015",
           babi_options().options(),
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
    for (const auto& more : {problem_task_rows(), sequence_task_rows(), picture_task_rows(), graph_task_rows()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return rows;
}

std::unique_ptr<Task> make_task(const Settings& settings, const KnownCorpus& corpus) {
  for (const TaskRow* row : added_tasks())
    if (row->info.name == settings.text("task")) return row->make(settings, corpus);
  auto task = make_part(task_rows(), settings, "task", settings, corpus);
  if (!settings.has("model")) return task;
  const Spec spec = task->spec();
  if (spec.tells_stories() && !reads_stories(settings)) return std::make_unique<WordSequences>(std::move(task));
  if (spec.says() && spec.input_count > 1 && spec.input().kind == StreamKind::kTokens && !listens(settings))
    return std::make_unique<JoinedStreams>(std::move(task));
  return task;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
