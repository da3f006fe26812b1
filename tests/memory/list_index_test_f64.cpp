// Searching a few lists of many, against scoring every row.

#include "memory/sparse/list_index.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <set>

#include "autodiff/base/random.hpp"
#include "autodiff/tape/parameters.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kVectorWidth = 32;

SparseBeginning beginning_of(size_t slots, size_t filled, size_t probes) {
  SparseBeginning beginning(slots, kVectorWidth, filled);
  if (probes > 0) beginning.find_by(std::make_unique<ListIndex>(beginning.rows(), probes));
  return beginning;
}

std::vector<Real> random_vector(Stream& stream, Real deviation) {
  std::vector<Real> v(kVectorWidth);
  for (Real& x : v) x = deviation * static_cast<Real>(stream.normal());
  return v;
}

std::vector<Real> key_near(const Real* row, Stream& stream) {
  std::vector<Real> key = random_vector(stream, Real(0.05));
  for (size_t j = 0; j < kVectorWidth; ++j) key[j] += row[j];
  return key;
}

void write_row(SparseRows& rows, uint32_t slot, const Real* vector) {
  rows.erase(slot);
  rows.add(slot, 1, vector);
  rows.written();
  rows.commit();
}

std::set<uint32_t> nearest(SparseRows& rows, const std::vector<Real>& key, size_t count) {
  std::vector<Likeness> found(count, {0, SparseRows::kNone});
  rows.nearest(key.data(), 1, count, found.data());
  std::set<uint32_t> slots;
  for (const Likeness& one : found) slots.insert(one.slot);
  return slots;
}

size_t shared(const std::set<uint32_t>& a, const std::set<uint32_t>& b) {
  return static_cast<size_t>(std::count_if(a.begin(), a.end(), [&](uint32_t slot) { return b.count(slot) > 0; }));
}

}  // namespace

TEST_CASE("lists find as many slots as are wanted, each once, however few they look into") {
  const ParameterStore none(0);
  Stream stream(1, Split::kCheck, Purpose::kTest, 0);
  for (const auto& [slots, filled, probes, count] : {std::array<size_t, 4>{64, 64, 1, 16},
                                                     {200, 200, 16, 200},
                                                     {64, 60, 1, 64},
                                                     {3, 3, 1, 3},
                                                     {3, 1, 4, 2},
                                                     {300, 300, 2, 40}}) {
    INFO(slots << " slots, " << filled << " filled, " << probes << " probes, " << count << " wanted");
    const SparseBeginning beginning = beginning_of(slots, filled, probes);
    Tape tape;
    tape.begin(none, nullptr);
    SparseRows rows(tape, beginning);
    for (int turn = 0; turn < 8; ++turn) {
      const std::set<uint32_t> found = nearest(rows, random_vector(stream, 1), count);
      CHECK(found.size() == count);
      CHECK(*found.rbegin() < slots);
      write_row(rows, static_cast<uint32_t>(stream.bits() % slots), random_vector(stream, 1).data());
    }
  }
}

TEST_CASE("what was replaced beside a key takes no place of the rows that are still there") {
  constexpr size_t kSlots = 2000, kNear = 40, kWanted = 4;
  const ParameterStore none(0);
  const SparseBeginning exact = beginning_of(kSlots, kSlots, 0), lists = beginning_of(kSlots, kSlots, kSlots);
  Tape tape;
  tape.begin(none, nullptr);
  SparseRows by_exact(tape, exact), by_lists(tape, lists);
  Stream stream(2, Split::kCheck, Purpose::kTest, 0);
  const std::vector<Real> key = random_vector(stream, 1);
  std::vector<Real> away(key);
  for (Real& x : away) x = -x;
  for (size_t i = 0; i < kNear / kWanted; ++i)  // every one that is nearest now goes elsewhere
    for (const uint32_t slot : nearest(by_exact, key, kWanted))
      for (SparseRows* rows : {&by_exact, &by_lists}) write_row(*rows, slot, away.data());
  CHECK(nearest(by_lists, key, kWanted) == nearest(by_exact, key, kWanted));
}

TEST_CASE("lists that are all looked into find what an exact index finds, and a few of them most of what lies near") {
  constexpr size_t kSlots = 2000, kKeys = 100, kWanted = 4;
  const ParameterStore none(0);
  const SparseBeginning exact = beginning_of(kSlots, kSlots - 10, 0), all = beginning_of(kSlots, kSlots - 10, kSlots),
                        some = beginning_of(kSlots, kSlots - 10, 8);
  Tape tape;
  tape.begin(none, nullptr);
  SparseRows by_exact(tape, exact), by_all(tape, all), by_some(tape, some);
  Stream stream(5, Split::kCheck, Purpose::kTest, 0);
  const std::vector<Real> other(kVectorWidth, 1);
  for (SparseRows* rows : {&by_exact, &by_all, &by_some}) write_row(*rows, 7, other.data());  // found as it is now
  size_t found_by_all = 0, found_by_some = 0, at_random = 0;
  for (size_t i = 0; i < kKeys; ++i) {
    const auto near = static_cast<uint32_t>(stream.bits() % (kSlots - 10));
    const std::vector<Real> key = key_near(by_exact.row(near).numbers, stream), random = random_vector(stream, 1);
    found_by_all += shared(nearest(by_exact, random, kWanted), nearest(by_all, random, kWanted));
    found_by_some += nearest(by_some, key, kWanted).count(near);
    at_random += shared(nearest(by_exact, random, kWanted), nearest(by_some, random, kWanted));
  }
  CHECK(found_by_all >= kKeys * kWanted * 99 / 100);  // 8 bits choose whom to score exactly
  CHECK(found_by_some > kKeys * 8 / 10);
  CHECK(at_random > kKeys * kWanted / 4);  // of keys that are near to nothing the nearest lie in any list
}

}  // namespace tapehead::inline TAPEHEAD_REAL
