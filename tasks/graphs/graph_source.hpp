#pragma once
// The source of an episode's graph, and the lessons for it.

#include <memory>
#include <string>

#include "tasks/data/graphs/graph_file.hpp"
#include "tasks/data/graphs/lessons.hpp"
#include "tasks/graphs/graph_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The range of lessons, numbered from 1; and a graph from a file, or none.
struct GraphSettings {
  size_t min_lesson = 1, max_lesson = 1;
  std::shared_ptr<const NamedGraph> map = nullptr;
};

/// Shared by the graph tasks. A shape is {lesson, nodes, length}: the lesson uniform over its open range, nodes and
/// length uniform over the lesson's ranges; for a file's graph nodes is 0, since they are given.
class GraphLessons final {
 public:
  /// Throws InputError for a least lesson above the greatest.
  GraphLessons(const GraphSettings& settings, std::span<const GraphLesson> lessons);

  Spec spec() const;
  Shape shape(Stream& draw, Reach reach) const;
  bool has_sizes() const;
  const GraphLesson& lesson(const Shape& shape) const { return lessons_[shape[0] - 1]; }
  /// The lessons drawn from.
  std::span<const GraphLesson> open() const {
    return lessons_.subspan(settings_.min_lesson - 1, settings_.max_lesson - settings_.min_lesson + 1);
  }
  /// The most edges of a graph.
  size_t must_hold() const;
  const NamedGraph* map() const { return settings_.map.get(); }
  /// "1..14": all published lessons.
  std::string all() const;
  GraphNames names() const;

 private:
  GraphSettings settings_;
  std::span<const GraphLesson> lessons_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
