// Context-sensitive problems on binary numbers.

#include <algorithm>

#include "tasks/data/problems/chomsky.hpp"
#include "tasks/data/problems/natural.hpp"

namespace tapehead {
namespace {

constexpr uint32_t kOperation = 2;         // the token between two numbers
constexpr uint32_t kEndOfNumber = 2;       // the class behind a result
constexpr size_t kLongestNumber = 100000;  // square roots take time with the square of the length

/// Draws the digits of a number from 1 to 2^count − 1.
void draw_digits(Stream& draw, size_t count, std::vector<uint32_t>& digits) {
  BitSource bits(draw);
  digits.resize(count);
  do
    for (uint32_t& digit : digits) digit = bits.bit();
  while (std::all_of(digits.begin(), digits.end(), [](uint32_t digit) { return digit == 0; }));
}

/// Working memory, kept by each thread.
struct Numbers {
  std::vector<uint32_t> digits;
  Natural a, b, result;
};

/// Asks for `count` digits of a number, the lowest first, and for its end.
void ask_number(const Natural& number, size_t count, ProblemEpisode& episode) {
  for (size_t place = 0; place < count; ++place) episode.ask(binary_digit(number, place));
  episode.ask(kEndOfNumber);
}

/// Shows a number from 0 to 2^length − 2, as the authors' program does where there is no room for two. It asks for the
/// number as a sum, and as a product for as many zeros as there are digits but one.
void draw_single(Stream& draw, size_t length, bool is_product, ProblemEpisode& episode) {
  const uint32_t number = draw_below(draw, (size_t{1} << length) - 1);
  for (size_t place = 0; place < length; ++place) episode.show(number >> place & 1);
  if (is_product)
    ask_number({}, length - 1, episode);
  else
    ask_number(number > 0 ? Natural{number} : Natural{}, number > 1 ? 2 : 1, episode);
}

/// Two numbers, the lowest digit first, and their sum or product.
void draw_operation(Stream& draw, size_t length, bool is_product, ProblemEpisode& episode) {
  thread_local Numbers numbers;
  if (length <= 2) {
    draw_single(draw, length, is_product, episode);
  } else {
    const size_t first = 1 + draw_below(draw, length - 2);
    const auto show_number = [&](size_t count, Natural& number) {
      draw_digits(draw, count, numbers.digits);
      for (const uint32_t digit : numbers.digits) episode.show(digit);
      natural_of(numbers.digits, number);
    };
    show_number(first, numbers.a);
    episode.show(kOperation);
    show_number(length - 1 - first, numbers.b);
    if (is_product)
      multiply(numbers.a, numbers.b, numbers.result);
    else
      add(numbers.a, numbers.b, numbers.result);
    ask_number(numbers.result, binary_digits(numbers.result), episode);
  }
  episode.rest_until(2 * length + (is_product ? 0 : 1));
}

/// A number, the highest digit first, and the whole part of its square root.
void draw_root(Stream& draw, size_t length, ProblemEpisode& episode) {
  thread_local Numbers numbers;
  draw_digits(draw, length, numbers.digits);
  natural_of(numbers.digits, numbers.a);
  for (size_t place = length; place-- > 0;) episode.show(numbers.digits[place]);
  square_root(numbers.a, numbers.result);
  for (size_t place = (length + 1) / 2; place-- > 0;) episode.ask(binary_digit(numbers.result, place));
}

size_t every_digit(size_t length) { return length; }

}  // namespace

std::vector<NamedProblem> number_problems() {
  const auto two = numbered_names(2), three = numbered_names(3);
  const auto operation = [](bool is_product) {
    return [is_product](Stream& draw, size_t length, ProblemEpisode& episode) {
      draw_operation(draw, length, is_product, episode);
    };
  };
  return {{"binary-addition", {{"0", "1", "+"}, three, operation(false), kLongestNumber, every_digit}},
          {"binary-multiplication", {{"0", "1", "*"}, three, operation(true), kLongestNumber, every_digit}},
          {"compute-sqrt", {two, two, draw_root, kLongestNumber, every_digit}}};
}

}  // namespace tapehead
