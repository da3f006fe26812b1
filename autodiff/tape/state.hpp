#pragma once
// State in, state out: no object holds a sequence's state; it is passed on as a list of values.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/portable.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// A struct names a state's values, each name once:
//     struct GruState {
//       TAPEHEAD_VALUES(h);
//     };
// State::of(tape, GruState{h}) makes a state of it, and past.as<GruState>().h is that value; both copy handles.

/// Members that are values of a state, in order.
#define TAPEHEAD_VALUES(...) TAPEHEAD_FIELDS(Var, __VA_ARGS__)
/// Members that are lists of values, equally long and growing, in order.
#define TAPEHEAD_LISTS(...) TAPEHEAD_FIELDS(std::span<const Var>, __VA_ARGS__)
/// Members that are the states of the parts of a whole.
#define TAPEHEAD_PARTS(...) TAPEHEAD_FIELDS(State, __VA_ARGS__)
#define TAPEHEAD_FIELDS(type, ...) \
  using Field = type;              \
  type __VA_ARGS__;                \
  static constexpr const char* kFields = #__VA_ARGS__

/// A struct whose members are all fields of that type.
template <class T, class Field>
concept FieldsOf = std::same_as<typename T::Field, Field> && sizeof(T) % sizeof(Field) == 0;
template <class T>
inline constexpr size_t kFieldCount = sizeof(T) / sizeof(typename T::Field);

/// A list of values in the tape's arena, or a list of the states of several parts; copying copies the handle. Valid as
/// long as the tape's round; Carried takes it into the next.
class State final {
 public:
  State() = default;
  State(Tape& tape, std::span<const Var> values) : values_(kept(tape, values)), size_(values.size()) {}
  State(Tape& tape, std::initializer_list<Var> values) : State(tape, std::span(values.begin(), values.size())) {}

  /// A state made of structs that name values, lists of such structs, values, and lists of values, in order.
  template <class... Pieces>
  static State of(Tape& tape, const Pieces&... pieces) {
    State whole;
    whole.size_ = (count(pieces) + ...);
    Var* to = tape.keep<Var>(whole.size_);
    whole.values_ = to;
    ((to = put(pieces, to)), ...);
    return whole;
  }

  /// A state made of the states of its parts, in the owner's order.
  static State of_parts(Tape& tape, std::span<const State> parts) {
    State whole;
    whole.parts_ = kept(tape, parts);
    whole.part_count_ = parts.size();
    return whole;
  }
  template <FieldsOf<State> T>
  static State of_parts(Tape& tape, const T& named) {
    const auto parts = bits_as<std::array<State, kFieldCount<T>>>(named);
    return of_parts(tape, std::span<const State>(parts));
  }

  /// Its first values, by name; or those of the i-th of several such structs in a row. Throws ShapeError where there
  /// are fewer.
  template <FieldsOf<Var> T>
  T as(size_t i = 0) const {
    return named<T>(values_, i * kFieldCount<T>, size_);
  }
  /// Its parts, by name.
  template <FieldsOf<State> T>
  T as() const {
    return named<T>(parts_, 0, part_count_);
  }
  /// Its values as lists, by name.
  template <FieldsOf<std::span<const Var>> T>
  T as() const {
    std::array<std::span<const Var>, kFieldCount<T>> lists;
    for (size_t i = 0; i < lists.size(); ++i) lists[i] = list(i, lists.size());
    return bits_as<T>(lists);
  }
  /// The values after those that T names.
  template <FieldsOf<Var> T>
  State after() const {
    if (size_ < kFieldCount<T>) too_few(size_, T::kFields);
    State rest;
    rest.values_ = values_ + kFieldCount<T>;
    rest.size_ = size_ - kFieldCount<T>;
    return rest;
  }
  /// The i-th of `lists` equally long lists in a row.
  std::span<const Var> list(size_t i, size_t lists) const {
    const size_t each = size_ / lists;
    return {values_ + i * each, each};
  }

  Var operator[](size_t i) const { return values_[i]; }
  size_t size() const { return size_; }
  const Var* begin() const { return values_; }
  const Var* end() const { return values_ + size_; }
  operator std::span<const Var>() const { return {values_, size_}; }

  std::span<const State> parts() const { return {parts_, part_count_}; }

 private:
  template <class T>
  static const T* kept(Tape& tape, std::span<const T> from) {
    T* to = tape.keep<T>(from.size());
    std::copy(from.begin(), from.end(), to);
    return to;
  }

  static size_t count(const Var&) { return 1; }
  static size_t count(std::span<const Var> values) { return values.size(); }
  template <FieldsOf<Var> T>
  static size_t count(const T&) {
    return kFieldCount<T>;
  }
  template <FieldsOf<Var> T>
  static size_t count(const std::span<const T>& several) {
    return several.size() * kFieldCount<T>;
  }

  static Var* put(const Var& value, Var* to) {
    *to = value;
    return to + 1;
  }
  static Var* put(std::span<const Var> values, Var* to) { return std::copy(values.begin(), values.end(), to); }
  template <FieldsOf<Var> T>
  static Var* put(const T& named, Var* to) {
    const auto values = bits_as<std::array<Var, kFieldCount<T>>>(named);
    return std::copy(values.begin(), values.end(), to);
  }
  template <FieldsOf<Var> T>
  static Var* put(const std::span<const T>& several, Var* to) {
    for (const T& one : several) to = put(one, to);
    return to;
  }

  template <class T>
  static T named(const typename T::Field* from, size_t first, size_t size) {
    if (size < first + kFieldCount<T>) too_few(size, T::kFields);
    std::array<typename T::Field, kFieldCount<T>> fields;
    std::copy_n(from + first, fields.size(), fields.begin());
    return bits_as<T>(fields);
  }
  [[noreturn]] static void too_few(size_t got, const char* needed);

  const Var* values_ = nullptr;
  size_t size_ = 0;
  const State* parts_ = nullptr;
  size_t part_count_ = 0;
};

/// A state's numbers, outside of any tape: what remains of a sequence's past when its tape begins anew.
class Carried final {
 public:
  Carried() = default;
  /// Copies; no gradient flows back through it. The state must be settled() (autodiff/tape/recurrent.hpp).
  explicit Carried(const State& state);

  /// One of its values, to read and to change: column c of item b begins at numbers + (b·cols + c)·rows. A batch of 1
  /// may stand for all items.
  struct Value {
    uint32_t rows, cols, batch;
    Real* numbers;
    size_t size() const { return size_t{rows} * cols * batch; }
  };
  /// Its values in order, and those of its parts. Valid as long as this object, copies and moves excepted.
  std::vector<Value> values();
  std::span<Carried> parts() { return parts_; }

  /// The same state, as constants on a tape.
  State on(Tape& tape) const;
  /// A state of the given items: item i is this state's item `items[i]`, which may occur several times or not at all.
  /// Values that all items shared are copied for each.
  State on(Tape& tape, std::span<const uint32_t> items) const;

 private:
  struct Shape {
    uint32_t rows, cols, batch;
  };
  std::vector<Shape> shapes_;
  AlignedVector<Real> numbers_;  ///< all values, one after the other
  std::vector<Carried> parts_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
