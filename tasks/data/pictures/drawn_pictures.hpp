#pragma once
// Pictures that are drawn as they are asked for: nothing has to be installed for them.

#include "tasks/data/pictures/drawing.hpp"
#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

/// One of ten figures by its number, as it looks upright, in any unit; `draw` chooses among the ways in which it is
/// written.
struct FigureSet {
  std::vector<std::string> names;
  Figure (*figure)(uint32_t number, Stream& draw);
  bool filled;     ///< else the outlines are strokes
  float smallest;  ///< pixels of its longer direction, at least
  uint64_t seed;
};

/// "0" … "9" as a person writes them, by strokes.
const FigureSet& drawn_digits();
/// Ten shapes with straight and round edges: "circle", "square" …
const FigureSet& drawn_shapes();

/// 28×28, grey on black. Each is turned, slanted, stretched and bent a little, of any size from the set's smallest to
/// nearly all of the picture, at any place where it is whole, and more or less bright; strokes are thin or thick. Those
/// to train on never end; 5,000 are held out for validation and 10,000 for testing, the same whatever a run's seed is.
class DrawnPictures final : public PictureSource {
 public:
  static constexpr PictureSize kSize{28, 28, 1};
  static constexpr size_t kValidation = 5000, kTest = 10000;

  explicit DrawnPictures(const FigureSet& figures) : figures_(figures) {}  ///< as long-lived

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
