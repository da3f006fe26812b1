#pragma once
// Counts an episode's wrong answers.

#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The answer is the most probable class, the first of equals; where a batch joins its answers, the words of one count
/// together, once.
AnswerCount count_classes(const Paper& paper);

/// A step's answer is the likeliest kind of each of its digits, wrong where one digit is. The share of episodes without
/// a wrong answer is what Graves et al. 2016 call performance.
AnswerCount count_digits(const Paper& paper);

}  // namespace tapehead::inline TAPEHEAD_REAL
