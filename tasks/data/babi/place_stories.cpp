// Where people are, from negations and from sentences with two places: tasks 9 and 10.

#include <vector>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {
namespace {

/// What a sentence says of a person who has just moved.
struct Report {
  enum class Kind { kThere, kNotThere, kEither } kind;
  size_t person;
  size_t room;           ///< where the person is; for kNotThere: where no longer
  size_t named[2] = {};  ///< for kEither
  uint32_t line = 0;
};

/// People who move from room to room.
class Walkers final {
 public:
  Walkers(size_t people, size_t rooms, Stream& draw) : rooms_(rooms), room_(people) {
    for (size_t& room : room_) room = index_below(rooms, draw);
  }

  struct Step {
    size_t person, from, to;
  };
  Step go(Stream& draw) {
    const size_t person = index_below(room_.size(), draw);
    const size_t from = room_[person];
    room_[person] = index_but(from, rooms_, draw);
    return {person, from, room_[person]};
  }

 private:
  size_t rooms_;
  std::vector<size_t> room_;
};

/// A story whose sentences are made by `tell(step, story)`; `ask(report, draw)` asks about the latest report on a
/// person.
template <class Tell, class Ask>
Story reported_story(Words rooms, Stream& draw, Tell tell, Ask ask) {
  Walkers walkers(kPeople.size(), rooms.size(), draw);
  std::vector<Report> reports;
  const auto tell_block = [&](Story& story) {
    for (int i = 0; i < 2; ++i) {
      auto [report, text] = tell(walkers.go(draw));
      report.line = state(story, std::move(text));
      reports.push_back(report);
    }
  };
  return told_in_blocks(tell_block, [&](Story& story) {
    const size_t person = one_of(window_of(reports), draw).person;
    size_t latest = reports.size() - 1;
    while (reports[latest].person != person) --latest;
    story.push_back(ask(reports[latest]));
    return true;
  });
}

StoryLine asked_in(std::string_view person, std::string_view room, std::string_view answer, uint32_t line) {
  return {joined({"Is ", person, " in the ", room, "?"}), std::string(answer), {line}};
}

}  // namespace

Story simple_negation(Stream& draw) {
  const auto tell = [&](const Walkers::Step& step) {
    const std::string_view person = kPeople[step.person], from = kRooms[step.from], to = kRooms[step.to];
    Report report{Report::Kind::kThere, step.person, step.to};
    const size_t form = index_below(8, draw);
    if (form < 4) return std::pair(report, move_sentence(person, to, draw));
    if (form < 6) return std::pair(report, joined({person, " is in the ", to, "."}));
    report = {Report::Kind::kNotThere, step.person, step.from};
    return std::pair(report, joined({person, form == 6 ? " is no longer in the " : " is not in the ", from, "."}));
  };
  return reported_story(kRooms, draw, tell, [&](const Report& report) {
    const std::string_view person = kPeople[report.person];
    if (report.kind == Report::Kind::kNotThere) return asked_in(person, kRooms[report.room], "no", report.line);
    if (coin(draw)) return asked_in(person, kRooms[report.room], "yes", report.line);
    return asked_in(person, kRooms[index_but(report.room, kRooms.size(), draw)], "no", report.line);
  });
}

Story indefinite_knowledge(Stream& draw) {
  const auto tell = [&](const Walkers::Step& step) {
    const std::string_view person = kOtherPeople[step.person];
    Report report{Report::Kind::kThere, step.person, step.to};
    const size_t form = index_below(4, draw);
    if (form < 2) return std::pair(report, move_sentence(person, kTownPlaces[step.to], draw));
    if (form == 2) return std::pair(report, joined({person, " is in the ", kTownPlaces[step.to], "."}));
    report.kind = Report::Kind::kEither;
    report.named[0] = step.to;
    report.named[1] = index_below(kTownPlaces.size(), draw);  // may be the same: "either in the park or the park"
    if (coin(draw)) std::swap(report.named[0], report.named[1]);
    return std::pair(report, joined({person, " is either in the ", kTownPlaces[report.named[0]], " or the ",
                                     kTownPlaces[report.named[1]], "."}));
  };
  return reported_story(kTownPlaces, draw, tell, [&](const Report& report) {
    const size_t room = coin(draw) ? report.room : index_but(report.room, kTownPlaces.size(), draw);
    std::string_view answer = room == report.room ? "yes" : "no";
    if (report.kind == Report::Kind::kEither)
      answer = room == report.named[0] || room == report.named[1] ? "maybe" : "no";
    return asked_in(kOtherPeople[report.person], kTownPlaces[room], answer, report.line);
  });
}

}  // namespace tapehead::babi
