#pragma once
// Options shared by the rows of addressing schemes, and how they fill a scheme's settings.

#include <string>
#include <vector>

#include "catalogue/options/bound.hpp"
#include "memory/ntm/addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// memory.start-weighting
Bound<AddressingSettings> start_weighting_options();

/// memory.shifts and memory.least-sharpening, memory.training-sharpening and memory.training-sharpening-from, for any
/// settings with shifts.
template <class Shifting>
Bound<Shifting> shift_options() {
  const auto sharpening = &Shifting::sharpening;
  return Bound<Shifting>{}
      .odd("memory.shifts", &Shifting::shifts, 1, 1023, "displacements a head can shift by, the middle one staying")
      .real("memory.least-sharpening", inside(sharpening, &SharpeningSettings::least), 1, 100,
            "what a head's sharpening is at least, 1 in the paper; above it a weighting that moves at every step stays "
            "crisp for any number of steps")
      .checked_at("1.25")
      .real("memory.training-sharpening", inside(sharpening, &SharpeningSettings::share), 0, 1,
            "share of the sharpening that heads have in training; below 1 they learn crisper shifts")
      .checked_at("0.5")
      .integer("memory.training-sharpening-from", inside(sharpening, &SharpeningSettings::from), 0, 1000000000,
               "training sequences after which that share holds, or is approached (train.settle-below); before, heads "
               "have all of it");
}

/// The starting biases of all reading heads' and of all writing heads' controls.
struct StartBiases {
  HeadBiases read, write;
};

/// memory.read-CONTROL-bias and memory.write-CONTROL-bias for each given control of "strength", "gate", "sharpening".
Bound<StartBiases> bias_options(const std::vector<std::string>& controls);

/// The biases that the selected scheme declares; 0 where there is no such option.
StartBiases start_biases(const Settings& settings);

}  // namespace tapehead::inline TAPEHEAD_REAL
