// Tasks 4 and 15 to 20: rooms on a map, animals, shapes, sizes and motives.

#include <algorithm>
#include <deque>
#include <set>

#include "tests/support/babi_readers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {
namespace {

struct Point {
  int right = 0, up = 0;
  bool operator==(const Point&) const = default;
  Point operator+(const Point& other) const { return {right + other.right, up + other.up}; }
  Point operator-(const Point& other) const { return {right - other.right, up - other.up}; }
};

const std::map<std::string, Point>& directions() {
  static const std::map<std::string, Point> all = {{"north", {0, 1}}, {"south", {0, -1}}, {"east", {1, 0}},
                                                   {"west", {-1, 0}}, {"above", {0, 1}},  {"below", {0, -1}},
                                                   {"right", {1, 0}}, {"left", {-1, 0}}};
  return all;
}

/// "The X is north of the Y": X lies in that direction from Y.
struct Step {
  std::string to, from;
  Point direction;
  uint32_t line;
};

class MapReader final : public StoryReader {
 public:
  explicit MapReader(int id) : id_(id) {}

  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    reading.check(words.size() == 7 && words[2] == "is" && words[4] == "of", "is not understood");
    const Point direction = directions().at(words[3]);
    for (const Step& step : steps_)
      for (const auto& [from, way] : {std::pair(words[6], direction), std::pair(words[1], Point{} - direction)})
        reading.check(step.from != from || !(step.direction == way), "two rooms lie in one direction");
    steps_.push_back({words[1], words[6], direction, line});
    steps_.push_back({words[6], words[1], Point{} - direction, line});
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    std::set<std::string> rooms;
    for (const Step& step : steps_) rooms.insert(step.to);
    reading.check(rooms.size() == steps_.size() / 2 + 1, "the map is no tree");
    id_ == 4 ? relation(words, line, reading) : path(words[6], words[9], line, reading);
  }

 private:
  void relation(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) {
    reading.check(steps_[0].direction == steps_[2].direction || steps_[0].direction == steps_[3].direction,
                  "the rooms are not in a line");
    // "What is north of the Y?" or "What is the Y south of?"
    const bool inverted = words[2] == "the";
    const std::string& other = inverted ? words[3] : words[5];
    const Point asked = inverted ? Point{} - directions().at(words[4]) : directions().at(words[2]);
    for (size_t i = 0; i < steps_.size(); i += 2)  // as told, not turned round
      if (steps_[i].from == other && steps_[i].direction == asked)
        return reading.check(line, steps_[i].to, {steps_[i].line});
    reading.fault("asks for what was not told in this way");
  }

  void path(const std::string& from, const std::string& to, const StoryLine& line, Reading& reading) {
    struct Route {
      std::string at;
      std::vector<Step> steps;
    };
    std::deque<Route> open = {{from, {}}};
    while (!open.empty() && open.front().at != to) {
      const Route route = open.front();
      open.pop_front();
      for (const Step& step : steps_)
        if (step.from == route.at && route.steps.size() < 3) {
          Route next{step.to, route.steps};
          next.steps.push_back(step);
          open.push_back(next);
        }
    }
    if (open.empty() || open.front().steps.size() != 2) return reading.fault("is not two steps away");
    const auto letter = [](const Step& step) {
      for (const char* name : {"north", "south", "east", "west"})
        if (directions().at(name) == step.direction) return std::string(1, name[0]);
      return std::string();
    };
    const auto& way = open.front().steps;
    reading.check(!(way[0].direction + way[1].direction == Point{}), "goes back to where it came from");
    reading.check(line, letter(way[0]) + "," + letter(way[1]), {way[0].line, way[1].line});
  }

  int id_;
  std::vector<Step> steps_;  ///< each told one, and the same turned round
};

struct Fact {
  std::string what;
  uint32_t line = 0;
};

class DeductionReader final : public StoryReader {
 public:
  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    static const std::map<std::string, std::string> kinds = {{"Wolves", "wolf"}, {"Sheep", "sheep"}, {"Mice", "mouse"},
                                                             {"Cats", "cat"},    {"wolves", "wolf"}, {"sheep", "sheep"},
                                                             {"mice", "mouse"},  {"cats", "cat"}};
    const bool is_fear = words.size() == 5;
    Fact& fact = is_fear ? fears_[kinds.at(words[0])] : animals_[words[0]];
    reading.check(fact.line == 0, "tells what was told");
    fact = {is_fear ? kinds.at(words.back()) : words.back(), line};
    if (is_fear)
      reading.check(kinds.at(words[0]) != kinds.at(words.back()), "is afraid of itself");
    else
      reading.check(fears_[words.back()].line != 0, "is of a kind whose fear was not told");
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    std::string name = words[2];
    reading.check('a' <= name[0] && name[0] <= 'z', "the name is not in lower case");
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    reading.check(animals_.size() == 4 && fears_.size() == 4, "not all was told");
    const Fact &animal = animals_[name], &fear = fears_[animal.what];
    reading.check(line, fear.what, {animal.line, fear.line});
  }

 private:
  std::map<std::string, Fact> animals_, fears_;
};

