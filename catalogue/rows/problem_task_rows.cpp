#include "catalogue/rows/problem_task_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/options/bound.hpp"
#include "tasks/data/problems/chomsky.hpp"
#include "tasks/data/problems/languages.hpp"
#include "tasks/data/problems/letters.hpp"
#include "tasks/data/problems/mad.hpp"
#include "tasks/data/problems/table_lookup.hpp"
#include "tasks/sequences/problem_task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

struct Lengths {
  size_t min = 1, max = 40;
};

/// task.length, in `what` ("tokens").
Bound<Lengths> problem_lengths(const Lengths& initial, const char* what) {
  return Bound<Lengths>(initial).limits("task.length", &Lengths::min, &Lengths::max, 1, ProblemTask::kMostLength, what,
                                        "an input");
}

struct ChomskyOptions {
  std::string problem = "parity-check";
  Lengths lengths;
};

TaskRow chomsky_row() {
  using Options = ChomskyOptions;
  const auto options = Bound<Options>{}
                           .word("task.problem", &Options::problem, chomsky_names(), "which of the fifteen")
                           .with(&Options::lengths, problem_lengths({}, "tokens"));
  return {{"chomsky",
           "fifteen problems on tokens, by the level of the Chomsky hierarchy that their languages are on",
           "Delétang et al. 2023",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus&) {
            const Options chosen = options.read(s);
            return std::make_unique<ProblemTask>(ProblemTaskSettings{
                chomsky_problem(chosen.problem), chosen.problem, chosen.lengths.min, chosen.lengths.max, true,
                "10,20,30,40,41..500", Task::ScoredRange{"task.length", 41, 500}, true});
          }};
}

struct WordProblemOptions {
  std::string group = "S_5";
  Lengths lengths{1, 128};
};

constexpr const char* kPrefixEvalLengths = "32,64,128,256,512";

TaskRow word_problem_row() {
  using Options = WordProblemOptions;
  const auto options = Bound<Options>{}
                           .text("task.group", &Options::group, "Z_n, S_n, A_n or a product of such, Z_2xS_3")
                           .with(&Options::lengths, problem_lengths({1, 128}, "elements"));
  return {{"word-problem",
           "elements of a group, and at each step the product of all so far",
           "Merrill, Petty & Sabharwal 2024",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus&) {
            const Options chosen = options.read(s);
            return std::make_unique<ProblemTask>(ProblemTaskSettings{word_problem(chosen.group, "task.group"),
                                                                     chosen.group, chosen.lengths.min,
                                                                     chosen.lengths.max, false, kPrefixEvalLengths});
          }};
}

struct LanguageOptions : LanguageSettings {
  LanguageOptions() { name = "parity"; }
  Lengths lengths;
};

TaskRow language_row() {
  using Options = LanguageOptions;
  const auto options =
      Bound<Options>{}
          .word("task.problem", &Options::name, language_names(), "which language")
          .integer("task.modulus", &Options::modulus, 2, 1000, "of what is counted")
          .only_with("task.problem", {"counter"})
          .integer("task.kinds", &Options::kinds, 1, 100, "kinds of brackets; at most 8 in shuffle-dyck")
          .only_with("task.problem", {"dyck", "shuffle-dyck", "reset-dyck"})
          .with(&Options::lengths, problem_lengths({}, "tokens"));
  return {{"language",
           "the state of a formal language at each step: parity, counters, nested or shuffled brackets",
           "Bhattamishra, Ahuja & Goyal 2020; Irie et al. 2023",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus&) {
            const Options chosen = options.read(s);
            return std::make_unique<ProblemTask>(ProblemTaskSettings{language(chosen), chosen.name, chosen.lengths.min,
                                                                     chosen.lengths.max, false, kPrefixEvalLengths});
          }};
}

struct MadOptions : MadSettings {
  MadOptions() { name = "in-context-recall"; }
  size_t length = 0;
};

/// Up to four times as long.
std::string eval_lengths_of(size_t length) {
  return fmt::format("{},{},{}", length, std::min(2 * length, ProblemTask::kMostLength),
                     std::min(4 * length, ProblemTask::kMostLength));
}

