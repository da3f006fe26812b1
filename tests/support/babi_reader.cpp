#include "tests/support/babi_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "tests/support/babi_readers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {
namespace {

/// Statements and questions of a whole story, in order.
const std::string& shape_of(int id) {
  static const std::string kBlocks = "((ss)+q){5}", kFixed = "(ssq){5}";
  static const std::map<int, std::string> shapes = {{1, kFixed},      {2, kBlocks},
                                                    {3, kBlocks},     {4, "ssq"},
                                                    {5, kBlocks},     {6, kBlocks},
                                                    {7, kBlocks},     {8, kBlocks},
                                                    {9, kFixed},      {10, kFixed},
                                                    {11, kFixed},     {12, kFixed},
                                                    {13, kFixed},     {14, "(ss){1,3}q(ssq){4}"},
                                                    {15, "s{8}q{4}"}, {16, "s{9}q"},
                                                    {17, "ssq{8}"},   {18, "((s{5})+q{1,4})*(s{5})+q{5}"},
                                                    {19, "s{5}q"},    {20, "(sq){9,12}"}};
  return shapes.at(id);
}

std::unique_ptr<StoryReader> reader_of(int id) {
  switch (id) {
    case 4:
    case 19: return map_reader(id);
    case 9:
    case 10: return report_reader(id);
    case 11:
    case 12:
    case 13: return coreference_reader(id);
    case 14: return time_reader();
    case 15: return deduction_reader();
    case 16: return induction_reader();
    case 17: return shape_reader();
    case 18: return size_reader();
    case 20: return motive_reader();
    default: return world_reader(id);
  }
}

}  // namespace

void Reading::check(const StoryLine& question, const std::string& answer, const std::vector<uint32_t>& supports) {
  check(question.answer == answer, fmt::format("answered {} instead of {}", question.answer, answer));
  check(question.supports == supports, fmt::format("supported by {} instead of {}", question.supports, supports));
}

Reading read_babi(int id, const std::vector<Story>& stories) {
  Reading reading;
  const std::regex shape(shape_of(id));
  for (size_t s = 0; s < stories.size(); ++s) {
    const Story& story = stories[s];
    const auto reader = reader_of(id);
    std::string seen;
    for (size_t i = 0; i < story.size(); ++i) {
      const StoryLine& line = story[i];
      reading.go_to(s + 1, i + 1, line.text);
      reading.check(line.text.ends_with(line.is_question() ? '?' : '.'), "ends otherwise");
      seen += line.is_question() ? 'q' : 's';
      if (line.is_question()) {
        ++reading.questions;
        for (const uint32_t support : line.supports)
          reading.check(support >= 1 && support <= i && !story[support - 1].is_question(), "supported by no statement");
        reader->question(plain_words(line.text), line, reading);
      } else {
        reader->statement(plain_words(line.text), static_cast<uint32_t>(i + 1), reading);
        if (i + 1 < story.size() && !story[i + 1].is_question()) reader->no_question(reading);
      }
    }
    if (s + 1 < stories.size()) reading.check(std::regex_match(seen, shape), "the story has the form " + seen);
  }
  return reading;
}

std::vector<Story> babi_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Story> stories;
  std::string row;
  for (size_t number = 1; std::getline(file, row); ++number) {
    std::istringstream fields(row);
    size_t id = 0;
    std::string text;
    StoryLine line;
    fields >> id >> std::ws;
    std::getline(fields, text, '\t');
    line.text = text.substr(0, text.find_last_not_of(' ') + 1);
    std::getline(fields, line.answer, '\t');
    for (uint32_t support = 0; fields >> support;) line.supports.push_back(support);
    if (id == 1) stories.emplace_back();
    if (stories.empty() || id != stories.back().size() + 1)
      throw std::runtime_error(fmt::format("{}:{}: got ID {}", path.string(), number, id));
    stories.back().push_back(line);
  }
  if (stories.empty()) throw std::runtime_error(path.string() + ": no stories");
  return stories;
}

std::vector<std::string> plain_words(const std::string& text) {
  static const std::vector<std::string> long_names = {"pink rectangle", "blue square",       "red square",
                                                      "yellow square",  "box of chocolates", "red sphere"};
  std::string plain = text;
  for (const std::string& name : long_names)
    for (size_t at = plain.find(name); at != std::string::npos; at = plain.find(name))
      for (size_t i = at; i < at + name.size(); ++i)
        if (plain[i] == ' ') plain[i] = '_';
  std::vector<std::string> words;
  std::istringstream stream(plain);
  for (std::string word; stream >> word;) {
    while (!word.empty() && (word.back() == '.' || word.back() == '?')) word.pop_back();
    words.push_back(word);
  }
  return words;
}

bool starts_move(const std::string& word) { return is_one_of(word, {"went", "moved", "travelled", "journeyed"}); }

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
