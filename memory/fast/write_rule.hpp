#pragma once
// The interface of write rules: how fast weights take in a value under a key, and how they are read.

#include <span>
#include <vector>

#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/context.hpp"
#include "autodiff/tape/scope.hpp"
#include "autodiff/tape/state_names.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct FastSizes {
  size_t heads = 4;
  size_t keys = 16, values = 16;  ///< numbers of a key, its features made, and of a value, of one head

  size_t columns() const { return values * heads; }  ///< of all matrices side by side (memory/fast/ops.hpp)
};

/// A gate that a rule needs, made from controls of its own.
struct RuleGate {
  enum class Kind {
    kShare,   ///< σ(x)
    kTwice,   ///< 2σ(x): an eigenvalue 1 − βkᵀk from −1 to 1 (Grazzi et al. 2025)
    kDecay,   ///< e^g, g = −A·softplus(x), A > 0 learned, one a head (Yang, Kautz & Hatamizadeh 2025, section 3)
    kRate,    ///< A·softplus(x), A likewise
    kDamped,  ///< σ(x)^(1/8) (Zhang et al. 2024, section 3.2)
    kRouted,  ///< σ(x) of the `chosen` largest of a head's numbers, divided by their sum; the others are 0
  };
  const char* name;  ///< watched as "write/NAME"
  Kind kind = Kind::kShare;
  size_t rows = 1;  ///< numbers a head
  Real bias = 0;    ///< what x starts at
  size_t chosen = 0;
};

/// A state of these has all heads' matrices side by side, keys×(values·heads).
struct FastMatrix {
  TAPEHEAD_VALUES(memory);
};

/// A rule has a state, which begins with a FastMatrix. Each step forgets, writes once or several times, and then reads.
/// keys and queries: keys×heads; values and what is read: values×heads; a gate: its rows×heads, already squashed.
class WriteRule {
 public:
  virtual ~WriteRule() = default;

  virtual std::vector<RuleGate> step_gates() const { return {}; }   ///< of forget(), one at most for a LinearRule
  virtual std::vector<RuleGate> write_gates() const { return {}; }  ///< of write(), for each
  /// Whether it needs keys and queries of bounded length (Features).
  virtual bool unit_keys() const { return true; }
  /// Whether a write adds a value; without, `values` of write() and of Known have no tape.
  virtual bool takes_values() const { return true; }

  /// How many numbers its state has for one episode.
  virtual size_t numbers() const = 0;
  virtual StateNames state_names() const { return names_of<FastMatrix>(); }
  virtual State start(const Context& context) const = 0;
  virtual State forget(std::span<const Var>, const State& past) const { return past; }
  virtual State write(Var keys, Var values, std::span<const Var> gates, const State& past) const = 0;
  virtual Var read(Var queries, const State& state) const = 0;
};

/// A rule that takes a known sequence of steps at once.
class ScannedRule : public WriteRule {
 public:
  /// Columns are in the order of steps, in a step of writes, in a write of heads.
  struct Known {
    Var queries, keys, values;
    std::span<const Var> step_gates, write_gates;
  };
  struct Scan {
    Var reads;    ///< values×(heads·steps)
    State state;  ///< after the last step
  };
  virtual Scan steps(const Known& known, const State& past) const = 0;
};

/// A rule that changes S by what depends on it linearly: S ← Diag(keep)·S once a step, S ← S + k·(a − Sᵀe)ᵀ at each
/// write; o = Sᵀq. A known sequence of such steps is one op (memory/fast/scan.hpp).
class LinearRule : public ScannedRule {
 public:
  explicit LinearRule(const FastSizes& sizes) : sizes_(sizes) {}

  /// e and a of the writes under those keys, for any number of columns; without a tape where nothing is erased, or
  /// added.
  struct Change {
    Var erase, add;
  };
  virtual Change change(Var keys, Var values, std::span<const Var> gates) const = 0;

  size_t numbers() const final { return sizes_.keys * sizes_.columns(); }
  State start(const Context& context) const override;
  State forget(std::span<const Var> gates, const State& past) const final;
  State write(Var keys, Var values, std::span<const Var> gates, const State& past) const final;
  Var read(Var queries, const State& state) const final;
  Scan steps(const Known& known, const State& past) const final;

 protected:
  const FastSizes sizes_;
};

inline State start_of_matrix(const Context& context, const FastSizes& sizes) {
  return State::of(context.tape, FastMatrix{context.tape.filled(sizes.keys, sizes.columns(), context.batch, 0)});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
