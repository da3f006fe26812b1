// Tasks 1, 2, 3, 5, 6, 7 and 8: people who walk, pick up, put down and give.

#include <algorithm>
#include <deque>

#include "tests/support/babi_readers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {
namespace {

struct Known {
  std::string room;  ///< empty: not told
  uint32_t line = 0;
};

struct Thing {
  std::string holder;     ///< empty: lies somewhere
  size_t handled_at = 0;  ///< statement of its latest get or drop, counted from 1; 0: none
  uint32_t handled_line = 0;
  Known dropped_in;
  std::vector<Known> trail;  ///< where its carrier went since the latest get
  std::string giver, receiver;
  size_t given_at = 0;  ///< statement of its latest giving
  uint32_t given_line = 0;
};

struct Person {
  Known room;
  std::vector<uint32_t> involved;                          ///< lines of all gets, drops, gifts
  std::vector<std::string> had;                            ///< objects, by the first get
  std::map<std::string, std::vector<uint32_t>> handlings;  ///< lines by object
};

class WorldReader final : public StoryReader {
 public:
  explicit WorldReader(int id) : id_(id) {}

  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    ++told_;
    const std::string &name = words[0], &verb = words[1];
    Person& person = people_[name];
    const bool there = words.back() == "there";
    if (starts_move(verb)) {
      const std::string& room = words.back();
      reading.check(room != person.room.room, "moves to where the person is");
      person.room = {room, line};
      for (auto& [unused, thing] : things_)
        if (thing.holder == name) thing.trail.push_back(person.room);
      remember(name, 'm', "");
      return;
    }
    const std::string& object = *(std::find(words.begin(), words.end(), "the") + 1);
    Thing& thing = things_[object];
    person.involved.push_back(line);
    person.handlings[object].push_back(line);
    if (is_one_of(verb, {"took", "got", "grabbed", "picked"})) {
      ++reading.counts[there ? "got there" : "got"];
      reading.check(thing.holder.empty(), "gets what is held");
      const std::string& known = thing.dropped_in.room;
      reading.check(known.empty() || person.room.room.empty() || known == person.room.room, "gets what is elsewhere");
      if (!is_one_of(object, person.had)) person.had.push_back(object);
      thing.holder = name;
      thing.trail.clear();
      handled(thing, line);
      remember(name, 'g', object);
    } else if (is_one_of(verb, {"dropped", "discarded", "left", "put"})) {
      ++reading.counts[there ? "dropped there" : "dropped"];
      reading.check(thing.holder == name, "drops what is not held");
      thing.holder.clear();
      thing.dropped_in = person.room;
      handled(thing, line);
      remember(name, 'd', object);
    } else {
      reading.check(is_one_of(verb, {"gave", "handed", "passed"}), "is not understood");
      give(name, object, words.back(), line, reading);
      remember(name, 'v', object);
    }
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    reading.check(told_ % 2 == 0, "comes within a block");
    reading.check(can_ask(), "nothing may be asked");
    switch (id_) {
      case 1: return where_is_somebody(words[2], line, reading);
      case 2: return where_is_something(words[3], line, reading);
      case 3: return where_was_something(words[3], words.back(), line, reading);
      case 5: return about_a_gift(words, line, reading);
      case 6: return is_somebody_in(words[1], words.back(), line, reading);
      case 7: return how_many(words[4], line, reading);
      default: return what_is_carried(words[2], line, reading);
    }
  }

  void no_question(Reading& reading) override {
    if (told_ % 2 == 1 || !can_ask()) return;
    if (id_ != 3) return reading.fault("is not followed by a question, although there is one to ask");
    // In the published file of task 3, a few blocks pass without a question, all where an object made just two moves.
    bool few = true;
    for (const auto& [unused, thing] : things_) few &= !can_ask_before(thing) || thing.trail.size() == 2;
    ++reading.counts[few ? "nothing asked" : "nothing asked of more"];
  }

 private:
  struct Deed {
    std::string who;
    char what;  ///< m: moves, g: gets, d: drops, v: gives
    std::string object;
  };

  void remember(const std::string& who, char what, const std::string& object) {
    window_.push_back({who, what, object});
    if (window_.size() > 5) window_.pop_front();
  }

  bool in_window(const std::string& kinds, const std::string& who = "") const {
    return std::any_of(window_.begin(), window_.end(), [&](const Deed& deed) {
      return kinds.find(deed.what) != std::string::npos && (who.empty() || who == deed.who);
    });
  }

  bool is_late(size_t statement) const { return statement > 0 && statement + 5 > told_; }

  void handled(Thing& thing, uint32_t line) const {
    thing.handled_at = told_;
    thing.handled_line = line;
  }

  void give(const std::string& giver, const std::string& object, const std::string& receiver, uint32_t line,
            Reading& reading) {
    static const std::vector<std::string> objects = {"apple", "football", "milk"};
    static const std::vector<std::string> first = {"Mary", "Fred", "Bill", "Jeff"},
                                          second = {"John", "Mary", "Sandra", "Daniel"};
    Thing& thing = things_[object];
    const std::string& room = people_[giver].room.room;
    reading.check(thing.holder == giver, "gives what is not held");
    reading.check(giver != receiver, "gives to the giver");
    for (const std::string& other : objects) {
      if (other == object) break;
      const std::string& holder = things_[other].holder;
      reading.check(holder != giver && !is_known_in_company(holder), "gives, although " + other + " comes first");
    }
    for (const std::string& other : id_ == 5 ? first : second) {
      const std::string& known = people_[other].room.room;
      if (other == receiver) {
        reading.check(known.empty() || room.empty() || known == room, "gives to somebody elsewhere");
        break;
      }
      reading.check(other == giver || known.empty() || known != room, "gives, although " + other + " comes first");
    }
    thing.holder = thing.receiver = receiver;
    thing.giver = giver;
    thing.given_at = told_;
    thing.given_line = line;
    people_[receiver].involved.push_back(line);
  }

