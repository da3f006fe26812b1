#pragma once
// Fast weights in plain loops over their equations, one episode, with derivatives.

#include <string>
#include <vector>

#include "memory/fast/fast_weights.hpp"
#include "tests/support/dual.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

using List = std::vector<Dual>;
using Matrix = std::vector<List>;  // rows

inline Dual logistic(Dual x) { return Dual(1) / (Dual(1) + exp(-x)); }
inline Dual soft_plus(Dual x) { return log(Dual(1) + exp(x)); }
inline Dual product(const List& a, const List& b) {
  Dual total;
  for (size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}
inline List softmax_of(const List& x) {
  List y;
  Dual total;
  for (const Dual& one : x) total += y.emplace_back(exp(one));
  for (Dual& one : y) one = one / total;
  return y;
}

/// φ(k), as the papers have it.
inline List plain_features(const Features& features, const List& key, bool unit) {
  List phi;
  if (features.kind == FeatureKind::kIdentity) phi = key;
  if (features.kind == FeatureKind::kSilu)
    for (const Dual& x : key) phi.push_back(x * logistic(x));
  if (features.kind == FeatureKind::kElu)
    for (const Dual& x : key) phi.push_back(x.v > 0 ? x + Dual(1) : exp(x));
  if (features.kind == FeatureKind::kSoftmax) return softmax_of(key);
  if (features.kind == FeatureKind::kDpfp) {
    List both;
    for (const Dual& x : key) both.push_back(positive_part(x));
    for (const Dual& x : key) both.push_back(positive_part(-x));
    const size_t n = both.size();
    for (size_t j = 1; j <= features.nu; ++j)
      for (size_t i = 0; i < n; ++i) phi.push_back(both[i] * both[(i + n * j - j) % n]);
  }
  if (!unit) return phi;
  Dual size(1e-6);
  for (const Dual& x : phi) size += features.positive() ? x : x * x;
  for (Dual& x : phi) x = x / (features.positive() ? size : sqrt(size));
  return phi;
}

/// x of M·x = y, by elimination.
inline List solved(Matrix m, List y) {
  const size_t n = y.size();
  for (size_t i = 0; i < n; ++i)
    for (size_t r = i + 1; r < n; ++r) {
      const Dual factor = m[r][i] / m[i][i];
      for (size_t c = i; c < n; ++c) m[r][c] = m[r][c] - factor * m[i][c];
      y[r] = y[r] - factor * y[i];
    }
  for (size_t i = n; i-- > 0;) {
    for (size_t c = i + 1; c < n; ++c) y[i] = y[i] - m[i][c] * y[c];
    y[i] = y[i] / m[i][i];
  }
  return y;
}

/// What a rule's row was made with.
struct PlainRule {
  std::string name;
  bool negative = false, normaliser = false;
  size_t slots = 0;
  double ridge = 0;
  size_t routed = 0, iterations = 1, hidden = 0;
  double limit = 0;
};

/// One head.
struct PlainHead {
  FastSizes sizes;
  PlainRule rule;
  Dual rate;                    ///< a of A = exp(a)
  List ridge;                   ///< its parameter
  Matrix first, second;         ///< W⁰ of the deep rule's layers: keys×hidden, hidden×values
  Matrix s, u, m, moved_first;  ///< S, Ṽ, or D₂; U, or U₂; H_kk, K̃, or D₁; U₁
  List z;

  void start() {
    const bool deep = rule.name == "deep";
    const size_t rows = deep ? rule.hidden : rule.name == "slots" ? rule.slots : sizes.keys;
    s.assign(rows, List(sizes.values));
    u = s;
    m.assign(deep ? sizes.keys : rows, List(deep ? rule.hidden : sizes.keys));
    moved_first = m;
    z.assign(sizes.keys, Dual());
  }
  List recalled(const List& k) const {  // Sᵀk
    List y(sizes.values);
    for (size_t i = 0; i < s.size(); ++i)
      for (size_t j = 0; j < y.size(); ++j) y[j] += s[i][j] * k[i];
    return y;
  }
  /// σ(x) of the greatest numbers, of equals the lower index, divided by their sum.
  List routed(const List& x) const {
    List p(x.size());
    Dual total;
    for (size_t i = 0; i < x.size(); ++i) {
      size_t before = 0;
      for (size_t j = 0; j < x.size(); ++j) before += x[j].v > x[i].v || (x[j].v == x[i].v && j < i);
      if (before < rule.routed) total += p[i] = logistic(x[i]);
    }
    for (Dual& one : p) one = one / total;
    return p;
  }
  /// h, silu(h) and f(k) of the deep rule.
  struct Inner {
    List h, units, out;
  };
  Inner inner(const List& k) const {
    Inner at{List(rule.hidden), {}, List(sizes.values)};
    for (size_t n = 0; n < rule.hidden; ++n) {
      for (size_t i = 0; i < k.size(); ++i) at.h[n] += (first[i][n] + m[i][n]) * k[i];
      at.units.push_back(at.h[n] * logistic(at.h[n]));
      for (size_t j = 0; j < sizes.values; ++j) at.out[j] += (second[n][j] + s[n][j]) * at.units[n];
    }
    return at;
  }
  /// A step down ‖f(k) − v‖², its gradient by the chain rule.
  void descend(const List& k, const List& v, const List& x) {
    const Inner at = inner(k);
    Matrix by_second = s, by_first = m;
    Dual length;
    for (size_t n = 0; n < rule.hidden; ++n) {
      Dual by_unit;
      for (size_t j = 0; j < v.size(); ++j) {
        const Dual by_out = Dual(2) * (at.out[j] - v[j]);
        by_second[n][j] = by_out * at.units[n];
        by_unit += by_out * (second[n][j] + s[n][j]);
        length += by_second[n][j] * by_second[n][j];
      }
      const Dual share = logistic(at.h[n]);
      for (size_t i = 0; i < k.size(); ++i) {
        by_first[i][n] = by_unit * (share + at.h[n] * share * (Dual(1) - share)) * k[i];
        length += by_first[i][n] * by_first[i][n];
      }
    }
    const Dual theta = logistic(x[0]), eta = logistic(x[1]), alpha = logistic(x[2]);
    const Dual least = rule.limit > 0 ? length / Dual(rule.limit * rule.limit) : Dual();
    const auto move = [&](Matrix& written, Matrix& momentum, const Matrix& gradient) {
      for (size_t i = 0; i < written.size(); ++i)
        for (size_t j = 0; j < written[i].size(); ++j) {
          momentum[i][j] = eta * momentum[i][j] - theta * gradient[i][j] / sqrt(Dual(1) + least);
          written[i][j] = (Dual(1) - alpha) * written[i][j] + momentum[i][j];
        }
    };
    move(s, u, by_second);
    move(m, moved_first, by_first);
  }

  Dual decay(Dual x) const { return exp(-(exp(rate) * soft_plus(x))); }

  /// What the rule's gates of a step are made of.
  void forget(const List& x) {
    for (size_t i = 0; i < s.size() && !x.empty(); ++i) {
      const Dual keep = decay(x.size() == 1 ? x[0] : x[i]);
      for (Dual& one : s[i]) one = keep * one;
      for (Dual& one : m[i]) one = keep * one;
    }
  }

  void write(const List& k, const List& v, const List& x) {
    const double most = rule.negative ? 2 : 1;
    const auto each = [&](auto change) {
      for (size_t i = 0; i < s.size(); ++i)
        for (size_t j = 0; j < s[i].size(); ++j) change(i, j);
    };
    const List old = rule.name == "slots" || rule.name == "deep" ? List() : recalled(k);
    if (rule.name == "deep") {
      descend(k, v, x);
    } else if (rule.name == "associative") {
      const Dual weight = product(z, k), size = product(k, k) + Dual(1e-5);
      const List mean = read(k);
      each([&](size_t i, size_t j) { s[i][j] += logistic(x[0]) * k[i] * (v[j] - mean[j]); });
      const double gamma = std::max(0., 1 - weight.v / size.v);  // has no gradient
      for (size_t i = 0; i < k.size(); ++i) z[i] += Dual(gamma) * k[i];
    } else if (rule.name == "hebbian") {
      each([&](size_t i, size_t j) { s[i][j] += k[i] * v[j]; });
      for (size_t i = 0; i < z.size(); ++i) z[i] += k[i];
    } else if (rule.name == "delta" || rule.name == "gated-delta" || rule.name == "channel-gated") {
      const Dual beta = Dual(most) * logistic(x[0]);  // (I − βkkᵀ)S + βkvᵀ
      each([&](size_t i, size_t j) { s[i][j] = s[i][j] - beta * k[i] * old[j] + beta * k[i] * v[j]; });
    } else if (rule.name == "householder") {
      const Dual squares = product(k, k) + Dual(1e-12);  // (I − 2kkᵀ/kᵀk)S
      each([&](size_t i, size_t j) { s[i][j] = s[i][j] - Dual(2) * k[i] * old[j] / squares; });
    } else if (rule.name == "erase-write") {
      List erased_key;
      for (size_t i = 0; i < k.size(); ++i) erased_key.push_back(Dual(most) * logistic(x[i]) * k[i]);
      const List erased = recalled(erased_key);  // (I − k(b∘k)ᵀ)S + k(w∘v)ᵀ
      each([&](size_t i, size_t j) { s[i][j] = s[i][j] - k[i] * erased[j] + k[i] * logistic(x[k.size() + j]) * v[j]; });
    } else if (rule.name == "momentum") {
      const Dual theta = logistic(x[0]), eta = logistic(x[1]), alpha = logistic(x[2]);
      each([&](size_t i, size_t j) {
        u[i][j] = eta * u[i][j] - theta * Dual(2) * k[i] * (old[j] - v[j]);
        s[i][j] = (Dual(1) - alpha) * s[i][j] + u[i][j];
      });
    } else if (rule.name == "mesa") {
      const Dual beta = logistic(x[0]);
      each([&](size_t i, size_t j) { s[i][j] += beta * k[i] * v[j]; });
      for (size_t i = 0; i < k.size(); ++i)
        for (size_t j = 0; j < k.size(); ++j) m[i][j] += beta * k[i] * k[j];
    } else if (rule.name == "slots") {
      const List p = routed(List(x.begin(), x.begin() + static_cast<long>(rule.slots)));
      for (size_t n = 0; n < rule.slots; ++n) {
        const Dual a =
            rule.routed > 0 ? exp(-(exp(rate) * soft_plus(x.back()) * p[n])) : exp(log(logistic(x[n])) / Dual(8));
        for (size_t i = 0; i < k.size(); ++i) m[n][i] = a * m[n][i] + (Dual(1) - a) * k[i];
        for (size_t j = 0; j < v.size(); ++j) s[n][j] = a * s[n][j] + (Dual(1) - a) * v[j];
      }
    } else {
      throw std::logic_error("no plain loops of rule " + rule.name);
    }
  }

  List read(const List& q) const {
    if (rule.name == "slots") {
      List found = q, weights;
      for (size_t look = 0; look < rule.iterations; ++look) {
        List scores;
        for (const List& key : m) scores.push_back(product(key, found));
        weights = softmax_of(scores);
        found.assign(q.size(), Dual());
        for (size_t n = 0; n < m.size(); ++n)
          for (size_t i = 0; i < q.size(); ++i) found[i] += weights[n] * m[n][i];
      }
      return recalled(weights);
    }
    if (rule.name == "deep") return inner(q).out;
    if (rule.name == "mesa") {
      Matrix regular = m;
      for (size_t i = 0; i < q.size(); ++i) regular[i][i] += soft_plus(ridge[i]) + Dual(rule.ridge);
      return recalled(solved(regular, q));
    }
    List y = recalled(q);
    if (rule.normaliser)
      for (Dual& one : y) one = one / (product(z, q) + Dual(rule.name == "associative" ? 1e-5 : 1e-6));
    return y;
  }
};

/// All heads. Gates are given as numbers a head, of a step and of each write.
struct PlainFastWeights {
  FastSettings settings;
  bool unit_keys, takes_values;
  size_t step_gates, write_gates;
  std::vector<PlainHead> heads;

  List step(const List& controls) {
    const size_t count = settings.heads, writes = settings.writes, size = settings.key_size;
    const size_t each = settings.width / count;
    size_t next = 0;
    const auto take = [&](size_t length, size_t columns) {
      Matrix taken(columns);
      for (List& column : taken)
        for (size_t i = 0; i < length; ++i) column.push_back(controls[next++]);
      return taken;
    };
    const auto made = [&](Matrix keys) {
      for (List& key : keys) key = plain_features(settings.features, key, unit_keys);
      return keys;
    };
    const Matrix queries = made(take(size, count)), keys = made(take(size, count * writes));
    const Matrix values = take(takes_values ? each : 0, count * writes), of_step = take(step_gates, count);
    std::vector<Matrix> of_writes;
    // Each gate has its controls together: those of a rule with several stand one after the other.
    const auto lengths_of = [&](const PlainRule& rule) -> std::vector<size_t> {
      if (rule.name == "erase-write") return {settings.sizes().keys, each};
      if (rule.name == "momentum" || rule.name == "deep") return {1, 1, 1};
      if (rule.routed > 0) return {rule.slots, 1};
      return {write_gates};
    };
    const std::vector<size_t> lengths = lengths_of(heads.front().rule);
    for (const size_t length : lengths) of_writes.push_back(take(length, count * writes));
    List reads;
    for (size_t h = 0; h < count; ++h) {
      heads[h].forget(of_step[h]);
      for (size_t i = 0; i < writes; ++i) {
        List gates;
        for (const Matrix& one : of_writes)
          gates.insert(gates.end(), one[i * count + h].begin(), one[i * count + h].end());
        heads[h].write(keys[i * count + h], values[i * count + h], gates);
      }
      const List read = heads[h].read(queries[h]);
      reads.insert(reads.end(), read.begin(), read.end());
    }
    return reads;
  }
};

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
