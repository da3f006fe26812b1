#include "tasks/sequences/running_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tasks/data/sequences/small_text.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/text_file.hpp"
#include "tasks/judges/answer_counts.hpp"
#include "tasks/judges/answers_judge.hpp"
#include "tasks/judges/text_score.hpp"
#include "tasks/sequences/shown_answer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kSentences = 4000;  // of the built-in text: 120,000 characters
constexpr size_t kHeldOutText = 10;  // one in this many tokens

std::string text_of_file(const std::string& path) {
  const std::string text = read_plain_text(path, "a text in UTF-8");
  for_each_line(path, text, [&](std::string_view line, size_t number) {  // throws where it is not UTF-8
    if (line.find('\0') != line.npos)
      throw InputError(fmt::format("{}:{}: got a zero byte; plain text (ASCII or UTF-8) is needed", path, number));
  });
  return with_line_feeds(text);
}

std::string text_of(const RunningTextSettings& settings) {
  if (!settings.path.empty()) return text_of_file(settings.path);
  Stream draw(1, Split::kTrain, Purpose::kEpisode, 0);
  return small_text(kSentences, draw);
}

size_t trained_of(size_t tokens) { return tokens - (tokens + kHeldOutText - 1) / kHeldOutText; }

std::vector<std::string_view> units_of(std::string_view text, Units units) {
  std::vector<std::string_view> all;
  for_each_unit(text, units, [&](std::string_view unit) { all.push_back(unit); });
  return all;
}

/// All characters of the text; or the most frequent words of its training part, in alphabetical order.
KnownCorpus units_corpus(const RunningTextSettings& settings, const std::vector<std::string_view>& units) {
  const size_t trained = trained_of(units.size());
  const bool words = settings.units == Units::kWords;
  std::map<std::string_view, size_t> counts;
  for (size_t i = 0; i < (words ? trained : units.size()); ++i) ++counts[units[i]];
  std::vector<std::pair<std::string_view, size_t>> by_count(counts.begin(), counts.end());
  std::stable_sort(by_count.begin(), by_count.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  const size_t most = words ? settings.vocabulary : kMostWords;
  if (by_count.size() > most) {
    if (!words)
      throw InputError(fmt::format("{}: got more than {} different characters; fewer are needed", settings.path, most));
    by_count.resize(most);
  }
  std::set<std::string> said{""};
  if (words) said.emplace(kRare);
  for (const auto& [unit, count] : by_count) said.emplace(unit);
  Corpus corpus;
  corpus.said.assign(said.begin(), said.end());
  for (size_t i = 0; i < trained; ++i) corpus.stories = hash_of(units[i], corpus.stories);
  return std::make_shared<const Corpus>(std::move(corpus));
}

}  // namespace

RunningTextTask::RunningTextTask(const RunningTextSettings& settings, KnownCorpus corpus)
    : settings_(settings), wording_({settings.units, settings.units}, std::move(corpus)) {
  const std::string text = text_of(settings);
  const std::vector<std::string_view> units = units_of(text, settings.units);
  trained_ = trained_of(units.size());
  if (trained_ < settings.length || units.size() == trained_)
    throw InputError(
        fmt::format("{}: got {} {}, of which nine tenths are trained on; more than task.length ({}) of "
                    "these are needed",
                    settings.path.empty() ? "the built-in text" : settings.path, units.size(), name_of(settings.units),
                    settings.length));
  if (!wording_.corpus()) wording_ = Wording({settings.units, settings.units}, units_corpus(settings, units));
  std::map<std::string_view, uint32_t> known;  // so that each unit is looked up once
  for (const std::string_view unit : units) {
    const auto [found, is_new] = known.try_emplace(unit, 0);
    if (is_new) found->second = token_of(wording_.say(unit));
    tokens_.push_back(found->second);
  }
}

Spec RunningTextTask::spec() const { return Spec::of_text(wording_.corpus()->said.size(), 0, 0, wording_.corpus()); }

size_t RunningTextTask::episodes(Split split, size_t) const {
  if (split == Split::kTest)
    throw InputError(
        "--split: got test; a text has a part to train on and one that is held out: eval, final or validation is "
        "needed");
  if (part_of(split) == Part::kTrain) return 0;
  return (tokens_.size() - trained_ + settings_.length - 1) / settings_.length;
}

void RunningTextTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  const bool draws = part_of(range.split) == Part::kTrain;
  const size_t windows = draws ? 0 : episodes(range.split);
  struct Window {
    size_t begin, length;
  };
  const auto window = [&](size_t b) -> Window {
    if (draws) {
      Stream stream = episode_stream(range, shape, b);
      return {static_cast<size_t>(stream.integer(0, static_cast<int64_t>(trained_ - settings_.length))),
              settings_.length};
    }
    const size_t begin = trained_ + static_cast<size_t>((range.first + b) % windows) * settings_.length;
    return {begin, std::min(settings_.length, tokens_.size() - begin)};
  };
  size_t longest = 0;
  for (size_t b = 0; b < range.count; ++b) longest = std::max(longest, draws ? settings_.length : window(b).length);
  batch.resize(spec(), longest, range.count);
  BatchStream& previous = batch.inputs[0];
  for (size_t b = 0; b < range.count; ++b) {
    const auto [begin, length] = window(b);
    const uint32_t* const from = tokens_.data() + begin;
    previous.token(b, 0) = begin == 0 ? kEnd : from[-1];
    std::copy_n(from, length - 1, previous.tokens.begin() + static_cast<std::ptrdiff_t>(b * longest + 1));
    for (size_t t = 0; t < length; ++t) batch.ask(b, t, from[t]);
    previous.lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(length);
  }
}

std::unique_ptr<Judge> RunningTextTask::judge() const {
  return std::make_unique<AnswersJudge>(count_classes, text_score);
}

std::string RunningTextTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  const auto line = [&](const char* title, std::span<const uint32_t> tokens) {
    std::string text;
    for (const char c : wording_.said_text(tokens)) text += c == '\n' ? std::string("⏎") : std::string(1, c);
    return fmt::format("{:9} {}\n", title, text);
  };
  const size_t length = batch.target.lengths[episode];
  const auto of = [&](const BatchStream& stream) {
    return std::span<const uint32_t>(stream.tokens.data() + episode * stream.steps, length);
  };
  std::string text = line("previous", of(batch.inputs[0])) + line("target", of(batch.target));
  if (answers) text += line("answer", most_probable(batch, episode, answers));
  return text;
}

std::vector<std::string> RunningTextTask::ask(std::string_view prompt, Batch& batch) const {
  check_utf8(prompt);
  const std::string line = with_line_feeds(prompt);
  std::vector<std::string> unknown;
  std::vector<uint32_t> tokens;
  for_each_unit(line, settings_.units, [&](std::string_view unit) {
    const auto& said = wording_.corpus()->said;
    tokens.push_back(token_of(wording_.say(unit)));
    if (!std::binary_search(said.begin(), said.end(), unit) &&
        std::find(unknown.begin(), unknown.end(), unit) == unknown.end())
      unknown.emplace_back(unit);
  });
  if (tokens.empty()) tokens.push_back(token_of(wording_.say("\n")));
  if (line.empty() && tokens[0] == kNoToken) tokens[0] = kEnd;
  batch.resize(spec(), tokens.size(), 1);
  std::copy(tokens.begin(), tokens.end(), batch.inputs[0].tokens.begin());
  return unknown;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
