#include "catalogue/rows/problem_task_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/options/bound.hpp"
#include "tasks/data/problems/chomsky.hpp"
#include "tasks/data/problems/languages.hpp"
#include "tasks/data/problems/mad.hpp"
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
                "10,20,30,40,41..500", Task::ScoredRange{"task.length", 41, 500}});
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
            return std::make_unique<ProblemTask>(
                ProblemTaskSettings{mad_problem(chosen), chosen.name, length, length, rests, eval_lengths_of(length)});
          }};
}

}  // namespace

std::vector<TaskRow> problem_task_rows() { return {chomsky_row(), word_problem_row(), language_row(), mad_row()}; }

}  // namespace tapehead::inline TAPEHEAD_REAL
