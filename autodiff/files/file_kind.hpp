#pragma once
// What a file is, told from its bytes, for the errors of readers that were given something else.

#include <string_view>

namespace tapehead {

enum class FileKind {
  kUnknown,
  kZip,
  kGzip,
  kPng,
  kIdx,
  kSafetensors,
  kHdf5,
  kNumpy,
  kJpeg,
  kPdf,
  kUtf16,
  kBabi,
  kScan,
  kSequences,  ///< docs/own-sequences.md
  kFestival,   ///< its lexicon
  kJson,
  kHtml
};

/// What the first bytes say; kUnknown for text of no kind with a first line of its own.
FileKind kind_of(std::string_view bytes);

/// "a zip file", "stories in the bAbI format"; of kUnknown "".
std::string_view name_of(FileKind kind);

/// The kinds that are no text.
bool is_binary(FileKind kind);

}  // namespace tapehead
