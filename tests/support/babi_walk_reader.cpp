// Tasks 9 to 14: people who are here, no longer there, either here or there, and were elsewhere before.

#include <algorithm>
#include <array>

#include "tests/support/babi_readers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {
namespace {

bool among_last_five(const std::vector<std::string>& people, const std::string& name) {
  return std::find(people.end() - std::min<std::ptrdiff_t>(5, std::ssize(people)), people.end(), name) != people.end();
}

class ReportReader final : public StoryReader {
 public:
  explicit ReportReader(int id) : id_(id) {}

  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    Report report{{words.back()}, true, line};
    if (starts_move(words[1])) {
      ++reading.counts["moved"];
    } else if (words[2] == "either") {  // P is either in the A or the B
      ++reading.counts["either"];
      report.rooms = {words[5], words.back()};
      reading.counts["either of one"] += words[5] == words.back();
      reading.check(id_ == 10, "is not of this task");
    } else if (words[2] == "no" || words[2] == "not") {
      ++reading.counts[words[2]];
      report.is_there = false;
      reading.check(id_ == 9, "is not of this task");
    } else {
      ++reading.counts["is in"];
      reading.check(words[2] == "in", "is not understood");
    }
    if (const auto before = reports_.find(words[0]); before != reports_.end())
      consistent(before->second, report, reading);
    reports_[words[0]] = report;
    people_.push_back(words[0]);
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    const std::string &name = words[1], &room = words.back();
    reading.check(among_last_five(people_, name), "the person was not mentioned lately");
    const Report& report = reports_[name];
    const bool named = is_one_of(room, report.rooms);
    const bool unsure = report.rooms.size() == 2;
    if (!report.is_there) reading.check(named, "asks for a room that the negation does not tell of");
    reading.check(line, named && unsure ? "maybe" : named && report.is_there ? "yes" : "no", {report.line});
    ++reading.counts["answered " + line.answer];
  }

 private:
  struct Report {
    std::vector<std::string> rooms;  ///< one of them
    bool is_there;                   ///< or, of the one room, no longer
    uint32_t line;
  };

  /// Everybody goes somewhere else from one report to the next.
  static void consistent(const Report& before, const Report& now, Reading& reading) {
    if (!before.is_there || before.rooms.size() == 2) {
      return;
    }
    if (now.is_there)
      reading.check(now.rooms != before.rooms && now.rooms != std::vector(2, before.rooms[0]), "stays in the room");
    else
      reading.check(now.rooms == before.rooms, "leaves a room where the person was not");
  }

  int id_;
  std::map<std::string, Report> reports_;
  std::vector<std::string> people_;
};

class CoreferenceReader final : public StoryReader {
 public:
  explicit CoreferenceReader(int id) : id_(id) {}

  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    const auto verb = std::find_if(words.begin(), words.end(), starts_move);
    if (verb == words.end()) return reading.fault("is not understood");
    const std::string& room = words.back();
    const bool refers = is_one_of(*(verb - 1), {"he", "she", "they"});
    reading.check(refers == (id_ != 12 && told_ % 2 == 1), "is not of the form that comes here");
    if (refers) {
      const std::string pronoun = id_ == 13 ? "they" : is_one_of(named_[0], {"Mary", "Sandra"}) ? "she" : "he";
      reading.check(*(verb - 1) == pronoun, "another pronoun is needed");
    } else {
      named_.clear();
      lines_.clear();
      for (auto word = words.begin(); word != verb; ++word)
        if (*word != "and") named_.push_back(*word);
      reading.check(named_.size() == (id_ == 11 ? 1 : 2), "names more or fewer people");
      if (named_.size() == 2) reading.check(named_[0] != named_[1], "names one person twice");
    }
    ++told_;
    lines_.push_back(line);
    for (const std::string& name : named_) {
      reading.check(places_[name].room != room, "goes to where the person is");
      places_[name] = {room, lines_};
      people_.push_back(name);
    }
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    const std::string& name = words.back();
    reading.check(among_last_five(people_, name), "the person was not mentioned lately");
    reading.check(line, places_[name].room, places_[name].lines);
  }

 private:
  struct Place {
    std::string room;
    std::vector<uint32_t> lines;
  };

  int id_;
  size_t told_ = 0;
  std::vector<std::string> named_;  ///< in the sentence that a pronoun refers to
  std::vector<uint32_t> lines_;
  std::map<std::string, Place> places_;
  std::vector<std::string> people_;  ///< of the clauses in their order
};

