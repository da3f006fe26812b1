// The relative positions of shapes: task 17.

#include <vector>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {
namespace {

struct Relation {
  std::string_view text;
  int right, up;  ///< the first shape's position as seen from the second
};

constexpr std::array<Relation, 4> kRelations{
    {{"to the left of", -1, 0}, {"to the right of", 1, 0}, {"above", 0, 1}, {"below", 0, -1}}};

struct Shape {
  std::string_view name;
  int right = 0, up = 0;
};

/// Whether a relation holds; at the same height neither is above.
bool holds(const Relation& relation, const Shape& first, const Shape& second) {
  return relation.right * (first.right - second.right) + relation.up * (first.up - second.up) > 0;
}

}  // namespace

Story positional_reasoning(Stream& draw) {
  static constexpr std::array<std::string_view, 6> kShapes{"triangle",   "pink rectangle", "blue square",
                                                           "red square", "yellow square",  "red sphere"};
  constexpr int kQuestions = 8;
  constexpr size_t kMiddleFirst = 3;  // of this many, all but one have the middle shape as subject

  std::array<std::string_view, kShapes.size()> names = kShapes;
  shuffle(names, draw);
  const Shape middle{names[0]};
  const size_t first_offset = index_below(kRelations.size(), draw);
  const std::array<size_t, 2> offsets{first_offset, index_but(first_offset, kRelations.size(), draw)};
  std::array<Shape, 2> outer;
  Story story;
  for (size_t i = 0; i < outer.size(); ++i) {
    const Relation& offset = kRelations[offsets[i]];
    outer[i] = {names[i + 1], offset.right, offset.up};
    const bool from_middle = index_below(kMiddleFirst, draw) != 0;
    const Shape &subject = from_middle ? middle : outer[i], &object = from_middle ? outer[i] : middle;
    for (const Relation& relation : kRelations)
      if (holds(relation, subject, object))
        state(story, joined({"The ", subject.name, " is ", relation.text, " the ", object.name, "."}));
  }

  for (int i = 0; i < kQuestions; ++i) {
    const uint32_t first = coin(draw);
    const Shape &subject = outer[first], &object = outer[1 - first];
    const bool is_true = coin(draw);
    std::vector<std::string_view> relations;
    for (const Relation& relation : kRelations)
      if (holds(relation, subject, object) == is_true) relations.push_back(relation.text);
    story.push_back({joined({"Is the ", subject.name, " ", one_of(relations, draw), " the ", object.name, "?"}),
                     is_true ? "yes" : "no",
                     {first + 1, 2 - first}});
  }
  return story;
}

}  // namespace tapehead::babi
