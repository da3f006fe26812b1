// Where people were yesterday, this morning, this afternoon and this evening, told out of order: task 14.

#include <numeric>
#include <vector>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {
namespace {

constexpr std::array<std::string_view, 4> kTimes{"yesterday", "this morning", "this afternoon", "this evening"};

struct Visit {
  size_t person, time, room;
  uint32_t line = 0;  ///< once it is told
};

/// Visits in chronological order.
class Days final {
 public:
  explicit Days(Stream& draw) : draw_(draw) {
    for (size_t& room : room_) room = index_below(kTownPlaces.size(), draw);
  }

  /// A person with time left moves from one place to another.
  void visit() {
    size_t person = 0;
    do person = index_below(kOtherPeople.size(), draw_);
    while (next_time_[person] == kTimes.size());
    room_[person] = index_but(room_[person], kTownPlaces.size(), draw_);
    visits_.push_back({person, next_time_[person]++, room_[person]});
  }

  /// Tells the visits not yet told in an order in which none keeps its place (a random cycle: Sattolo 1986), and asks
  /// about one of the latest; false if there is none to ask about.
  bool ask(Story& story) {
    std::vector<size_t> askable;
    for (size_t i = visits_.size() - window_of(visits_).size(); i < visits_.size(); ++i)
      if (visits_[i].time > 0 && !comes_back(visits_[i])) askable.push_back(i);
    if (askable.empty()) return false;
    tell_all(story);
    const Visit& visit = visits_[one_of(askable, draw_)];
    const Visit& before = previous(visit);
    story.push_back({joined({"Where was ", kOtherPeople[visit.person], " before the ", kTownPlaces[visit.room], "?"}),
                     std::string(kTownPlaces[before.room]),
                     {visit.line, before.line}});
    return true;
  }

 private:
  bool comes_back(const Visit& visit) const {
    for (const Visit& other : visits_)
      if (other.person == visit.person && other.time > visit.time && other.room == visit.room) return true;
    return false;
  }

  const Visit& previous(const Visit& visit) const {
    size_t at = 0;
    while (visits_[at].person != visit.person || visits_[at].time + 1 != visit.time) ++at;
    return visits_[at];
  }

  void tell_all(Story& story) {
    std::vector<size_t> order(visits_.size() - told_);
    std::iota(order.begin(), order.end(), told_);
    for (size_t last = order.size() - 1; last > 0; --last) std::swap(order[last], order[index_below(last, draw_)]);
    for (const size_t i : order) visits_[i].line = state(story, sentence(visits_[i]));
    told_ = visits_.size();
  }

  std::string sentence(const Visit& visit) {
    const std::string_view person = kOtherPeople[visit.person], place = kTownPlaces[visit.room];
    if (coin(draw_)) return joined({capitalised(kTimes[visit.time]), " ", move_sentence(person, place, draw_)});
    return move_sentence(person, joined({place, " ", kTimes[visit.time]}), draw_);
  }

  Stream& draw_;
  std::array<size_t, kOtherPeople.size()> room_{}, next_time_{};
  std::vector<Visit> visits_;
  size_t told_ = 0;
};

}  // namespace

Story time_reasoning(Stream& draw) {
  Days days(draw);
  const auto two_visits = [&](Story&) {
    days.visit();
    days.visit();
  };
  return told_in_blocks(two_visits, [&](Story& story) { return days.ask(story); });
}

}  // namespace tapehead::babi
