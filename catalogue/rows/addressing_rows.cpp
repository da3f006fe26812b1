#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/rows/addressing_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "memory/ntm/content_addressing.hpp"
#include "memory/ntm/content_location_addressing.hpp"
#include "memory/ntm/location_addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A scheme's options, in the order of --help; the others keep AddressingSettings' defaults.
struct SchemeOptions {
  bool content = false;  ///< look-up by content
  bool start_weighting = false;
  bool shifts = false;
  std::vector<std::string> biases = {};  ///< the controls of a head with an option for their starting bias
};

void check_shifts(const AddressingSettings& scheme) {
  if (scheme.shifts > scheme.slots)
    throw InputError(
        fmt::format("memory.shifts: got {}; at most memory.slots ({}) is needed", scheme.shifts, scheme.slots));
}

template <class Scheme>
AddressingRow scheme_row(const char* name, const char* summary, const char* source, const SchemeOptions& takes) {
  Bound<AddressingSettings> options;
  if (takes.content) options.declare(recall_options().options());
  if (takes.start_weighting) options.with(start_weighting_options());
  if (takes.shifts) options.with(shift_options<AddressingSettings>());
  options.declare(bias_options(takes.biases).options());
  return {{name, summary, source, options.options(), {}},
          [takes, options](const Settings& s, AddressingSettings scheme, const Scope& scope) {
            options.fill(s, scheme);
            if (takes.shifts) check_shifts(scheme);
            if (takes.content) scheme.content = make_content_lookup(s, {scheme.width, scheme.width}, scope);
            return std::make_unique<Scheme>(scope, scheme);
          }};
}

}  // namespace

const std::vector<AddressingRow>& addressing_rows() {
  static const std::vector<AddressingRow> rows = {
      scheme_row<ContentAddressing>("content", "by likeness to a key", "Graves, Wayne & Danihelka 2014, section 3.3.1",
                                    {.content = true, .biases = {"strength"}}),
      scheme_row<LocationAddressing>("location", "by shifting where it looked before",
                                     "Graves, Wayne & Danihelka 2014, section 3.3.2",
                                     {.start_weighting = true, .shifts = true, .biases = {"sharpening"}}),
      scheme_row<ContentLocationAddressing>(
          "content+location", "by likeness, interpolated with where it looked before, shifted, sharpened",
          "Graves, Wayne & Danihelka 2014, section 3.3",
          {.content = true, .start_weighting = true, .shifts = true, .biases = {"strength", "gate", "sharpening"}}),
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
