#pragma once
// How many of an episode's answers are wrong.

#include "tasks/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The first most probable class is the answer; where a batch joins its answers, the words of one are wrong together
/// and count once.
AnswerCount count_classes(const Paper& paper);

/// A step's answer is the likeliest kind of each of its digits, and wrong where one of them is: an episode without one
/// is what Graves et al. 2016 call performance.
AnswerCount count_digits(const Paper& paper);

/// An episode of a graph is one answer: right where the path that was said, each edge the likeliest of those that leave
/// where one is, comes to its end in as few edges as there may be, whichever they are. (Its cost is that of the edges
/// that were right from where the path had come.)
AnswerCount count_paths(const Paper& paper);

}  // namespace tapehead::inline TAPEHEAD_REAL
