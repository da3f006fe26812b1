#pragma once
// Options bound to the fields that they fill. A row says once what an option is called, which values it takes, what it
// is for, and which field of its part's settings it fills; the option's default is that field's initial value. The
// settings themselves know nothing of options.

#include <algorithm>
#include <concepts>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "catalogue/options/field.hpp"
#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"

namespace tapehead {

/// The words that may be typed, with the value of each.
template <class Value>
using Words = std::vector<std::pair<std::string, Value>>;

/// The options that fill an `S`, in the order of --help. Every function that adds an option returns the list, so that a
/// list is one expression; bounds of numbers are inclusive.
template <class S>
class Bound final {
 public:
  /// The values of `initial` are the defaults.
  explicit Bound(S initial = {}) : initial_(std::move(initial)) {}

  template <IntegerField<S> Field>
  Bound& integer(std::string name, Field field, long long low, long long high, std::string help) {
    const auto value = static_cast<long long>(std::invoke(field, initial_));
    return whole(Option::integer(std::move(name), value, low, high, std::move(help)), field);
  }

  template <IntegerField<S> Field>
  Bound& odd(std::string name, Field field, long long low, long long high, std::string help) {
    const auto value = static_cast<long long>(std::invoke(field, initial_));
    return whole(Option::odd(std::move(name), value, low, high, std::move(help)), field);
  }

  template <RealField<S> Field>
  Bound& real(std::string name, Field field, double low, double high, std::string help) {
    Option option = Option::real(std::move(name), 0, low, high, std::move(help));
    option.value = shortest(std::invoke(field, initial_));  // the shortest text of a float: 0.1
    return bind(std::move(option), field, [](const Settings& s, const std::string& called, size_t) {
      return static_cast<FieldType<Field, S>>(s.real(called));
    });
  }

  /// A duration in sequences; read() converts epochs.
  template <NumberField<S> Field>
  Bound& span(std::string name, Field field, double low, double high, std::string help) {
    std::string value = std::to_string(static_cast<uint64_t>(std::invoke(field, initial_)));
    return bind(Option::span(std::move(name), std::move(value), low, high, std::move(help)), field,
                [](const Settings& s, const std::string& called, size_t epoch) {
                  return static_cast<FieldType<Field, S>>(s.sequences(called, epoch));
                });
  }

  template <FlagField<S> Field>
  Bound& flag(std::string name, Field field, std::string help) {
    return bind(Option::flag(std::move(name), std::invoke(field, initial_), std::move(help)), field,
                [](const Settings& s, const std::string& called, size_t) { return s.flag(called); });
  }

  /// Throws std::logic_error where no word stands for the field's initial value.
  template <class Field>
  Bound& choice(std::string name, Field field, Words<FieldType<Field, S>> words, std::string help) {
    std::vector<std::string> choices;
    std::string value;
    for (const auto& [word, meaning] : words) {
      if (value.empty() && meaning == std::invoke(field, initial_)) value = word;
      choices.push_back(word);
    }
    if (value.empty()) throw std::logic_error("options: no word of " + name + " stands for its default");
    return bind(
        Option::choice(std::move(name), std::move(value), std::move(choices), std::move(help)), field,
        [words = std::move(words)](const Settings& s, const std::string& called, size_t) {
          for (const auto& [word, meaning] : words)
            if (word == s.text(called)) return meaning;
          throw std::invalid_argument("settings: " + called + " holds \"" + s.text(called) + "\", not a choice");
        });
  }

  /// A choice whose word is the value itself.
  template <TextField<S> Field>
  Bound& word(std::string name, Field field, std::vector<std::string> choices, std::string help) {
    return text(Option::choice(std::move(name), std::invoke(field, initial_), std::move(choices), std::move(help)),
                field);
  }

  template <TextField<S> Field>
  Bound& text(std::string name, Field field, std::string help) {
    return text(Option::text(std::move(name), std::invoke(field, initial_), std::move(help)), field);
  }

  /// The path of a file or directory; empty by default.
  template <TextField<S> Field>
  Bound& path(std::string name, Field field, std::string help) {
    return text(Option::path(std::move(name), std::move(help)), field);
  }

  /// A least and a greatest number, and one option for both at once: "task.length" is "task.min-length" and
  /// "task.max-length", both `what` ("vectors") of `of_what` ("a sequence").
  template <class Field>
  Bound& limits(const std::string& name, Field least, Field most, long long low, long long high,
                const std::string& what, const std::string& of_what) {
    const size_t dot = name.find('.') + 1;
    const std::string min = name.substr(0, dot) + "min-" + name.substr(dot);
    const std::string max = name.substr(0, dot) + "max-" + name.substr(dot);
    integer(min, least, low, high, "least " + what + " of " + of_what);
    integer(max, most, low, high, "most " + what + " of " + of_what);
    options_.push_back(Option::limits(name, {min, max}, what + " of every " + of_what.substr(of_what.find(' ') + 1)));
    return *this;
  }

