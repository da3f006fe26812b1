// The numbers come from a separate Python program, written from the papers' formulas; 37.99 and 50.46 are also the
// output of sacreBLEU and NLTK for their own examples.

#include "tasks/data/sequences/bleu.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace tapehead;

namespace {

using Tokens = std::vector<uint32_t>;

Tokens tokens_of(const std::string& line) {
  static std::map<std::string, uint32_t> numbers;
  std::istringstream stream(line);
  Tokens tokens;
  for (std::string word; stream >> word;)
    tokens.push_back(numbers.try_emplace(word, static_cast<uint32_t>(numbers.size())).first->second);
  return tokens;
}

struct Answer {
  std::string said;
  std::vector<std::string> right;
};

Bleu bleu_of(const std::vector<Answer>& answers) {
  Bleu bleu;
  for (const Answer& answer : answers) {
    std::vector<Tokens> right;
    for (const std::string& one : answer.right) right.push_back(tokens_of(one));
    const std::vector<std::span<const uint32_t>> spans(right.begin(), right.end());
    bleu.add(tokens_of(answer.said), spans);
  }
  return bleu;
}

double score(const std::vector<Answer>& answers) { return bleu_of(answers).score(); }

}  // namespace

TEST_CASE("bleu: an order without a match is smoothed, each after it by half as much") {
  CHECK(score({{"the cat is on the mat", {"the cat sat on the mat"}}}) == Approx(37.99178428257963));
  CHECK(score({{"the the the the the the the", {"the cat is on the mat"}}}) == Approx(7.809849842300637));  // clipped
  CHECK(score({{"a b c d e f g", {"b a d c f e g"}}}) == Approx(10.682175159905853));
}

TEST_CASE("bleu: of several right answers each n-gram's most counts, and the nearest length") {
  CHECK(score({{"it is a guide to action which ensures that the military always obeys the commands of the party",
                {"it is a guide to action that ensures that the military will forever heed party commands",
                 "it is the guiding principle which guarantees the military forces always being under the command of "
                 "the party",
                 "it is the practical guide for the army always to heed the directions of the party"}}}) ==
        Approx(50.456668400584846));
}

TEST_CASE("bleu: of two right answers equally near in length the shorter counts, whichever comes first") {
  CHECK(score({{"a b c d e", {"a b c d", "a b c d e f"}}}) == Approx(100));
  CHECK(score({{"a b c d e", {"a b c d e f", "a b c d"}}}) == Approx(100));
  CHECK(score({{"a b c d e", {"a b c d e f"}}}) == Approx(100 * std::exp(1 - 6.0 / 5)));
}

TEST_CASE("bleu: it is of the corpus, with a penalty for brevity") {
  const Answer one{"a b c d e", {"a b c d e"}}, other{"a x c", {"a b c d"}};
  CHECK(score({one, other}) == Approx(71.77243887574991));
  Bleu sum = bleu_of({one});
  sum.add(bleu_of({other}));
  CHECK(sum.score() == Approx(71.77243887574991));
  // matched 4 of 4, 3, 2 and 1 n-grams, and 4 tokens for 8: exp(1 − 8/4)
  CHECK(score({{"a b c d", {"a b c d e f g h"}}}) == Approx(100 * std::exp(-1.0)));
}

TEST_CASE("bleu: from all to nothing") {
  CHECK(score({{"a b c d", {"a b c d"}}}) == Approx(100));
  CHECK(score({{"a b c d", {"e f g h"}}}) == 0);
  CHECK(score({{"a b c", {"a b c"}}}) == 0);  // no n-gram of four: sacreBLEU's is 0, too
  CHECK(score({{"", {"a b c d"}}}) == 0);
  CHECK(score({}) == 0);
}
