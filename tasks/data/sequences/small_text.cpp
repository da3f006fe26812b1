#include "tasks/data/sequences/small_text.hpp"

#include <array>
#include <string_view>

namespace tapehead {
namespace {

constexpr std::array<std::string_view, 8> kNouns{"fox", "bird", "child", "river", "wolf", "farmer", "sailor", "tree"};
constexpr std::array<std::string_view, 8> kNounsOfMany{"foxes",  "birds",   "children", "rivers",
                                                       "wolves", "farmers", "sailors",  "trees"};
constexpr std::array<std::string_view, 6> kAdjectives{"old", "quiet", "red", "tall", "small", "lost"};
constexpr std::array<std::string_view, 5> kVerbs{"sees", "hears", "follows", "finds", "waits for"};
constexpr std::array<std::string_view, 5> kVerbsOfMany{"see", "hear", "follow", "find", "wait for"};
constexpr std::array<std::string_view, 4> kPlaces{"by the river", "in the wood", "at night", "near the old bridge"};

class Writer final {
 public:
  explicit Writer(Stream& draw) : draw_(draw) {}

  std::string sentence() {
    const bool many = flip(2);
    std::string text = phrase(many);
    if (flip(3)) text += " with " + phrase(flip(2));
    text += ' ';
    text += many ? one_of(kVerbsOfMany) : one_of(kVerbs);
    text += ' ' + phrase(flip(2));
    if (flip(3)) {
      text += ' ';
      text += one_of(kPlaces);
    }
    return text + ".\n";
  }

 private:
  bool flip(int64_t of) { return draw_.integer(1, of) == 1; }
  template <size_t n>
  std::string_view one_of(const std::array<std::string_view, n>& words) {
    return words[static_cast<size_t>(draw_.integer(0, n - 1))];
  }
  std::string phrase(bool many) {
    std::string text = many ? (flip(2) ? "the" : "some") : (flip(2) ? "the" : "one");
    if (flip(2)) {
      text += ' ';
      text += one_of(kAdjectives);
    }
    text += ' ';
    text += many ? one_of(kNounsOfMany) : one_of(kNouns);
    return text;
  }

  Stream& draw_;
};

}  // namespace

std::string small_text(size_t sentences, Stream& draw) {
  Writer writer(draw);
  std::string text;
  while (sentences-- > 0) text += writer.sentence();
  return text;
}

}  // namespace tapehead
