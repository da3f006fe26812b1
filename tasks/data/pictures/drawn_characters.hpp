#pragma once
// Characters of made-up alphabets, which need no files.

#include "tasks/data/pictures/characters.hpp"

namespace tapehead {

/// A class is two or three strokes, each a smooth line through three to five points, determined by its number alone; an
/// instance varies the points, the size and the thickness of strokes a little. There are infinitely many classes to
/// train on; 200 are held out for validation and 400 for testing, the same for all seeds.
class DrawnCharacters final : public CharacterSource {
 public:
  static constexpr size_t kValidation = 200, kTest = 400, kInstances = 20;

  size_t count(Part part) const override {
    return part == Part::kTrain ? 0 : part == Part::kValidation ? kValidation : kTest;
  }
  size_t instances() const override { return kInstances; }
  size_t instances(Part, uint64_t) const override { return kInstances; }
  uint64_t fingerprint() const override { return kSeed; }
  void draw(Part part, uint64_t number, size_t instance, const CharacterLook& look,
            std::span<uint8_t> pixels) const override;

 private:
  static constexpr uint64_t kSeed = 3;
};

}  // namespace tapehead
