#include "autodiff/files/file_kind.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace tapehead {
namespace {

using namespace std::string_view_literals;

/// Two zeros, a type of numbers and a count of dimensions.
bool is_idx(std::string_view bytes) {
  constexpr std::string_view kTypes = "\x08\x09\x0B\x0C\x0D\x0E";
  constexpr char kMostDimensions = 8;
  return bytes.size() > 4 && bytes.starts_with("\0\0"sv) && kTypes.find(bytes[2]) != kTypes.npos && bytes[3] > 0 &&
         bytes[3] <= kMostDimensions;
}

/// A JSON object behind eight bytes with its length.
bool is_safetensors(std::string_view bytes) {
  constexpr uint64_t kMostHeader = uint64_t{1} << 32;
  uint64_t length = 0;
  if (bytes.size() < sizeof length + 2) return false;
  std::memcpy(&length, bytes.data(), sizeof length);
  constexpr std::string_view kNext = "\"} \n\r\t";
  return length > 1 && length < kMostHeader && bytes[sizeof length] == '{' &&
         kNext.find(bytes[sizeof length + 1]) != kNext.npos;
}

FileKind binary_kind(std::string_view bytes) {
  if (is_safetensors(bytes)) return FileKind::kSafetensors;  // first: its length may read as another kind's mark
  for (const auto& [start, kind] :
       {std::pair{"PK\x03\x04"sv, FileKind::kZip}, std::pair{"PK\x05\x06"sv, FileKind::kZip},
        std::pair{"\x1F\x8B\x08"sv, FileKind::kGzip}, std::pair{"\x89PNG\r\n\x1A\n"sv, FileKind::kPng},
        std::pair{"\x89HDF\r\n\x1A\n"sv, FileKind::kHdf5}, std::pair{"\x93NUMPY"sv, FileKind::kNumpy},
        std::pair{"\xFF\xD8\xFF"sv, FileKind::kJpeg}, std::pair{"%PDF-"sv, FileKind::kPdf},
        std::pair{"\xFF\xFE"sv, FileKind::kUtf16}, std::pair{"\xFE\xFF"sv, FileKind::kUtf16}})
    if (bytes.starts_with(start)) return kind;
  return is_idx(bytes) ? FileKind::kIdx : FileKind::kUnknown;
}

/// The first line, taken off the text with the line ends behind it.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  text.remove_prefix(line.size());
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  return line;
}

std::string_view without_blanks_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// An object, or a list of objects, lists or texts.
bool is_json(std::string_view text) {
  text = without_blanks_before(text);
  if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
  const std::string_view within = without_blanks_before(text.substr(1));
  return !within.empty() && std::string_view(text[0] == '{' ? "\"}" : "\"{[").find(within[0]) != text.npos;
}

bool is_html(std::string_view text) {
  text = without_blanks_before(text);
  const auto begins = [&](std::string_view start) {
    return text.size() >= start.size() && std::equal(start.begin(), start.end(), text.begin(), [](char a, char b) {
             return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
           });
  };
  return begins("<!doctype html") || begins("<html");
}

FileKind text_kind(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (is_html(text)) return FileKind::kHtml;
  const bool json = is_json(text);
  const std::string_view line = take_line(text);
  if (line.starts_with("episode,in.1")) return FileKind::kSequences;
  if (line.find('\t') != line.npos) return FileKind::kUnknown;
  if (line.starts_with("IN: ") && line.find(" OUT: ") != line.npos) return FileKind::kScan;
  if (line == "MNCL" || (line.starts_with("(\"") && line.ends_with("))"))) return FileKind::kFestival;
  // A story's first line is a statement with the number 1; on the next line is number 2, or 1 of another story.
  const bool goes_on = text.starts_with("2 ") || text.starts_with("1 ");
  if (line.starts_with("1 ") && line.ends_with('.') && goes_on) return FileKind::kBabi;
  return json ? FileKind::kJson : FileKind::kUnknown;
}

}  // namespace

FileKind kind_of(std::string_view bytes) {
  const FileKind binary = binary_kind(bytes);
  return binary == FileKind::kUnknown ? text_kind(bytes) : binary;
}

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::kUnknown: return "";
    case FileKind::kZip: return "a zip file";
    case FileKind::kGzip: return "a gzip file";
    case FileKind::kPng: return "a PNG file";
    case FileKind::kIdx: return "an IDX file";
    case FileKind::kSafetensors: return "a safetensors file";
    case FileKind::kHdf5: return "an HDF5 file";
    case FileKind::kNumpy: return "a file of NumPy's";
    case FileKind::kJpeg: return "a JPEG file";
    case FileKind::kPdf: return "a PDF file";
    case FileKind::kUtf16: return "text in UTF-16";
    case FileKind::kBabi: return "a file of stories in the bAbI format";
    case FileKind::kScan: return "a file of SCAN commands";
    case FileKind::kSequences: return "a CSV file of sequences";
    case FileKind::kFestival: return "a pronouncing dictionary of Festival's";
    case FileKind::kJson: return "a JSON file";
    case FileKind::kHtml: return "an HTML page";
  }
  return "";
}

bool is_binary(FileKind kind) { return kind != FileKind::kUnknown && kind <= FileKind::kUtf16; }

}  // namespace tapehead
