#pragma once
// The associative recurrent memory Transformer (Rodkin, Kuratov, Bulatov & Burtsev 2024, "Associative recurrent memory
// Transformer").

#include <vector>

#include "controllers/controller.hpp"
#include "controllers/layer_associations.hpp"
#include "controllers/segments.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ArmtSettings : SegmentSettings {
  size_t key_size = 16;                      ///< of a key of the associations, before its features
  Features features{FeatureKind::kDpfp, 3};  ///< DPFP-3, as published
};

struct ArmtState {
  TAPEHEAD_VALUES(memory, normaliser, place);  ///< A of all layers side by side; z likewise; steps so far, 1×1
};

/// A Transformer whose every layer hands an associative memory from segment to segment (section 3). What a layer's A
/// says to a token is added to it before the layer. [steps of the segment; M] go through the layers
/// (controllers/segments.hpp), where M are memory tokens that are learned and begin every segment anew; what comes out
/// of a layer at M is written to its A, which the next segment reads. The gradient goes through all segments.
class ArmtController final : public Controller {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  ArmtController(const Scope& scope, const ArmtSettings& settings, size_t x_size, size_t read_size);

  static ControllerSizes sizes(const ArmtSettings& settings) { return {settings.size}; }
  StateNames state_names() const override { return joined(names_of<ArmtState>(), layers_.list_names()); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns inputs, const State& past) const override;

 private:
  ArmtController(const Scope& own, const ArmtSettings& settings, size_t inputs);

  Associations of_layer(size_t i, const ArmtState& all) const;
  ArmtState written(const Context& context, const ArmtState& past, const Segment& segment) const;
  State state_of(Tape& tape, const ArmtState& all, const Segment& segment) const;

  SegmentLayers layers_;
  std::vector<LayerAssociations> associations_;
  size_t size_, keys_, steps_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
