#pragma once
// How many of an episode's answers are wrong.

#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The first most probable class is the answer; where a batch joins its answers, the words of one are wrong together
/// and count once.
AnswerCount count_classes(const Paper& paper);

/// A step's answer is the likeliest kind of each of its digits, and wrong where one of them is: an episode without one
/// is what Graves et al. 2016 call performance.
AnswerCount count_digits(const Paper& paper);

}  // namespace tapehead::inline TAPEHEAD_REAL
