#pragma once
// Which sizes of its task a run sees when.

#include <memory>
#include <string>
#include <vector>

#include "autodiff/base/random.hpp"
#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"
#include "tasks/episode/sizes.hpp"

namespace tapehead {

/// What a training batch showed, for a curriculum that looks at it.
struct Lesson {
  double bits_before = 0;  ///< cost a sequence, before the update
  double bits_after = 0;   ///< of the same batch after the update; only where wants_bits_after()
  double answers = 0;      ///< scored bits (or answers, of classes) a sequence
  double steps = 0;        ///< of the batch's episodes: what the lesson took
};

/// Explicit state in, state out: all that a curriculum has learned is a list of numbers, which a checkpoint saves.
class Curriculum {
 public:
  virtual ~Curriculum() = default;

  /// What it starts from; always as long.
  virtual std::vector<double> start() const = 0;

  /// The sizes of the next batch. `seen`: sequences before it; `draw`: the batch's own numbers.
  virtual Reach next(Stream& draw, uint64_t seen, const std::vector<double>& state) const = 0;

  virtual bool wants_bits_after() const = 0;

  /// Learns from the batch that the given reach brought. `draw`: numbers for this alone.
  virtual void learn(Reach reach, const Lesson& lesson, Stream& draw, std::vector<double>& state) const = 0;
};

/// The rows: none, linear, doubling, look-back, prediction-gain.
std::vector<const PartInfo*> curriculum_infos();

/// The one that settings say.
std::unique_ptr<Curriculum> make_curriculum(const Settings& settings);

}  // namespace tapehead
