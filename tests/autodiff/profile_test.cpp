#include "autodiff/tape/profile.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/in_part.hpp"
#include "catalogue/check/op_catalogue.hpp"
#include "controllers/lstm_cell.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Pass = Profile::Phase;

/// A tape in a profile, with one parameter of 3×4.
struct Profiled {
  ParameterStore store{1};
  Parameter weights = store.add("w", 3, 4, filled(Real(0.1)));
  std::vector<Real> gradient = std::vector<Real>(store.size(), 0);
  std::vector<Real> given = std::vector<Real>(200, Real(0.5)), taken = std::vector<Real>(200, 0);
  Profile profile;
  Tape tape;

  Profiled() {
    profile.keep_events(true);
    tape.set_profile(&profile);
    profile.begin_step(Profile::now());
    tape.begin(store, gradient.data());
  }
  Var variable(size_t rows, size_t cols, size_t batch) {
    return tape.variable(rows, cols, batch, given.data(), taken.data());
  }
  Var constant(size_t rows, size_t cols, size_t batch) { return tape.constant(rows, cols, batch, given.data()); }
  void back(Var y) {
    tape.backward(sum(y));
    profile.mark("end");
  }
  const Profile::Total& total(const std::string& op, Pass phase) const {
    const auto found = std::find_if(profile.entries().begin(), profile.entries().end(),
                                    [&](const Profile::Entry& entry) { return entry.op == op; });
    REQUIRE(found != profile.entries().end());
    return found->totals[static_cast<size_t>(phase)];
  }
};

}  // namespace

TEST_CASE("every op tells what it computes") {
  for (const OpRow& row : op_rows())
    for (const size_t batch : {1, 3}) {
      INFO(row.name);
      ParameterStore none{1};
      Real recorded = 0;
      Profile profile;
      Tape tape;
      tape.set_profile(&profile);
      profile.begin_step(Profile::now());
      tape.begin(none, &recorded);
      const auto inputs = draw_inputs(row, batch, 1);
      std::vector<std::vector<Real>> gradients;
      std::vector<Var> given;
      gradients.reserve(inputs.size());
      for (const CheckedInput& x : inputs) {
        gradients.emplace_back(x.values.size(), 0);
        given.push_back(tape.variable(x.rows, x.cols, x.batch, x.values.data(), gradients.back().data()));
      }
      tape.backward(sum(row.f(tape, given)));
      for (const Profile::Entry& entry : profile.entries()) {
        INFO(entry.op);
        CHECK(entry.untold == 0);
        for (const Profile::Total& total : entry.totals) {
          CHECK(total.work.operations >= 0);
          CHECK(total.work.operations == std::floor(total.work.operations));
          CHECK((total.calls == 0 || entry.scope == "training" || total.bytes > 0));
        }
      }
    }
}

TEST_CASE("an affine layer's operations are those of its loops") {
  Profiled p;
  const Var x = p.variable(2, 5, 3), other = p.constant(1, 5, 3);
  p.back(linear(p.tape.parameter(p.weights), {x, other}));
  double forward = 0, back = 0;
  for (size_t column = 0; column < 5 * 3; ++column)
    for (size_t out = 0; out < 3; ++out) {
      for (size_t in = 0; in < 4; ++in) forward += 2;  // y(out) += w(out, in)·x(in)
      for (size_t in = 0; in < 2; ++in) back += 2;     // dx(in) += w(out, in)·dy(out)
      for (size_t in = 0; in < 4; ++in) back += 2;     // dw(out, in) += dy(out)·x(in)
    }
  CHECK(p.total("linear", Pass::kForward).work.operations == forward);
  CHECK(p.total("linear", Pass::kBack).work.operations == back);
  CHECK(p.total("linear", Pass::kForward).bytes == sizeof(Real) * (3 * 4 + 4 * 15 + 3 * 15));
}

