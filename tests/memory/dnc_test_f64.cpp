// The DNC against its equations written out in scalar loops.

#include "memory/dnc/dnc.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attention/normalisers/softmax_normaliser.hpp"
#include "attention/scores/cosine.hpp"
#include "attention/scores/cosine_similarity.hpp"
#include "autodiff/base/error.hpp"
#include "memory/dnc/links.hpp"
#include "memory/dnc/ops.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;
using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

Matrix matrix(size_t rows, size_t cols) { return Matrix(rows, Vector(cols, 0.0)); }
double oneplus(double x) { return 1 + std::log(1 + std::exp(x)); }

Vector softmax_of(Vector x) {
  double total = 0;
  for (double& v : x) total += v = std::exp(v);
  for (double& v : x) v /= total;
  return x;
}

/// a[φ_j] = (1 − u[φ_j]) Π_{i<j} u[φ_i], after raising usage above zero.
Vector allocation_of(Vector u) {
  for (double& v : u) v = 1e-6 + (1 - 1e-6) * v;
  std::vector<size_t> order(u.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return u[a] < u[b]; });
  Vector a(u.size());
  for (size_t j = 0; j < order.size(); ++j) {
    a[order[j]] = 1 - u[order[j]];
    for (size_t i = 0; i < j; ++i) a[order[j]] *= u[order[i]];
  }
  return a;
}

/// One episode of a DNC as in the papers: N slots of width W, R read and H write heads.
struct Reference {
  size_t N, W, R, H;
  bool masked, deallocates, sharpens, squashes;
  size_t iterations;
  Matrix M = matrix(N, W);
  Vector u = Vector(N, 0.0);
  Matrix wr = matrix(R, N), ww = matrix(H, N), p = matrix(H, N);
  std::vector<Matrix> L = std::vector<Matrix>(H, matrix(N, N));
  Matrix reads = matrix(R, W);

  Vector content(Vector key, const Vector& mask, double strength) const {
    for (double& k : key) k = squashes ? std::tanh(k) : k;
    Vector w = looked_up(key, mask, strength);
    for (size_t i = 1; i < iterations; ++i) {
      for (size_t j = 0; j < W; ++j) {
        key[j] = 0;
        for (size_t n = 0; n < N; ++n) key[j] += w[n] * M[n][j];
      }
      w = looked_up(key, mask, strength);
    }
    return w;
  }

  Vector looked_up(const Vector& key, const Vector& mask, double strength) const {
    Vector scores(N);
    for (size_t n = 0; n < N; ++n) {
      double dot = 0, slot = 0, self = 0;
      for (size_t j = 0; j < W; ++j) {
        const double a = M[n][j] * mask[j], b = key[j] * mask[j];
        dot += a * b;
        slot += a * a;
        self += b * b;
      }
      scores[n] = strength * dot / (std::sqrt(slot + 1e-8) * std::sqrt(self + 1e-8));
    }
    return softmax_of(scores);
  }

  Vector sharpened(const Vector& d, double sharpness) const {
    Vector s(N);
    double total = 0;
    for (size_t n = 0; n < N; ++n) total += s[n] = std::pow((d[n] + 1e-12) / 1e-3, sharpness);
    for (double& v : s) v /= total;
    return s;
  }

