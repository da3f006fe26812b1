#include "autodiff/ops/elementwise.hpp"
#include "autodiff/base/fastmath.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var negate(Var x) { return scale(x, -1); }

Var scale(Var x, Real factor) {
  Var y = like(x);
  map(
      y, [=](Real v) { return factor * v; }, x);
  tell_each(y, {x}, {1}, {1});
  return x.tape->record(y, {x}, [=] { accumulate(x, y, [=](Real dy) { return factor * dy; }); });
}

Var shift(Var x, Real term) {
  Var y = like(x);
  map(
      y, [=](Real v) { return v + term; }, x);
  tell_each(y, {x}, {1}, {});
  return x.tape->record(y, {x}, [=] { accumulate(x, y, [](Real dy) { return dy; }); });
}

Var sigmoid(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return fast::logistic(v); }, x);
  tell_each(y, {x}, {0, 1}, {3});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real v) { return dy * v * (1 - v); }, y);
  });
}

Var tanh(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return fast::tanh(v); }, x);
  tell_each(y, {x}, {0, 1}, {3});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real v) { return dy * (1 - v * v); }, y);
  });
}

Var softplus(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return fast::softplus(v); }, x);
  tell_each(y, {x}, {0, 1}, {1, 1});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real v) { return dy * fast::logistic(v); }, x);
  });
}

Var relu(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return v > 0 ? v : 0; }, x);
  tell_each(y, {x}, {1}, {1});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real v) { return v > 0 ? dy : 0; }, x);
  });
}

Var gelu(Var x) {
  constexpr Real kSlope = Real(0.7978845608028654), kCubic = Real(0.044715);  // √(2/π)
  Var y = like(x);
  map(
      y, [](Real v) { return Real(0.5) * v * (1 + fast::tanh(kSlope * (v + kCubic * v * v * v))); }, x);
  tell_each(y, {x}, {8, 1}, {17, 1});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y,
        [](Real dy, Real v) {
          const Real t = fast::tanh(kSlope * (v + kCubic * v * v * v));
          return dy * Real(0.5) * (1 + t + v * (1 - t * t) * kSlope * (1 + 3 * kCubic * v * v));
        },
        x);
  });
}

Var exp(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return fast::exp(v); }, x);
  tell_each(y, {x}, {0, 1}, {1});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real v) { return dy * v; }, y);
  });
}

Var log(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return fast::log(v); }, x);
  tell_each(y, {x}, {0, 1}, {1});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real v) { return dy / v; }, x);
  });
}

Var square(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return v * v; }, x);
  tell_each(y, {x}, {1}, {2});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real v) { return 2 * dy * v; }, x);
  });
}

Var inverse_sqrt(Var x) {
  Var y = like(x);
  map(
      y, [](Real v) { return fast::rsqrt(v); }, x);
  tell_each(y, {x}, {0, 1}, {4});
  return x.tape->record(y, {x}, [=] {
    accumulate(
        x, y, [](Real dy, Real v) { return Real(-0.5) * dy * v * v * v; }, y);
  });
}

Var add(Var a, Var b) {
  Var y = like("add", a, b);
  map(
      y, [](Real u, Real v) { return u + v; }, a, b);
  tell_each(y, {a, b}, {1}, {});
  return a.tape->record(y, {a, b}, [=] {
    accumulate(a, y, [](Real dy) { return dy; });
    accumulate(b, y, [](Real dy) { return dy; });
  });
}

Var subtract(Var a, Var b) {
  Var y = like("subtract", a, b);
  map(
      y, [](Real u, Real v) { return u - v; }, a, b);
  tell_each(y, {a, b}, {1}, {});
  return a.tape->record(y, {a, b}, [=] {
    accumulate(a, y, [](Real dy) { return dy; });
    accumulate(b, y, [](Real dy) { return -dy; });
  });
}

Var multiply(Var a, Var b) {
  Var y = like("multiply", a, b);
  map(
      y, [](Real u, Real v) { return u * v; }, a, b);
  tell_each(y, {a, b}, {1}, {1});
  return a.tape->record(y, {a, b}, [=] {
    accumulate(
        a, y, [](Real dy, Real v) { return dy * v; }, b);
    accumulate(
        b, y, [](Real dy, Real u) { return dy * u; }, a);
  });
}

Var divide(Var a, Var b) {
  Var y = like("divide", a, b);
  map(
      y, [](Real u, Real v) { return u / v; }, a, b);
  a.tape->tell([=] {
    const size_t n = y.numbers();
    return OpWork{n * Work{1}, n * (a.tape->wants(a) * Work{1} + a.tape->wants(b) * Work{2})};
  });
  return a.tape->record(y, {a, b}, [=] {
    accumulate(
        a, y, [](Real dy, Real v) { return dy / v; }, b);
    accumulate(
        b, y, [](Real dy, Real q, Real v) { return -dy * q / v; }, y, b);
  });
}

Var mix(Var gate, Var a, Var b) {
  if (a.rows != b.rows || a.cols != b.cols || a.batch() != b.batch())
    shapes_do_not_fit("mix", {a, b}, "the two that are mixed have one shape");
  Var y = like("mix", gate, a);
  map(
      y, [](Real g, Real u, Real v) { return v + g * (u - v); }, gate, a, b);
  a.tape->tell([=] {
    const Tape& t = *a.tape;
    const Work back = t.wants(gate) * Work{2} + t.wants(a) * Work{1} + t.wants(b) * Work{2};
    return OpWork{y.numbers() * Work{3}, y.numbers() * back};
  });
  return a.tape->record(y, {gate, a, b}, [=] {
    accumulate(
        gate, y, [](Real dy, Real u, Real v) { return dy * (u - v); }, a, b);
    accumulate(
        a, y, [](Real dy, Real g) { return dy * g; }, gate);
    accumulate(
        b, y, [](Real dy, Real g) { return dy * (1 - g); }, gate);
  });
}

Var like(const char* op, Var a, Var b) {
  const size_t a_batch = a.batch(), b_batch = b.batch();
  const auto fits = [](size_t m, size_t n) { return m == n || m == 1 || n == 1; };
  if (!fits(a.rows, b.rows) || !fits(a.cols, b.cols) || !fits(a_batch, b_batch))
    shapes_do_not_fit(op, {a, b}, "each axis is equal or 1");
  return a.tape->make(std::max(a.rows, b.rows), std::max(a.cols, b.cols), std::max(a_batch, b_batch));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
