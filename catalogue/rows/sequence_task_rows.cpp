#include "catalogue/rows/sequence_task_rows.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/task_sizes.hpp"
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

Option share_option(const std::string& name, double value, const std::string& of_what) {
  return Option::real("task." + name, value, kLeastShare, 0.5, of_what);
}

std::vector<Option> with_shares(std::vector<Option> others, double validation, double test) {
  others.push_back(share_option("validation-share", validation, "share of the sources kept for validation"));
  others.push_back(share_option("test-share", test, "share of the sources kept for eval and test"));
  return others;
}

Shares shares(const Settings& s) { return {s.real("task.validation-share"), s.real("task.test-share")}; }

Option units_option(const std::string& name, const std::string& value, const std::string& help) {
  return Option::choice(name, value, {"characters", "words"}, help);
}

Units units(const Settings& s, const std::string& option) {
  return s.text(option) == "words" ? Units::kWords : Units::kCharacters;
}

TaskRow scan_row() {
  std::vector<std::string> names;
  for (const ScanSplit& split : scan_splits()) names.emplace_back(split.name);
  return {{"scan",
           "say the actions of a command such as jump twice and turn left",
           "Lake & Baroni 2018; the templates Loula, Baroni & Lake 2018",
           {Option::choice("task.split", "simple", names, "which commands are trained on, and which are for testing"),
            Option::path("task.path", "directory of files in the published format; else the commands are made anew"),
            share_option("validation-share", 0.05, "share of the commands to train on that is kept for validation")},
           {}},
          [](const Settings& s, const KnownCorpus& corpus) {
            const std::string &split = s.text("task.split"), &path = s.text("task.path");
            const auto splits = scan_splits();
            const auto chosen =
                std::find_if(splits.begin(), splits.end(), [&](const ScanSplit& one) { return one.name == split; });
            ScanParts parts = path.empty() ? scan_parts(split) : read_scan(path, *chosen);
            PairsSettings settings{path.empty() ? "task scan" : path, {Units::kWords, Units::kWords}};
            settings.words_of_all = true;
            return std::make_unique<PairsTask>(
                settings, held_out(std::move(parts.train), std::move(parts.test), s.real("task.validation-share")),
                corpus);
          }};
}

TaskRow addition_row() {
  return {
      {"addition",
       "say the sum of two decimal numbers, character by character: 535+61",
       "Keras' addition_rnn, after Sutskever et al. 2014",
       with_sizes({Option::flag("task.padded", false, "blanks make all questions and answers equally long"),
                   Option::choice("task.reversed", "none", {"none", "question", "answer", "both"},
                                  "what is told from its last character to its first")},
                  {{"digits", 1, 5, 1, AdditionTask::kMostDigits, "digits", "a number"}}),
       {}},
      [](const Settings& s, const KnownCorpus& corpus) {
        const std::string& reversed = s.text("task.reversed");
        return std::make_unique<AdditionTask>(
            AdditionSettings{s.size("task.min-digits"), s.size("task.max-digits"), s.flag("task.padded"),
                             reversed == "question" || reversed == "both", reversed == "answer" || reversed == "both"},
            corpus);
      }};
}

TaskRow pairs_row() {
  return {{"pairs",
           "a user's own sources and answers, from a text file with a tab between them",
           "this project (docs/sequences.md)",
           with_shares({Option::path("task.path", "text file (UTF-8): source, tab, target in each line"),
                        units_option("task.source-units", "characters", "what a source is made of"),
                        units_option("task.target-units", "characters", "what a target is made of"),
                        Option::integer("task.max-length", 100, 1, 10000, "most units of a source or a target")},
                       0.05, 0.1),
           {}},
          [](const Settings& s, const KnownCorpus& corpus) {
            const std::string& path = s.text("task.path");
            if (path.empty()) throw InputError("task.path: got nothing; the path of a text file is needed");
            const LineUnits kinds{units(s, "task.source-units"), units(s, "task.target-units")};
            const size_t longest = s.size("task.max-length");
            PairsSettings settings{path, kinds, longest};
            settings.metrics.bleu = true;
            return std::make_unique<PairsTask>(
                settings, parted(read_pairs(path, {kinds.source, kinds.said, longest}), shares(s)), corpus);
          }};
}

