#include "catalogue/rows/sequence_task_rows.hpp"

#include <algorithm>
#include <tuple>

#include "autodiff/base/error.hpp"
#include "catalogue/options/bound.hpp"
#include "tasks/data/sequences/pairs_file.hpp"
#include "tasks/data/sequences/pronouncing_dictionary.hpp"
#include "tasks/data/sequences/scan.hpp"
#include "tasks/sequences/addition.hpp"
#include "tasks/sequences/lexical_translation.hpp"
#include "tasks/sequences/pairs.hpp"
#include "tasks/sequences/running_text.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kLeastShare = 0.001;

/// task.validation-share and task.test-share
Bound<Shares> share_options(Shares initial) {
  return Bound<Shares>(initial)
      .real("task.validation-share", &Shares::validation, kLeastShare, 0.5, "share of the sources kept for validation")
      .real("task.test-share", &Shares::test, kLeastShare, 0.5, "share of the sources kept for eval and test");
}

Words<Units> unit_words() { return {{"characters", Units::kCharacters}, {"words", Units::kWords}}; }

struct ScanOptions {
  std::string split = "simple", path;
  double validation_share = 0.05;
};

std::unique_ptr<Task> make_scan(const ScanOptions& scan, const KnownCorpus& corpus) {
  const auto splits = scan_splits();
  const auto chosen =
      std::find_if(splits.begin(), splits.end(), [&](const ScanSplit& one) { return one.name == scan.split; });
  ScanParts parts = scan.path.empty() ? scan_parts(scan.split) : read_scan(scan.path, *chosen);
  PairsSettings settings{scan.path.empty() ? "task scan" : scan.path, {Units::kWords, Units::kWords}};
  settings.words_of_all = true;
  return std::make_unique<PairsTask>(
      settings, held_out(std::move(parts.train), std::move(parts.test), scan.validation_share), corpus);
}

TaskRow scan_row() {
  std::vector<std::string> names;
  for (const ScanSplit& split : scan_splits()) names.emplace_back(split.name);
  const auto options =
      Bound<ScanOptions>{}
          .word("task.split", &ScanOptions::split, names, "which commands are trained on, and which are for testing")
          .path("task.path", &ScanOptions::path,
                "directory of files in the published format; else the commands are made anew")
          .real("task.validation-share", &ScanOptions::validation_share, kLeastShare, 0.5,
                "share of the commands to train on that is kept for validation");
  return {{"scan",
           "say the actions of a command such as jump twice and turn left",
           "Lake & Baroni 2018; the templates Loula, Baroni & Lake 2018",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus& corpus) { return make_scan(options.read(s), corpus); }};
}

struct AdditionOptions : AdditionSettings {
  std::pair<bool, bool> reversed = {false, false};  ///< question, answer
};

TaskRow addition_row() {
  using Options = AdditionOptions;
  const auto options = Bound<Options>{}
                           .flag("task.padded", &Options::padded, "blanks make all questions and answers equally long")
                           .choice("task.reversed", &Options::reversed,
                                   {{"none", {false, false}},
                                    {"question", {true, false}},
                                    {"answer", {false, true}},
                                    {"both", {true, true}}},
                                   "what is told from its last character to its first")
                           .limits("task.digits", &Options::min_digits, &Options::max_digits, 1,
                                   AdditionTask::kMostDigits, "digits", "a number");
  return {{"addition",
           "say the sum of two decimal numbers, character by character: 535+61",
           "Keras' addition_rnn, after Sutskever et al. 2014",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus& corpus) {
            AdditionOptions addition = options.read(s);
            std::tie(addition.reversed_question, addition.reversed_answer) = addition.reversed;
            return std::make_unique<AdditionTask>(addition, corpus);
          }};
}

struct PairsOptions {
  std::string path;
  LineUnits units = {Units::kCharacters, Units::kCharacters};
  size_t longest = 100;
  Shares shares;
};

std::unique_ptr<Task> make_pairs(const PairsOptions& pairs, const KnownCorpus& corpus) {
  if (pairs.path.empty()) throw InputError("task.path: got nothing; the path of a text file is needed");
  PairsSettings settings{pairs.path, pairs.units, pairs.longest};
  settings.metrics.bleu = true;
  return std::make_unique<PairsTask>(
      settings, parted(read_pairs(pairs.path, {pairs.units.source, pairs.units.said, pairs.longest}), pairs.shares),
      corpus);
}

