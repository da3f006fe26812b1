#pragma once
// Characters from files.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/pictures/characters.hpp"

namespace tapehead {

/// What readers of files leave: all pictures of a class side by side.
struct CharacterSet {
  static constexpr uint32_t kSide = 40;  ///< pixels a side: twice what is shown, so that they can be turned
  static constexpr size_t kBytes = size_t{kSide} * kSide;

  struct Class {
    std::string name;  ///< "Greek/character07"
    bool published_test = false;
    std::vector<uint8_t> pixels;  ///< kBytes each
    size_t count() const { return pixels.size() / kBytes; }
  };
  std::vector<Class> classes;

  /// Adds a picture to the class of that name, the last one or a new one: any PNG file, made smaller by averaging; what
  /// is rarer of dark and bright is the ink. `from` names it in errors. Throws InputError for one that cannot be read.
  void add(const std::string& name, bool published_test, const std::string& from, std::string_view png);
};

/// What is held out is what the hash of a class' name says, with all that it is turned into; but a published test set
/// stays as it is, and then no other class is for testing.
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
