#pragma once
// Words and how they are said, from pronouncing dictionaries.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/sequences/parts.hpp"

namespace tapehead {

/// Where Debian's package festlex-cmu puts its dictionary of American English: CMUdict 0.4, 105,901 entries.
inline constexpr std::string_view kFestivalDictionary = "/usr/share/festival/dicts/cmu/cmudict-0.4.out";
inline constexpr std::string_view kFestivalPackage = "festlex-cmu";

struct PronunciationForm {
  bool stress = false;  ///< vowels carry it ("ey1"); else it is dropped
  size_t longest = 50;  ///< letters of a word, and phonemes of how it is said
};

/// Words in lower case, letter by letter, each with its phonemes, parted by blanks; a word that is said in several ways
/// has as many pairs, one that is there twice is taken once. Two formats, told apart by how the text begins:
///
///   Festival's lexicon   ("aaron" nil (((eh) 1) ((r ax n) 0)))     syllables and their stress, which their vowel gets;
///                                                                   ax, an ah without stress, is taken for one
///   CMUdict              AARON  EH1 R AH0 N                         ;;; begins a comment, WORD(2) is WORD said
///   otherwise
///
/// `name` stands for the file in errors. Throws InputError, which names file and line, for what is neither, is not
/// UTF-8 or too long.
std::vector<Pair> parse_pronunciations(const std::string& name, std::string_view text, const PronunciationForm& form);

/// Of the file at `path`, or, where that is empty, of the Debian package. Throws InputError as parse_pronunciations()
/// does, and for a file that cannot be read; where the package is missing it says how to install it.
std::vector<Pair> read_pronunciations(const std::string& path, const PronunciationForm& form);

}  // namespace tapehead