  void step(const Real* x) {
    const auto take = [&](size_t count) {
      Vector v(x, x + count);
      x += count;
      return v;
    };
    Matrix keys, masks, erase, add, modes;
    for (size_t h = 0; h < R + H; ++h) keys.push_back(take(W));
    Vector strengths = take(R + H);
    for (double& s : strengths) s = oneplus(s);
    for (size_t h = 0; h < R + H; ++h) {
      masks.push_back(masked ? take(W) : Vector(W, 1.0));
      if (masked)
        for (double& m : masks[h]) m = testing::logistic_of(m);
    }
    for (size_t h = 0; h < H; ++h) erase.push_back(take(W));
    for (size_t h = 0; h < H; ++h) add.push_back(take(W));
    Vector free = take(R), allocate = take(H), gate = take(H);
    for (Vector* gates : {&free, &allocate, &gate})
      for (double& g : *gates) g = testing::logistic_of(g);
    for (size_t r = 0; r < R; ++r) modes.push_back(softmax_of(take(1 + 2 * H)));
    Matrix sharpness(R, Vector(2 * H, 1.0));
    if (sharpens)
      for (Vector& of_reader : sharpness) {
        of_reader = take(2 * H);
        for (double& s : of_reader) s = oneplus(s);
      }

    Vector psi(N, 1.0);
    for (size_t n = 0; n < N; ++n)
      for (size_t r = 0; r < R; ++r) psi[n] *= 1 - free[r] * wr[r][n];
    for (size_t n = 0; n < N; ++n) {
      double untouched = 1;
      for (size_t h = 0; h < H; ++h) untouched *= 1 - ww[h][n];
      u[n] = (u[n] + (1 - u[n]) * (1 - untouched)) * psi[n];
    }
    Vector taken = u;
    for (size_t h = 0; h < H; ++h) {
      const Vector a = allocation_of(taken), c = content(keys[R + h], masks[R + h], strengths[R + h]);
      for (size_t n = 0; n < N; ++n) {
        ww[h][n] = gate[h] * (allocate[h] * a[n] + (1 - allocate[h]) * c[n]);
        taken[n] += (1 - taken[n]) * gate[h] * allocate[h] * a[n];
      }
    }
    for (size_t n = 0; n < N; ++n)
      for (size_t j = 0; j < W; ++j) {
        if (deallocates) M[n][j] *= psi[n];
        for (size_t h = 0; h < H; ++h) M[n][j] *= 1 - ww[h][n] * testing::logistic_of(erase[h][j]);
        for (size_t h = 0; h < H; ++h) M[n][j] += ww[h][n] * add[h][j];
      }
    for (size_t h = 0; h < H; ++h) {
      double written = 0;
      for (size_t i = 0; i < N; ++i) {
        written += ww[h][i];
        for (size_t j = 0; j < N; ++j)
          L[h][i][j] = i == j ? 0 : (1 - ww[h][i] - ww[h][j]) * L[h][i][j] + ww[h][i] * p[h][j];
      }
      for (size_t n = 0; n < N; ++n) p[h][n] = (1 - written) * p[h][n] + ww[h][n];
    }
    for (size_t r = 0; r < R; ++r) {
      Vector w = content(keys[r], masks[r], strengths[r]);
      for (double& v : w) v *= modes[r][H];
      for (size_t h = 0; h < H; ++h) {
        Vector backward(N, 0.0), forward(N, 0.0);
        for (size_t i = 0; i < N; ++i)
          for (size_t j = 0; j < N; ++j) {
            forward[i] += L[h][i][j] * wr[r][j];
            backward[i] += L[h][j][i] * wr[r][j];
          }
        if (sharpens) {
          backward = sharpened(backward, sharpness[r][h]);
          forward = sharpened(forward, sharpness[r][H + h]);
        }
        for (size_t n = 0; n < N; ++n) w[n] += modes[r][h] * backward[n] + modes[r][H + 1 + h] * forward[n];
      }
      wr[r] = w;
      for (size_t j = 0; j < W; ++j) {
        reads[r][j] = 0;
        for (size_t n = 0; n < N; ++n) reads[r][j] += w[n] * M[n][j];
      }
    }
  }
};

DncMemory made(const DncSettings& settings, bool squash, size_t iterations = 1) {
  return DncMemory(settings,
                   std::make_unique<ContentLookup>(std::make_unique<CosineSimilarity>(),
                                                   std::make_unique<SoftmaxNormaliser>(), squash, iterations));
}

void check_against_reference(const DncSettings& s, bool squash, size_t iterations = 1) {
  INFO("slots " << s.slots << ", readers " << s.read_heads << ", writers " << s.write_heads << ", masks " << s.key_masks
                << ", de-allocation " << s.de_allocation << ", sharpness " << s.link_sharpness);
  constexpr size_t kBatch = 2, kSteps = 7;
  const DncMemory memory = made(s, squash, iterations);
  const Reference start{s.slots,         s.width,          s.read_heads, s.write_heads, s.key_masks,
                        s.de_allocation, s.link_sharpness, squash,       iterations};
  std::vector<Reference> right(kBatch, start);
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Context context{tape, kBatch, testing::noise()};
  State state = memory.start(context);
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (size_t step = 0; step < kSteps; ++step) {
    std::vector<Real> controls(memory.controls() * kBatch);
    for (Real& x : controls) x = stream.uniform(-2, 2);
    const auto next = memory.step(context, tape.constant(memory.controls(), 1, kBatch, controls.data()), state);
    state = next.state;
    const auto reads = tape.value(next.output);
    for (size_t b = 0; b < kBatch; ++b) {
      right[b].step(controls.data() + b * memory.controls());
      for (size_t r = 0; r < s.read_heads; ++r)
        for (size_t j = 0; j < s.width; ++j) {
          INFO("step " << step << ", episode " << b << ", head " << r << ", number " << j);
          CHECK(reads.item(b)[r * s.width + j] == Approx(right[b].reads[r][j]).epsilon(1e-9).margin(1e-12));
        }
    }
  }
}

}  // namespace

