#pragma once
// Captions: several items on a canvas, and a sentence about their relations.

#include "tasks/data/pictures/mosaic_places.hpp"
#include "tasks/data/sequences/wording.hpp"
#include "tasks/episode/spoken_task.hpp"
#include "tasks/pictures/pictures.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MosaicSettings {
  std::string from;      ///< where the pictures come from, for errors
  uint32_t canvas = 84;  ///< sides in pixels
  size_t min_items = 2, max_items = 3;
  bool colours = false;  ///< of a PNG file that a person asks about
};

/// Items at random places without overlap; the caption names them from the upper left to the lower right:
///
///     source    ○ . . . .       target    a  circle  left  of  a  star  above  a  heart  kEnd
///               . . . ☆ .       boxes     -  ○       -     -   -  ☆     -      -  ♥      -
///               . . . ♥ .
///
/// Each canvas has one right caption. Items are named in the order of x + y of their middles; between two neighbours it
/// says "left of" where they differ more in x, "above" where they differ more in y, and in that order neither can be
/// reversed (tasks/data/pictures/mosaic_places.hpp). A class may occur more than once. Batch::boxes has the visible
/// part of the item (ink_of) for every word of its name.
///
/// A shape is {items}, uniform over its limits. Training draws infinitely many canvases from training pictures; 2,000
/// canvases are held out for validation and 2,000 for testing, with pictures held out for that, the same for all seeds.
class MosaicTask final : public SpokenTask {
 public:
  static constexpr size_t kHeldOut = 2000;

  /// Numbered by the known corpus, or else by its own. Throws InputError for reversed limits, a canvas too small for
  /// the items, and a corpus without a name of any class.
  MosaicTask(const MosaicSettings& settings, KnownPictures source, KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream& draw, Reach reach) const override;
  bool has_sizes() const override { return settings_.min_items < settings_.max_items; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override;
  size_t must_hold() const override { return settings_.max_items; }
  size_t episodes(Split split, size_t group = kAllGroups) const override;
  std::unique_ptr<Judge> judge() const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

  /// A line is the path of a PNG file of the canvas' size.
  std::vector<std::string> ask(std::string_view line, Batch& batch) const override;
  std::string said_text(std::span<const uint32_t> said) const override { return wording_.said_text(said); }
  /// A picture has no words.
  std::string source_text(std::span<const uint32_t>) const override { return ""; }

 private:
  MosaicSettings settings_;
  KnownPictures source_;
  Wording wording_;
  Layout layout_;
  std::vector<uint32_t> article_, left_, above_;  ///< word numbers
  std::vector<std::vector<uint32_t>> names_;      ///< word numbers of each class' name
  size_t longest_name_ = 0;                       ///< in words
};

}  // namespace tapehead::inline TAPEHEAD_REAL
