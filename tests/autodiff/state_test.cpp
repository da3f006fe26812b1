// A state's values by name, and handles to data that are not numbers.

#include "autodiff/tape/state.hpp"

#include <catch2/catch.hpp>

#include <array>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/state_names.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

struct Found {
  TAPEHEAD_VALUES(reads,    // with a remark
                  memory);  // and another
};
struct Cell {
  TAPEHEAD_VALUES(h, c);
};
struct Tapes {
  TAPEHEAD_LISTS(keys, values);
};
struct Whole {
  TAPEHEAD_PARTS(controller, memory);
};

struct Drawer {
  static constexpr const char* kHandleName = "a drawer";
  int content;
};
struct Box {
  static constexpr const char* kHandleName = "a box";
};

/// A tape, and values 1×1 of 0, 1, 2 …
struct BegunCarried {
  ParameterStore none{0};
  Real gradient = 0;
  Tape tape;
  std::vector<Var> x;
  BegunCarried() {
    tape.begin(none, &gradient);
    for (int i = 0; i < 8; ++i) x.push_back(tape.filled(1, 1, 1, static_cast<Real>(i)));
  }
};

Real number(Var x) { return *x.tape->value(x).data; }

std::vector<Real> all_of(std::span<const Var> values) {
  std::vector<Real> all;
  for (const Var& x : values) all.push_back(number(x));
  return all;
}

using Reals = std::vector<Real>;
using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("a state's values have the names of a struct's members, in their order") {
  BegunCarried b;
  const auto& x = b.x;
  const State state = State::of(b.tape, Found{x[3], x[5]}, x[7], std::span<const Var>(x).first(2));
  CHECK(all_of(state) == Reals{3, 5, 7, 0, 1});
  CHECK(number(state.as<Found>().reads) == 3);
  CHECK(number(state.as<Found>().memory) == 5);
  CHECK(all_of(state.after<Found>()) == Reals{7, 0, 1});
  CHECK(state.after<Found>().after<Found>().size() == 1);
  CHECK(all_of(State::of(b.tape, state.after<Found>(), Found{x[1], x[2]})) == Reals{7, 0, 1, 1, 2});
}

TEST_CASE("several structs lie one behind the other") {
  BegunCarried b;
  const std::array<Cell, 2> layers{Cell{b.x[1], b.x[2]}, Cell{b.x[3], b.x[4]}};
  const State state = State::of(b.tape, std::span<const Cell>(layers));
  CHECK(all_of(state) == Reals{1, 2, 3, 4});
  CHECK(number(state.as<Cell>().c) == 2);
  CHECK(number(state.as<Cell>(1).h) == 3);
  CHECK_THROWS_AS(state.as<Cell>(2), ShapeError);
}

TEST_CASE("lists that grow are of one length, and parts are states") {
  BegunCarried b;
  const State lists = State(b.tape, std::span<const Var>(b.x).first(6));
  CHECK(all_of(lists.as<Tapes>().keys) == Reals{0, 1, 2});
  CHECK(all_of(lists.as<Tapes>().values) == Reals{3, 4, 5});
  CHECK(all_of(lists.list(2, 3)) == Reals{4, 5});
  CHECK(State().as<Tapes>().values.empty());
  const State whole = State::of_parts(b.tape, Whole{State::of(b.tape, Found{b.x[1], b.x[2]}), lists});
  CHECK(number(whole.as<Whole>().controller.as<Found>().memory) == 2);
  CHECK(whole.as<Whole>().memory.size() == 6);
}

TEST_CASE("a state that has fewer values than a struct names is refused, with the names") {
  BegunCarried b;
  const State one(b.tape, {b.x[0]});
  CHECK_THROWS_WITH(one.as<Found>(), Catch::Contains("got 1") && Catch::Contains("reads, memory"));
  CHECK_THROWS_AS(one.after<Found>(), ShapeError);
  CHECK_THROWS_WITH(one.as<Whole>(), Catch::Contains("got 0") && Catch::Contains("controller, memory"));
}