TEST_CASE("the DNC is what its equations say, step by step") {
  DncSettings s;
  s.slots = 6;
  s.width = 4;
  for (const auto& [readers, writers] : {std::pair{1, 1}, {2, 1}, {1, 2}, {3, 2}}) {
    s.read_heads = static_cast<size_t>(readers);
    s.write_heads = static_cast<size_t>(writers);
    for (int options = 0; options < 8; ++options) {
      s.key_masks = options & 1;
      s.de_allocation = options & 2;
      s.link_sharpness = options & 4;
      check_against_reference(s, options == 5);
      if (options < 2) check_against_reference(s, true, 3);  // with and without masks
    }
  }
  s.slots = 21;  // more than a vector's worth, and not a multiple of it
  check_against_reference(s, false);
}

TEST_CASE("usage and retention are what their elementary ops give") {
  for (const size_t slots : {5, 19})
    for (const size_t heads : {1, 3}) {
      const auto kept = [](Var weights, Var gates) {
        Var product = shift(negate(multiply(columns(gates, 0, 1), columns(weights, 0, 1))), 1);
        for (size_t h = 1; h < weights.cols; ++h)
          product = multiply(product, shift(negate(multiply(columns(gates, h, 1), columns(weights, h, 1))), 1));
        return product;
      };
      testing::check_twins([](Tape&, In in) { return retention(in[0], in[1]); },
                           [=](Tape&, In in) { return kept(in[0], in[1]); },
                           {{"weights", slots, heads, 0, 1}, {"gates", 1, heads, 0, 1}});
      testing::check_twins([](Tape&, In in) { return usage(in[0], in[1], in[2]); },
                           [=](Tape& tape, In in) {
                             const Var untouched = kept(in[1], tape.filled(1, in[1].cols, in[1].batch(), 1));
                             return multiply(
                                 in[2], add(in[0], multiply(shift(negate(in[0]), 1), shift(negate(untouched), 1))));
                           },
                           {{"past", slots, 1, 0, 1}, {"weights", slots, heads, 0, 1}, {"retention", slots, 1, 0, 1}});
    }
}

TEST_CASE("allocation is what a stable sort and products give, equal usages in the order of their slots") {
  Stream stream(5, Split::kCheck, Purpose::kTest, 0);
  const ParameterStore none(0);
  Tape tape;
  for (const size_t slots : {1, 2, 7, 8, 21, 64})
    for (const double levels : {1.0, 3.0, 1e9}) {  // so many different usages are possible
      Vector u(slots);
      for (double& v : u) v = std::round(stream.uniform(0, 1) * levels) / levels;
      tape.begin(none, nullptr);
      const Vector got = testing::numbers(allocation(tape.constant(slots, 1, 1, u.data()))), right = allocation_of(u);
      for (size_t n = 0; n < slots; ++n) CHECK(got[n] == Approx(right[n]).epsilon(1e-12).margin(1e-300));
    }
}

TEST_CASE("a NaN in the usage is seen, and nothing else happens") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  for (const size_t where : {0, 3, 6}) {
    Vector u = {0.3, 0.1, 0.5, 0.2, 0.9, 0.7, 0.4};
    u[where] = std::nan("");
    const Vector got = testing::numbers(allocation(tape.constant(7, 1, 1, u.data())));
    CHECK(std::any_of(got.begin(), got.end(), [](double a) { return std::isnan(a); }));
  }
}

TEST_CASE("mix_modes is what its elementary ops give") {
  for (const auto& [writers, readers] : {std::pair<size_t, size_t>{1, 1}, {2, 3}}) {
    const auto composed = [](Tape&, In in) {
      const size_t heads = in[1].cols, per_reader = in[0].cols / heads, half = per_reader / 2;
      std::vector<Var> weights;
      for (size_t r = 0; r < heads; ++r) {
        const Var modes = columns(in[2], r, 1), followed = columns(in[0], r * per_reader, per_reader);
        Var w = multiply(rows(modes, half, 1), columns(in[1], r, 1));
        w = add(w, matmul(columns(followed, 0, half), rows(modes, 0, half)));
        weights.push_back(add(w, matmul(columns(followed, half, half), rows(modes, half + 1, half))));
      }
      return beside(weights);
    };
    testing::check_twins([](Tape&, In in) { return mix_modes(in[0], in[1], in[2]); }, composed,
                         {{"directions", 19, 2 * writers * readers},
                          {"content", 19, readers},
                          {"modes", 1 + 2 * writers, readers, 0, 1}});
  }
}

TEST_CASE("masked_cosine is what its elementary ops give") {
  const auto composed = [](Tape&, In in) {
    const auto inverse_norm = [](Var squares) { return inverse_sqrt(shift(squares, kCosineEpsilon)); };
    const Var passed = square(in[2]), key = multiply(in[1], in[2]);
    const Var norms = multiply(inverse_norm(matmul(square(in[0]), passed)), inverse_norm(sum_rows(square(key))));
    return multiply(matmul(in[0], multiply(key, in[2])), norms);
  };
  for (const size_t slots : {3, 19, 64, 75})  // with and without whole blocks of registers
    for (const size_t heads : {1, 3})
      testing::check_twins([](Tape&, In in) { return masked_cosine(in[0], in[1], in[2]); }, composed,
                           {{"memory", slots, 5}, {"keys", 5, heads}, {"masks", 5, heads, 0, 1}});
}

