#pragma once
// What a model must know of a task.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>

#include "tasks/batch/batch_stream.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What the outputs of a step are, and thus how they are scored.
enum class Scoring {
  kBits,     ///< independent bits: cross-entropy with the logistic function; the target is real-valued
  kClasses,  ///< one of several classes: cross-entropy with the softmax; the target is a token
  kDigits,   ///< several digits, each scored as a class: the target is real-valued, one-hot in each place of its layout
};

/// The name used in traces.
inline const char* name_of(Scoring scoring) {
  return scoring == Scoring::kBits ? "bits" : scoring == Scoring::kClasses ? "classes" : "digits";
}

/// How a target is scored.
inline Scoring scoring_of(const StreamShape& target) {
  if (target.kind == StreamKind::kTokens) return Scoring::kClasses;
  return target.layout.height > 1 ? Scoring::kDigits : Scoring::kBits;
}

/// The input stream that feeds back what was said a step before: the target, delayed by one step, kEnd first.
inline constexpr std::string_view kPrevious = "previous";
/// The token that ends an answer; it is also what comes before its first token.
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
  /// The usual spec: a sequence of vectors, and bits as targets at each of its steps.
  Spec(size_t features, size_t outputs) : Spec({vectors("input", features)}, vectors("target", outputs)) {}

  /// Tokens step by step, with classes as targets at some steps.
  static Spec of_tokens(size_t vocabulary, size_t classes, size_t epoch = 0,
                        std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::tokens("input", vocabulary)}, tapehead::tokens("target", classes), epoch, std::move(corpus)};
  }
  /// Stories, with an answer to each question.
  static Spec of_stories(size_t answers, size_t epoch = 0, std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::stories("story")}, tapehead::tokens("target", answers), epoch, std::move(corpus)};
  }

  /// A source of tokens from `source` kinds, and an answer of tokens from `said` kinds, kEnd among them, said one by
  /// one.
  static Spec of_answers(size_t source, size_t said, size_t epoch = 0, std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::tokens("source", source), tapehead::tokens(kPrevious, said)},
            tapehead::tokens("target", said),
            epoch,
            std::move(corpus)};
  }
  /// A picture and its class: one step.
  static Spec of_pictures(Layout layout, size_t classes, size_t epoch = 0,
                          std::shared_ptr<const Corpus> names = nullptr) {
    return {{tapehead::pictures("picture", layout)}, tapehead::tokens("target", classes), epoch, std::move(names)};
  }
  /// A picture as the source's only step, and a caption, as in of_answers().
  static Spec of_captions(Layout layout, size_t said, size_t epoch = 0,
                          std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::pictures("source", layout), tapehead::tokens(kPrevious, said)},
            tapehead::tokens("target", said),
            epoch,
            std::move(corpus)};
  }
  /// A text to be continued (a language model's task). `read`: further kinds of tokens, numbered before those that are
  /// said, which occur as inputs alone.
  static Spec of_text(size_t said, size_t read = 0, size_t epoch = 0, std::shared_ptr<const Corpus> corpus = nullptr) {
    return {{tapehead::tokens(kPrevious, read + said)}, tapehead::tokens("target", said), epoch, std::move(corpus)};
  }

  /// The same with answers_last.
  Spec answered_last() const {
    Spec same = *this;
    same.answers_last = true;
    return same;
  }

  /// The same of a file's episodes, which `number` tells from others.
  Spec of_data(uint64_t number) const {
    Spec same = *this;
    same.data = number;
    return same;
  }

  /// Whether the model's own tokens come back as an input: then it can generate by itself (models/speaker.hpp).
  bool says() const { return given[input_count - 1].name == kPrevious; }

  /// For a spec that says(): whether a source is read first; otherwise the text stands alone.
  bool reads() const { return input_count > 1 || given[0].width() > target.width(); }

  std::span<const StreamShape> inputs() const { return {given.data(), input_count}; }
  const StreamShape& input() const { return given[0]; }
  Scoring scoring() const { return scoring_of(target); }
  size_t features() const { return given[0].width(); }  ///< of the first input
  size_t outputs() const { return target.width(); }
  /// The picture that a step of the first input is, or begins with; otherwise a layout that is no picture.
  Layout picture() const {
    return input().kind == StreamKind::kReal && begins_with.size() == 0 ? input().layout : begins_with;
  }
  bool tells_stories() const { return given[0].kind == StreamKind::kStories; }

  std::array<StreamShape, kMostInputs> given;  ///< an array, so that shaping a batch allocates nothing
  size_t input_count;
  StreamShape target;
  size_t epoch;                          ///< episodes of a finite training set; 0: infinite
  std::shared_ptr<const Corpus> corpus;  ///< of tasks with words
  uint64_t data = 0;                     ///< of a file's episodes a number that others would hardly have, where
                                         ///< Corpus::stories does not tell them apart; else 0
  Layout begins_with = {};               ///< the picture ahead of a step's other numbers in the first input
  bool answers_last = false;             ///< all that is scored comes after the input, in steps whose input is silent
  bool tells_places = false;             ///< batches tell where targets come from: Batch::aligned or Batch::boxes
};

}  // namespace tapehead::inline TAPEHEAD_REAL
