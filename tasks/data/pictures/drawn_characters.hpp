#pragma once
// Characters of alphabets that nobody writes: nothing has to be installed for them.

#include "tasks/data/pictures/characters.hpp"

namespace tapehead {

/// A class is two or three strokes, each a smooth line through three to five points, from its number alone; an instance
/// has its points a little elsewhere, is a little larger or smaller, and of thinner or thicker strokes. Those to train
/// on never end; 200 classes are held out for validation and 400 for testing, the same whatever a run's seed is.
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