class InductionReader final : public StoryReader {
 public:
  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    Fact& fact = words[2] == "a" ? animals_[words[0]] : colors_[words[0]];
    reading.check(fact.line == 0, "tells what was told");
    reading.check(words[2] == "a" || animals_[words[0]].line != 0, "tells the colour first");
    fact = {words.back(), line};
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    const std::string& asked = words.back();
    reading.check(animals_.size() == 5 && colors_.size() == 4 && !colors_.contains(asked), "not all was told");
    std::string last;
    std::map<std::string, size_t> votes;
    size_t others = 0, most = 0;
    for (const auto& [name, animal] : animals_) {
      if (name == asked || animal.what != animals_[asked].what) continue;
      ++others;
      most = std::max(most, ++votes[colors_[name].what]);
      if (last.empty() || animals_[last].line < animal.line) last = name;
    }
    reading.check(others == 1 || others == 3 || others == 4, "is of a kind with 0 or 2 others");
    reading.check(line, colors_[last].what, {animals_[asked].line, animals_[last].line, colors_[last].line});
    reading.counts["colours differ"] += votes.size() > 1;
    reading.counts["most have another colour"] += votes[line.answer] < most;
  }

 private:
  std::map<std::string, Fact> animals_, colors_;
};

class ShapeReader final : public StoryReader {
 public:
  void statement(const std::vector<std::string>& words, uint32_t, Reading& reading) override {
    const std::string &subject = words[1], &object = words.back();
    const Point direction = direction_in(words);
    ++told_;
    if (told_ == 1) {
      first_ = {subject, object, direction};
      return;
    }
    // The middle is the object that both sentences name.
    middle_ = subject == first_.subject || object == first_.subject ? first_.subject : first_.object;
    reading.check(subject == middle_ || object == middle_, "the two sentences have no shape in common");
    place(first_.subject, first_.object, first_.direction);
    place(subject, object, direction);
    reading.check(places_.size() == 3 && !(places_[outer_[0]] == places_[outer_[1]]), "two shapes are in one place");
    reading.counts["middle is the subject"] += (subject == middle_) + (first_.subject == middle_);
    reading.counts["in a line"] += places_[outer_[0]] + places_[outer_[1]] == Point{};
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    const std::string &subject = words[2], &object = words.back();
    const Point direction = direction_in(words), apart = places_[subject] - places_[object];
    const bool holds = direction.right * apart.right + direction.up * apart.up > 0;
    reading.check(subject != middle_ && object != middle_ && subject != object,
                  "asks otherwise than for the outer two");
    const uint32_t first = subject == outer_[0] ? 1 : 2;
    reading.check(line, holds ? "yes" : "no", {first, 3 - first});
  }

 private:
  struct Sentence {
    std::string subject, object;
    Point direction;
  };

  static Point direction_in(const std::vector<std::string>& words) {
    for (const std::string& word : words)
      if (const auto found = directions().find(word); found != directions().end()) return found->second;
    return {};
  }

  void place(const std::string& subject, const std::string& object, const Point& direction) {
    places_[middle_] = {};
    outer_.push_back(subject == middle_ ? object : subject);
    places_[outer_.back()] = subject == middle_ ? Point{} - direction : direction;
  }

  size_t told_ = 0;
  Sentence first_;
  std::string middle_;
  std::vector<std::string> outer_;
  std::map<std::string, Point> places_;
};

