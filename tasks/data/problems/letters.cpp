#include "tasks/data/problems/letters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "autodiff/base/error.hpp"

namespace tapehead {
namespace {

constexpr const char* kNames[] = {"copy", "prefix-lookup", "suffix-lookup", "duplicate-copy"};
constexpr size_t kAlphabet = 26;

using Letters = std::vector<uint32_t>;
using Part = std::span<const uint32_t>;

/// Draws strings and lays them out. Tokens: the letters, "$", "|"; classes: the letters, "end".
struct Drawer {
  LettersSettings settings;

  uint32_t begin() const { return static_cast<uint32_t>(settings.letters); }
  uint32_t bar() const { return begin() + 1; }
  uint32_t end() const { return begin(); }

  void string(Stream& draw, size_t length, Letters& letters) const {
    letters.resize(length);
    for (uint32_t& letter : letters) letter = draw_below(draw, settings.letters);
  }

  static void show(Part letters, ProblemEpisode& episode) {
    for (const uint32_t letter : letters) episode.show(letter);
  }

  /// From the step that shows `last` on.
  void ask(uint32_t last, Part answer, ProblemEpisode& episode) const {
    for (const uint32_t letter : answer) {
      episode.step(last, letter);
      last = settings.told ? letter : kNothing;
    }
    episode.step(last, end());
  }

  void copy(Stream& draw, size_t length, ProblemEpisode& episode) const {
    thread_local Letters letters;
    string(draw, length, letters);
    if (settings.name == "duplicate-copy") {
      const size_t n = settings.ngram, first = draw_below(draw, length - 2 * n + 1),
                   second = first + n + draw_below(draw, length - 2 * n - first + 1);
      std::copy_n(letters.begin() + static_cast<std::ptrdiff_t>(first), n,
                  letters.begin() + static_cast<std::ptrdiff_t>(second));
    }
    episode.show(begin());
    show(letters, episode);
    ask(bar(), letters, episode);
  }

  void look_up(Stream& draw, size_t length, ProblemEpisode& episode) const {
    thread_local Letters letters;
    string(draw, length, letters);
    const size_t n = settings.ngram, drawn = draw_below(draw, length - n - settings.answer + 1);
    const Part all = letters, key = all.subspan(drawn, n);
    const auto first = std::search(all.begin(), all.end(), key.begin(), key.end());
    const Part answer = all.subspan(static_cast<size_t>(first - all.begin()) + n, settings.answer);
    episode.show(begin());
    if (settings.name == "prefix-lookup") {
      show(key, episode);
      episode.show(bar());
      show(all, episode);
      return ask(bar(), answer, episode);
    }
    show(all, episode);
    episode.show(bar());
    show(key.first(n - 1), episode);
    ask(key.back(), answer, episode);
  }
};

}  // namespace

std::vector<std::string> letters_names() { return {std::begin(kNames), std::end(kNames)}; }

Problem letters_problem(const LettersSettings& settings) {
  if (settings.letters > kAlphabet)
    throw InputError(fmt::format("task.letters: got {}; a number from 2 to {} is needed", settings.letters, kAlphabet));
  Problem problem;
  for (size_t i = 0; i < settings.letters; ++i) problem.tokens.emplace_back(1, static_cast<char>('a' + i));
  problem.classes = problem.tokens;
  problem.tokens.insert(problem.tokens.end(), {"$", "|"});
  problem.classes.emplace_back("end");
  const Drawer drawer{settings};
  if (settings.name.ends_with("copy")) {
    if (settings.name == "duplicate-copy") problem.shortest = 2 * settings.ngram;
    problem.draw = [drawer](Stream& draw, size_t length, ProblemEpisode& episode) {
      drawer.copy(draw, length, episode);
    };
    problem.holds = [](size_t length) { return length; };
    return problem;
  }
  problem.shortest = settings.ngram + settings.answer;
  problem.draw = [drawer](Stream& draw, size_t length, ProblemEpisode& episode) {
    drawer.look_up(draw, length, episode);
  };
  problem.holds = [keeps_all = settings.name == "suffix-lookup", n = settings.ngram](size_t length) {
    return keeps_all ? length : n;
  };
  return problem;
}

}  // namespace tapehead
