#include "tasks/sequences/addition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/episode/spoken_batch.hpp"
#include "tasks/judges/sequence_judge.hpp"
#include "tasks/sequences/shown_answer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr LineUnits kAdditionUnits{Units::kCharacters, Units::kCharacters};
constexpr Shares kAdditionShares{0.1, 0.1};
constexpr std::string_view kAdditionDigits = "0123456789";

KnownCorpus digits_corpus(bool padded) {
  const std::string blank = padded ? " " : "";
  const Pair all{blank + "+" + std::string(kAdditionDigits), blank + std::string(kAdditionDigits)};
  return std::make_shared<const Corpus>(corpus_of({&all, 1}, kAdditionUnits, "task addition"));
}

void draw_number(Stream& draw, size_t digits, std::string& number) {
  number.clear();
  for (size_t i = 0; i < digits; ++i)
    number += kAdditionDigits[static_cast<size_t>(draw.integer(i == 0 && digits > 1 ? 1 : 0, 9))];
}

void add_numbers(std::string_view a, std::string_view b, std::string& sum) {
  sum.clear();
  int carry = 0;
  for (size_t i = 0; i < std::max(a.size(), b.size()) || carry > 0; ++i) {
    const auto digit = [&](std::string_view n) { return i < n.size() ? n[n.size() - 1 - i] - '0' : 0; };
    const int total = digit(a) + digit(b) + carry;
    sum += kAdditionDigits[static_cast<size_t>(total % 10)];
    carry = total / 10;
  }
  std::reverse(sum.begin(), sum.end());
}

/// The same part for both orders of the two numbers.
Part part_of_numbers(std::string_view a, std::string_view b, std::string& both) {
  if (std::pair(b.size(), b) < std::pair(a.size(), a)) std::swap(a, b);
  both.assign(a);
  both += '+';
  both += b;
  return part_of(both, kAdditionShares);
}

void pad(std::string& text, size_t length) { text.resize(std::max(text.size(), length), ' '); }

}  // namespace

AdditionTask::AdditionTask(const AdditionSettings& settings, KnownCorpus corpus)
    : settings_(settings), wording_(kAdditionUnits, corpus ? std::move(corpus) : digits_corpus(settings.padded)) {
  check_limits("task.min-digits", settings.min_digits, "task.max-digits", settings.max_digits);
  for (size_t c = 0; c < read_.size(); ++c) {
    const char unit = static_cast<char>(c);
    read_[c] = token_of(wording_.corpus()->find({&unit, 1}));
    said_[c] = token_of(wording_.say({&unit, 1}));
  }
}

Spec AdditionTask::spec() const {
  const KnownCorpus& corpus = wording_.corpus();
  return Spec::of_answers(corpus->words.size(), corpus->said.size(), 0, corpus);
}

Shape AdditionTask::shape(Stream& draw, Reach reach) const {
  const uint32_t first = draw_size(draw, settings_.min_digits, settings_.max_digits, reach);
  return {first, draw_size(draw, settings_.min_digits, settings_.max_digits, reach)};
}

void AdditionTask::number(std::string_view text, const std::array<uint32_t, 256>& table,
                          std::vector<uint32_t>& tokens) {
  tokens.clear();
  for (const char c : text) tokens.push_back(table[static_cast<unsigned char>(c)]);
}

void AdditionTask::put_question(std::string_view a, std::string_view b, std::string& question) const {
  question.assign(a);
  question += '+';
  question += b;
  if (settings_.reversed_question) std::reverse(question.begin(), question.end());
  if (settings_.padded) pad(question, 2 * settings_.max_digits + 1);
}

void AdditionTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local std::string a, b, both, question, sum;
  thread_local std::vector<uint32_t> source, said;
  const Part part = part_of(range.split);
  const size_t most = settings_.padded ? settings_.max_digits : std::max<size_t>(shape[0], shape[1]);
  const size_t length = settings_.padded ? 2 * settings_.max_digits + 1 : size_t{shape[0]} + shape[1] + 1;
  resize_spoken(spec(), length, most + 1, range.count, batch);
  size_t longest = 0;
  for (size_t e = 0; e < range.count; ++e) {
    Stream stream = episode_stream(range, shape, e);
    do {
      draw_number(stream, shape[0], a);
      draw_number(stream, shape[1], b);
    } while (part_of_numbers(a, b, both) != part);
    add_numbers(a, b, sum);
    if (settings_.reversed_answer) std::reverse(sum.begin(), sum.end());
    if (settings_.padded) pad(sum, settings_.max_digits + 1);
    put_question(a, b, question);
    number(question, read_, source);
    number(sum, said_, said);
    tell_source(batch, e, source);
    ask_for(batch, e, said);
    longest = std::max(longest, said.size());
  }
  trim_answers(batch, longest);
}

Task::EvalGrid AdditionTask::eval_grid() const {
  return {{{"task.digits", fmt::format("1..{}", std::min(settings_.max_digits + 2, kMostDigits))}}};
}

std::unique_ptr<Judge> AdditionTask::judge() const { return std::make_unique<SequenceJudge>(SequenceMetrics{}); }

std::string AdditionTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_answer(batch, episode, wording_, answers);
}

std::vector<std::string> AdditionTask::ask(std::string_view asked, Batch& batch) const {
  const std::string_view line = trimmed(asked);
  const size_t plus = std::min(line.find('+'), line.size());
  const std::string_view a = line.substr(0, plus), b = line.substr(std::min(plus + 1, line.size()));
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.size() <= kMostDigits && text.find_first_not_of(kAdditionDigits) == text.npos;
  };
  if (!is_number(a) || !is_number(b))
    throw InputError("got " + shown(line) + "; two numbers such as 535+61 are needed");
  std::string question;
  put_question(a, b, question);
  std::vector<uint32_t> source;
  number(question, read_, source);
  ask_openly(spec(), source, batch);
  return wording_.unknown(question);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
