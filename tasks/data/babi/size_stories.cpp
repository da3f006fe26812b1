// What fits in what: task 18.

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "tasks/data/babi/stories.hpp"
#include "tasks/data/babi/words.hpp"

namespace tapehead::babi {
namespace {

/// The first two are the smallest, in this order; the order of the others is the story's.
constexpr std::array<std::string_view, 6> kThings{"chocolate", "box of chocolates", "box",
                                                  "suitcase",  "container",         "chest"};
constexpr size_t kBlock = 5;  ///< statements, or questions, in a block

/// Two things by their places in the order of sizes; line 0: not told.
struct Comparison {
  size_t small, big;
  uint32_t line = 0;

  bool mentions(size_t thing) const { return small == thing || big == thing; }
};

/// `first` and `second` form a chain, x < m < y, in either order.
struct Chain {
  Comparison first, second;
};

class Sizes final {
 public:
  explicit Sizes(Stream& draw) : draw_(draw), names_(kThings.begin(), kThings.end()) {
    std::span<std::string_view> large = std::span(names_).subspan(2);
    shuffle(large, draw);
  }

  void tell_block(Story& story) {
    for (size_t i = 0; i < kBlock; ++i) {
      size_t small = index_below(names_.size(), draw_), big = index_but(small, names_.size(), draw_);
      if (small > big) std::swap(small, big);
      const std::string text = coin(draw_) ? joined({"The ", names_[small], " fits inside the ", names_[big], "."})
                                           : joined({"The ", names_[big], " is bigger than the ", names_[small], "."});
      told_.push_back({small, big, state(story, text)});
    }
  }

  bool can_ask() const {
    for (const Comparison& first : told_)
      if (chain(first, first.small) || chain(first, first.big)) return true;
    return false;
  }

  /// A question; nothing if `tries` draws give none.
  std::optional<StoryLine> question(int tries) {
    // Where something is told twice, the published files prefer the later line; the share is fitted.
    constexpr double kLatest = 0.56;
    for (int i = 0; i < tries; ++i) {
      Comparison first = one_of(told_, draw_);
      if (draw_.uniform() < kLatest)
        for (const Comparison& other : told_)
          if (other.small == first.small && other.big == first.big) first.line = other.line;
      if (const auto found = chain(first, coin(draw_) ? first.small : first.big)) return asked(*found);
    }
    return std::nullopt;
  }

 private:
  /// A statement and the first other one about one of its things, where that extends the chain.
  std::optional<Chain> chain(const Comparison& first, size_t middle) const {
    for (const Comparison& second : told_) {
      if (second.line == first.line || !second.mentions(middle)) continue;
      if ((middle == first.big ? second.small : second.big) != middle) return std::nullopt;
      return Chain{first, second};
    }
    return std::nullopt;
  }

  StoryLine asked(const Chain& chain) {
    const bool yes = chain.first.small == chain.second.big;
    const std::string_view small = names_[yes ? chain.second.small : chain.first.small];
    const std::string_view big = names_[yes ? chain.first.big : chain.second.big];
    const std::string_view first = yes ? small : big, second = yes ? big : small;
    return {coin(draw_) ? joined({"Does the ", first, " fit in the ", second, "?"})
                        : joined({"Is the ", second, " bigger than the ", first, "?"}),
            yes ? "yes" : "no",
            {chain.first.line, chain.second.line}};
  }

  Stream& draw_;
  std::vector<std::string_view> names_;  ///< in ascending size
  std::vector<Comparison> told_;
};

/// Five questions; none if nothing can be asked, and fewer if a later one is given up.
size_t ask_block(Story& story, Sizes& sizes) {
  if (!sizes.can_ask()) return 0;
  for (size_t asked = 0; asked < kBlock; ++asked) {
    auto question = sizes.question(asked == 0 ? std::numeric_limits<int>::max() : kTries);
    if (!question) return asked;
    story.push_back(std::move(*question));
  }
  return kBlock;
}

}  // namespace

Story size_reasoning(Stream& draw) {
  Sizes sizes(draw);
  Story story;
  do sizes.tell_block(story);
  while (ask_block(story, sizes) < kBlock);
  return story;
}

}  // namespace tapehead::babi
