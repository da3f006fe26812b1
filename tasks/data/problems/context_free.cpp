// Deterministic context-free languages.

#include "tasks/data/problems/chomsky.hpp"

namespace tapehead {
namespace {

constexpr uint32_t kFieldSize = 5;  // the arithmetic's modulus

/// The tokens of expressions beside the digits, by their meaning: problems number them differently.
struct Signs {
  uint32_t operators[3];  ///< + − *; as many as the problem has
  size_t operator_count;
  uint32_t open, close;
};
constexpr Signs kBracketSigns{{5, 6, 7}, 3, 8, 9};
constexpr Signs kEquationSigns{{5, 6, 5}, 2, 7, 8};
constexpr uint32_t kUnknown = 9, kEquals = 10;  // of an equation

/// What is left to be made of an expression, the next at the end.
struct Pending {
  enum Kind { kExpression, kToken, kApply } kind;
  size_t value;  ///< a length, a token, or the operator's place
};

/// Makes an expression of that length, 1 at least, and gives its value. Length 1 is a digit d, 2 −d, 3 (d), 4 (−d);
/// a greater one (L op R), with the length of L uniform in 1 … length − 4.
uint32_t draw_expression(Stream& draw, size_t length, const Signs& signs, std::vector<uint32_t>& tokens) {
  thread_local std::vector<Pending> pending;
  thread_local std::vector<uint32_t> values;
  pending.assign(1, {Pending::kExpression, length});
  values.clear();
  tokens.clear();
  const auto digit = [&] {
    const uint32_t drawn = draw_below(draw, kFieldSize);
    tokens.push_back(drawn);
    return drawn;
  };
  const auto negated = [&] {
    tokens.push_back(signs.operators[1]);
    return (kFieldSize - digit()) % kFieldSize;
  };
  while (!pending.empty()) {
    const auto [kind, value] = pending.back();
    pending.pop_back();
    if (kind == Pending::kToken) {
      tokens.push_back(static_cast<uint32_t>(value));
    } else if (kind == Pending::kApply) {
      const uint32_t right = values.back();
      values.pop_back();
      uint32_t& left = values.back();
      left = (value == 0 ? left + right : value == 1 ? left + kFieldSize - right : left * right) % kFieldSize;
    } else if (value <= 4) {
      const bool in_brackets = value >= 3;
      if (in_brackets) tokens.push_back(signs.open);
      values.push_back(value % 2 == 0 ? negated() : digit());
      if (in_brackets) tokens.push_back(signs.close);
    } else {
      const size_t left = 1 + draw_below(draw, value - 4), right = value - 3 - left;
      const size_t sign = draw_below(draw, signs.operator_count);
      tokens.push_back(signs.open);
      pending.insert(pending.end(), {{Pending::kToken, signs.close},
                                     {Pending::kApply, sign},
                                     {Pending::kExpression, right},
                                     {Pending::kToken, signs.operators[sign]},
                                     {Pending::kExpression, left}});
    }
  }
  return values.back();
}

void draw_brackets(Stream& draw, size_t length, ProblemEpisode& episode) {
  thread_local std::vector<uint32_t> tokens;
  const uint32_t value = draw_expression(draw, length, kBracketSigns, tokens);
  for (const uint32_t token : tokens) episode.show(token);
  episode.ask(value);
}

/// An expression without *, one of whose digits became x, and its value: what was x? Shorter than 3 there is none.
void draw_equation(Stream& draw, size_t length, ProblemEpisode& episode) {
  if (length < 3) {
    for (size_t i = 0; i < length; ++i) episode.show(0);
    return episode.ask(0);
  }
  thread_local std::vector<uint32_t> tokens;
  const uint32_t value = draw_expression(draw, length - 2, kEquationSigns, tokens);
  size_t hidden = draw_below(draw, tokens.size());
  while (tokens[hidden] >= kFieldSize) hidden = (hidden + 1) % tokens.size();
  const uint32_t solution = tokens[hidden];
  tokens[hidden] = kUnknown;
  for (const uint32_t token : tokens) episode.show(token);
  episode.show(kEquals);
  episode.show(value);
  episode.ask(solution);
}

/// A stack of bits, the lowest first, then what is done to it; asked for from its top, then token 2.
void draw_stack(Stream& draw, size_t length, ProblemEpisode& episode) {
  constexpr uint32_t kPop = 2, kPushZero = 3, kEndOfStack = 2;
  thread_local std::vector<uint32_t> stack;
  stack.clear();
  const size_t height = length == 1 ? 1 : 1 + draw_below(draw, length - 1);
  for (size_t i = 0; i < height; ++i) {
    stack.push_back(draw_below(draw, 2));
    episode.show(stack.back());
  }
  for (size_t i = height; i < length; ++i) {
    const uint32_t action = kPop + draw_below(draw, 3);
    episode.show(action);
    if (action != kPop)
      stack.push_back(action - kPushZero);
    else if (!stack.empty())
      stack.pop_back();
  }
  for (size_t i = stack.size(); i-- > 0;) episode.ask(stack[i]);
  episode.ask(kEndOfStack);
  episode.rest_until(2 * length + 1);
}

void draw_reversed(Stream& draw, size_t length, ProblemEpisode& episode) {
  BitSource bits(draw);
  for (size_t i = 0; i < length; ++i) episode.show(bits.bit());
  for (size_t i = length; i-- > 0;) episode.ask(episode.shown[i]);
}

size_t all_of_it(size_t length) { return length; }

}  // namespace

std::vector<NamedProblem> context_free_problems() {
  const auto two = numbered_names(2), five = numbered_names(kFieldSize);
  return {
      {"stack-manipulation", {{"0", "1", "POP", "PUSH0", "PUSH1"}, numbered_names(3), draw_stack, 1000000, all_of_it}},
      {"reverse-string", {two, two, draw_reversed, 1000000, all_of_it}},
      {"modular-arithmetic-brackets", {{"0", "1", "2", "3", "4", "+", "-", "*", "(", ")"}, five, draw_brackets}},
      {"solve-equation", {{"0", "1", "2", "3", "4", "+", "-", "(", ")", "x", "="}, five, draw_equation}}};
}

}  // namespace tapehead
