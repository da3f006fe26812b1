#pragma once
// Error types, by whose fault it is. The program turns each into one line and an exit status.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tapehead {

/// Bad usage or bad input (exit status 2). The text reads `where: what arrived; what would be right`.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A computation left the finite numbers (exit status 3). The text names the first bad value.
class DivergedError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A mistake in the calling code: shapes that do not fit, or a handle from before a reset.
class ShapeError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// The text for a name that does not exist: `where: "got" is not known; nearest: b; valid: a, b, c`.
std::string unknown_name(std::string_view where, std::string_view got, const std::vector<std::string>& valid);

/// The valid name that `got`, as all of it or as its end after a dot, begins or else is nearest to; empty if none.
std::string nearest_name(std::string_view got, const std::vector<std::string>& valid);

/// `text` made fit for one line of an error: control characters become `?`, and it is cut after 80 characters.
std::string printable(std::string_view text);

}  // namespace tapehead
