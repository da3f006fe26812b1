#include "tasks/data/babi/words.hpp"

#include <algorithm>
#include <utility>

namespace tapehead::babi {
namespace {

char upper(char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view move_verb(Stream& draw) {
  static constexpr std::array<std::string_view, 5> kVerbs{"went to", "moved to", "travelled to", "journeyed to",
                                                          "went back to"};
  return one_of(kVerbs, draw);
}

std::string_view get_verb(Stream& draw) {
  static constexpr std::array<std::string_view, 4> kVerbs{"took", "got", "grabbed", "picked up"};
  return one_of(kVerbs, draw);
}

std::string_view drop_verb(Stream& draw) {
  static constexpr std::array<std::string_view, 4> kVerbs{"dropped", "discarded", "left", "put down"};
  return one_of(kVerbs, draw);
}

std::string_view give_verb(Stream& draw) {
  static constexpr std::array<std::string_view, 3> kVerbs{"gave", "handed", "passed"};
  return one_of(kVerbs, draw);
}

std::string_view adverb(Stream& draw) {
  static constexpr std::array<std::string_view, 4> kAdverbs{"Then", "Afterwards", "After that", "Following that"};
  return one_of(kAdverbs, draw);
}

std::string joined(std::initializer_list<std::string_view> parts) {
  size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  std::string text;
  text.reserve(size);
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string move_sentence(std::string_view subject, std::string_view place, Stream& draw) {
  return joined({subject, " ", move_verb(draw), " the ", place, "."});
}

std::string capitalised(std::string_view word) {
  std::string text(word);
  text[0] = upper(text[0]);
  return text;
}

std::string lower_case(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), lower);
  return text;
}

uint32_t state(Story& story, std::string text) {
  story.push_back({std::move(text), "", {}});
  return static_cast<uint32_t>(story.size());
}

}  // namespace tapehead::babi
