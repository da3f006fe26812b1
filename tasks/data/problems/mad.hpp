#pragma once
// The synthetic problems of MAD (Poli et al. 2024, "Mechanistic design and scaling of hybrid architectures"), as the
// authors' program draws them, and induction (Gu & Dao 2023, "Mamba", section 4.1.2).

#include <string>
#include <vector>

#include "tasks/data/problems/problem.hpp"

namespace tapehead {

/// "in-context-recall", "noisy-recall", "fuzzy-recall", "selective-copying", "compression", "memorisation" and
/// "induction".
std::vector<std::string> mad_names();

struct MadSettings {
  std::string name;
  size_t vocabulary = 0;  ///< 0: as published
  size_t copies = 16;     ///< tokens that selective copying copies
  double noise = 0.2;     ///< share of noise in place of pairs, in noisy recall
  size_t noise_tokens = 16;
  size_t motif = 3;  ///< most tokens of a key or value, in fuzzy recall
};

/// The length that was published.
size_t mad_length(const std::string& name);

/// A length counts the authors' tokens. What is asked for is what can be known, in training too, where the authors ask
/// for every next token of the recall problems: the value of a key that came before.
///
///   in-context-recall   k₁ v₁ k₂ v₂ k₁ v₁ …: any key of the first half of the vocabulary, any value of the second,
///                       the same whenever a key comes again; the last key is one that came before
///   noisy-recall        the same, but some pairs are two tokens of noise, which are the last of the vocabulary
///   fuzzy-recall        keys and values are 1 to `motif` different tokens, sizes drawn each time; the pair that is
///                       asked for at the end stands somewhere before; silence before the beginning
///   selective-copying   tokens among blanks, a mark, then as many blanks, in which the tokens are asked for in order
///   compression         tokens and a mark, then all of them again in silence
///   memorisation        keys, each followed by a mark, at which its value is asked for: the same in all episodes
///   induction           a mark somewhere, and at the end again: what came behind it?
///
/// Other than the authors', no draw asks for a key that never came, and fuzzy keys vary in size in all splits.
///
/// Throws InputError, beginning with an option, for sizes that do not go together.
Problem mad_problem(const MadSettings& settings);

}  // namespace tapehead
