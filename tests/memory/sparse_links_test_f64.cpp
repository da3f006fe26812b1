// Links with a few entries per row, against dense ones (Rae et al. 2016, supplementary D).

#include "memory/sparse/links.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <numeric>

#include "autodiff/base/random.hpp"
#include "autodiff/tape/parameters.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The same links, between all slots.
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

namespace {

/// All entries of the links, by kind.
std::map<std::pair<uint32_t, uint32_t>, std::map<uint32_t, Real>> all_of(const SparseLinks& links) {
  std::map<std::pair<uint32_t, uint32_t>, std::map<uint32_t, Real>> all;
  std::vector<Real> numbers(links.numbers());
  for (size_t column = 0; column < links.columns(); ++column) {
    links.put(column, numbers.data());
    for (size_t i = 2; i < numbers.size(); i += 2)
      if (numbers[i + 1] != 0)
        all[{static_cast<uint32_t>(numbers[0]), static_cast<uint32_t>(numbers[1])}]
           [static_cast<uint32_t>(numbers[i])] += numbers[i + 1];
  }
  return all;
}

void write_slots(SparseLinks& links, std::vector<SlotWeight> weights) {
  links.write(weights);
  links.commit();
}

}  // namespace

TEST_CASE("a slot that is rewritten wholly has no older links, however few are kept") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  SparseLinks links(tape, 1);
  constexpr uint32_t kA = 1, kB = 2, kC = 3, kD = 4;
  write_slots(links, {{kA, 1}});
  write_slots(links, {{kB, Real(0.5)}});
  write_slots(links, {{kD, 1}});
  write_slots(links, {{kB, Real(0.6)}});  // from D, more than what is left from A: there is room for one
  write_slots(links, {{kC, 1}});
  write_slots(links, {{kB, 1}});
  const SlotWeight read[] = {{kA, 1}, {kD, 1}};
  SlotWeight found[2];
  links.forward(read, found);
  CHECK(found[0].weight == 0);
  const SlotWeight from_c{kC, 1};
  links.forward({&from_c, 1}, found);
  CHECK((found[0].slot == kB && found[0].weight == 1));
}

TEST_CASE("of fewer links than slots none is larger than its twin, a row's come to 1 at most, and all are undone") {
  constexpr uint32_t kSlots = 9;
  const ParameterStore none(0);
  for (const size_t kept : {1, 2, 4}) {
    INFO(kept << " kept");
    Tape tape;
    tape.begin(none, nullptr);
    SparseLinks links(tape, kept);
    Stream stream(6, Split::kCheck, Purpose::kTest, kept);
    std::vector<decltype(all_of(links))> past{all_of(links)};
    for (int turn = 0; turn < 200; ++turn) {
      if (stream.bits() % 6 == 0) {
        past.resize(1 + stream.bits() % past.size());
        links.rollback(past.size() - 1);
        REQUIRE((all_of(links) == past.back()));
        continue;
      }
      std::vector<SlotWeight> written;
      Real left = 1;
      for (uint32_t slot = 0; slot < kSlots; ++slot)
        if (stream.bits() % 3 == 0) {
          written.push_back({slot, stream.bits() % 4 == 0 ? left : static_cast<Real>(stream.uniform(0, left))});
          left -= written.back().weight;
        }
      write_slots(links, written);
      past.push_back(all_of(links));
      auto& now = past.back();
      for (uint32_t slot = 0; slot < kSlots; ++slot) {
        Real total = 0;
        for (const auto& [to, weight] : now[{0, slot}]) total += weight;
        CHECK(total <= 1 + Real(1e-12));
        for (const auto& [to, weight] : now[{1, slot}]) CHECK(weight <= now[{0, to}][slot] + Real(1e-12));
      }
      past.back() = all_of(links);
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
