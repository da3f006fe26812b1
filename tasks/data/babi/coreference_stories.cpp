// Where people are, with sentences that say "she", "they" or two names: tasks 11, 12 and 13.

#include <vector>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {
namespace {

/// One person going somewhere. A sentence about two people is two clauses, in the order in which they are named.
struct Clause {
  size_t person;
  size_t room;                  ///< where the person ends up
  std::vector<uint32_t> lines;  ///< the lines that tell it
};

using Pair = std::array<size_t, 2>;

class Walk final {
 public:
  explicit Walk(Stream& draw) : draw_(draw) {
    for (size_t& room : room_) room = index_below(kRooms.size(), draw);
  }

  /// Moves a person to another room.
  size_t send(size_t person) { return room_[person] = index_but(room_[person], kRooms.size(), draw_); }

  /// Moves two people, who are in one room, to another.
  size_t send(const Pair& pair) { return room_[pair[1]] = send(pair[0]); }

  struct Outing {
    Pair pair;
    size_t room;
  };
  /// Two different people go to a room that neither is in. Pair and room are drawn again until they fit, so people in
  /// one room are drawn more often.
  Outing outing() {
    while (true) {
      const size_t first = index_below(kPeople.size(), draw_), second = index_but(first, kPeople.size(), draw_);
      const size_t room = index_below(kRooms.size(), draw_);
      if (room == room_[first] || room == room_[second]) continue;
      room_[first] = room_[second] = room;
      return {{first, second}, room};
    }
  }

 private:
  Stream& draw_;
  std::array<size_t, kPeople.size()> room_;
};

/// A block's second sentence, about the same people as the first, which is line `first`: they end up in `room`.
void tell_onward(Story& story, uint32_t first, std::span<const size_t> people, std::string_view pronoun, size_t room,
                 std::vector<Clause>& clauses, Stream& draw) {
  const std::string_view how = adverb(draw);
  const uint32_t second = state(story, move_sentence(joined({how, " ", pronoun}), kRooms[room], draw));
  for (int sentence = 0; sentence < 2; ++sentence)
    for (const size_t person : people) clauses.push_back({person, room, {first, second}});
}

/// `tell(story, walk, clauses)` adds a block of two sentences; all questions are "Where is …?".
template <class Tell>
Story walk_story(Stream& draw, Tell tell) {
  Walk walk(draw);
  std::vector<Clause> clauses;
  const auto ask = [&](Story& story) {
    const size_t person = one_of(window_of(clauses), draw).person;
    size_t latest = clauses.size() - 1;
    while (clauses[latest].person != person) --latest;
    story.push_back({joined({"Where is ", kPeople[person], "?"}), std::string(kRooms[clauses[latest].room]),
                     clauses[latest].lines});
    return true;
  };
  return told_in_blocks([&](Story& story) { tell(story, walk, clauses); }, ask);
}

std::string both(const Pair& pair) { return joined({kPeople[pair[0]], " and ", kPeople[pair[1]]}); }

}  // namespace

Story basic_coreference(Stream& draw) {
  return walk_story(draw, [&](Story& story, Walk& walk, std::vector<Clause>& clauses) {
    const size_t person = index_below(kPeople.size(), draw);
    const std::string_view name = kPeople[person];
    const std::string_view pronoun = name == "Mary" || name == "Sandra" ? "she" : "he";
    const uint32_t first = state(story, move_sentence(name, kRooms[walk.send(person)], draw));
    tell_onward(story, first, {&person, 1}, pronoun, walk.send(person), clauses, draw);
  });
}

Story conjunction(Stream& draw) {
  return walk_story(draw, [&](Story& story, Walk& walk, std::vector<Clause>& clauses) {
    for (int sentence = 0; sentence < 2; ++sentence) {
      const auto [pair, room] = walk.outing();
      const uint32_t line = state(story, move_sentence(both(pair), kRooms[room], draw));
      for (const size_t person : pair) clauses.push_back({person, room, {line}});
    }
  });
}

Story compound_coreference(Stream& draw) {
  return walk_story(draw, [&](Story& story, Walk& walk, std::vector<Clause>& clauses) {
    const auto [pair, room] = walk.outing();
    const uint32_t first = state(story, move_sentence(both(pair), kRooms[room], draw));
    tell_onward(story, first, pair, "they", walk.send(pair), clauses, draw);
  });
}

}  // namespace tapehead::babi
