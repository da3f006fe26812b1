#include "tasks/data/text/lines.hpp"

namespace tapehead {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

void take_mark(std::string_view& text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
}

std::string_view take_line(std::string_view& text) {
  const std::string_view until_feed = text.substr(0, text.find('\n'));  // one character is found many at a time
  const std::string_view line = until_feed.substr(0, until_feed.find('\r'));
  text.remove_prefix(line.size());
  if (!text.empty()) text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
  return line;
}

std::string with_line_feeds(std::string_view text) {
  take_mark(text);
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const size_t before = text.size();
    const std::string_view line = take_line(text);
    plain += line;
    if (line.size() < before) plain += '\n';
  }
  return plain;
}

bool LineStream::next(std::string& line) {
  constexpr int kNone = std::istream::traits_type::eof();
  line.clear();
  std::streambuf& bytes = *in_.rdbuf();
  int byte = bytes.sbumpc();
  if (byte == '\n' && after_return_) byte = bytes.sbumpc();  // the rest of a CR LF
  if (byte == kNone) return false;
  for (; byte != kNone && byte != '\n' && byte != '\r'; byte = bytes.sbumpc()) line += static_cast<char>(byte);
  after_return_ = byte == '\r';
  if (is_first_ && line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
  is_first_ = false;
  return true;
}

}  // namespace tapehead