  bool is_known_in_company(const std::string& name) const {
    const auto found = people_.find(name);
    if (found == people_.end() || found->second.room.room.empty()) return false;
    return std::any_of(people_.begin(), people_.end(), [&](const auto& other) {
      return other.first != name && other.second.room.room == found->second.room.room;
    });
  }

  bool can_ask_where(const Thing& thing) const {
    return is_late(thing.handled_at) && (thing.holder.empty() ? !thing.dropped_in.room.empty() : !thing.trail.empty());
  }
  bool can_ask_before(const Thing& thing) const { return is_late(thing.handled_at) && thing.trail.size() >= 2; }

  bool can_ask() const {
    const auto any = [&](auto fits) {
      return std::any_of(things_.begin(), things_.end(), [&](const auto& entry) { return fits(entry.second); });
    };
    switch (id_) {
      case 1: return true;
      case 2: return any([&](const Thing& thing) { return can_ask_where(thing); });
      case 3: return any([&](const Thing& thing) { return can_ask_before(thing); });
      case 5: return in_window("v");
      case 6: return in_window("m");
      default: return in_window("gdv");
    }
  }

  void where_is_somebody(const std::string& name, const StoryLine& line, Reading& reading) {
    reading.check(in_window("m", name), "the person was not mentioned lately");
    reading.check(line, people_[name].room.room, {people_[name].room.line});
  }

  void where_is_something(const std::string& object, const StoryLine& line, Reading& reading) {
    const Thing& thing = things_[object];
    if (!can_ask_where(thing)) return reading.fault("cannot be asked");
    const Known& known = thing.holder.empty() ? thing.dropped_in : thing.trail.back();
    reading.check(line, known.room, {thing.handled_line, known.line});
  }

  void where_was_something(const std::string& object, const std::string& room, const StoryLine& line,
                           Reading& reading) {
    const Thing& thing = things_[object];
    if (!can_ask_before(thing)) return reading.fault("cannot be asked");
    size_t at = thing.trail.size() - 1;
    while (at > 0 && thing.trail[at].room != room) --at;
    if (at == 0) return reading.fault("was never carried there from elsewhere");
    reading.check(line, thing.trail[at - 1].room, {thing.handled_line, thing.trail[at].line, thing.trail[at - 1].line});
  }

  void about_a_gift(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) {
    if (words[0] ==
        "What") {  // What did G give to H: the latest time; now and then another of the two objects is meant
      const std::string &giver = words[2], &receiver = words.back();
      const Thing *latest = nullptr, &meant = things_[line.answer];
      for (const auto& [unused, thing] : things_)
        if (thing.giver == giver && thing.receiver == receiver && (!latest || thing.given_at > latest->given_at))
          latest = &thing;
      if (!latest || meant.giver != giver || meant.receiver != receiver) return reading.fault("was never given");
      reading.check(is_late(meant.given_at), "was not given lately");
      reading.check(line, line.answer, {meant.given_line});
      ++reading.counts["what did"];
      reading.counts["another object later"] += latest != &meant;
      return;
    }
    const std::string& object = *(std::find(words.begin(), words.end(), "the") + 1);
    const Thing& thing = things_[object];
    const bool asks_receiver = words[1] == "received" || words[1] == "did";
    reading.check(is_late(thing.given_at), "was not given lately");
    if (words[1] == "did") reading.check(words[2] == thing.giver, "names another giver");
    if (words[1] == "gave" && words.size() > 4) reading.check(words.back() == thing.receiver, "names another receiver");
    reading.check(line, asks_receiver ? thing.receiver : thing.giver, {thing.given_line});
  }

  void is_somebody_in(const std::string& name, const std::string& room, const StoryLine& line, Reading& reading) {
    reading.check(in_window("m", name), "the person did not move lately");
    reading.check(line, people_[name].room.room == room ? "yes" : "no", {people_[name].room.line});
  }

  void how_many(const std::string& name, const StoryLine& line, Reading& reading) {
    static const std::vector<std::string> numbers = {"none", "one", "two", "three"};
    const auto held =
        std::count_if(things_.begin(), things_.end(), [&](const auto& entry) { return entry.second.holder == name; });
    reading.check(in_window("gdv", name), "the person did nothing lately");
    reading.check(line, numbers.at(static_cast<size_t>(held)), people_[name].involved);
  }

  void what_is_carried(const std::string& name, const StoryLine& line, Reading& reading) {
    std::string held;
    std::vector<uint32_t> supports;
    Person& person = people_[name];
    for (const std::string& object : person.had) {
      if (things_[object].holder == name) held += (held.empty() ? "" : ",") + object;
      const std::vector<uint32_t>& lines = person.handlings[object];
      supports.insert(supports.end(), lines.begin(), lines.end());
    }
    reading.check(in_window("gd", name), "the person did nothing lately");
    reading.check(line, held.empty() ? "nothing" : held, supports);
  }

  int id_;
  size_t told_ = 0;  ///< statements so far
  std::map<std::string, Person> people_;
  std::map<std::string, Thing> things_;
  std::deque<Deed> window_;
};

}  // namespace

std::unique_ptr<StoryReader> world_reader(int id) { return std::make_unique<WorldReader>(id); }

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