class SizeReader final : public StoryReader {
 public:
  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    // The X fits inside the Y. The Y is bigger than the X.
    const bool fits = words[2] == "fits";
    told_.push_back({fits ? words[1] : words.back(), fits ? words.back() : words[1], line});
    reading.check(!is_smaller(told_.back().big, told_.back().small), "contradicts what was told");
    if (told_.back().small != "box_of_chocolates")
      reading.check(told_.back().big != "chocolate", "the chocolate is the smallest");
    ++reading.counts[fits ? "fits" : "is bigger"];
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    // Does the X fit in the Y? Is the Y bigger than the X?
    const bool fits = words[0] == "Does";
    const std::string &small = fits ? words[2] : words.back(), &big = fits ? words.back() : words[2];
    const bool yes = is_smaller(small, big);
    reading.check(told_.size() % 5 == 0, "comes within a block");
    reading.check(yes || is_smaller(big, small), "cannot be known");
    reading.check(line.answer == (yes ? "yes" : "no"), "is answered with " + line.answer);
    if (line.supports.size() != 2) return reading.fault("is not supported by two lines");
    reading.check(is_chain(yes ? small : big, yes ? big : small, yes, line.supports),
                  "is not supported by these lines");
  }

 private:
  struct Told {
    std::string small, big;
    uint32_t line;
  };

  /// By any chain of statements.
  bool is_smaller(const std::string& small, const std::string& big) const {
    std::vector<std::string> bigger = {small};
    for (size_t i = 0; i < bigger.size(); ++i)
      for (const Told& told : told_)
        if (told.small == bigger[i] && !is_one_of(told.big, bigger)) bigger.push_back(told.big);
    return small != big && is_one_of(big, bigger);
  }

  /// Whether small < m < big by the two supports: for the answer yes the first states the big side, for no the small
  /// side; the second is the first other line that mentions m.
  bool is_chain(const std::string& small, const std::string& big, bool yes,
                const std::vector<uint32_t>& supports) const {
    const auto at = [&](uint32_t line) {
      return *std::find_if(told_.begin(), told_.end(), [&](const Told& told) { return told.line == line; });
    };
    const Told first = at(supports[0]), second = at(supports[1]);
    const Told &lower = yes ? second : first, &upper = yes ? first : second;
    const std::string& middle = lower.big;
    const auto mentions = [&](const Told& told) {
      return told.line != first.line && (told.small == middle || told.big == middle);
    };
    return lower.small == small && upper.big == big && upper.small == middle &&
           std::find_if(told_.begin(), told_.end(), mentions)->line == second.line;
  }

  std::vector<Told> told_;
};

class MotiveReader final : public StoryReader {
 public:
  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    static const std::map<std::string, Aim> aims = {{"hungry", {"kitchen", "apple"}},
                                                    {"thirsty", {"kitchen", "milk"}},
                                                    {"bored", {"garden", "football"}},
                                                    {"tired", {"bedroom", "pajamas"}}};
    const std::string& name = words[0];
    const std::string& verb = words[1];
    const int step = verb == "is" ? 1 : starts_move(verb) ? 2 : 3;
    Fact& motive = motives_[name];
    reading.check(++steps_[name] == step, "is not the next step");
    if (step == 1) motive = {words.back(), line};
    aim_ = aims.at(motive.what);
    if (step == 2) reading.check(words.back() == aim_.room, "goes elsewhere");
    if (step == 3) {
      reading.check(*(words.end() - 2) == aim_.object && words.back() == "there", "gets something else");
      reading.check(taken_.insert(aim_.object).second, "gets what somebody has");
    }
    last_ = name;
    last_[0] = static_cast<char>(last_[0] - 'A' + 'a');
    answer_ = step == 1 ? aim_.room : motive.what;
    supports_ = {motive.line};
    question_ = step == 1   ? "Where will " + last_ + " go?"
                : step == 2 ? "Why did " + last_ + " go to the " + aim_.room + "?"
                            : "Why did " + last_ + " get the " + aim_.object + "?";
  }

  void question(const std::vector<std::string>&, const StoryLine& line, Reading& reading) override {
    reading.check(line.text == question_, "asks otherwise than: " + question_);
    reading.check(line, answer_, supports_);
  }

 private:
  struct Aim {
    std::string room, object;
  };

  std::map<std::string, Fact> motives_;
  std::map<std::string, int> steps_;
  std::set<std::string> taken_;
  Aim aim_;
  std::string last_, question_, answer_;
  std::vector<uint32_t> supports_;
};

}  // namespace

std::unique_ptr<StoryReader> map_reader(int id) { return std::make_unique<MapReader>(id); }
std::unique_ptr<StoryReader> deduction_reader() { return std::make_unique<DeductionReader>(); }
std::unique_ptr<StoryReader> induction_reader() { return std::make_unique<InductionReader>(); }
std::unique_ptr<StoryReader> shape_reader() { return std::make_unique<ShapeReader>(); }
std::unique_ptr<StoryReader> size_reader() { return std::make_unique<SizeReader>(); }
std::unique_ptr<StoryReader> motive_reader() { return std::make_unique<MotiveReader>(); }

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
