#pragma once
// How a field of a struct is said: by a pointer to a member, or by the way to a member of a member.

#include <concepts>
#include <functional>
#include <string>
#include <type_traits>

namespace tapehead {

/// The field `inner` of the field `outer`: inside(&CopySettings::style, &VectorStyle::hostile).
template <class Outer, class Inner>
auto inside(Outer outer, Inner inner) {
  return [=](auto& settings) -> auto& { return std::invoke(inner, std::invoke(outer, settings)); };
}

/// What a field of `S` holds: one that a pointer to a member says, of S or of what S derives from, or inside().
template <class Field, class S>
using FieldType = std::remove_reference_t<std::invoke_result_t<const Field&, S&>>;

// What kind of value a field of `S` holds.
template <class Field, class S>
concept FlagField = std::same_as < FieldType<Field, S>,
bool > ;
template <class Field, class S>
concept IntegerField = std::integral<FieldType<Field, S>> && !FlagField<Field, S>;
template <class Field, class S>
concept RealField = std::floating_point<FieldType<Field, S>>;
template <class Field, class S>
concept NumberField = IntegerField<Field, S> || RealField<Field, S>;
template <class Field, class S>
concept TextField = std::same_as<FieldType<Field, S>, std::string>;

}  // namespace tapehead
