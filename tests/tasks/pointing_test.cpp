// Sums of a model's pointing, in the judges that have them.

#include "tasks/judges/pointing.hpp"

#include <catch2/catch.hpp>

#include <cmath>

#include "tasks/judges/classes_judge.hpp"
#include "tasks/judges/sequence_judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const float kNowhere = std::nanf("");

/// Two captions of two words and an end, with the share of each look within its box.
struct Pointed {
  Batch batch;
  std::vector<Real> logits = std::vector<Real>(2 * 3 * 4);
  std::vector<uint32_t> steps{0, 1, 2};
  std::vector<std::vector<float>> shares{{0.5f, 1, kNowhere}, {0, kNowhere, 0.25f}};

  Pointed() {
    batch.resize(Spec::of_captions({2, 2, 1}, 4), 3, 2);
    for (size_t b = 0; b < 2; ++b)
      for (size_t t = 0; t < 3; ++t) batch.ask(b, t, t < 2 ? 1 : kEnd);
  }
  Paper paper(size_t b) const {
    Paper paper{batch, b, {logits.data(), 4, 3, 2, 4, 12}, steps, 1};
    paper.pointed = shares[b];
    return paper;
  }
};

TEST_CASE("pointing: a mean over all scored steps that have a box, in parts as in one") {
  Pointed all;
  for (const int unscored : {0, 1}) {
    if (unscored) *all.batch.scored(0, 1) = 0;
    const double expected = unscored ? (0.5 + 0 + 0.25) / 3 : (0.5 + 1 + 0 + 0.25) / 4;
    SequenceJudge whole({}), first({}), second({});
    ClassesJudge of_classes, more;
    whole.mark(all.paper(0));
    whole.mark(all.paper(1));
    first.mark(all.paper(0));
    second.mark(all.paper(1));
    of_classes.mark(all.paper(0));
    more.mark(all.paper(1));
    first.add(second);
    of_classes.add(more);
    CHECK(whole.score().value("pointing") == Approx(expected));
    CHECK(first.score().value("pointing") == Approx(expected));
    CHECK(of_classes.score().value("pointing") == Approx(expected));
  }
  Pointing none;
  all.shares = {{kNowhere, kNowhere, kNowhere}, {}};
  none.add(all.paper(0));
  none.add(all.paper(1));
  CHECK(none.metrics().empty());
  CHECK(none.text().empty());
}

}  // namespace
}  // namespace tapehead::inline TAPEHEAD_REAL
