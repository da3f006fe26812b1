// Who has what, and from whom, in a world where people carry and give: tasks 5, 7 and 8.

#include <algorithm>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/world.hpp"

namespace tapehead::babi {
namespace {

constexpr std::array kGiving{Action::kMove, Action::kGet, Action::kDrop, Action::kGive};
constexpr std::array<std::string_view, kWorldPeople> kGivers{"Mary", "Fred", "Bill", "Jeff"};
constexpr std::array<std::string_view, kWorldPeople> kCounted{"John", "Mary", "Sandra", "Daniel"};

bool is_gift(const Event& event) { return event.action == Action::kGive; }

/// The question about a gift, in one of five forms; the object, the giver and the receiver are asked for equally often.
StoryLine question_about(const Event& gift, const WorldStory& told, Stream& draw) {
  const std::string_view giver = told.name(gift.person), object = kObjects[gift.object],
                         receiver = told.name(gift.receiver);
  const auto line = [&](std::string text, std::string_view answer) {
    return StoryLine{std::move(text), std::string(answer), {gift.line}};
  };
  switch (index_below(6, draw)) {
    case 0:
    case 1: return line(joined({"What did ", giver, " give to ", receiver, "?"}), object);
    case 2: return line(joined({"Who gave the ", object, "?"}), giver);
    case 3: return line(joined({"Who gave the ", object, " to ", receiver, "?"}), giver);
    case 4: return line(joined({"Who received the ", object, "?"}), receiver);
    default: return line(joined({"Who did ", giver, " give the ", object, " to?"}), receiver);
  }
}

/// The objects that a person ever got, by first time.
std::vector<size_t> objects_of(size_t person, const WorldStory& told) {
  std::vector<size_t> objects;
  for (const Event& event : told.events())
    if (event.action == Action::kGet && event.person == person &&
        std::find(objects.begin(), objects.end(), event.object) == objects.end())
      objects.push_back(event.object);
  return objects;
}

}  // namespace

Story three_argument_relations(Stream& draw) {
  return world_story({kGivers, kGiving}, draw, [](const WorldStory& told, Stream& d) -> std::optional<StoryLine> {
    const Event* seed = told.seed(is_gift, d);
    if (!seed) return std::nullopt;
    // If somebody got or dropped it since, the latest gift counts.
    const Event* gift = told.latest([&](const Event& event) { return is_gift(event) && event.object == seed->object; });
    return question_about(*gift, told, d);
  });
}

Story counting(Stream& draw) {
  return world_story({kCounted, kGiving}, draw, [](const WorldStory& told, Stream& d) -> std::optional<StoryLine> {
    constexpr std::array<std::string_view, kObjects.size() + 1> kNumbers{"none", "one", "two", "three"};
    const Event* seed = told.seed(is_handling, d);
    if (!seed) return std::nullopt;
    size_t held = 0;
    for (size_t object = 0; object < kObjects.size(); ++object) held += told.world().holds(seed->person, object);
    StoryLine question{
        joined({"How many objects is ", told.name(seed->person), " carrying?"}), std::string(kNumbers[held]), {}};
    for (const Event& event : told.events())
      if (is_handling(event) && (event.person == seed->person || (is_gift(event) && event.receiver == seed->person)))
        question.supports.push_back(event.line);
    return question;
  });
}

Story lists_and_sets(Stream& draw) {
  return world_story({kPeople, kCarrying}, draw, [](const WorldStory& told, Stream& d) -> std::optional<StoryLine> {
    const Event* seed = told.seed(is_handling, d);
    if (!seed) return std::nullopt;
    StoryLine question{joined({"What is ", told.name(seed->person), " carrying?"}), "", {}};
    for (const size_t object : objects_of(seed->person, told)) {
      if (told.world().holds(seed->person, object)) {
        if (!question.answer.empty()) question.answer += ',';
        question.answer += kObjects[object];
      }
      for (const Event& event : told.events())
        if (is_handling(event) && event.person == seed->person && event.object == object)
          question.supports.push_back(event.line);
    }
    if (question.answer.empty()) question.answer = "nothing";
    return question;
  });
}

}  // namespace tapehead::babi
