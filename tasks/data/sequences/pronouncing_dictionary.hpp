#pragma once
// Words and pronunciations from pronouncing dictionaries.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/sequences/parts.hpp"

namespace tapehead {

/// The path of American English (CMUdict 0.4, 105,901 entries) in Debian's package festlex-cmu.
inline constexpr std::string_view kFestivalDictionary = "/usr/share/festival/dicts/cmu/cmudict-0.4.out";
inline constexpr std::string_view kFestivalPackage = "festlex-cmu";

struct PronunciationForm {
  bool stress = false;  ///< vowels carry it ("ey1"); otherwise it is dropped
  size_t longest = 50;  ///< most letters of a word, and most phonemes
};

/// Words in lower case, letter by letter, each with its phonemes, separated by blanks. A word with several
/// pronunciations has as many pairs; a duplicate is taken once. There are two formats, told apart by how the text
/// begins:
///
///   Festival's lexicon   ("aaron" nil (((eh) 1) ((r ax n) 0)))     syllables with stress, which goes to their vowel;
///                                                                   ax, an ah without stress, is read as ah
///   CMUdict              AARON  EH1 R AH0 N                         ;;; begins a comment, WORD(2) is a second
///                                                                   pronunciation of WORD
///
/// `name` names the file in errors. Throws InputError, which names file and line, for a line in neither format, not
/// UTF-8 or too long.
std::vector<Pair> parse_pronunciations(const std::string& name, std::string_view text, const PronunciationForm& form);

/// The same for the file at `path`, or for the Debian package where that is empty. Throws InputError as
/// parse_pronunciations() does, and where a file cannot be read; where the package is missing it says how to install
/// it.
std::vector<Pair> read_pronunciations(const std::string& path, const PronunciationForm& form);

}  // namespace tapehead
