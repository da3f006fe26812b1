#include "autodiff/files/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "autodiff/files/files.hpp"

namespace tapehead {
namespace {

constexpr uint64_t kMostJson = uint64_t{1} << 20;

using Tree = nlohmann::ordered_json;

const Tree* find(const Tree& tree, std::string_view name) {
  const auto found = tree.is_object() ? tree.find(std::string(name)) : tree.end();
  return found == tree.end() ? nullptr : &*found;
}

struct TooDeep {};

/// null where the text is not JSON.
Tree parsed(std::string_view text) {
  const auto check = [](int depth, Tree::parse_event_t event, const Tree&) {
    const bool begins = event == Tree::parse_event_t::object_start || event == Tree::parse_event_t::array_start;
    if (begins && depth >= Json::kMostDepth) throw TooDeep();
    return true;
  };
  Tree tree = Tree::parse(text, check, false);
  return tree.is_discarded() ? Tree() : tree;
}

}  // namespace

struct Json::Value {
  Tree tree;
};

Json::Json() : value_(std::make_unique<Value>()) {}
Json::Json(double number) : value_(new Value{number}) {}
Json::Json(const char* text) : value_(new Value{text}) {}
Json::Json(const std::string& text) : value_(new Value{text}) {}
Json::Json(const std::vector<std::string>& texts) : value_(new Value{texts}) {}
Json::Json(Whole whole) : value_(new Value{whole.number}) {}
Json::Json(const Json& other) : value_(new Value{other.value_->tree}) {}
Json::Json(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::initializer_list<Member> members) : Json(object()) {
  for (const auto& [name, value] : members) set(name, value);
}

Json& Json::operator=(Json other) noexcept {
  value_ = std::move(other.value_);
  return *this;
}

Json Json::list() {
  Json json;
  json.value_->tree = Tree::array();
  return json;
}

Json Json::object() {
  Json json;
  json.value_->tree = Tree::object();
  return json;
}

Json Json::parse(std::string_view text) {
  Json json;
  try {
    json.value_->tree = parsed(text);
  } catch (const TooDeep&) {}
  return json;
}

Json Json::read(const std::filesystem::path& file) {
  Json json;
  try {
    json.value_->tree = parsed(read_whole(file, kMostJson));
  } catch (const TooDeep&) {
    throw InputError(file.string() + ": has lists and objects more than " + std::to_string(kMostDepth) +
                     " deep; the file as it was written is needed");
  }
  return json;
}

void Json::set(std::string_view name, const Json& value) { value_->tree[std::string(name)] = value.value_->tree; }

void Json::add(const Json& item) { value_->tree.push_back(item.value_->tree); }

bool Json::has(std::string_view name) const { return find(value_->tree, name); }

bool Json::is_object() const { return value_->tree.is_object(); }

bool Json::is_text(std::string_view text) const {
  return value_->tree.is_string() && value_->tree.get_ref<const std::string&>() == text;
}

std::optional<double> Json::number(std::string_view name) const {
  const Tree* found = find(value_->tree, name);
  return found && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::optional<uint64_t> Json::whole(std::string_view name) const {
  const Tree* found = find(value_->tree, name);
  return found && found->is_number_unsigned() ? std::optional(found->get<uint64_t>()) : std::nullopt;
}

std::optional<uint64_t> Json::count(std::string_view name) const {
  const auto value = number(name);
  const bool is_count =
      value && *value >= 0 && *value <= static_cast<double>(kGreatestCount) && *value == std::floor(*value);
  return is_count ? std::optional(static_cast<uint64_t>(*value)) : std::nullopt;
}

std::optional<std::string> Json::text(std::string_view name) const {
  const Tree* found = find(value_->tree, name);
  return found && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
}

std::optional<std::vector<std::string>> Json::texts(std::string_view name) const {
  const Tree* found = find(value_->tree, name);
  if (!found || !found->is_array()) return {};
  std::vector<std::string> all;
  for (const Tree& item : *found) {
    if (!item.is_string()) return {};
    all.push_back(item.get<std::string>());
  }
  return all;
}

std::string Json::written(std::string_view name) const {
  const Tree* found = find(value_->tree, name);
  return found ? found->dump() : "";
}

std::string Json::line() const { return value_->tree.dump(-1, ' ', false, Tree::error_handler_t::replace); }

std::string Json::indented() const { return value_->tree.dump(2, ' ', false, Tree::error_handler_t::replace); }

}  // namespace tapehead
