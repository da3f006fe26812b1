// Deduction and induction: what holds for a kind holds for its members, and the reverse: tasks 15 and 16.

#include <optional>
#include <vector>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {
namespace {

/// A person's animal or colour, or what a kind is afraid of, and the line that says so.
struct Fact {
  size_t what = 0;
  uint32_t line = 0;  ///< 0: not told yet
};

constexpr std::array<std::string_view, 5> kInduced{"Lily", "Bernhard", "Greg", "Julius", "Brian"};
constexpr std::array<std::string_view, 4> kKinds{"swan", "lion", "frog", "rhino"};
constexpr std::array<std::string_view, 4> kColors{"gray", "white", "yellow", "green"};

struct Zoo {
  Story story;
  std::array<Fact, kInduced.size()> animal, color;

  /// Nine statements: every animal, and every colour but one.
  explicit Zoo(Stream& draw) {
    std::array<size_t, kKinds.size()> color_of_kind{};
    for (int i = 0; i < 9; ++i) {
      size_t person = 0;
      do person = index_below(kInduced.size(), draw);
      while (color[person].line);
      if (animal[person].line) {
        color[person].what = color_of_kind[animal[person].what];
        color[person].line = state(story, joined({kInduced[person], " is ", kColors[color[person].what], "."}));
      } else {
        const size_t kind = index_below(kKinds.size(), draw);
        animal[person] = {kind, state(story, joined({kInduced[person], " is a ", kKinds[kind], "."}))};
        color_of_kind[kind] = index_below(kColors.size(), draw);  // again with every member: the task's known noise
      }
    }
  }

  size_t colorless() const {
    size_t person = 0;
    while (color[person].line) ++person;
    return person;
  }

  std::vector<size_t> others_of_its_kind(size_t person) const {
    std::vector<size_t> others;
    for (size_t other = 0; other < kInduced.size(); ++other)
      if (other != person && animal[other].what == animal[person].what) others.push_back(other);
    return others;
  }
};

}  // namespace

Story basic_deduction(Stream& draw) {
  static constexpr std::array<std::string_view, 4> kNames{"Gertrude", "Winona", "Jessica", "Emily"};
  static constexpr std::array<std::string_view, 4> kAnimals{"wolf", "sheep", "mouse", "cat"};
  static constexpr std::array<std::string_view, 4> kPlurals{"wolves", "sheep", "mice", "cats"};
  constexpr int kQuestions = 4;

  Story story;
  std::array<Fact, kNames.size()> animal;
  std::array<Fact, kAnimals.size()> fear;
  while (story.size() < kNames.size() + kAnimals.size()) {
    const bool tells_fear = coin(draw);
    const size_t kind = index_below(kAnimals.size(), draw);
    if (tells_fear) {
      if (fear[kind].line) continue;
      const size_t feared = index_but(kind, kAnimals.size(), draw);
      fear[kind] = {feared,
                    state(story, joined({capitalised(kPlurals[kind]), " are afraid of ", kPlurals[feared], "."}))};
    } else {
      const size_t person = index_below(kNames.size(), draw);
      if (animal[person].line || !fear[kind].line) continue;
      animal[person] = {kind, state(story, joined({kNames[person], " is a ", kAnimals[kind], "."}))};
    }
  }
  for (int i = 0; i < kQuestions; ++i) {
    const size_t person = index_below(kNames.size(), draw);
    const Fact& feared = fear[animal[person].what];
    story.push_back({joined({"What is ", lower_case(kNames[person]), " afraid of?"}),
                     std::string(kAnimals[feared.what]),
                     {animal[person].line, feared.line}});
  }
  return story;
}

Story basic_induction(Stream& draw) {
  while (true) {
    Zoo zoo(draw);
    const size_t asked = zoo.colorless();
    const std::vector<size_t> others = zoo.others_of_its_kind(asked);
    if (others.empty() || others.size() == 2) continue;  // the published files have no such stories
    size_t last = others[0];
    for (const size_t other : others)
      if (zoo.animal[other].line > zoo.animal[last].line) last = other;
    zoo.story.push_back({joined({"What color is ", kInduced[asked], "?"}),
                         std::string(kColors[zoo.color[last].what]),
                         {zoo.animal[asked].line, zoo.animal[last].line, zoo.color[last].line}});
    return std::move(zoo.story);
  }
}

}  // namespace tapehead::babi
