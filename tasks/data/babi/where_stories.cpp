// Where somebody or something is or was, in a world where people walk and carry: tasks 1, 2, 3 and 6.

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/world.hpp"

namespace tapehead::babi {
namespace {

constexpr std::array kMoves{Action::kMove};

const Event* latest_move(const WorldStory& told, size_t person) {
  return told.latest([&](const Event& event) { return is_move(event) && event.person == person; });
}

const Event* latest_handling(const WorldStory& told, size_t object) {
  return told.latest([&](const Event& event) { return is_handling(event) && event.object == object; });
}

/// The move that tells where an object is, given its latest get or drop: the dropper's latest move before the drop, or
/// the holder's latest since the get. Null where the reader cannot know (never told), or needs no move (a get in a
/// known room).
const Event* move_that_tells(const WorldStory& told, const Event& handling) {
  const bool dropped = handling.action == Action::kDrop;
  return told.latest([&](const Event& event) {
    return is_move(event) && event.person == handling.person && (event.line < handling.line) == dropped;
  });
}

/// The moves made with an object since its latest get, up to the drop or to now.
std::vector<const Event*> moves_with(const WorldStory& told, const Event& handling) {
  std::vector<const Event*> moves;
  for (const Event& event : told.events()) {
    if (handling.action == Action::kDrop && event.line >= handling.line) break;
    if (event.action == Action::kGet && event.object == handling.object) moves.clear();
    if (is_move(event) && event.person == handling.person) moves.push_back(&event);
  }
  return moves;
}

/// Which of the rooms an object was carried through may be asked for: one that it reached from another room and was not
/// carried to again later. Later ones are more likely; nothing where the drawn one may not be asked for. The weights
/// are fitted to the published file.
std::optional<size_t> asked_move(const std::vector<const Event*>& moves, Stream& draw) {
  constexpr double kEarlier = 0.75;
  double total = 0, weight = 1;
  for (size_t j = 0; j < moves.size(); ++j, weight *= kEarlier) total += weight;
  double left = draw.uniform() * total;
  size_t at = moves.size() - 1;
  for (weight = 1; at > 0 && left >= weight; --at, weight *= kEarlier) left -= weight;
  for (size_t later = at + 1; later < moves.size(); ++later)
    if (moves[later]->room == moves[at]->room) return std::nullopt;
  return at == 0 ? std::nullopt : std::optional(at);
}

}  // namespace

Story single_supporting_fact(Stream& draw) {
  return world_story({kPeople, kMoves}, draw, [](const WorldStory& told, Stream& d) -> std::optional<StoryLine> {
    const Event* seed = told.seed(is_move, d);
    const Event* move = latest_move(told, seed->person);
    return StoryLine{
        joined({"Where is ", told.name(seed->person), "?"}), std::string(kRooms[move->room]), {move->line}};
  });
}

Story two_supporting_facts(Stream& draw) {
  return world_story({kPeople, kCarrying}, draw, [](const WorldStory& told, Stream& d) -> std::optional<StoryLine> {
    const auto known = [&](const Event& event) {
      return is_handling(event) && move_that_tells(told, *latest_handling(told, event.object));
    };
    const Event* seed = told.seed(known, d);
    if (!seed) return std::nullopt;
    const Event* handling = latest_handling(told, seed->object);
    const Event* move = move_that_tells(told, *handling);
    return StoryLine{joined({"Where is the ", kObjects[seed->object], "?"}),
                     std::string(kRooms[move->room]),
                     {handling->line, move->line}};
  });
}

Story three_supporting_facts(Stream& draw) {
  constexpr double kGetThere = 0.2;
  const Telling telling{kPeople, kCarrying, kGetThere};
  return world_story(telling, draw, [](const WorldStory& told, Stream& d) -> std::optional<StoryLine> {
    for (int i = 0; i < kTries; ++i) {
      const Event& seed = one_of(window_of(told.events()), d);
      if (!is_handling(seed)) continue;
      const Event* handling = latest_handling(told, seed.object);
      const std::vector<const Event*> moves = moves_with(told, *handling);
      if (moves.size() < 2) continue;
      const auto asked = asked_move(moves, d);
      if (!asked) continue;
      return StoryLine{
          joined({"Where was the ", kObjects[seed.object], " before the ", kRooms[moves[*asked]->room], "?"}),
          std::string(kRooms[moves[*asked - 1]->room]),
          {handling->line, moves[*asked]->line, moves[*asked - 1]->line}};
    }
    return std::nullopt;
  });
}

Story yes_no_questions(Stream& draw) {
  return world_story({kPeople, kCarrying}, draw, [](const WorldStory& told, Stream& d) -> std::optional<StoryLine> {
    const Event* seed = told.seed(is_move, d);
    if (!seed) return std::nullopt;
    const Event* move = latest_move(told, seed->person);
    const bool yes = coin(d);
    const size_t room = yes ? move->room : index_but(move->room, kRooms.size(), d);
    return StoryLine{
        joined({"Is ", told.name(seed->person), " in the ", kRooms[room], "?"}), yes ? "yes" : "no", {move->line}};
  });
}

}  // namespace tapehead::babi
