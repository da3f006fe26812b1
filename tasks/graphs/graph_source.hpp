#pragma once
// Where the graphs of an episode come from, and the lessons they are drawn by.

#include <memory>
#include <string>

#include "tasks/data/graphs/graph_file.hpp"
#include "tasks/data/graphs/lessons.hpp"
#include "tasks/graphs/graph_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Lessons by their numbers from 1, least and greatest; and a graph from a file, or none.
struct GraphSettings {
  size_t min_lesson = 1, max_lesson = 1;
  std::shared_ptr<const NamedGraph> map = nullptr;
};

/// What the graph tasks share: a shape is {lesson, nodes, length}, the lesson uniform over its open limits, nodes and
/// length over the lesson's; of a file's graph the nodes are 0, for they are as they are.
class GraphLessons final {
 public:
  /// Throws InputError for a least lesson above the greatest.
  GraphLessons(const GraphSettings& settings, std::span<const GraphLesson> lessons);

  Shape shape(Stream& draw, Reach reach) const;
  bool has_sizes() const;
  const GraphLesson& lesson(const Shape& shape) const { return lessons_[shape[0] - 1]; }
  /// Those that are drawn from.
  std::span<const GraphLesson> open() const {
    return lessons_.subspan(settings_.min_lesson - 1, settings_.max_lesson - settings_.min_lesson + 1);
  }
  /// Edges of the largest graph.
  size_t must_hold() const;
  const NamedGraph* map() const { return settings_.map.get(); }
  /// "1..14": all that were published.
  std::string all() const;
  GraphNames names() const;

 private:
  GraphSettings settings_;
  std::span<const GraphLesson> lessons_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
