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

  /// Objects and lists within each other. No file of ours has more than four; the text of deep ones, indented, grows
  /// with the square of the depth.
  static constexpr int kMostDepth = 64;

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

  /// The value of a text; null where it is not JSON, or has values more than kMostDepth deep.
  static Json parse(std::string_view text);
  /// The value of a file of at most a MiB; null where it is not JSON. Throws InputError for values that deep, and as
  /// read_whole(), FileError too.
  static Json read(const std::filesystem::path& file);

  /// Sets a member of an object (or of null, which becomes an object).
  void set(std::string_view name, const Json& value);
  /// Appends to an array.
  void add(const Json& item);

  bool is_object() const;
  bool has(std::string_view name) const;  ///< a member of that name
  /// Whether it is this string.
  bool is_text(std::string_view text) const;
  /// Members of an object, where they are there and of that type.
  std::optional<double> number(std::string_view name) const;
  std::optional<uint64_t> whole(std::string_view name) const;
  std::optional<uint64_t> count(std::string_view name) const;  ///< a whole number from 0 to kGreatestCount, also 6e2
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
