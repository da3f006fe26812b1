// Context-sensitive problems on strings.

#include "tasks/data/problems/chomsky.hpp"

namespace tapehead {
namespace {

constexpr uint32_t kHole = 2, kPadding = 3;  // of the missing duplicate
constexpr size_t kBuckets = 5, kLongestString = 1000000;

void show_bits(Stream& draw, size_t length, ProblemEpisode& episode) {
  BitSource bits(draw);
  for (size_t i = 0; i < length; ++i) episode.show(bits.bit());
}

void draw_duplicate(Stream& draw, size_t length, ProblemEpisode& episode) {
  show_bits(draw, length, episode);
  for (size_t i = 0; i < 2 * length; ++i) episode.ask(episode.shown[i % length]);
}

/// A string twice, with a hole somewhere: what stood there? For length 1 the authors' program shows and asks for 1.
void draw_missing(Stream& draw, size_t length, ProblemEpisode& episode) {
  if (length == 1) {
    episode.show(1);
    return episode.ask(1);
  }
  const size_t half = length / 2;
  show_bits(draw, half, episode);
  for (size_t i = 0; i < half; ++i) episode.show(episode.shown[i]);
  uint32_t& hole = episode.shown[draw_below(draw, 2 * half)];
  const uint32_t there = hole;
  hole = kHole;
  if (length % 2 == 1) episode.show(kPadding);
  episode.ask(there);
}

/// The second, fourth … token, then the first, third …: as the authors' program has it, whose description has the
/// halves the other way round.
void draw_odds(Stream& draw, size_t length, ProblemEpisode& episode) {
  show_bits(draw, length, episode);
  for (const size_t first : {1, 0})
    for (size_t i = first; i < length; i += 2) episode.ask(episode.shown[i]);
}

void draw_sort(Stream& draw, size_t length, ProblemEpisode& episode) {
  size_t counts[kBuckets] = {};
  for (size_t i = 0; i < length; ++i) {
    const uint32_t token = draw_below(draw, kBuckets);
    episode.show(token);
    ++counts[token];
  }
  for (uint32_t token = 0; token < kBuckets; ++token)
    for (size_t i = 0; i < counts[token]; ++i) episode.ask(token);
}

size_t every_token(size_t length) { return length; }

}  // namespace

std::vector<NamedProblem> string_problems() {
  const auto two = numbered_names(2), five = numbered_names(kBuckets);
  return {{"duplicate-string", {two, two, draw_duplicate, kLongestString, every_token}},
          {"missing-duplicate-string",
           {numbered_names(4), two, draw_missing, kLongestString, [](size_t length) { return length / 2; }}},
          {"odds-first", {two, two, draw_odds, kLongestString, every_token}},
          {"bucket-sort", {five, five, draw_sort}}};
}

}  // namespace tapehead
