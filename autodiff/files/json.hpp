#pragma once
// JSON that is read or written whole: results, manifests, what a command prints with --json. The library that knows
// JSON's text takes seconds to compile in each source that sees it, so only json.cpp does (and safetensors.cpp, which
// watches it read).

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tapehead {

/// A value: null, a truth, a number, a text, a list, or an object whose members keep their order.
class Json final {
 public:
  using Member = std::pair<std::string_view, Json>;

  Json();  ///< null
  Json(double number);
  Json(const char* text);
  Json(const std::string& text);
  Json(const std::vector<std::string>& texts);
  template <std::unsigned_integral T>
  Json(T number) : Json(Whole{number}) {}
  Json(std::initializer_list<Member> members);  ///< an object
  static Json list();
  static Json object();
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json other) noexcept;
  ~Json();

  /// What a text says; null where it is not JSON.
  static Json parse(std::string_view text);
  /// What a file of at most a MiB says; null where it is not JSON. Throws InputError and FileError as read_whole().
  static Json read(const std::filesystem::path& file);

  /// Gives an object (or null, which becomes one) that member.
  void set(std::string_view name, const Json& value);
  /// Gives a list that item.
  void add(const Json& item);

  bool is_object() const;
  /// Whether it is this text.
  bool is_text(std::string_view text) const;
  /// The members of an object that are there and of that kind.
  std::optional<double> number(std::string_view name) const;
  std::optional<uint64_t> whole(std::string_view name) const;
  std::optional<std::string> text(std::string_view name) const;
  std::optional<std::vector<std::string>> texts(std::string_view name) const;
  /// A member's own text, as it is written: 0.25, "solved"; empty where there is none.
  std::string written(std::string_view name) const;

  /// The text, on one line, or indented by two. What is no UTF-8 becomes U+FFFD.
  std::string line() const;
  std::string indented() const;

 private:
  struct Whole {
    uint64_t number;
  };
  struct Value;
  explicit Json(Whole whole);

  std::unique_ptr<Value> value_;
};

}  // namespace tapehead
