#pragma once
// Shared by the stories of the bAbI tasks: names, verb phrases, draws.

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "autodiff/base/random.hpp"
#include "tasks/data/text/story.hpp"

namespace tapehead::babi {

using Words = std::span<const std::string_view>;

inline constexpr std::array<std::string_view, 4> kPeople{"Mary", "John", "Daniel", "Sandra"};
inline constexpr std::array<std::string_view, 4> kOtherPeople{"Mary", "Bill", "Fred", "Julie"};
inline constexpr std::array<std::string_view, 6> kRooms{"bathroom", "bedroom", "kitchen",
                                                        "office",   "garden",  "hallway"};
inline constexpr std::array<std::string_view, 6> kTownPlaces{"bedroom", "kitchen", "office",
                                                             "school",  "park",    "cinema"};

/// 0 … count − 1, uniform.
inline size_t index_below(size_t count, Stream& draw) {
  return static_cast<size_t>(draw.integer(0, static_cast<int64_t>(count) - 1));
}

/// 0 … count − 1 without one of them, uniform.
inline size_t index_but(size_t excluded, size_t count, Stream& draw) {
  return (excluded + 1 + index_below(count - 1, draw)) % count;
}

inline bool coin(Stream& draw) { return draw.bits() & 1; }

template <class Items>
const auto& one_of(const Items& items, Stream& draw) {
  return items[index_below(std::size(items), draw)];
}

template <class Items>
void shuffle(Items& items, Stream& draw) {
  for (size_t left = std::size(items); left > 1; --left) std::swap(items[left - 1], items[index_below(left, draw)]);
}

/// "went to", "moved to", "travelled to", "journeyed to", "went back to".
std::string_view move_verb(Stream& draw);
/// "took", "got", "grabbed", "picked up".
std::string_view get_verb(Stream& draw);
/// "dropped", "discarded", "left", "put down".
std::string_view drop_verb(Stream& draw);
/// "gave", "handed", "passed".
std::string_view give_verb(Stream& draw);
/// "Then", "Afterwards", "After that", "Following that".
std::string_view adverb(Stream& draw);

std::string joined(std::initializer_list<std::string_view> parts);

/// `{subject} {some move verb} the {place}.`
std::string move_sentence(std::string_view subject, std::string_view place, Stream& draw);

/// "mice" → "Mice".
std::string capitalised(std::string_view word);

/// "Emily" → "emily".
std::string lower_case(std::string_view word);

/// Adds a statement to the story and returns its line number.
uint32_t state(Story& story, std::string text);

/// The form of most tasks: blocks of statements, each followed by a question if one can be asked, until the fifth
/// question. `tell(story)` adds a block (or defers it), `ask(story)` adds a question and returns whether there was one.
template <class Tell, class Ask>
Story told_in_blocks(Tell tell, Ask ask) {
  constexpr int kQuestions = 5;
  Story story;
  for (int asked = 0; asked < kQuestions;) {
    tell(story);
    asked += ask(story);
  }
  return story;
}

/// A question is about one of this many last clauses, a clause being one person doing one thing.
inline constexpr size_t kWindow = 5;

/// In tasks 3 and 18 a question is drawn until it can be asked, at most this often. In the published files, where one
/// draw in 5 or 10 can be asked, 1 question in 100 is given up, which means 40 to 45 tries.
inline constexpr int kTries = 42;

/// The last `kWindow` clauses, or fewer if there are fewer.
template <class Clauses>
auto window_of(const Clauses& clauses) {
  const std::span all(clauses);
  return all.last(std::min(kWindow, all.size()));
}

}  // namespace tapehead::babi