  /// The name of another part, which the field holds.
  template <TextField<S> Field>
  Bound& part(std::string name, Field field, PartKind kind, std::string help) {
    return text(Option::a_part(std::move(name), kind, std::invoke(field, initial_), std::move(help)), field);
  }

  /// The name of another part, which is made from it; it fills no field.
  Bound& part(std::string name, PartKind kind, std::string value, std::string help) {
    options_.push_back(Option::a_part(std::move(name), kind, std::move(value), std::move(help)));
    return *this;
  }

  /// A list of parts of that kind, or of these words (Option::Type::kParts).
  template <TextField<S> Field>
  Bound& list(std::string name, Field field, PartKind kind, std::vector<std::string> words, std::string help) {
    return text(Option::list(std::move(name), kind, std::invoke(field, initial_), std::move(words), std::move(help)),
                field);
  }

  /// Options that fill a base of S, or more of S.
  template <class Base>
  Bound& with(const Bound<Base>& others) {
    return within([](S& settings) -> Base& { return settings; }, others);
  }

  /// Options that fill a field.
  template <class Field>
  Bound& with(Field field, const Bound<FieldType<Field, S>>& others) {
    return within(field, others);
  }

  /// Options that something else reads, when the part is made.
  Bound& declare(const std::vector<Option>& others) {
    options_.insert(options_.end(), others.begin(), others.end());
    return *this;
  }

  /// Gives the last option this value in checks of whole models, where its default would make them slow.
  Bound& checked_at(std::string few) {
    options_.back().small = std::move(few);
    return *this;
  }

  /// Makes the last option, of limits() all three, count only where the choice `other` of its row has one of these
  /// values.
  Bound& only_with(const std::string& other, const std::vector<std::string>& these) {
    const std::vector<std::string> both = options_.back().both;
    for (Option& option : options_) {
      if (&option != &options_.back() && std::find(both.begin(), both.end(), option.name) == both.end()) continue;
      option.goes_with = other;
      option.values = these;
    }
    return *this;
  }

  const std::vector<Option>& options() const { return options_; }

  /// The struct filled from the settings; an epoch has `epoch` sequences; 0: the task has no epochs. Throws
  /// std::out_of_range where the settings lack such an option, and InputError for epochs where there are none.
  S read(const Settings& settings, size_t epoch = 0) const {
    S filled = initial_;
    fill(settings, filled, epoch);
    return filled;
  }

  /// The same, into `filled`: fields without an option are unchanged.
  void fill(const Settings& settings, S& filled, size_t epoch = 0) const {
    for (const auto& [name, fill_one] : fillers_) fill_one(settings, epoch, filled);
  }

  /// Fills only those fields whose options a selected part declares, where options depend on another row's choice.
  void fill_declared(const Settings& settings, S& filled) const {
    for (const auto& [name, fill_one] : fillers_)
      if (settings.has(name)) fill_one(settings, 0, filled);
  }

 private:
  template <class>
  friend class Bound;

  using Fill = std::function<void(const Settings&, size_t epoch, S&)>;

  template <class Field, class Read>
  Bound& bind(Option option, Field field, Read value) {
    fillers_.emplace_back(option.name,
                          [field, value, name = option.name](const Settings& settings, size_t epoch, S& filled) {
                            std::invoke(field, filled) = value(settings, name, epoch);
                          });
    options_.push_back(std::move(option));
    return *this;
  }

  template <class Field>
  Bound& whole(Option option, Field field) {
    return bind(std::move(option), field, [](const Settings& s, const std::string& called, size_t) {
      return static_cast<FieldType<Field, S>>(s.integer(called));
    });
  }

  template <class Field>
  Bound& text(Option option, Field field) {
    return bind(std::move(option), field,
                [](const Settings& s, const std::string& called, size_t) { return s.text(called); });
  }

  template <class Field, class Inner>
  Bound& within(Field field, const Bound<Inner>& others) {
    for (const auto& [name, fill_one] : others.fillers_)
      fillers_.emplace_back(name, [field, inner = fill_one](const Settings& settings, size_t epoch, S& filled) {
        inner(settings, epoch, std::invoke(field, filled));
      });
    return declare(others.options());
  }

  S initial_;
  std::vector<Option> options_;
  std::vector<std::pair<std::string, Fill>> fillers_;  // by option name
};

}  // namespace tapehead
