// Regular languages: one class, after the whole input.

#include "tasks/data/problems/chomsky.hpp"

namespace tapehead {
namespace {

constexpr uint32_t kModulus = 5;
enum Operator : uint32_t { kPlus = kModulus, kMinus, kTimes };

/// Whether the number of places where a bit differs from the one before is odd.
void draw_even_pairs(Stream& draw, size_t length, ProblemEpisode& episode) {
  BitSource bits(draw);
  for (size_t i = 0; i < length; ++i) episode.show(bits.bit());
  uint32_t unequal = 0;
  for (size_t i = 1; i < length; ++i) unequal ^= episode.shown[i - 1] ^ episode.shown[i];
  episode.ask(unequal);
}

void draw_parity(Stream& draw, size_t length, ProblemEpisode& episode) {
  BitSource bits(draw);
  uint32_t odd = 0;
  for (size_t i = 0; i < length; ++i) {
    const uint32_t bit = bits.bit();
    episode.show(bit);
    odd ^= bit;
  }
  episode.ask(odd);
}

/// Steps on a circle of five places: token 0 is a step back, 1 none, 2 one forward.
void draw_cycle(Stream& draw, size_t length, ProblemEpisode& episode) {
  uint32_t place = 0;
  for (size_t i = 0; i < length; ++i) {
    const uint32_t move = draw_below(draw, 3);
    episode.show(move);
    place = (place + move + kModulus - 1) % kModulus;
  }
  episode.ask(place);
}

/// Digits and operators in turn, with the usual precedence; an even length is drawn as one less.
void draw_arithmetic(Stream& draw, size_t length, ProblemEpisode& episode) {
  uint32_t sum = 0, product = draw_below(draw, kModulus);
  episode.show(product);
  for (size_t i = 2; i < length; i += 2) {
    const uint32_t sign = kPlus + draw_below(draw, 3), digit = draw_below(draw, kModulus);
    episode.show(sign);
    episode.show(digit);
    if (sign == kTimes) {
      product = product * digit % kModulus;
    } else {
      sum += product;
      product = sign == kPlus ? digit : kModulus - digit;
    }
  }
  episode.ask((sum + product) % kModulus);
}

}  // namespace

std::vector<NamedProblem> regular_problems() {
  const auto two = numbered_names(2), five = numbered_names(kModulus);
  return {{"even-pairs", {two, two, draw_even_pairs}},
          {"modular-arithmetic", {{"0", "1", "2", "3", "4", "+", "-", "*"}, five, draw_arithmetic}},
          {"parity-check", {two, two, draw_parity}},
          {"cycle-navigation", {numbered_names(3), five, draw_cycle}}};
}

}  // namespace tapehead