TaskRow mad_row() {
  using Options = MadOptions;
  const auto options =
      Bound<Options>{}
          .word("task.problem", &Options::name, mad_names(), "which of MAD's six, or induction")
          .integer("task.vocabulary", &Options::vocabulary, 0, 65536, "tokens; 0: as published")
          .integer("task.length", &Options::length, 0, ProblemTask::kMostLength, "tokens; 0: as published")
          .integer("task.copies", &Options::copies, 1, 100000, "tokens to be copied")
          .only_with("task.problem", {"selective-copying"})
          .real("task.noise", &Options::noise, 0, 0.99, "share of pairs that are noise")
          .only_with("task.problem", {"noisy-recall"})
          .integer("task.noise-tokens", &Options::noise_tokens, 1, 65535, "tokens that are noise, of the vocabulary")
          .only_with("task.problem", {"noisy-recall"})
          .integer("task.motif", &Options::motif, 1, 16, "most tokens of a key, and of a value")
          .only_with("task.problem", {"fuzzy-recall"});
  return {{"mad",
           "six small problems by which parts of language models are compared, and induction",
           "Poli et al. 2024; Gu & Dao 2023",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus&) {
            const Options chosen = options.read(s);
            const size_t published = mad_length(chosen.name), length = chosen.length > 0 ? chosen.length : published;
            const bool rests = chosen.name == "compression" || chosen.name == "fuzzy-recall";
            std::string name = chosen.name;
            if (name == "selective-copying") name += fmt::format(" with task.copies {}", chosen.copies);
            if (name == "fuzzy-recall") name += fmt::format(" with task.motif {}", chosen.motif);
            return std::make_unique<ProblemTask>(
                ProblemTaskSettings{mad_problem(chosen), name, length, length, rests, eval_lengths_of(length)});
          }};
}

struct LettersOptions : LettersSettings {
  LettersOptions() { name = "copy"; }
  Lengths lengths{20, 50};
};

TaskRow letters_row() {
  using Options = LettersOptions;
  const auto options =
      Bound<Options>{}
          .word("task.problem", &Options::name, letters_names(), "what is asked for")
          .integer("task.letters", &Options::letters, 2, 26, "letters of the alphabet")
          .integer("task.ngram", &Options::ngram, 1, 100, "letters of what is looked up, or stands twice")
          .only_with("task.problem", {"prefix-lookup", "suffix-lookup", "duplicate-copy"})
          .integer("task.answer", &Options::answer, 1, 1000, "letters that are asked for")
          .only_with("task.problem", {"prefix-lookup", "suffix-lookup"})
          .flag("task.told", &Options::told, "an answer's step shows the right letter before it; else nothing")
          .with(&Options::lengths, problem_lengths({20, 50}, "letters"));
  return {{"letters",
           "copy a string of letters, or say what follows a part of it",
           "Jelassi et al. 2024",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus&) {
            const Options chosen = options.read(s);
            return std::make_unique<ProblemTask>(ProblemTaskSettings{letters_problem(chosen), chosen.name,
                                                                     chosen.lengths.min, chosen.lengths.max,
                                                                     !chosen.told, "50,100,200,500,1000"});
          }};
}

struct TableLookupOptions : TableLookupSettings {
  Lengths lengths{1, 5};
};

TaskRow table_lookup_row() {
  using Options = TableLookupOptions;
  const auto options =
      Bound<Options>{}
          .integer("task.tables", &Options::tables, 1, 26, "tables, a, b, c …")
          .integer("task.symbols", &Options::symbols, 2, 1000, "symbols, which a table permutes")
          .choice("task.direction", &Options::backward, {{"forward", false}, {"backward", true}},
                  "the symbol, then the tables as they are applied; or the tables from the last to the first, then the "
                  "symbol")
          .flag("task.every-step", &Options::every_step, "each table's value is asked for; else the last one's alone")
          .only_with("task.direction", {"forward"})
          .with(&Options::lengths, problem_lengths({1, 5}, "tables"));
  return {
      {"table-lookup",
       "apply tables that never change to a symbol, one after the other",
       "Liška, Kruszewski & Baroni 2018; Csordás, Irie & Schmidhuber 2022",
       options.options(),
       {}},
      [options](const Settings& s, const KnownCorpus&) {
        const Options chosen = options.read(s);
        return std::make_unique<ProblemTask>(ProblemTaskSettings{
            table_lookup(chosen), "table-lookup", chosen.lengths.min, chosen.lengths.max, false, "1..8,10,20,50,100"});
      }};
}

}  // namespace

std::vector<TaskRow> problem_task_rows() {
  return {chomsky_row(), word_problem_row(), language_row(), mad_row(), letters_row(), table_lookup_row()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
