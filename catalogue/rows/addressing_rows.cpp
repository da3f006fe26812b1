#include "catalogue/catalogue.hpp"
#include "catalogue/rows/addressing_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "memory/ntm/content_addressing.hpp"
#include "memory/ntm/content_location_addressing.hpp"
#include "memory/ntm/location_addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A scheme from the settings that its row declares; what it does not declare it does not look at.
template <class Scheme>
std::unique_ptr<Addressing> make(const Settings& s, AddressingSettings settings, const Scope& scope) {
  fill_addressing_settings(s, settings, scope);
  return std::make_unique<Scheme>(scope, settings);
}

}  // namespace

const std::vector<AddressingRow>& addressing_rows() {
  static const std::vector<AddressingRow> rows = {
      {{"content",
        "by likeness to a key",
        "Graves, Wayne & Danihelka 2014, section 3.3.1",
        joined({content_options(), bias_options({"strength"})}),
        {}},
       make<ContentAddressing>},
      {{"location",
        "by shifting where it looked before",
        "Graves, Wayne & Danihelka 2014, section 3.3.2",
        joined({start_weighting_options(), shift_options(), bias_options({"sharpening"})}),
        {}},
       make<LocationAddressing>},
      {{"content+location",
        "by likeness, interpolated with where it looked before, shifted, sharpened",
        "Graves, Wayne & Danihelka 2014, section 3.3",
        joined({content_options(), start_weighting_options(), shift_options(),
                bias_options({"strength", "gate", "sharpening"})}),
        {}},
       make<ContentLocationAddressing>},
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
