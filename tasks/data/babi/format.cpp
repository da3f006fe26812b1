#include "tasks/data/babi/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "autodiff/files/utf8.hpp"
#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/corpus.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/data/text/text_file.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostLine = 64 * 1024;  // bytes; published lines have some hundred at most

/// Takes the text before the first separator, or all of it, off `rest`.
std::string_view take(std::string_view& rest, char separator) {
  const size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

/// Reads lines; its errors name the file and the line.
class Parser final {
 public:
  explicit Parser(const std::string& where) : where_(where) {}

  std::vector<Story> parse(std::string_view text) {
    take_mark(text);
    while (!text.empty()) {
      ++line_;
      read_line(take_line(text));
    }
    if (line_ == 0) refuse_at(1, "the file is empty", "stories with questions are needed");
    if (!has_question_) refuse("the file ends without a question", "stories with questions are needed");
    return std::move(stories_);
  }

 private:
  [[noreturn]] void refuse_at(size_t line, const std::string& got, const std::string& needed) const {
    throw InputError(fmt::format("{}:{}: {}; {}", where_, line, got, needed));
  }
  [[noreturn]] void refuse(const std::string& got, const std::string& needed) const { refuse_at(line_, got, needed); }

  void read_line(std::string_view line) {
    check_bytes(line);
    std::string_view rest = line;
    const std::string_view id = before_blank(line);
    read_id(id);
    rest.remove_prefix(id.size());

    const bool is_question = rest.find('\t') != rest.npos;
    StoryLine read;
    const std::string_view text = trimmed(take(rest, '\t'));
    if (without_end(text).empty())
      refuse(is_question ? "got an answer without a question" : "got an ID without a statement",
             "text behind the ID is needed");
    read.text = text;
    if (is_question)
      read_answer(rest, read);
    else if (text.back() == '?')
      refuse("got a question without an answer", "a tab and the answer are needed");
    stories_.back().push_back(std::move(read));
  }

  void check_bytes(std::string_view line) const {
    if (line.size() > kMostLine)
      refuse(fmt::format("got a line of {} bytes", line.size()), fmt::format("at most {} are needed", kMostLine));
    const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f'; };
    const auto control = std::find_if(line.begin(), line.end(), is_control);
    if (control != line.end())
      refuse(fmt::format("got the control character 0x{:02x}", static_cast<unsigned char>(*control)),
             "plain text in UTF-8 is needed");
    if (const size_t bad = first_non_utf8(line); bad != line.npos)
      refuse(fmt::format("got the byte 0x{:02x}, which is not UTF-8", static_cast<unsigned char>(line[bad])),
             "plain text in UTF-8 is needed");
    if (trimmed(line).empty()) refuse("got an empty line", "an ID and a statement or question are needed");
  }

  /// Begins a story, or continues the last.
  void read_id(std::string_view text) {
    const auto id = read_number<uint32_t>(text);
    if (!id) refuse(fmt::format("got {} as ID", shown(text)), "a line's number in its story is needed");
    if (*id == 1)
      stories_.emplace_back();
    else if (stories_.empty())
      refuse(fmt::format("got ID {} at the beginning", *id), "1 is needed");
    else if (*id != stories_.back().size() + 1)
      refuse(fmt::format("got ID {} after {}", *id, stories_.back().size()),
             fmt::format("{}, or 1 for a new story, is needed", stories_.back().size() + 1));
  }

  void read_answer(std::string_view rest, StoryLine& question) {
    const std::string_view answer = trimmed(take(rest, '\t'));
    if (answer.empty()) refuse("got a question without an answer", "the answer behind the tab is needed");
    for (std::string_view parts = answer; !parts.empty();) {
      const bool is_last = parts.find(',') == parts.npos;
      if (trimmed(take(parts, ',')).empty() || (!is_last && parts.empty()))
        refuse(fmt::format("got the answer {}", shown(answer)), "words joined by single commas are needed");
    }
    if (rest.find('\t') != rest.npos) refuse("got more than two tabs", "ID question<TAB>answer<TAB>supports is needed");
    question.answer = answer;
    has_question_ = true;
    for_each_part(rest, [&](std::string_view id) { question.supports.push_back(read_support(id)); });
  }

  uint32_t read_support(std::string_view text) const {
    const Story& story = stories_.back();
    const auto support = read_number<uint32_t>(text);
    const auto refuse_support = [&](const char* why) {
      refuse(fmt::format("got the support {}{}", shown(text), why),
             "IDs of earlier statements of the story are needed");
    };
    if (!support || *support == 0) refuse_support("");
    if (*support == story.size() + 1) refuse_support(", the question itself");
    if (*support > story.size()) refuse_support(", which points forward");
    if (story[*support - 1].is_question()) refuse_support(", a question");
    return *support;
  }

  const std::string& where_;
  size_t line_ = 0;
  bool has_question_ = false;
  std::vector<Story> stories_;
};

}  // namespace

std::vector<Story> parse_babi(std::string_view text, const std::string& where) { return Parser(where).parse(text); }

std::vector<Story> read_babi(const std::string& path) {
  return parse_babi(read_text_of(FileKind::kBabi, path, "a file of stories in the bAbI format"), path);
}

}  // namespace tapehead
