#pragma once
// All parameters in one contiguous vector; each is a named, shaped view of it.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/matrix_view.hpp"
#include "autodiff/base/random.hpp"
#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A parameter's number in its store.
struct Parameter {
  uint32_t index = 0;
};

/// Fills in a parameter's starting values, which are zeros before.
using Initializer = std::function<void(Stream&, MatrixView)>;

/// Optimisers, clipping, checkpoints and gradient checks see one flat vector; layers see shaped views, made on use.
/// What belongs to the model but is not learned (a random starting memory, a running mean) is kept apart, in
/// `constants`.
class ParameterStore final {
 public:
  struct Entry {
    std::string name;  ///< "controller/lstm/weights"
    uint32_t rows, cols;
    size_t offset;  ///< in values() or constants()
    bool learned;
    uint32_t blocks;  ///< matrices stacked in it
    size_t size() const { return size_t{rows} * cols; }
  };

  explicit ParameterStore(uint64_t seed) : seed_(seed) {}

  /// Adds a parameter whose starting values are drawn from a stream of its own. Throws ShapeError for a duplicate name.
  /// It may hold several matrices of equal size, one below the other (`blocks`), so that a word's vectors in all of
  /// them are adjacent; where gradients are clipped by matrix, each counts as one.
  Parameter add(const std::string& name, size_t rows, size_t cols, const Initializer& start, size_t blocks = 1) {
    return add(name, rows, cols, start, true, blocks);
  }
  /// Adds a constant tensor, which is saved with the model and never trained.
  Parameter add_constant(const std::string& name, size_t rows, size_t cols, const Initializer& start) {
    return add(name, rows, cols, start, false, 1);
  }
  /// Adds a running mean of what Tape::observe() is shown in training; it starts at 0. It is saved with the model but
  /// is no parameter: gradients, clipping, weight decay and weight averaging do not affect it
  /// (autodiff/tape/observations.hpp).
  Parameter add_running_mean(const std::string& name, size_t rows, size_t cols) {
    return add_constant(name, rows, cols, [](Stream&, MatrixView) {});
  }

  const std::vector<Entry>& entries() const { return entries_; }
  const Entry& entry(Parameter p) const { return entries_[p.index]; }

  /// The values of one parameter, rows×cols column-major.
  const Real* data(Parameter p) const { return data(entry(p)); }
  const Real* data(const Entry& e) const { return (e.learned ? values_ : constants_).data() + e.offset; }
  Real* data(const Entry& e) { return (e.learned ? values_ : constants_).data() + e.offset; }

  AlignedVector<Real>& values() { return values_; }
  const AlignedVector<Real>& values() const { return values_; }
  const AlignedVector<Real>& constants() const { return constants_; }
  AlignedVector<Real>& constants() { return constants_; }
  size_t size() const { return values_.size(); }  ///< of the flat vector, padding included
  /// Training episodes seen so far, for models with a schedule in training; kTrained: past all schedules.
  static constexpr uint64_t kTrained = ~uint64_t{0};
  uint64_t seen() const { return seen_; }
  void set_seen(uint64_t episodes) { seen_ = episodes; }
  /// How far a change of training has come that waits until the task is learned, 0..1; 1 once trained.
  double settled() const { return settled_; }
  void set_settled(double share) { settled_ = share; }

  size_t learned_count() const;  ///< numbers that are learned

 private:
  Parameter add(const std::string& name, size_t rows, size_t cols, const Initializer& start, bool learned,
                size_t blocks);

  uint64_t seed_, seen_ = kTrained;
  double settled_ = 1;
  std::vector<Entry> entries_;
  AlignedVector<Real> values_, constants_;
};

Initializer zeros();
Initializer filled(Real value);
Initializer identity();              ///< 1 on the diagonal, 0 elsewhere
Initializer uniform(Real bound);     ///< U(−bound, bound)
Initializer normal(Real deviation);  ///< N(0, deviation²)
/// For weights whose last column is the bias: U(±gain·√(6/(inputs + outputs))) (Glorot & Bengio 2010), biases
/// N(0, bias_deviation²).
Initializer glorot_with_bias(Real gain = 1, Real bias_deviation = 0);

}  // namespace tapehead::inline TAPEHEAD_REAL
