// Links of a few entries a row, against the dense ones (Rae et al. 2016, supplementary D).

#include "memory/sparse_links.hpp"

#include <catch2/catch.hpp>

#include <numeric>

#include "autodiff/base/random.hpp"
#include "autodiff/parameters.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The same links, of all slots with all others.
struct DenseLinks {
  std::vector<std::vector<double>> later, earlier;
  std::vector<double> precedence;
  explicit DenseLinks(size_t n) : later(n, std::vector<double>(n, 0)), earlier(later), precedence(n, 0) {}

  void write(const std::vector<double>& w) {
    const size_t n = w.size();
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) {
        later[i][j] = i == j ? 0 : (1 - w[i]) * later[i][j] + w[i] * precedence[j];
        earlier[i][j] = i == j ? 0 : (1 - w[j]) * earlier[i][j] + w[j] * precedence[i];
      }
    const double kept = 1 - std::accumulate(w.begin(), w.end(), 0.0);
    for (size_t i = 0; i < n; ++i) precedence[i] = kept * precedence[i] + w[i];
  }
};

}  // namespace

TEST_CASE("with as many links as slots they are the dense ones, forward and backward, and rollback undoes them") {
  constexpr size_t kSlots = 6;
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  SparseLinks links(tape, kSlots);
  std::vector<DenseLinks> past{DenseLinks(kSlots)};
  Stream stream(4, Split::kCheck, Purpose::kTest, 0);
  for (int turn = 0; turn < 60; ++turn) {
    if (stream.bits() % 6 == 0) {
      past.resize(1 + stream.bits() % past.size(), past[0]);
      links.rollback(past.size() - 1);
    } else {
      std::vector<double> w(kSlots, 0);
      std::vector<SlotWeight> written;
      double left = 1;
      for (uint32_t slot = 0; slot < kSlots; ++slot)
        if (stream.bits() % 3 == 0) {
          w[slot] = stream.uniform(0, left);
          left -= w[slot];
          written.push_back({slot, w[slot]});
        }
      links.write(written);
      REQUIRE(links.commit() == past.size());
      past.push_back(past.back());
      past.back().write(w);
    }
    const DenseLinks& dense = past.back();
    const SlotWeight read[] = {{2, Real(0.5)}, {4, Real(0.25)}};
    std::vector<SlotWeight> forward(kSlots), backward(kSlots);
    links.forward(read, forward);
    links.backward(read, backward);
    std::vector<double> got_forward(kSlots, 0), got_backward(kSlots, 0);
    for (size_t i = 0; i < kSlots; ++i) {
      got_forward[forward[i].slot] += forward[i].weight;
      got_backward[backward[i].slot] += backward[i].weight;
      if (i > 0) CHECK(forward[i].weight <= forward[i - 1].weight);
    }
    for (size_t i = 0; i < kSlots; ++i) {
      double to = 0, back = 0;
      for (const auto& [slot, weight] : read) {
        to += dense.earlier[slot][i] * weight;  // Pᵀ·r
        back += dense.later[slot][i] * weight;  // Nᵀ·r
      }
      CHECK(got_forward[i] == Approx(to).margin(1e-12));
      CHECK(got_backward[i] == Approx(back).margin(1e-12));
    }
  }
}

TEST_CASE("slots written one after the other are followed in that order, and back") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  SparseLinks links(tape, 2);
  for (const uint32_t slot : {5u, 1u, 9u, 3u}) {
    const SlotWeight one{slot, 1};
    links.write({&one, 1});
    links.commit();
  }
  const SlotWeight read{1, 1};
  SlotWeight found[2];
  links.forward({&read, 1}, found);
  CHECK((found[0].slot == 9 && found[0].weight == 1 && found[1].weight == 0));
  links.backward({&read, 1}, found);
  CHECK((found[0].slot == 5 && found[0].weight == 1 && found[1].weight == 0));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
