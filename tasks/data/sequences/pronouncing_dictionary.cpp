#include "tasks/data/sequences/pronouncing_dictionary.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_set>
#include <utility>

#include "tasks/data/sequences/units.hpp"
#include "tasks/data/text/corpus.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/data/text/text_file.hpp"

namespace tapehead {
namespace {

constexpr std::string_view kDigits = "0123456789";

bool is_vowel(std::string_view phoneme) {
  return std::string_view("aeiouAEIOU").find(phoneme[0]) != std::string_view::npos;
}

void append(std::string& phonemes, std::string_view next) {
  if (!phonemes.empty()) phonemes += ' ';
  phonemes += next;
}

/// Takes tokens off the front of a line; blanks before them are skipped.
class Scanner final {
 public:
  explicit Scanner(std::string_view line) : rest_(line) {}

  bool take(char c) {
    skip();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// The text up to a blank or a bracket; empty if there is none.
  std::string_view atom() {
    skip();
    const std::string_view found = before_blank(rest_.substr(0, rest_.find_first_of("()\"")));
    rest_.remove_prefix(found.size());
    return found;
  }
  std::optional<std::string_view> quoted() {
    if (!take('"')) return std::nullopt;
    const size_t end = rest_.find('"');
    if (end == rest_.npos) return std::nullopt;
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return found;
  }
  bool at_end() {
    skip();
    return rest_.empty();
  }

 private:
  void skip() {
    while (const size_t blank = blank_size(rest_)) rest_.remove_prefix(blank);
  }
  std::string_view rest_;
};

/// Festival's symbol for CMUdict's AH without stress: they are one phoneme, as in the dictionary itself.
constexpr std::string_view kSchwa = "ax", kItsVowel = "ah";

/// An entry of Festival's lexicon; nothing if the line is none.
std::optional<Pair> festival_entry(std::string_view line, bool stress) {
  Scanner scanner(line);
  Pair pair;
  if (!scanner.take('(')) return std::nullopt;
  const auto word = scanner.quoted();
  if (!word || scanner.atom().empty() || !scanner.take('(')) return std::nullopt;
  pair.source = *word;
  while (!scanner.take(')')) {  // a syllable: ((phonemes) stress)
    if (!scanner.take('(') || !scanner.take('(')) return std::nullopt;
    std::vector<std::string_view> phonemes;
    while (!scanner.take(')')) {
      const std::string_view phoneme = scanner.atom();
      if (phoneme.empty()) return std::nullopt;
      phonemes.push_back(phoneme);
    }
    const std::string_view level = scanner.atom();
    if (level.empty() || level.find_first_not_of(kDigits) != level.npos || !scanner.take(')')) return std::nullopt;
    for (const std::string_view said : phonemes) {
      const std::string_view phoneme = said == kSchwa ? kItsVowel : said;
      append(pair.target, phoneme);
      if (stress && is_vowel(phoneme)) pair.target += level;
    }
  }
  return scanner.take(')') && scanner.at_end() ? std::optional(pair) : std::nullopt;
}

/// What no phoneme has: marks of a sentence, which pairs of texts have behind their tabs.
constexpr std::string_view kNoPhoneme = ".,!?;:\"()";

/// A line of CMUdict; nothing if the line is none.
std::optional<Pair> cmudict_entry(std::string_view line, bool stress) {
  line = line.substr(0, line.find(" #"));  // a comment, in later versions
  std::string_view word = before_blank(line);
  const size_t end = word.size();
  if (end == line.size() || word.empty()) return std::nullopt;
  if (const size_t bracket = word.rfind('('); bracket != word.npos && bracket > 0 && word.ends_with(')') &&
                                              word.find_first_not_of(kDigits, bracket + 1) == word.size() - 1)
    word = word.substr(0, bracket);
  const size_t tab = line.find('\t');
  if (tab != line.npos && line.find('\t', tab + 1) != line.npos) return std::nullopt;  // three names, as of an edge
  if (tab != line.npos && tab != end) return std::nullopt;  // some words before it, as of a pair of texts
  Pair pair{std::string(word), ""};
  bool is_said = true;
  for_each_run(line.substr(end), "", [&](std::string_view phoneme) {
    is_said = is_said && phoneme.find_first_of(kNoPhoneme) == phoneme.npos;
    append(pair.target, stress ? phoneme : phoneme.substr(0, phoneme.find_last_not_of(kDigits) + 1));
  });
  return is_said ? std::optional(pair) : std::nullopt;
}

}  // namespace

std::vector<Pair> parse_pronunciations(const std::string& name, std::string_view text, const PronunciationForm& form) {
  std::vector<Pair> pairs;
  std::unordered_set<std::string> seen;
  std::string first;  // line of an entry
  size_t first_number = 0;
  bool has_several = false;  // phonemes in one pronunciation
  take_mark(text);
  const bool is_festival = text.starts_with("MNCL") || text.starts_with('(');
  for_each_line(name, text, [&](std::string_view given, size_t number) {
    const std::string_view line = trimmed(given);
    if (line.empty() || line.starts_with(';') || (number == 1 && line == "MNCL")) return;
    auto entry = is_festival ? festival_entry(line, form.stress) : cmudict_entry(line, form.stress);
    if (!entry || entry->source.empty() || entry->target.empty())
      refuse_line(name, number, "got " + shown(given),
                  is_festival ? "an entry such as (\"two\" nil (((t uw) 1))) is needed"
                              : "a word and its phonemes, such as TWO  T UW1, are needed");
    const auto check = [&](const char* what, const std::string& side, Units units, const char* of) {
      const size_t length = count_units(side, units);
      if (length > form.longest)
        refuse_line(name, number, fmt::format("got a {} of {} {}", what, length, of),
                    fmt::format("at most task.max-length ({}) are needed", form.longest));
    };
    check("word", entry->source, Units::kCharacters, "letters");
    check("pronunciation", entry->target, Units::kWords, "phonemes");
    if (first_number == 0) first = line, first_number = number;
    has_several = has_several || entry->target.find(' ') != entry->target.npos;
    entry->source = lower_case(entry->source);
    if (seen.insert(entry->source + '\n' + entry->target).second) pairs.push_back(std::move(*entry));
  });
  if (pairs.empty()) throw InputError(name + ":1: the file has no entry; words and their phonemes are needed");
  // Pairs of single words; of a dictionary's words few have a single phoneme.
  if (pairs.size() > 1 && !has_several)
    refuse_line(name, first_number, fmt::format("got {}, and no pronunciation of two phonemes", shown(first)),
                "words and their phonemes, such as TWO  T UW1, are needed");
  return pairs;
}

std::vector<Pair> read_pronunciations(const std::string& path, const PronunciationForm& form) {
  const std::string from = path.empty() ? std::string(kFestivalDictionary) : path;
  std::error_code ignored;
  if (path.empty() && !std::filesystem::exists(from, ignored))
    throw InputError(
        fmt::format("{}: is not there; Debian's package {} (scripts/setup.sh data installs it), or the "
                    "task.path of a pronouncing dictionary, is needed",
                    from, kFestivalPackage));
  return parse_pronunciations(from, read_text_of(FileKind::kFestival, from, "a pronouncing dictionary"), form);
}

}  // namespace tapehead