TEST_CASE("masks of ones change nothing, and a mask of zero hides a number") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto in = testing::drawn({{"memory", 7, 4}, {"keys", 4, 2}}, 1);
  const Var memory = tape.constant(7, 4, 1, in[0].values.data()), keys = tape.constant(4, 2, 1, in[1].values.data());
  testing::check_close(testing::numbers(masked_cosine(memory, keys, tape.filled(4, 2, 1, 1))),
                       testing::numbers(CosineSimilarity().scores(memory, keys)), "ones");
  const Real hiding[] = {1, 1, 1, 0, 1, 1, 1, 0};
  testing::check_close(testing::numbers(masked_cosine(memory, keys, tape.constant(4, 2, 1, hiding))),
                       testing::numbers(CosineSimilarity().scores(columns(memory, 0, 3), shift(rows(keys, 0, 3), 0))),
                       "the last hidden");
}

TEST_CASE("where usage stops the gradient, a write's weighting does not learn from the next allocation") {
  const auto gradient = [](bool carries) {
    DncSettings s;
    s.slots = 6;
    s.width = 3;
    s.usage_gradient = carries;
    const DncMemory memory = made(s, false);
    std::vector<Real> controls(memory.controls()), d(memory.controls(), 0);
    Stream stream(4, Split::kCheck, Purpose::kTest, 0);
    for (Real& x : controls) x = stream.uniform(-2, 2);
    const ParameterStore none(0);
    Tape tape;
    Real recorded = 0;
    tape.begin(none, &recorded);
    const Context context{tape, 1, testing::noise()};
    const Var first = tape.variable(controls.size(), 1, 1, controls.data(), d.data());
    const State after = memory.step(context, first, memory.start(context)).state;
    const State last = memory.step(context, tape.constant(controls.size(), 1, 1, controls.data()), after).state;
    tape.backward(sum(square(last[2])));  // the second step's usage
    return d;
  };
  const auto carried = gradient(true), stopped = gradient(false);
  const auto any = [](const std::vector<Real>& d) {
    return std::any_of(d.begin(), d.end(), [](Real x) { return x != 0; });
  };
  CHECK(any(carried));
  CHECK(any(stopped));  // by the reads, which the free gates make count
  CHECK(carried != stopped);
}

TEST_CASE("the DNC's ops refuse what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 2) { return tape.filled(rows, cols, batch, 1); };
  const Linkage links = start_linkage(tape, 7, 1, 2);
  CHECK_NOTHROW(advance(links, ones(7, 1), ones(7, 2)));
  CHECK_THROWS_AS(advance(links, ones(7, 2), ones(7, 2)), ShapeError);
  CHECK_THROWS_AS(advance(links, ones(6, 1), ones(6, 2)), ShapeError);
  CHECK_THROWS_AS(advance(links, ones(7, 1), ones(7, 2, 1)), ShapeError);
  CHECK_THROWS_AS(advance(links, ones(7, 1, 1), ones(7, 2, 1)), ShapeError);
  CHECK_THROWS_AS(retention(ones(7, 2), ones(1, 3)), ShapeError);
  CHECK_THROWS_AS(retention(ones(7, 2), ones(1, 2, 1)), ShapeError);
  CHECK_THROWS_AS(usage(ones(7, 2), ones(7, 1), ones(7, 1)), ShapeError);
  CHECK_THROWS_AS(usage(ones(7, 1), ones(6, 1), ones(7, 1)), ShapeError);
  CHECK_THROWS_AS(usage(ones(7, 1), ones(7, 1), ones(7, 1, 1)), ShapeError);
  CHECK_THROWS_AS(allocation(ones(7, 2)), ShapeError);
  CHECK_THROWS_AS(mix_modes(ones(7, 2), ones(7, 1), ones(2, 1)), ShapeError);
  CHECK_THROWS_AS(mix_modes(ones(7, 4), ones(7, 1), ones(3, 1)), ShapeError);
  CHECK_THROWS_AS(mix_modes(ones(7, 2), ones(7, 1), ones(3, 1, 1)), ShapeError);
  CHECK_THROWS_AS(masked_cosine(ones(7, 4), ones(4, 2), ones(4, 1)), ShapeError);
  CHECK_THROWS_AS(masked_cosine(ones(7, 4), ones(3, 2), ones(4, 2)), ShapeError);
  CHECK_THROWS_AS(masked_cosine(ones(7, 4), ones(4, 2), ones(4, 2, 1)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