TaskRow pairs_row() {
  using Options = PairsOptions;
  const auto options =
      Bound<Options>{}
          .path("task.path", &Options::path, "text file (UTF-8): source, tab, target in each line")
          .choice("task.source-units", inside(&Options::units, &LineUnits::source), unit_words(),
                  "what a source is made of")
          .choice("task.target-units", inside(&Options::units, &LineUnits::said), unit_words(),
                  "what a target is made of")
          .integer("task.max-length", &Options::longest, 1, 10000, "most units of a source or a target")
          .with(&Options::shares, share_options({0.05, 0.1}));
  return {{"pairs",
           "a user's own sources and answers, from a text file with a tab between them",
           "this project (docs/sequences.md)",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus& corpus) { return make_pairs(options.read(s), corpus); }};
}

struct PronunciationOptions {
  std::string path;
  PronunciationForm form;
  Shares shares;
};

std::unique_ptr<Task> make_pronunciation(const PronunciationOptions& spelt, const KnownCorpus& corpus) {
  PairsSettings settings{spelt.path.empty() ? std::string(kFestivalDictionary) : spelt.path,
                         {Units::kCharacters, Units::kWords},
                         spelt.form.longest,
                         true};
  settings.metrics.edits_percent = "phoneme_error";
  settings.metrics.error_name = "word_error";
  return std::make_unique<PairsTask>(settings, parted(read_pronunciations(spelt.path, spelt.form), spelt.shares),
                                     corpus);
}

TaskRow pronunciation_row() {
  using Options = PronunciationOptions;
  const auto options =
      Bound<Options>{}
          .path("task.path", &Options::path,
                "pronouncing dictionary (CMUdict's format, or Festival's); else that of Debian's package festlex-cmu")
          .flag("task.stress", inside(&Options::form, &PronunciationForm::stress),
                "vowels carry their stress; else it is dropped")
          .integer("task.max-length", inside(&Options::form, &PronunciationForm::longest), 1, 1000,
                   "most letters of a word, or phonemes")
          .with(&Options::shares, share_options({0.02, 0.1}));
  return {
      {"pronunciation",
       "say the phonemes of an English word that is spelt",
       "after Sejnowski & Rosenberg 1987; CMUdict",
       options.options(),
       {}},
      [options](const Settings& s, const KnownCorpus& corpus) { return make_pronunciation(options.read(s), corpus); }};
}

TaskRow text_row() {
  using Text = RunningTextSettings;
  const auto options = Bound<Text>{}
                           .path("task.path", &Text::path, "text file (UTF-8); else a text of a tiny grammar")
                           .choice("task.units", &Text::units, unit_words(), "what the text is made of")
                           .integer("task.length", &Text::length, 1, 100000, "tokens of an episode")
                           .integer("task.vocabulary", &Text::vocabulary, 1, 60000,
                                    "words: so many of the most frequent ones; all others are one");
  return {{"text",
           "predict how a text continues: a language model of characters or words",
           "parts and windows of nanoGPT (Karpathy 2022)",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus& corpus) {
            return std::make_unique<RunningTextTask>(options.read(s), corpus);
          }};
}

TaskRow lexical_translation_row() {
  using Translation = LexicalTranslationSettings;
  const auto lexicon = [](auto field) { return inside(&Translation::lexicon, field); };
  const auto options =
      Bound<Translation>{}
          .integer("task.vocabulary", lexicon(&LexiconSettings::words), 2, 4000, "words of the language")
          .flag("task.monotone", lexicon(&LexiconSettings::monotone), "no word leaves its place")
          .integer("task.jump", lexicon(&LexiconSettings::jump), 1, 100,
                   "words that one which leaves its place goes behind")
          .integer("task.language", lexicon(&LexiconSettings::language), 0, 1000000, "which lexicon")
          .flag("task.full-stop", &Translation::full_stop, "a sentence ends in a mark of its own")
          .limits("task.length", &Translation::min_length, &Translation::max_length, 1,
                  LexicalTranslationTask::kMostLength, "words", "a sentence")
          .limits("task.fertility", lexicon(&LexiconSettings::min_fertility), lexicon(&LexiconSettings::max_fertility),
                  0, 10, "words", "a translated word");
  return {{"lexical-translation",
           "translate made-up words one by one, with fertility and reordering; it is known which comes from which",
           "after Brown et al. 1993",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus& corpus) {
            const LexicalTranslationSettings translation = options.read(s);
            check_limits("task.min-fertility", translation.lexicon.min_fertility, "task.max-fertility",
                         translation.lexicon.max_fertility);
            return std::make_unique<LexicalTranslationTask>(translation, corpus);
          }};
}

}  // namespace

std::vector<TaskRow> sequence_task_rows() {
  return {scan_row(), addition_row(), pairs_row(), pronunciation_row(), text_row(), lexical_translation_row()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
