#pragma once
// The interface of sources of written characters: few instances of each of very many classes.

#include <cstddef>
#include <cstdint>
#include <span>

#include "autodiff/base/random.hpp"
#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

/// 20×20 pixels, bright ink on black (Santoro et al. 2016, section 4.1).
inline constexpr PictureSize kCharacterSize{20, 20, 1};

/// How a character is placed on its picture.
struct CharacterLook {
  uint32_t quarters = 0;  ///< turned by this many times 90°
  double angle = 0;       ///< turned further by this, in radians
  double x = 0, y = 0;    ///< moved right and down, as shares of the picture's sides
};

class CharacterSource {
 public:
  virtual ~CharacterSource() = default;

  virtual size_t count(Part part) const = 0;                       ///< classes of a part; 0: infinitely many
  virtual size_t instances() const = 0;                            ///< the least number of instances of a class
  virtual uint64_t fingerprint() const = 0;                        ///< a number that other characters would hardly have
  virtual size_t instances(Part part, uint64_t number) const = 0;  ///< of one class

  /// Draws instance `instance` of class `number` of a part into kCharacterSize pixels.
  virtual void draw(Part part, uint64_t number, size_t instance, const CharacterLook& look,
                    std::span<uint8_t> pixels) const = 0;
};

}  // namespace tapehead
