#include "tasks/data/babi/filler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tasks/data/babi/generator.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostLines = 20'000'000;  // 2 GB of text
constexpr uint64_t kFillerStreams = 1000;  // from this index on, beyond those of the tasks

constexpr std::array<std::string_view, 12> kOf{"old",    "quiet", "northern", "distant", "famous", "narrow",
                                               "golden", "early", "modern",   "gentle",  "proud",  "broad"};
constexpr std::array<std::string_view, 20> kWho{
    "river",   "painter", "engine",  "harbour", "letter", "village", "melody",  "bridge", "captain", "comet",
    "library", "meadow",  "orchard", "pilot",   "ribbon", "statue",  "theatre", "valley", "window",  "winter"};
constexpr std::array<std::string_view, 12> kDoes{"admires", "crosses",   "describes", "follows",
                                                 "greets",  "imitates",  "mirrors",   "outlasts",
                                                 "recalls", "resembles", "supports",  "warms"};

std::string filler_sentence(Stream& draw) {
  using babi::one_of;
  const std::string_view of = one_of(kOf, draw), who = one_of(kWho, draw), does = one_of(kDoes, draw),
                         whom = one_of(kWho, draw);
  return babi::joined({"The ", of, " ", who, " ", does, " a ", whom, "."});
}

Story filled(Story story, size_t mean, Stream& draw) {
  Story all;
  std::vector<uint32_t> place;  // of each line of the story
  for (StoryLine& line : story) {
    for (auto more = draw.integer(0, 2 * static_cast<int64_t>(mean)); more > 0; --more)
      all.push_back({filler_sentence(draw), "", {}});
    for (uint32_t& support : line.supports) support = place[support - 1];
    all.push_back(std::move(line));
    place.push_back(static_cast<uint32_t>(all.size()));
  }
  return all;
}

}  // namespace

void add_filler(const FilledStories& of, size_t mean, std::vector<Story>& stories) {
  if (mean == 0) return;
  size_t lines = 0;
  for (const Story& story : stories) lines += story.size();
  if (const size_t most = kMostLines / (2 * std::max<size_t>(lines, 1)); mean > most)
    throw InputError(fmt::format(
        "task.filler: got {}; for {} lines of stories at most {}, or fewer questions, are needed", mean, lines, most));
  Stream draw(of.seed, of.split, Purpose::kEpisode, kFillerStreams + static_cast<uint64_t>(of.id));
  for (Story& story : stories) story = filled(std::move(story), mean, draw);
}

std::vector<Story> told_babi(const FilledStories& of, size_t questions, size_t filler) {
  Stream draw(of.seed, of.split, Purpose::kEpisode, static_cast<uint64_t>(of.id));
  std::vector<Story> stories = generate_babi(of.id, questions, draw);
  add_filler(of, filler, stories);
  return stories;
}

}  // namespace tapehead
