#include "tasks/graphs/graph_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tasks/data/sequences/parts.hpp"
#include "tasks/episode/sizes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

GraphLessons::GraphLessons(const GraphSettings& settings, std::span<const GraphLesson> lessons)
    : settings_(settings), lessons_(lessons) {
  check_limits("task.min-lesson", settings.min_lesson, "task.max-lesson", settings.max_lesson);
}

Spec GraphLessons::spec() const {
  if (!map()) return graph_spec();
  // Labels depend on the number of names alone (parse_graph()).
  uint64_t hash = hash_of_values(std::span<const Graph::Edge>(map()->graph.edges));
  for (const auto* names : {&map()->nodes, &map()->edges})
    for (const std::string& name : *names) hash = hash_of(name, hash);
  return graph_spec().of_data(hash);
}

Shape GraphLessons::shape(Stream& draw, Reach reach) const {
  const uint32_t number = draw_size(draw, settings_.min_lesson, settings_.max_lesson, reach);
  const GraphLesson& lesson = lessons_[number - 1];
  const uint32_t nodes = lesson.nodes.draw(draw), length = lesson.length.draw(draw);
  return {number, map() ? 0 : nodes, length};
}

bool GraphLessons::has_sizes() const {
  const GraphLesson& least = lessons_[settings_.min_lesson - 1];
  const auto varies = [](SizeRange range) { return range.min < range.max; };
  return settings_.min_lesson < settings_.max_lesson || varies(least.length) || (!map() && varies(least.nodes));
}

size_t GraphLessons::must_hold() const {
  if (map()) return map()->graph.edges.size();
  size_t most = 0;  // a later lesson may have smaller graphs
  for (const GraphLesson& lesson : open()) most = std::max(most, size_t{lesson.nodes.max} * lesson.degree.max);
  return most;
}

std::string GraphLessons::all() const { return fmt::format("1..{}", lessons_.size()); }

GraphNames GraphLessons::names() const {
  if (!map()) return plain_names();
  const auto named = [](const std::vector<uint32_t>& labels, const std::vector<std::string>& names) {
    return [&labels, &names, plain = plain_names().node](uint32_t label) {
      const auto found = std::find(labels.begin(), labels.end(), label);
      return found == labels.end() ? plain(label) : names[static_cast<size_t>(found - labels.begin())];
    };
  };
  return {named(map()->graph.node_labels, map()->nodes), named(map()->graph.edge_labels, map()->edges)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