TEST_CASE("a softmax's and a cell's operations are those of their loops") {
  Profiled p;
  const Var pre = p.variable(8, 1, 3), before = p.variable(2, 1, 3);
  const Var cell = lstm_cell(pre, before);
  p.back(softmax(cell));
  Work cells, cells_back, softmaxes, softmaxes_back;
  for (size_t unit = 0; unit < 2 * 3; ++unit) {
    cells.functions += 4;        // three gates and the candidate
    cells.operations += 1 + 2;   // f·c and + i·u
    cells.functions += 1;        // tanh(c)
    cells.operations += 1;       // o·tanh(c)
    cells_back.operations += 5;  // dc + dh·o·(1 − tanh²)
    cells_back.operations += 4 * 4 + 1;
  }
  for (size_t column = 0; column < 2 * 3; ++column)
    for (size_t row = 0; row < 2; ++row) {
      softmaxes.operations += 4;  // the largest, minus it, the sum, times its inverse
      softmaxes.functions += 1;
      softmaxes_back.operations += 2 + 2;  // Σ dy∘y, then y·(dy − it)
    }
  CHECK(p.total("lstm_cell", Pass::kForward).work.operations == cells.operations);
  CHECK(p.total("lstm_cell", Pass::kForward).work.functions == cells.functions);
  CHECK(p.total("lstm_cell", Pass::kBack).work.all() == cells_back.all());
  CHECK(p.total("softmax", Pass::kForward).work.operations == softmaxes.operations);
  CHECK(p.total("softmax", Pass::kForward).work.functions == softmaxes.functions);
  CHECK(p.total("softmax", Pass::kBack).work.all() == softmaxes_back.all());
}

TEST_CASE("a rule that is not called costs nothing") {
  Profiled p;
  const Var x = p.variable(4, 1, 1);
  const Var unused = tanh(x);
  p.back(sigmoid(x));
  CHECK(unused.rows == 4);
  CHECK(p.total("tanh", Pass::kForward).work.functions == 4);
  CHECK(p.total("tanh", Pass::kBack).work.all() == 0);
  CHECK(p.total("sigmoid", Pass::kBack).work.operations == 3 * 4);
}

TEST_CASE("the time of bodies that wait is that of their op") {
  Profiled p;
  const Var memory = p.variable(6, 4, 3), weights = p.variable(6, 1, 3);
  const Var reads = read(memory, weights);  // waits until somebody reads its value
  p.back(tanh(reads));
  size_t bodies = 0;
  for (const Profile::Event& event : p.profile.events())
    bodies += p.profile.entries()[event.entry].op == "read" && event.phase == Pass::kForward;
  CHECK(bodies == 1 + 3);  // to record it, and for each item
  const Profile::Total& back = p.total("read", Pass::kBack);
  CHECK(back.work.operations == 2 * 2 * 6 * 4 * 3);
  CHECK(back.calls == 1);
}

TEST_CASE("parts of the model nest, and the time of all ops is that of the step") {
  Profiled p;
  const uint64_t begin = Profile::now();
  p.profile.begin_step(begin);
  p.profile.mark("before");
  p.tape.at("memory");
  const Var x = p.variable(2, 1, 1);
  const Var y = in_part(p.tape, "addressing", [&] { return in_part(p.tape, "gate", [&] { return sigmoid(x); }); });
  const Var z = tanh(y);
  p.back(z);
  p.profile.mark("after");
  const auto scope_of = [&](const std::string& op) {
    for (const Profile::Entry& entry : p.profile.entries())
      if (entry.op == op) return entry.scope;
    return std::string();
  };
  CHECK(scope_of("sigmoid") == "memory/addressing/gate");
  CHECK(scope_of("tanh") == "memory");
  CHECK(scope_of("after") == "training");
  const auto& events = p.profile.events();
  uint64_t of_events = 0, of_entries = 0;
  for (size_t i = 0; i < events.size(); ++i) {
    CHECK(events[i].begin <= events[i].end);
    if (i > 0) CHECK(events[i - 1].end <= events[i].begin);
    of_events += events[i].end - events[i].begin;
  }
  for (const Profile::Entry& entry : p.profile.entries())
    for (const Profile::Total& total : entry.totals) of_entries += entry.op == "profile" ? 0 : total.nanoseconds;
  CHECK(of_events == of_entries);
  CHECK(events.front().begin == begin);
}

TEST_CASE("what a queue of outer products computes last belongs to the op that filled it") {
  Profiled p;
  p.tape.at("output");
  p.back(linear(p.tape.parameter(p.weights), {p.variable(3, 1, 1)}));
  const Profile::Event& last = p.profile.events().end()[-2];  // before the end
  CHECK(p.profile.entries()[last.entry].op == "linear");
  CHECK(last.phase == Pass::kBack);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
