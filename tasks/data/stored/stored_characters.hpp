#pragma once
// Characters from files.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/pictures/characters.hpp"

namespace tapehead {

/// The result of reading files: all pictures of a class side by side.
struct CharacterSet {
  static constexpr uint32_t kSide = 40;  ///< pixels a side: twice what is shown, for turning
  static constexpr size_t kBytes = size_t{kSide} * kSide;

  struct Class {
    std::string name;  ///< "Greek/character07"
    bool published_test = false;
    std::vector<uint8_t> pixels;  ///< kBytes for each picture
    size_t count() const { return pixels.size() / kBytes; }
  };
  std::vector<Class> classes;

  /// Adds a picture to the class of that name, which must be the last one or a new one: any PNG file, reduced by
  /// averaging; the rarer of dark and bright is the ink. `from` names it in errors. Throws InputError where it cannot
  /// be read.
  void add(const std::string& name, bool published_test, const std::string& from, std::string_view png);
};

/// Classes are held out by a hash of their name, with all their turned versions; a published test set is kept, and then
/// no other class is for testing.
class StoredCharacters final : public CharacterSource {
 public:
  /// Throws InputError, which names where they are `from`, for a part without a class.
  StoredCharacters(CharacterSet set, const Shares& shares, const std::string& from);

  size_t count(Part part) const override { return numbers(part).size(); }
  size_t instances() const override { return least_; }
  size_t instances(Part part, uint64_t number) const override { return set_.classes[numbers(part)[number]].count(); }
  uint64_t fingerprint() const override { return fingerprint_; }
  void draw(Part part, uint64_t number, size_t instance, const CharacterLook& look,
            std::span<uint8_t> pixels) const override;

 private:
  const std::vector<uint32_t>& numbers(Part part) const {
    return part == Part::kTrain ? train_ : part == Part::kValidation ? validation_ : test_;
  }

  CharacterSet set_;
  std::vector<uint32_t> train_, validation_, test_;
  size_t least_ = 0;
  uint64_t fingerprint_ = 0;
};

}  // namespace tapehead