TEST_CASE("the names of a state are data") {
  CHECK(names_of<Found>().values == Strings{"reads", "memory"});
  CHECK(names_of<Tapes>().lists == Strings{"keys", "values"});
  CHECK(numbered(names_of<Cell>(), 1) == names_of<Cell>());
  CHECK(numbered(names_of<Cell>(), 2).values == Strings{"h_1", "c_1", "h_2", "c_2"});
  CHECK(names_of_layers({{}, {}}).parts[1].name == "layer_2");
  BegunCarried b;
  const State memory = State::of(b.tape, Found{b.x[3], b.x[4]}, std::span<const Var>(b.x).first(2));
  const State whole = State::of_parts(b.tape, Whole{State::of(b.tape, Cell{b.x[5], b.x[6]}), memory});
  const StateNames of_memory = joined(names_of<Found>(), {"", {}, {"pushed"}});
  Strings paths;
  Reals values;
  for (const auto& [path, value] : named_values(whole, names_of<Whole>({names_of<Cell>(), of_memory}))) {
    paths.push_back(path);
    values.push_back(number(value));
  }
  CHECK(paths ==
        Strings{"controller/h", "controller/c", "memory/reads", "memory/memory", "memory/pushed/0", "memory/pushed/1"});
  CHECK(values == Reals{5, 6, 3, 4, 0, 1});
  CHECK(named_values(State(b.tape, {b.x[0]}), names_of<Found>()).size() == 1);  // the last may be missing
  CHECK_THROWS_AS(named_values(memory, names_of<Found>()), ShapeError);
  CHECK_THROWS_AS(named_values(memory, joined(names_of<Cell>(), {"", {}, {"a", "b", "c"}})), ShapeError);
  CHECK_THROWS_AS(named_values(whole, of_memory), ShapeError);
}

TEST_CASE("a handle leads to its object, and to no other kind") {
  BegunCarried b;
  Drawer* const drawer = new (b.tape.keep<Drawer>(1)) Drawer{7};
  const Var handle = b.tape.handle(drawer, 3);
  CHECK(handle.batch() == 3);
  CHECK(handle.size() == 0);
  CHECK(b.tape.is_handle<Drawer>(handle));
  CHECK_FALSE(b.tape.is_handle<Box>(handle));
  CHECK_FALSE(b.tape.is_handle<Drawer>(b.x[0]));
  CHECK(b.tape.object<Drawer>(handle) == drawer);
  CHECK_THROWS_WITH(b.tape.object<Box>(handle), Catch::Contains("a handle to a drawer; a handle to a box is needed"));
  CHECK_THROWS_WITH(b.tape.object<Drawer>(b.x[0]), Catch::Contains("numbers, 1x1; a handle to a drawer is needed"));
  const State state = State::of(b.tape, Found{b.x[1], handle});  // as any Var
  CHECK(b.tape.object<Drawer>(state.as<Found>().memory)->content == 7);
  b.tape.begin(b.none, nullptr);
  CHECK_THROWS_WITH(b.tape.object<Drawer>(handle), Catch::Contains("before the last begin()"));
}

TEST_CASE("a handle is not numbers, and no gradient goes to it") {
  BegunCarried b;
  Drawer drawer{7};
  const Var handle = b.tape.handle(&drawer, 1);
  const auto text = Catch::Contains("a handle to a drawer where numbers are needed");
  CHECK_THROWS_WITH(b.tape.value(handle), text);
  CHECK_THROWS_WITH(sigmoid(handle), text);
  CHECK_THROWS_WITH(sum(handle), text);
  CHECK_THROWS_AS(add(handle, b.x[1]), ShapeError);
  CHECK_THROWS_WITH(Carried(State(b.tape, {b.x[0], handle})), text && Catch::Contains("settled()"));
  CHECK_FALSE(b.tape.wants(handle));
  const Real three = 3;
  Real d = 0;
  const Var x = b.tape.variable(1, 1, 1, &three, &d);
  const Var before = square(x);
  b.tape.handle(&drawer, 1);
  b.tape.backward(square(before));
  CHECK(d == 4 * 27);  // x⁴
}

}  // namespace tapehead::inline TAPEHEAD_REAL
