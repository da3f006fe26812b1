#include "tasks/data/babi/world.hpp"

namespace tapehead::babi {
namespace {

constexpr double kDropThere = 0.2;

}  // namespace

World::World(std::span<const Action> actions, Stream& draw) : actions_(actions) {
  for (size_t& room : room_) room = index_below(kRooms.size(), draw);
  for (size_t& room : object_room_) room = index_below(kRooms.size(), draw);
}

Event World::act(Stream& draw) {
  while (true) {
    const size_t person = index_below(kWorldPeople, draw);
    if (const auto event = tried(one_of(actions_, draw), person, draw)) return *event;
  }
}

std::optional<Event> World::tried(Action action, size_t person, Stream& draw) {
  if (action == Action::kMove) {
    const size_t room = index_below(kRooms.size(), draw);
    if (room == room_[person]) return std::nullopt;
    room_[person] = room;
    return Event{.action = action, .person = person, .room = room};
  }
  if (action == Action::kGive) return given();

  std::array<size_t, kObjects.size()> possible;
  size_t count = 0;
  for (size_t object = 0; object < kObjects.size(); ++object)
    if (action == Action::kDrop ? holds(person, object) : !holder_[object] && object_room_[object] == room_[person])
      possible[count++] = object;
  if (count == 0) return std::nullopt;
  const size_t object = possible[index_below(count, draw)];
  if (action == Action::kDrop) {
    holder_[object].reset();
    object_room_[object] = room_[person];
  } else {
    holder_[object] = person;
  }
  return Event{.action = action, .person = person, .object = object};
}

/// Deterministic: in the published files two consecutive gifts are always of the same object, whoever holds the others.
std::optional<Event> World::given() {
  for (size_t object = 0; object < kObjects.size(); ++object)
    for (size_t receiver = 0; holder_[object] && receiver < kWorldPeople; ++receiver) {
      const size_t giver = *holder_[object];
      if (receiver == giver || room_[receiver] != room_[giver]) continue;
      holder_[object] = receiver;
      return Event{.action = Action::kGive, .person = giver, .object = object, .receiver = receiver};
    }
  return std::nullopt;
}

void WorldStory::tell_block(Story& story, Stream& draw) {
  for (int i = 0; i < 2; ++i) {
    Event event = world_.act(draw);
    event.line = state(story, sentence(event, draw));
    events_.push_back(event);
  }
}

std::string WorldStory::sentence(const Event& event, Stream& draw) const {
  const std::string_view person = name(event.person), object = kObjects[event.object];
  const auto end = [&](double there) { return draw.uniform() < there ? " there." : "."; };
  switch (event.action) {
    case Action::kMove: return move_sentence(person, kRooms[event.room], draw);
    case Action::kGet: return joined({person, " ", get_verb(draw), " the ", object, end(telling_.get_there)});
    case Action::kDrop: return joined({person, " ", drop_verb(draw), " the ", object, end(kDropThere)});
    case Action::kGive: break;
  }
  return joined({person, " ", give_verb(draw), " the ", object, " to ", name(event.receiver), "."});
}

}  // namespace tapehead::babi
