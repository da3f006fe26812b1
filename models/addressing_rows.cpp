#include "memory/content_addressing.hpp"
#include "memory/content_location_addressing.hpp"
#include "memory/location_addressing.hpp"
#include "models/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

template <class Scheme>
std::unique_ptr<Addressing> make(const AddressingSettings& settings, ParameterStore& store) {
  return std::make_unique<Scheme>(store, settings);
}

}  // namespace

const std::vector<AddressingRow>& addressing_rows() {
  static const std::vector<AddressingRow> rows = {
      {{"content", "by likeness to a key", "Graves, Wayne & Danihelka 2014, section 3.3.1", {}, {}},
       make<ContentAddressing>},
      {{"location", "by shifting where it looked before", "Graves, Wayne & Danihelka 2014, section 3.3.2", {}, {}},
       make<LocationAddressing>},
      {{"content+location",
        "by likeness, interpolated with where it looked before, shifted, sharpened",
        "Graves, Wayne & Danihelka 2014, section 3.3",
        {},
        {}},
       make<ContentLocationAddressing>},
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
