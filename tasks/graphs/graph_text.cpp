#include <fmt/format.h>

#include <algorithm>

#include "tasks/graphs/graph_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kLine = 100;  // width of a line of edges
constexpr const char* kBlank = "___";

std::string triple_text(const Triple& triple, const GraphNames& names) {
  if (triple == Triple{}) return "-";
  if (triple == kEndTriple) return "end";
  const auto or_blank = [](uint32_t label, const auto& name) { return label == kBlankLabel ? kBlank : name(label); };
  return fmt::format("{} -{}-> {}", or_blank(triple.source, names.node), or_blank(triple.edge, names.edge),
                     or_blank(triple.destination, names.node));
}

/// A text whose first line follows a title, with the other lines indented below it.
class Titled final {
 public:
  explicit Titled(const char* title) : text_(fmt::format("{:8}", title)) {}
  void add(const std::string& item) {
    const size_t width = characters(item) + 3;
    if (column_ > kIndent && column_ + width > kLine) {
      text_.erase(text_.find_last_not_of(' ') + 1);
      text_ += '\n' + std::string(kIndent, ' ');
      column_ = kIndent;
    }
    text_ += item + "   ";
    column_ += width;
  }
  std::string text() {
    text_.erase(text_.find_last_not_of(' ') + 1);
    return text_ + '\n';
  }

 private:
  static constexpr size_t kIndent = 8;
  static size_t characters(const std::string& utf8) {
    return static_cast<size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }
  std::string text_;
  size_t column_ = kIndent;
};

}  // namespace

GraphNames plain_names() {
  const auto three_digits = [](uint32_t label) { return fmt::format("{:03}", label); };
  return {three_digits, three_digits};
}

std::string graph_text(const Batch& batch, size_t episode, const Real* answers, const GraphNames& names) {
  GraphParts parts;
  find_parts(batch, episode, parts);
  Titled graph("graph");
  for (size_t t = 0; t < parts.edges; ++t) graph.add(triple_text(triple_at(batch.input(episode, t)), names));
  std::string text = graph.text();
  for (const GraphQuestion& question : parts.questions) {
    Titled query("query"), right("right"), said("said"), shown("shown");
    bool any_shown = false;
    for (size_t t = question.query; t < question.query_end; ++t)
      query.add(triple_text(triple_at(batch.input(episode, t)), names));
    for (size_t t = question.answer; t < question.answer_end; ++t) {
      const Triple before = triple_at(batch.input(episode, t));
      any_shown = any_shown || before != Triple{};
      shown.add(triple_text(before, names));
      right.add(triple_text(triple_at(batch.target.at(episode, t)), names));
      if (answers) said.add(triple_text(likeliest_triple(answers + t * batch.outputs()), names));
    }
    text += query.text();
    if (any_shown) text += shown.text();
    text += right.text();
    if (answers) text += said.text();
  }
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
