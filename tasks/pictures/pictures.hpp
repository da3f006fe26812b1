#pragma once
// Classification of pictures: as they are, or as an item somewhere on a larger canvas with distractors.

#include <memory>

#include "tasks/data/pictures/picture_source.hpp"
#include "tasks/data/text/corpus.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

using KnownPictures = std::shared_ptr<const PictureSource>;

struct PicturesSettings {
  std::string from;     ///< where the pictures come from, for errors
  uint32_t canvas = 0;  ///< sides in pixels; 0: no canvas, pictures are shown as they are
  uint32_t pieces = 0;  ///< distractors, pieces of other pictures, on a canvas
  uint32_t piece = 8;   ///< sides of a piece in pixels
  uint32_t shift = 0;   ///< without a canvas: training pictures are moved by up to this many pixels in both directions
  bool mirror = false;  ///< half of the training pictures are mirrored, left and right
};

/// One step, a picture, with its class as target:
///
///     picture   ░▓█▓░        on a canvas     . ▓ . . . . .      a piece of another
///               ▓░ ░▓                        . . . ░▓█▓░ .      the item, and around it the box
///               ░▓█▓░                        . . . ▓░ ░▓ .
///
/// On a canvas the item is anywhere within it, pieces are squares cut at random from other pictures of the same part
/// and put anywhere, and where they overlap the brighter number is kept (Mnih et al. 2014, sections 4.1 and 4.2).
/// Batch::boxes has the visible part of the item (ink_of); without a canvas there are no boxes.
///
/// Training draws pictures, or goes through permutations of them, each time with another place and other pieces,
/// shifted and mirrored where asked for. Held-out sets are neither shifted nor mirrored, and are the same for all
/// seeds: validation, the check and the final score take the part held out for validation, eval and test the part for
/// testing. Show takes training pictures in order.
class PicturesTask final : public Task {
 public:
  /// Classes are numbered by name in the known corpus, or else as in the source; a class that the corpus lacks is
  /// always wrong. Throws InputError for a canvas smaller than a picture, pieces larger than one, and a corpus without
  /// any of the classes.
  PicturesTask(const PicturesSettings& settings, KnownPictures source, KnownCorpus corpus = nullptr);

  Spec spec() const override;
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override;
  EvalGrid eval_grid() const override;
  size_t must_hold() const override { return 0; }
  size_t episodes(Split split, size_t group = kAllGroups) const override;
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override;

 private:
  void put(const Picture& item, const EpisodeRange& range, Stream& draw, Batch& batch, size_t b) const;
  void clutter(Part part, Stream& draw, Real* canvas) const;

  PicturesSettings settings_;
  KnownPictures source_;
  KnownCorpus corpus_;
  Layout layout_;
  std::vector<uint32_t> numbers_;  ///< the source's classes as numbered in the corpus
};

}  // namespace tapehead::inline TAPEHEAD_REAL
