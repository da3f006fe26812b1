// Why people go where they go: task 20.

#include <vector>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {
namespace {

constexpr std::array<std::string_view, 4> kActors{"Jason", "Antoine", "Sumit", "Yann"};

struct Motive {
  std::string_view name, room, object;
};

constexpr std::array<Motive, 4> kMotives{{{"hungry", "kitchen", "apple"},
                                          {"thirsty", "kitchen", "milk"},
                                          {"bored", "garden", "football"},
                                          {"tired", "bedroom", "pajamas"}}};

struct Actor {
  size_t motive = 0;
  int steps = 0;            ///< done so far: has the motive, has gone, has got the object
  uint32_t first_line = 0;  ///< the line that states the motive
};

/// The actor's next step, and the question about it.
void take_step(Story& story, std::string_view name, Actor& actor, Stream& draw) {
  const Motive& motive = kMotives[actor.motive];
  const std::string asked = lower_case(name);
  std::string question, answer(motive.name);
  switch (actor.steps++) {
    case 0:
      actor.first_line = state(story, joined({name, " is ", motive.name, "."}));
      question = joined({"Where will ", asked, " go?"});
      answer = motive.room;
      break;
    case 1:
      state(story, move_sentence(name, motive.room, draw));
      question = joined({"Why did ", asked, " go to the ", motive.room, "?"});
      break;
    default:
      state(story, joined({name, " ", get_verb(draw), " the ", motive.object, " there."}));
      question = joined({"Why did ", asked, " get the ", motive.object, "?"});
  }
  story.push_back({std::move(question), std::move(answer), {actor.first_line}});
}

}  // namespace

Story agents_motivations(Stream& draw) {
  std::array<Actor, kActors.size()> actors;
  for (Actor& actor : actors) actor.motive = index_below(kMotives.size(), draw);
  std::array<bool, kMotives.size()> is_taken{};  // each motive has its own object, which only one person can have
  Story story;
  while (true) {
    std::vector<size_t> open;
    for (size_t i = 0; i < actors.size(); ++i)
      if (actors[i].steps < 2 || (actors[i].steps == 2 && !is_taken[actors[i].motive])) open.push_back(i);
    if (open.empty()) return story;
    const size_t i = one_of(open, draw);
    take_step(story, kActors[i], actors[i], draw);
    is_taken[actors[i].motive] = is_taken[actors[i].motive] || actors[i].steps == 3;
  }
}

}  // namespace tapehead::babi