TaskRow pronunciation_row() {
  return {{"pronunciation",
           "say the phonemes of an English word that is spelt",
           "after Sejnowski & Rosenberg 1987; CMUdict",
           with_shares({Option::path("task.path",
                                     "pronouncing dictionary (CMUdict's format, or Festival's); else that "
                                     "of Debian's package festlex-cmu"),
                        Option::flag("task.stress", false, "vowels carry their stress; else it is dropped"),
                        Option::integer("task.max-length", 50, 1, 1000, "most letters of a word, or phonemes")},
                       0.02, 0.1),
           {}},
          [](const Settings& s, const KnownCorpus& corpus) {
            const std::string& path = s.text("task.path");
            const PronunciationForm form{s.flag("task.stress"), s.size("task.max-length")};
            PairsSettings settings{path.empty() ? std::string(kFestivalDictionary) : path,
                                   {Units::kCharacters, Units::kWords},
                                   form.longest,
                                   true};
            settings.metrics.edits_percent = "phoneme_error";
            settings.metrics.error_name = "word_error";
            return std::make_unique<PairsTask>(settings, parted(read_pronunciations(path, form), shares(s)), corpus);
          }};
}

TaskRow text_row() {
  return {{"text",
           "foretell how a text goes on: a language model of characters or words",
           "parts and windows of nanoGPT (Karpathy 2022)",
           {Option::path("task.path", "text file (UTF-8); else a text of a tiny grammar"),
            units_option("task.units", "characters", "what the text is made of"),
            Option::integer("task.length", 64, 1, 100000, "tokens of an episode"),
            Option::integer("task.vocabulary", 10000, 1, 60000,
                            "words: so many of the most frequent ones; all others are one")},
           {}},
          [](const Settings& s, const KnownCorpus& corpus) {
            return std::make_unique<RunningTextTask>(
                RunningTextSettings{s.text("task.path"), units(s, "task.units"), s.size("task.length"),
                                    s.size("task.vocabulary")},
                corpus);
          }};
}

TaskRow lexical_translation_row() {
  return {{"lexical-translation",
           "translate made-up words one by one, with fertility and reordering; it is known which comes from which",
           "after Brown et al. 1993",
           with_sizes({Option::integer("task.vocabulary", 32, 2, 4000, "words of the language"),
                       Option::flag("task.monotone", false, "no word leaves its place"),
                       Option::integer("task.jump", 2, 1, 100, "words that one which leaves its place goes behind"),
                       Option::integer("task.language", 1, 0, 1000000, "which lexicon"),
                       Option::flag("task.full-stop", false, "a sentence ends in a mark of its own")},
                      {{"length", 5, 15, 1, LexicalTranslationTask::kMostLength, "words", "a sentence"},
                       {"fertility", 0, 2, 0, 10, "words", "a translated word"}}),
           {}},
          [](const Settings& s, const KnownCorpus& corpus) {
            LexicalTranslationSettings settings{s.size("task.min-length"), s.size("task.max-length"), {}};
            settings.lexicon = {s.size("task.vocabulary"),    s.size("task.min-fertility"),
                                s.size("task.max-fertility"), s.flag("task.monotone"),
                                s.size("task.jump"),          static_cast<uint64_t>(s.integer("task.language"))};
            settings.full_stop = s.flag("task.full-stop");
            check_limits("task.min-fertility", settings.lexicon.min_fertility, "task.max-fertility",
                         settings.lexicon.max_fertility);
            return std::make_unique<LexicalTranslationTask>(settings, corpus);
          }};
}

}  // namespace

std::vector<TaskRow> sequence_task_rows() {
  return {scan_row(), addition_row(), pairs_row(), pronunciation_row(), text_row(), lexical_translation_row()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