class TimeReader final : public StoryReader {
 public:
  void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) override {
    // "Yesterday P went to the R", "This morning P …", "P went to the R yesterday", "P … the R this morning".
    const bool time_first = is_one_of(words[0], {"Yesterday", "This"});
    const size_t subject = !time_first ? 0 : words[0] == "This" ? 2 : 1;
    const std::string& part = time_first ? (subject == 2 ? words[1] : words[0]) : words.back();
    const auto time = std::find(std::begin(kTimes), std::end(kTimes), part == "Yesterday" ? "yesterday" : part);
    if (time == std::end(kTimes) || !starts_move(words[subject + 1])) return reading.fault("is not understood");
    ++reading.counts[*time];
    reading.counts["time first"] += time_first;
    const auto t = static_cast<size_t>(time - std::begin(kTimes));
    Visit& visit = visits_[words[subject]][t];
    reading.check(visit.line == 0, "tells what was told");
    const auto room = std::find(words.begin(), words.end(), "the") + 1;
    visit = {*room, line};
    group_.push_back({words[subject], t});
  }

  void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) override {
    for (const auto& [name, visits] : visits_)
      for (size_t t = 1; t < 4; ++t)
        if (visits[t].line) {
          reading.check(visits[t - 1].line != 0, "a time was left out");
          reading.check(visits[t].room != visits[t - 1].room, "a room was gone to from itself");
        }
    groups_.push_back(group_);
    group_.clear();
    check_order(reading);

    const std::string& name = words[2];
    const auto& visits = visits_[name];
    size_t at = 3;
    while (at > 0 && (visits[at].line == 0 || visits[at].room != words.back())) --at;
    if (at == 0) return reading.fault("cannot be answered");
    reading.check(is_late({name, at}), "did not happen lately");
    reading.check(line, visits[at - 1].room, {visits[at].line, visits[at - 1].line});
  }

 private:
  static constexpr const char* kTimes[] = {"yesterday", "morning", "afternoon", "evening"};

  struct Visit {
    std::string room;
    uint32_t line = 0;
  };
  struct Told {
    std::string name;
    size_t time;
    bool operator==(const Told&) const = default;
  };

  /// The last question cannot come earlier: one person's second visit is at the earliest in the last two of the group.
  /// And in a group of two, each is reported in the other's place.
  void check_order(Reading& reading) const {
    const std::vector<Told>& group = groups_.back();
    if (groups_.size() > 1) reading.check(group.size() == 2, "asks late");
    if (group.size() == 2 && group[0].name == group[1].name)
      reading.check(group[0].time == group[1].time + 1, "tells two in the order in which they happened");
    if (groups_.size() > 1 || group.size() == 2) return;
    // In any order, all but two were first visits: otherwise there was an earlier question.
    const auto later = std::count_if(group.begin(), group.end(), [](const Told& told) { return told.time > 0; });
    reading.check(later == 1 || later == 2, "asks late");
  }

  /// Whether it can have been among the last five events: the last two groups of two, and in the group before, the one
  /// reported first, which happened second.
  bool is_late(const Told& told) const {
    size_t left = 5;
    for (size_t g = groups_.size(); g > 0 && left > 0; --g) {
      const std::vector<Told>& group = groups_[g - 1];
      const auto found = std::find(group.begin(), group.end(), told);
      if (found != group.end()) return left > 1 || group.size() > 2 || found == group.begin();
      left -= std::min(left, group.size());
    }
    return false;
  }

  std::map<std::string, std::array<Visit, 4>> visits_;
  std::vector<Told> group_;
  std::vector<std::vector<Told>> groups_;
};

}  // namespace

std::unique_ptr<StoryReader> report_reader(int id) { return std::make_unique<ReportReader>(id); }
std::unique_ptr<StoryReader> coreference_reader(int id) { return std::make_unique<CoreferenceReader>(id); }
std::unique_ptr<StoryReader> time_reader() { return std::make_unique<TimeReader>(); }

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
