#pragma once
// What a model must know of a task.

#include <array>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>

#include "tasks/batch/batch_stream.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What the outputs of a step are, and so how they are scored.
enum class Scoring {
  kBits,     ///< bits, each by itself: cross-entropy with the logistic function; the target is real-valued
  kClasses,  ///< one class of so many: cross-entropy with the softmax; the target is a token
  kDigits,   ///< several digits, each as a class: the target is real-valued, one-hot in each place of its layout
};

/// As traces have it.
inline const char* name_of(Scoring scoring) {
  return scoring == Scoring::kBits ? "bits" : scoring == Scoring::kClasses ? "classes" : "digits";
}

/// How a target is scored.
inline Scoring scoring_of(const StreamShape& target) {
  if (target.kind == StreamKind::kTokens) return Scoring::kClasses;
  return target.layout.height > 1 ? Scoring::kDigits : Scoring::kBits;
}

/// The input stream that tells what was said a step before: the target, one step later, kEnd at first.
inline constexpr std::string_view kPrevious = "previous";
/// Of tokens that are said, the one that ends an answer; it also stands where nothing was said yet.
inline constexpr uint32_t kEnd = 0;

/// The inputs of Spec::of_answers.
inline constexpr size_t kSourceInput = 0, kPreviousInput = 1;

struct Spec {
  static constexpr size_t kMostInputs = 4;

  Spec(std::initializer_list<StreamShape> in, const StreamShape& asked, size_t epoch_episodes = 0,
       std::shared_ptr<const Corpus> words = nullptr)
      : input_count(in.size()), target(asked), epoch(epoch_episodes), corpus(std::move(words)) {
    if (in.size() > kMostInputs) throw std::invalid_argument("Spec: more input streams than a batch has room for");
    std::copy(in.begin(), in.end(), given.begin());
  }
  /// The usual: a sequence of vectors, and as many steps of bits asked for.
  Spec(size_t features, size_t outputs) : Spec({vectors("input", features)}, vectors("target", outputs)) {}

  /// Tokens step by step, and a class asked for at some of them.
  static Spec of_tokens(size_t vocabulary, size_t classes, size_t epoch = 0,
                        std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::tokens("input", vocabulary)}, tapehead::tokens("target", classes), epoch, std::move(corpus)};
  }
  /// Stories, and an answer to each question.
  static Spec of_stories(size_t answers, size_t epoch = 0, std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::stories("story")}, tapehead::tokens("target", answers), epoch, std::move(corpus)};
  }

  /// Tokens of `source` kinds to be read, and an answer of tokens of `said` kinds, kEnd among them, said one by one.
  static Spec of_answers(size_t source, size_t said, size_t epoch = 0, std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::tokens("source", source), tapehead::tokens(kPrevious, said)},
            tapehead::tokens("target", said),
            epoch,
            std::move(corpus)};
  }
  /// A picture, and a class asked for: one step.
  static Spec of_pictures(Layout layout, size_t classes, size_t epoch = 0,
                          std::shared_ptr<const Corpus> names = nullptr) {
    return {{tapehead::pictures("picture", layout)}, tapehead::tokens("target", classes), epoch, std::move(names)};
  }
  /// A picture to be looked at, the one step of the source, and what is said of it, as of_answers() has it.
  static Spec of_captions(Layout layout, size_t said, size_t epoch = 0,
                          std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::pictures("source", layout), tapehead::tokens(kPrevious, said)},
            tapehead::tokens("target", said),
            epoch,
            std::move(corpus)};
  }
  /// A text that goes on by itself. `read`: further kinds of tokens, before those that are said, which come as inputs
  /// alone.
  static Spec of_text(size_t said, size_t read = 0, size_t epoch = 0, std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::tokens(kPrevious, read + said)}, tapehead::tokens("target", said), epoch, std::move(corpus)};
  }

  /// Whether what is said comes back as an input: then a model can be left to speak by itself
  /// (models/speaker.hpp).
  bool says() const { return given[input_count - 1].name == kPrevious; }

  /// Of one that says(): whether anything is read before it, or it goes on by itself.
  bool reads() const { return input_count > 1 || given[0].width() > target.width(); }

  std::span<const StreamShape> inputs() const { return {given.data(), input_count}; }
  const StreamShape& input() const { return given[0]; }
  Scoring scoring() const { return scoring_of(target); }
  size_t features() const { return given[0].width(); }  ///< of the first input
  size_t outputs() const { return target.width(); }
  /// The picture that the numbers of a step of the first input are, or begin with; else a layout that is none.
  Layout picture() const {
    return input().kind == StreamKind::kReal && begins_with.size() == 0 ? input().layout : begins_with;
  }
  bool tells_stories() const { return given[0].kind == StreamKind::kStories; }

  std::array<StreamShape, kMostInputs> given;  ///< no vector: a batch is shaped by it without allocating
  size_t input_count;
  StreamShape target;
  size_t epoch;                          ///< episodes of a finite training set; 0: they never end
  std::shared_ptr<const Corpus> corpus;  ///< of a task of words
  Layout begins_with = {};               ///< a picture ahead of the other numbers of a step of the first input
  bool tells_places = false;             ///< where in its source what is said stands: Batch::aligned or Batch::boxes
};

}  // namespace tapehead::inline TAPEHEAD_REAL
