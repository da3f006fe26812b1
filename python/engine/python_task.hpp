#pragma once
// A task that is a Python object.

#include <array>
#include <chrono>
#include <exception>
#include <list>
#include <mutex>
#include <optional>

#include "python/engine/background_work.hpp"
#include "python/engine/shared_batch.hpp"
#include "python/engine/turn.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Episodes are drawn in blocks, one call of the object's sample() each, so that NumPy draws many at once: in training
/// the batches, elsewhere those that are scored side by side. So an episode is a pure function of seed, split, number,
/// shape and train.batch. The last blocks are kept: the parts of a batch that different threads work on ask for one.
/// While a training batch is worked on, the next one is drawn ahead if draws take long, by its stream and for the part
/// of its sizes that is open now; if it turns out to be of another shape, it is drawn again. Calls of the object never
/// overlap.
class PythonTask final : public Task {
 public:
  /// `object` has spec, shape(rng, reach) or steps, and sample(rng, shape, batch). Throws InputError where it has not.
  /// To be called with the interpreter's lock.
  PythonTask(std::string name, pybind11::object object, size_t train_block);

  Spec spec() const override { return *spec_; }
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return has_shape_; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override { return grid_; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  struct Block {
    uint64_t seed, number;
    Split split;
    Shape shape;
    std::shared_ptr<Batch> batch;
    bool same(const Block& other) const {
      return seed == other.seed && number == other.number && split == other.split && shape == other.shape;
    }
  };
  /// The block that is drawn ahead. Where drawing it failed, that is told when it is asked for.
  struct Next {
    Block block;
    bool drawn = false;
    std::exception_ptr failure;
  };
  static constexpr size_t kKept = 4;       // blocks
  static constexpr size_t kChecked = 100;  // blocks whose every number is looked at; of later ones only the sizes
  static constexpr size_t kMostSteps = 1 << 24;
  /// A draw that takes less is not worth a thread: handing over took that long beside a busy machine's other work.
  static constexpr std::chrono::microseconds kWorthAThread{1000};
  static constexpr size_t kMostMisses = 8;  // then nothing is drawn ahead any more

  /// The block, drawn or kept.
  std::shared_ptr<const Batch> block(const Block& wanted, size_t episodes) const;
  void draw(Block& block, size_t episodes) const;
  /// The block, if it is the one that was drawn ahead.
  std::optional<Block> drawn_ahead(const Block& wanted) const;
  void draw_ahead(const Block& before, size_t episodes) const;
  /// A block's memory for another one.
  std::shared_ptr<Batch> oldest_batch() const;
  Shape read_shape(const pybind11::object& told) const;
  size_t steps_of(const Shape& shape) const;
  pybind11::object shape_object(const Shape& shape) const;

  std::string name_;
  SharedObject object_;
  std::optional<Spec> spec_;
  bool has_shape_ = false, has_show_ = false;
  size_t fixed_steps_ = 0;
  mutable size_t sizes_ = 0;  ///< numbers of a shape; 0: it is one number by itself
  size_t train_block_;
  EvalGrid grid_;
  mutable std::mutex mutex_;
  mutable std::list<Block> blocks_;  ///< the last used first
  mutable size_t drawn_ = 0;
  mutable std::array<std::chrono::steady_clock::duration, 2> took_{};  ///< the last two draws
  mutable Reach reach_ = {};                                           ///< of the last shape
  mutable uint64_t last_train_ = 0;                                    ///< the last training block's number
  mutable size_t misses_ = 0;  ///< how often in a row what was drawn ahead was of another shape
  mutable std::shared_ptr<Next> next_;
  mutable BackgroundWork background_;  ///< waited for before the object is called; the last member, which ends first
};

}  // namespace tapehead::inline TAPEHEAD_REAL
