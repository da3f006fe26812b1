#pragma once
// Pictures, and a class asked for: as they are, or as an item somewhere on a larger canvas, with pieces of others
// around it.

#include <memory>

#include "tasks/data/pictures/picture_source.hpp"
#include "tasks/data/text/corpus.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

using KnownPictures = std::shared_ptr<const PictureSource>;

struct PicturesSettings {
  std::string from;     ///< where the pictures are from, for errors
  uint32_t canvas = 0;  ///< pixels of its sides; 0: there is none, the pictures are shown as they are
  uint32_t pieces = 0;  ///< of other pictures, on a canvas
  uint32_t piece = 8;   ///< pixels of a piece's sides
  uint32_t shift = 0;   ///< without a canvas: training pictures are moved by up to so many pixels, both ways
  bool mirror = false;  ///< every other training picture is mirrored, left and right
};

/// One step, a picture, and its class is asked for:
///
///     picture   ░▓█▓░        on a canvas     . ▓ . . . . .      a piece of another
///               ▓░ ░▓                        . . . ░▓█▓░ .      the item, and around it the box
///               ░▓█▓░                        . . . ▓░ ░▓ .
///
/// On a canvas the item is anywhere where it is whole, pieces are squares cut from anywhere of other pictures of the
/// same part and put anywhere, and where they overlap the brighter number is seen (Mnih et al. 2014, sections 4.1
/// and 4.2). Batch::boxes has what of the item can be seen (ink_of); without a canvas nothing has a place.
///
/// Training draws, or goes through permutations of its pictures, each time with another place and other pieces, and
/// shifted and mirrored where that is asked for. What is held out is never so, and is the same set whatever a run's
/// seed is: validation, the check and the final score take the part held out for validation, eval and test that for
/// testing. Show takes training pictures in order.
class PicturesTask final : public Task {
 public:
  /// Classes are numbered as in the known corpus, by their names, or else as the source has them; a class that the
  /// corpus lacks is always wrong. Throws InputError for a canvas smaller than a picture, pieces larger, and a corpus
  /// that has none of the classes.
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
  std::vector<uint32_t> numbers_;  ///< of the source's classes, in the corpus
};

}  // namespace tapehead::inline TAPEHEAD_REAL
