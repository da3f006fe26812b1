#include "tasks/sequences/addition.hpp"

#include <map>
#include <set>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

struct Sum {
  std::string question, answer;
};

std::vector<Sum> told_sums(const AdditionTask& task, const EpisodeRange& range, const Shape& shape) {
  const Batch batch = sampled(task, range, shape);
  std::vector<Sum> all;
  const auto tokens = [](const BatchStream& stream, size_t b, size_t less) {
    return std::span<const uint32_t>(stream.tokens.data() + b * stream.steps, stream.lengths[b] - less);
  };
  for (size_t b = 0; b < batch.episodes; ++b)
    all.push_back({task.source_text(tokens(batch.inputs[0], b, 0)), task.said_text(tokens(batch.target, b, 1))});
  return all;
}

std::pair<std::string, std::string> numbers_asked(const std::string& question) {
  const size_t plus = question.find('+');
  return {question.substr(0, plus), question.substr(plus + 1)};
}

}  // namespace

TEST_CASE("addition: sums are right, and numbers have their digits") {
  const AdditionTask task({1, 9});
  for (const Shape shape : {Shape{1, 1}, Shape{3, 2}, Shape{2, 5}, Shape{9, 9}})
    for (const Split split : {Split::kTrain, Split::kValidation, Split::kEval})
      for (const Sum& sum : told_sums(task, {3, split, 5, 40}, shape)) {
        const auto [a, b] = numbers_asked(sum.question);
        CHECK(a.size() == shape[0]);
        CHECK(b.size() == shape[1]);
        CHECK((a.size() == 1 || a[0] != '0'));
        CHECK(std::to_string(std::stoull(a) + std::stoull(b)) == sum.answer);
      }
}

TEST_CASE("addition: padded and reversed as the settings say") {
  const AdditionTask plain({1, 4}), padded({1, 4, true}), both({1, 4, true, true, true}),
      answer({1, 4, false, false, true});
  const Shape shape{3, 2};
  const auto one = told_sums(plain, {1, Split::kTrain, 0, 20}, shape),
             two = told_sums(padded, {1, Split::kTrain, 0, 20}, shape),
             three = told_sums(both, {1, Split::kTrain, 0, 20}, shape),
             four = told_sums(answer, {1, Split::kTrain, 0, 20}, shape);
  const auto reversed = [](std::string text) { return std::string(text.rbegin(), text.rend()); };
  const auto pad = [](std::string text, size_t length) { return text.append(length - text.size(), ' '); };
  for (size_t i = 0; i < one.size(); ++i) {
    CHECK(two[i].question == pad(one[i].question, 9));
    CHECK(two[i].answer == pad(one[i].answer, 5));
    CHECK(three[i].question == pad(reversed(one[i].question), 9));
    CHECK(three[i].answer == pad(reversed(one[i].answer), 5));
    CHECK(four[i].question == one[i].question);
    CHECK(four[i].answer == reversed(one[i].answer));
  }
  CHECK(plain.spec().features() == 11);
  CHECK(plain.spec().outputs() == 11);
  CHECK(padded.spec().features() == 12);
  CHECK(padded.spec().outputs() == 12);
  const Batch batch = sampled(padded, {1, Split::kTrain, 0, 4}, shape);
  CHECK(batch.inputs[0].steps == 9);
  CHECK(batch.steps() == 6);
}

TEST_CASE("addition: held-out pairs of numbers are never trained on, whichever comes first") {
  const AdditionTask task({1, 2});
  std::map<std::string, std::set<Split>> splits;
  for (const Split split : {Split::kTrain, Split::kValidation, Split::kEval})
    for (const Shape shape : {Shape{1, 1}, Shape{1, 2}, Shape{2, 1}})
      for (const Sum& sum : told_sums(task, {2, split, 0, 3000}, shape)) {
        auto [a, b] = numbers_asked(sum.question);
        if (std::pair(b.size(), b) < std::pair(a.size(), a)) std::swap(a, b);
        splits[a + '+' + b].insert(split);
      }
  CHECK(splits.size() == 55 + 900);
  std::map<Split, size_t> counts;
  for (const auto& [pair, in] : splits) {
    CHECK(in.size() == 1);
    ++counts[*in.begin()];
  }
  CHECK(is_likely(static_cast<double>(counts[Split::kEval]), 955, 0.1));
  CHECK(is_likely(static_cast<double>(counts[Split::kValidation]), 955, 0.1));
}

TEST_CASE("addition: lengths are uniform, and a curriculum opens them") {
  const AdditionTask task({1, 4});
  const auto counts = shape_counts(task, 16000);
  CHECK(counts.size() == 16);
  for (const auto& [shape, count] : counts) CHECK(is_likely(static_cast<double>(count), 16000, 1. / 16));
  CHECK(shape_counts(task, 500, {0, 0.25}).rbegin()->first == Shape{1, 1});
  CHECK_THROWS_WITH(AdditionTask({5, 4}), "task.min-digits: got 5; at most task.max-digits (4) is needed");
  CHECK(task.eval_grid().at(0).at(0).values == "1..6");
}

TEST_CASE("addition: a person asks two numbers") {
  const AdditionTask task({1, 3, true, true, false});
  Batch batch;
  CHECK(task.ask("12+345", batch).empty());
  CHECK(task.source_text(batch.inputs[0].tokens) == "543+21 ");
  for (const char* const line : {"", "12", "+", "1+", "+1", "1+2+3", "1 + 2", "-1+2", "a+b"})
    CHECK_THROWS_WITH(task.ask(line, batch),
                      "got \"" + std::string(line) + "\"; two numbers such as 535+61 are needed");
}

TEST_CASE("addition: digits beyond any machine's numbers") {
  const AdditionTask task({40, 40});
  for (const Sum& sum : told_sums(task, {1, Split::kTrain, 0, 5}, {40, 40})) {
    const auto [a, b] = numbers_asked(sum.question);
    int carry = 0;
    std::string by_hand;
    for (size_t i = 40; i-- > 0;) {
      const int digit = (a[i] - '0') + (b[i] - '0') + carry;
      by_hand.insert(by_hand.begin(), static_cast<char>('0' + digit % 10));
      carry = digit / 10;
    }
    CHECK((carry ? "1" + by_hand : by_hand) == sum.answer);
  }
}
