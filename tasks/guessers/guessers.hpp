#pragma once
// The guessers of any task.

#include "tasks/guessers/guesser.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// "uniform": anything that an output can say is as likely. Of equals one is said at random; a look goes anywhere.
Guesser guess_uniformly();

/// "frequent": by how often each class came among the training episodes' answers; for bits, how often each was 1.
Guesser guess_frequent();

/// The same for answers that are said token by token: each token by how often it came, whatever was said before; and
/// as a whole the answer that came most often.
Guesser guess_frequent_answer();

/// Those that a task of this spec has unless it names others: uniform, and frequent where answers are not digits, which
/// mostly are labels drawn anew for each episode.
Guessers usual_guessers(const Spec& spec);

}  // namespace tapehead::inline TAPEHEAD_REAL
