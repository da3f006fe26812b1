#pragma once
// The recurrent memory Transformer (Bulatov, Kuratov & Burtsev 2022, "Recurrent memory Transformer").

#include "controllers/controller.hpp"
#include "controllers/segments.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct RmtState {
  TAPEHEAD_VALUES(memory, place);  ///< memory: of this segment, size×tokens; place: its steps so far, 1×1
};

/// A Transformer that hands memory tokens M from segment to segment: [M; steps of the segment; M] go through its layers
/// (controllers/segments.hpp), and the outputs of the last M are the M of the next segment (section 3.2, eqs. 5 to 7,
/// of a decoder). The first M is learned. The gradient goes through all segments.
class RmtController final : public Controller {
 public:
  /// x_size: features of the input; read_size: of all reads together.
  RmtController(const Scope& scope, const SegmentSettings& settings, size_t x_size, size_t read_size)
      : Controller(sizes(settings)),
        layers_(scope / "rmt", settings, x_size + read_size, settings.memory_tokens),
        steps_(settings.segment) {}

  static ControllerSizes sizes(const SegmentSettings& settings) { return {settings.size}; }
  StateNames state_names() const override { return joined(names_of<RmtState>(), layers_.list_names()); }
  State start(const Context& context) const override { return begun(context, layers_.memory(context)); }
  Step step(const Context& context, Columns inputs, const State& past) const override;

 private:
  Var through(const Context& context, Var token, Segment& segment) const;
  Var through_all(const Context& context, Var memory, Segment& segment) const;
  State begun(const Context& context, Var memory) const;
  State state_of(Tape& tape, Var memory, const Segment& segment) const;

  SegmentLayers layers_;
  size_t steps_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
