#include "attention/moves/steering.hpp"

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

}  // namespace

TEST_CASE("steering is softplus, sigmoid, softmax over the taps, and the least above a share of softplus") {
  for (const size_t taps : {1, 3, 5})
    for (const size_t heads : {1, 2, 11})
      for (const auto [share, least] : {std::array<Real, 2>{1, 1}, {Real(0.25), 1}, {Real(0.25), Real(1.5)}}) {
        const auto composed = [=](Tape&, In in) {
          const auto part = [&](size_t first, size_t count) { return rows(in[0], first, count); };
          return stack(std::array{softplus(part(0, 1)), sigmoid(part(1, 1)), softmax(part(2, taps)),
                                  shift(scale(softplus(part(2 + taps, 1)), share), least)});
        };
        testing::check_twins([=](Tape&, In in) { return steering(in[0], share, least); }, composed,
                             {{"controls", taps + 3, heads, -30, 30}});
      }
}

TEST_CASE("steering refuses controls that are not those of a head") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  for (const size_t rows : {2, 3, 5}) CHECK_THROWS_AS(steering(tape.filled(rows, 2, 1, 1), 1), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
