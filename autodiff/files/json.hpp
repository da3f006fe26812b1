#pragma once
// JSON, read and written whole: results, manifests, output of --json. The library behind it takes seconds to compile in
// each source that includes it, so only json.cpp does (and safetensors.cpp, which follows its parser).

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

/// A JSON value: null, boolean, number, string, array, or an object whose members keep their order.
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

  /// The value of a text; null where it is not JSON.
  static Json parse(std::string_view text);
  /// The value of a file of at most a MiB; null where it is not JSON. Throws InputError and FileError as read_whole().
  static Json read(const std::filesystem::path& file);

  /// Sets a member of an object (or of null, which becomes an object).
  void set(std::string_view name, const Json& value);
  /// Appends to an array.
  void add(const Json& item);

  bool is_object() const;
  /// Whether it is this string.
  bool is_text(std::string_view text) const;
  /// Members of an object, where they are there and of that type.
  std::optional<double> number(std::string_view name) const;
  std::optional<uint64_t> whole(std::string_view name) const;
  std::optional<std::string> text(std::string_view name) const;
  std::optional<std::vector<std::string>> texts(std::string_view name) const;
  /// A member's text as written: 0.25, "solved"; empty where there is none.
  std::string written(std::string_view name) const;

  /// The text, on one line or indented by two. Invalid UTF-8 becomes U+FFFD.
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
