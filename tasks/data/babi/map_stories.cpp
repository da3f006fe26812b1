// Rooms north, south, east and west of one another: tasks 4 and 19.

#include <vector>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {
namespace {

/// Ordered such that the opposite direction is two further.
constexpr std::array<std::string_view, 4> kDirections{"north", "east", "south", "west"};

size_t opposite(size_t direction) { return (direction + 2) % kDirections.size(); }

/// `to` lies one step from `from` in a direction.
struct Edge {
  size_t from, to, direction;

  size_t direction_of(size_t room) const { return room == to ? direction : opposite(direction); }  ///< from the other
  size_t other(size_t room) const { return room == to ? from : to; }
};

/// The first `count` of all rooms in a random order.
std::vector<std::string_view> drawn_rooms(size_t count, Stream& draw) {
  std::vector<std::string_view> rooms(kRooms.begin(), kRooms.end());
  shuffle(rooms, draw);
  rooms.resize(count);
  return rooms;
}

/// An edge as told: `{subject} is {direction} of {the edge's other room}`.
struct ToldEdge {
  size_t edge, subject;
};

/// Draws a room, then one of its edges, until all are told. So edges of rooms with many edges come late, and where a
/// room with one edge meets a room with two, the former is the subject twice as often.
std::vector<ToldEdge> told_order(const std::vector<Edge>& edges, size_t rooms, Stream& draw) {
  std::vector<std::vector<size_t>> edges_of(rooms);
  for (size_t e = 0; e < edges.size(); ++e)
    for (const size_t room : {edges[e].from, edges[e].to}) edges_of[room].push_back(e);
  std::vector<ToldEdge> order;
  std::vector<bool> is_told(edges.size());
  while (order.size() < edges.size()) {
    const size_t room = index_below(rooms, draw);
    const size_t edge = one_of(edges_of[room], draw);
    if (is_told[edge]) continue;
    is_told[edge] = true;
    order.push_back({edge, room});
  }
  return order;
}

std::string sentence(const Edge& edge, size_t subject, const std::vector<std::string_view>& rooms) {
  return joined({"The ", rooms[subject], " is ", kDirections[edge.direction_of(subject)], " of the ",
                 rooms[edge.other(subject)], "."});
}

}  // namespace

Story two_argument_relations(Stream& draw) {
  constexpr size_t kMiddle = 0;
  const std::vector<std::string_view> rooms = drawn_rooms(3, draw);
  const size_t direction = index_below(kDirections.size(), draw);
  const std::vector<Edge> edges{{kMiddle, 1, direction}, {kMiddle, 2, opposite(direction)}};
  const std::vector<ToldEdge> told = told_order(edges, rooms.size(), draw);
  Story story;
  for (const auto& [edge, subject] : told) state(story, sentence(edges[edge], subject, rooms));

  const size_t line = index_below(told.size(), draw);
  const size_t subject = told[line].subject;
  const Edge& edge = edges[told[line].edge];
  const size_t from_other = edge.direction_of(subject);
  const std::string_view other = rooms[edge.other(subject)];
  std::string text = coin(draw) ? joined({"What is ", kDirections[from_other], " of the ", other, "?"})
                                : joined({"What is the ", other, " ", kDirections[opposite(from_other)], " of?"});
  story.push_back({std::move(text), std::string(rooms[subject]), {static_cast<uint32_t>(line + 1)}});
  return story;
}

Story path_finding(Stream& draw) {
  constexpr size_t kStart = 0, kMiddle = 1, kEnd = 2;
  const std::vector<std::string_view> rooms = drawn_rooms(kRooms.size(), draw);
  const size_t first = index_below(kDirections.size(), draw);
  const size_t second = index_but(opposite(first), kDirections.size(), draw);
  std::vector<Edge> edges{{kStart, kMiddle, first}, {kMiddle, kEnd, second}};

  // The other rooms are attached to those of the path, where it has no step. Two may share a spot.
  std::vector<Edge> places;
  for (const size_t room : {kStart, kMiddle, kEnd})
    for (size_t direction = 0; direction < kDirections.size(); ++direction) {
      bool is_free = true;
      for (const Edge& edge : edges)
        for (const size_t end : {edge.from, edge.to})
          is_free &= end != room || edge.direction_of(edge.other(end)) != direction;
      if (is_free) places.push_back({room, 0, direction});
    }
  shuffle(places, draw);
  for (size_t room = kEnd + 1; room < rooms.size(); ++room) {
    Edge edge = places[room - kEnd - 1];
    edge.to = room;
    edges.push_back(edge);
  }

  Story story;
  std::array<uint32_t, 2> step_lines{};
  for (const auto& [edge, subject] : told_order(edges, rooms.size(), draw)) {
    const uint32_t line = state(story, sentence(edges[edge], subject, rooms));
    if (edge < step_lines.size()) step_lines[edge] = line;
  }
  story.push_back({joined({"How do you go from the ", rooms[kStart], " to the ", rooms[kEnd], "?"}),
                   joined({kDirections[first].substr(0, 1), ",", kDirections[second].substr(0, 1)}),
                   {step_lines[0], step_lines[1]}});
  return story;
}

}  // namespace tapehead::babi
