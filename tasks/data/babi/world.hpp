#pragma once
// The hidden world of bAbI tasks 1, 2, 3, 5, 6, 7 and 8: people who walk, pick up, put down and give.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {

inline constexpr size_t kWorldPeople = 4;
/// In the order in which they are given away.
inline constexpr std::array<std::string_view, 3> kObjects{"apple", "football", "milk"};

enum class Action { kMove, kGet, kDrop, kGive };

/// The actions of people who carry things.
inline constexpr std::array kCarrying{Action::kMove, Action::kGet, Action::kDrop};

/// An event and the line that tells it. Numbers index the lists of names.
struct Event {
  Action action;
  size_t person;
  size_t room = 0;      ///< for a move: the destination
  size_t object = 0;    ///< for all others
  size_t receiver = 0;  ///< for a gift
  uint32_t line = 0;
};

inline bool is_move(const Event& event) { return event.action == Action::kMove; }
/// Whether an object was got, dropped or given.
inline bool is_handling(const Event& event) { return !is_move(event); }

/// The places of people and things, and who holds what. At first all rooms are uniform and independent, and nobody
/// holds anything.
class World final {
 public:
  /// `actions`: those that people take, all equally likely.
  World(std::span<const Action> actions, Stream& draw);

  /// Draws a person and an action until the pair is possible, and performs it. Giving is not drawn: the first object,
  /// in the order of `kObjects`, whose holder is not alone goes to the first other person there.
  Event act(Stream& draw);

  bool holds(size_t person, size_t object) const { return holder_[object] == person; }

 private:
  std::optional<Event> tried(Action action, size_t person, Stream& draw);
  std::optional<Event> given();

  std::span<const Action> actions_;
  std::array<size_t, kWorldPeople> room_;
  std::array<size_t, kObjects.size()> object_room_;  ///< for objects that nobody holds
  std::array<std::optional<size_t>, kObjects.size()> holder_;
};

/// How a task tells its world.
struct Telling {
  Words people;  ///< in the order in which those present receive gifts
  std::span<const Action> actions;
  double get_there = 1;  ///< how often sentences about getting end in "there"; those about dropping do with 0.2
};

/// A world and what has happened in it so far.
class WorldStory final {
 public:
  WorldStory(const Telling& telling, Stream& draw) : telling_(telling), world_(telling.actions, draw) {}

  /// Tells two more events, one statement each.
  void tell_block(Story& story, Stream& draw);

  const World& world() const { return world_; }
  std::span<const Event> events() const { return events_; }
  std::string_view name(size_t person) const { return telling_.people[person]; }

  /// The last event that fits; null if none does.
  template <class Fits>
  const Event* latest(Fits fits) const {
    for (size_t i = events_.size(); i > 0; --i)
      if (fits(events_[i - 1])) return &events_[i - 1];
    return nullptr;
  }

  /// One of those of the last five events that fit, uniform; null if none does.
  template <class Fits>
  const Event* seed(Fits fits, Stream& draw) const {
    std::array<const Event*, kWindow> fitting;
    size_t count = 0;
    for (const Event& event : window_of(events_))
      if (fits(event)) fitting[count++] = &event;
    return count == 0 ? nullptr : fitting[index_below(count, draw)];
  }

 private:
  std::string sentence(const Event& event, Stream& draw) const;

  Telling telling_;
  World world_;
  std::vector<Event> events_;
};

/// A story of this world with the questions that `question(story so far, draw)` gives.
template <class Question>
Story world_story(const Telling& telling, Stream& draw, Question question) {
  WorldStory told(telling, draw);
  const auto ask = [&](Story& story) {
    std::optional<StoryLine> line = question(told, draw);
    if (line) story.push_back(std::move(*line));
    return line.has_value();
  };
  return told_in_blocks([&](Story& story) { told.tell_block(story, draw); }, ask);
}

}  // namespace tapehead::babi
