#include <catch2/catch.hpp>

#include <cmath>
#include <map>

#include "tasks/data/babi/generator.hpp"
#include "tests/support/babi_reader.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

/// Frequencies in a task's stories, by kind: counts["support"]["1"] are the questions whose first support is the
/// statement right before them.
using Counts = std::map<std::string, std::map<std::string, double>>;

std::string kind_of_statement(const std::string& statement) {
  const std::vector<std::string> words = plain_words(statement);
  if (starts_move(words[1])) return "move";
  if (is_one_of(words[1], {"took", "got", "grabbed", "picked"})) return "get";
  if (is_one_of(words[1], {"dropped", "discarded", "left", "put"})) return "drop";
  return is_one_of(words[1], {"gave", "handed", "passed"}) ? "give" : "other";
}

Counts counts_of(int id, size_t questions) {
  Stream draw(7, Split::kTrain, Purpose::kEpisode, static_cast<uint64_t>(id));
  std::vector<Story> stories = generate_babi(id, questions, draw);
  stories.pop_back();  // it may be cut off
  Counts counts;
  for (const Story& story : stories) {
    size_t told = 0, gap = 0;
    bool first = true;
    std::map<size_t, size_t> told_by_line;
    for (size_t i = 0; i < story.size(); ++i) {
      const StoryLine& line = story[i];
      if (!line.is_question()) {
        told_by_line[i + 1] = ++told;
        ++gap;
        ++counts["kind"][kind_of_statement(line.text)];
        continue;
      }
      ++counts["answer"][line.answer];
      ++counts["support"][std::to_string(told - told_by_line.at(line.supports[0]) + 1)];
      ++counts["asked of"][kind_of_statement(story[line.supports[0] - 1].text)];
      ++counts["supports"][std::to_string(line.supports.size())];
      ++counts[first ? "first gap" : "gap"][std::to_string(gap)];
      ++counts["question"][plain_words(line.text)[0]];
      gap = 0;
      first = false;
    }
    ++counts["length"][std::to_string(told)];
  }
  return counts;
}

struct Expected {
  std::string what, which;
  double percent;
};

/// The counts in the published files.
const std::map<int, std::vector<Expected>>& expected() {
  static const std::map<int, std::vector<Expected>> all = {
      {1,
       {{"support", "1", 45.2},
        {"support", "2", 29.0},
        {"support", "3", 13.3},
        {"support", "4", 8.6},
        {"support", "5", 4.0},
        {"answer", "garden", 16.7}}},
      {2,
       {{"kind", "move", 65.0},
        {"kind", "get", 19.8},
        {"kind", "drop", 15.2},
        {"first gap", "2", 5.2},
        {"first gap", "4", 17.6},
        {"first gap", "6", 18.0},
        {"first gap", "12", 10.2},
        {"gap", "2", 71.3},
        {"gap", "4", 14.7},
        {"gap", "8", 3.3},
        {"asked of", "drop", 68.8}}},
      {3,
       {{"kind", "move", 63}, {"kind", "get", 19}, {"kind", "drop", 18}, {"asked of", "drop", 79.5}, {"gap", "2", 54}}},
      {5,
       {{"kind", "move", 55.9},
        {"kind", "give", 15.5},
        {"kind", "get", 16.9},
        {"kind", "drop", 11.7},
        {"answer", "Mary", 18.5},
        {"answer", "Fred", 17.5},
        {"answer", "Bill", 15.9},
        {"answer", "Jeff", 14.5},
        {"answer", "apple", 13.7},
        {"answer", "football", 10.8},
        {"answer", "milk", 9.1},
        {"gap", "2", 87},
        {"question", "What", 33.3}}},
      {6,
       {{"kind", "move", 67.6},
        {"kind", "get", 21.0},
        {"kind", "drop", 11.4},
        {"answer", "yes", 50},
        {"length", "10", 87}}},
      {7,
       {{"kind", "move", 59.6},
        {"kind", "get", 18.2},
        {"kind", "give", 12.9},
        {"answer", "none", 47.0},
        {"answer", "one", 48.7},
        {"answer", "two", 4.1},
        {"first gap", "2", 49.8},
        {"first gap", "4", 22.6},
        {"gap", "2", 96}}},
      {8,
       {{"kind", "move", 66.4},
        {"kind", "get", 21.1},
        {"answer", "nothing", 36.2},
        {"answer", "milk", 19.9},
        {"answer", "apple", 18.9},
        {"answer", "football", 18.6},
        {"answer", "milk,apple", 1}}},
      {9, {{"answer", "no", 62.5}, {"answer", "yes", 37.5}}},
      {10, {{"answer", "yes", 37.7}, {"answer", "no", 47.5}, {"answer", "maybe", 14.7}}},
      {11, {{"support", "2", 65.5}, {"support", "4", 27.9}, {"support", "6", 6.6}}},
      {13, {{"support", "2", 92.4}, {"support", "4", 7.6}}},
      {14, {{"first gap", "2", 24.8}, {"first gap", "4", 65.4}, {"first gap", "6", 9.9}}},
      {15, {{"answer", "mouse", 25}, {"answer", "wolf", 25}}},
      {18, {{"length", "5", 77}, {"length", "10", 22}, {"supports", "2", 100}}},
      {19, {{"answer", "s,e", 8.33}, {"answer", "n,n", 8.33}, {"answer", "n,s", 0}, {"answer", "w,e", 0}}},
      {20,
       {{"length", "9", 1},
        {"length", "10", 34},
        {"length", "11", 56},
        {"length", "12", 9},
        {"answer", "kitchen", 18.7},
        {"answer", "bored", 15.7},
        {"answer", "garden", 9.4}}}};
  return all;
}

}  // namespace

TEST_CASE("babi shares: what is asked, told and answered is as frequent as in the published files") {
  for (const auto& [id, rows] : expected()) {
    Counts counts = counts_of(id, 10000);
    for (const auto& [what, which, percent] : rows) {
      double all = 0;
      for (const auto& [unused, count] : counts[what]) all += count;
      const double found = 100 * counts[what][which] / all;
      // Items of one story are dependent: up to three times the variance. The published figures are a sample's, some
      // rounded to a per cent.
      const double deviation = 100 * std::sqrt(3 * percent / 100 * (1 - percent / 100) * (1 / all + 1e-4));
      INFO("task " << id << ", " << what << ' ' << which << ": " << found << " %, in the published files " << percent);
      CHECK(std::abs(found - percent) <= 4 * deviation + 0.5);
    }
  }
}
