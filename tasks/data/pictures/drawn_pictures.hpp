#pragma once
// Pictures drawn on demand, which need no files.

#include "tasks/data/pictures/drawing.hpp"
#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

/// Ten figures by number, upright, in any unit; `draw` chooses among the ways of writing one.
struct FigureSet {
  std::vector<std::string> names;
  Figure (*figure)(uint32_t number, Stream& draw);
  bool filled;     ///< otherwise the outlines are strokes
  float smallest;  ///< the least length of the longer direction, in pixels
  uint64_t seed;
};

/// Handwritten "0" … "9", by strokes.
const FigureSet& drawn_digits();
/// Ten shapes with straight and round edges: "circle", "square" …
const FigureSet& drawn_shapes();

/// 28×28, grey on black. Each figure is turned, slanted, stretched and bent a little, of any size from the set's
/// smallest to nearly the whole picture, anywhere within it, of varying brightness; strokes are thin or thick. There
/// are infinitely many to train on; 5,000 are held out for validation and 10,000 for testing, the same for all seeds.
class DrawnPictures final : public PictureSource {
 public:
  static constexpr PictureSize kSize{28, 28, 1};
  static constexpr size_t kValidation = 5000, kTest = 10000;

  explicit DrawnPictures(const FigureSet& figures) : figures_(figures) {}  ///< must live as long

  PictureSize size() const override { return kSize; }
  const std::vector<std::string>& names() const override { return figures_.names; }
  size_t count(Part part) const override {
    return part == Part::kTrain ? 0 : part == Part::kValidation ? kValidation : kTest;
  }
  uint64_t fingerprint() const override { return figures_.seed; }
  Picture picture(Part part, uint64_t number, std::span<uint8_t> room) const override;

 private:
  const FigureSet& figures_;
};

}  // namespace tapehead
