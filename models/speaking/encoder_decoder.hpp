#pragma once
// The encoder–decoder: one network reads, another says the answer and attends to what was read.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "models/encoders/encoder.hpp"
#include "models/looks/decoder_attention.hpp"
#include "models/model.hpp"
#include "models/speaker.hpp"
#include "models/speaking/spoken_logits.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How the decoder gets the encoder's result, besides by attention.
enum class HandOver {
  kMap,       ///< the decoder's start state is tanh(W·[summary; 1]) (after Bahdanau et al. 2015, section A.2.2); a
              ///< controller whose state cannot be set reads the summary at each step instead
  kBackward,  ///< the same of the backward pass alone, tanh(W·[←h₁; 1]), as published; of an encoder that reads one way
              ///< it is kMap
  kState,    ///< the decoder's start state is the encoder's last state (Sutskever et al. 2014)
  kInput,    ///< the summary is an additional input at each step (Cho et al. 2014, simplified)
  kContext,  ///< with c = tanh(V·[summary; 1]), the start state is tanh(W·[c; 1]), and c is an additional input at each
             ///< step and of the logits (Cho et al. 2014, appendix A.1)
  kNothing,  ///< not at all
};

/// When the decoder attends.
enum class LookOrder {
  kBahdanau,      ///< c = look(h₋), h = step([y₋; c]), answer from [h; c] (Bahdanau et al. 2015, section 3.1)
  kLuong,         ///< h = step(y₋), c = look(h), answer from h̃ = tanh(W·[h; c; 1]) (Luong et al. 2015, section 3)
  kInputFeeding,  ///< the same with h = step([y₋; h̃₋]) (section 3.3)
};

/// What a decoder that attends before it steps asks with at first.
enum class FirstQuery {
  kMap,    ///< tanh(W·[summary; 1])
  kState,  ///< its output in the start state, s₀ (Bahdanau et al. 2015, section A.2.2)
};

struct EncoderDecoderSettings {
  size_t embedding = 0;   ///< size of token embeddings, in source and answer; 0: both networks take tokens directly
  bool reversed = false;  ///< the encoder reads backwards (Sutskever et al. 2014); attention sees the steps in order
  HandOver hand_over = HandOver::kMap;
  LookOrder order = LookOrder::kBahdanau;
  FirstQuery first_query = FirstQuery::kMap;
  SpokenLogitsSettings logits = {};  ///< its dropout is that of embeddings too
};

/// Generates answers (Spec::of_answers): the encoder reads the source, tokens or numbers; the decoder is any
/// controller, fed with the token before. With teacher forcing all episodes run side by side, and everything without a
/// dependence on the previous step is computed for all steps at once: products with the source, in Luong's order all
/// looks, the logits.
class EncoderDecoder final : public Model, public Speaker, public HoldsBeside {
 public:
  using MakeEncoder = std::function<std::unique_ptr<Encoder>(const Scope& scope, Layout x)>;
  using MakeController =
      std::function<std::unique_ptr<Controller>(const Scope& scope, size_t x_size, size_t read_size)>;
  using MakeDecoderAttention =
      std::function<std::unique_ptr<DecoderAttention>(const Scope& scope, DecoderAttentionSizes sizes)>;
  struct Parts {
    MakeEncoder encoder;
    MakeController decoder;
    ControllerSizes decoder_sizes;  ///< what it reads depends on them
    MakeDecoderAttention attention;
  };

  /// Throws InputError for a hand-over of states where the networks' states differ, for a deep output without an
  /// embedding, for an output before the step or a first query of a decoder that has none, and for guided attention
  /// with a task that does not tell places.
  EncoderDecoder(const Scope& scope, const Spec& spec, const EncoderDecoderSettings& settings, const Parts& parts);

  /// Throws ShapeError for a batch without a source or without the answer's previous tokens.
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  bool has_own_objective() const override { return attention_->has_own_objective(); }
  Held held() const override { return attention_->held(); }
  size_t cost() const override { return attention_->cost(); }
  Footprint footprint() const override { return attention_->footprint(); }
  std::vector<uint64_t> stages() const override { return attention_->stages(); }
  size_t step_weights() const override;

  const Speaker* speaks() const override { return this; }
  State listen(const Context& context, const Batch& batch, size_t first) const override;
  StateNames state_names() const override;
  Recurrent::Step say(const Context& context, Var previous, const State& past) const override;
  State settled(Tape& tape, const State& state) const override;
  /// The episodes whose sources are as long as the first one's, where the attention needs that; else all.
  size_t together(const Batch& batch, size_t first, size_t most) const override;

 private:
  bool has_context() const { return settings_.hand_over == HandOver::kContext; }
  bool looks() const { return attention_->reads() > 0; }
  bool feeds() const { return looks() && settings_.order == LookOrder::kInputFeeding; }
  bool looks_first() const { return looks() && settings_.order == LookOrder::kBahdanau; }

  /// What is fed back to the next step, each only where it is used.
  struct Back {
    Var output;   ///< the last output, or h̃
    Var summary;  ///< of the source, or the context made of it
  };
  Back back_of(const State& state) const;
  State state_of(Tape& tape, const Back& back) const;

  /// The networks' input for a token, or for a source's numbers.
  Var embedded(const Context& context, Parameter table, Var x) const;
  State begin(const Context& context, const Reading& reading) const;
  /// handed: the summary, or the context.
  State first_state(const Context& context, const Reading& reading, Var handed) const;

  /// The decoder's step: its output and next state.
  Recurrent::Step decide(const Context& context, Var x, Var read, const State& past) const;
  Recurrent::Step look(const Context& context, Var queries, const State& past) const;
  /// The feature: h̃, or the output with what was read.
  Var combined(Tape& tape, Var outputs, Var reads) const;
  /// A whole step: the feature, as one column.
  Recurrent::Step think(const Context& context, Var x, const State& past) const;

  /// Answers at the scored steps, for episodes whose sources may be side by side.
  Answers run_together(const Context& context, const Batch& batch, size_t first,
                       std::span<const uint32_t> scored) const;
  /// The features at those steps, and the attention's states after its looks, as DecoderAttention::objective() takes
  /// them.
  struct Run {
    Var features;
    std::span<const State> looked;
  };
  Run run_at_once(const Context& context, Var inputs, const State& start, std::span<const uint32_t> scored) const;
  Run run_by_steps(const Context& context, Var inputs, const State& start, std::span<const uint32_t> scored) const;

  EncoderDecoderSettings settings_;
  std::unique_ptr<Encoder> encoder_;
  std::unique_ptr<DecoderAttention> attention_;
  std::unique_ptr<Controller> decoder_;
  std::vector<size_t> mapped_;  ///< rows of each value of the decoder's start state, where it is a map of the summary
  bool embeds_source_ = false;  ///< the source is one of tokens
  bool reads_summary_ = false;  ///< the decoder does, at each step
  Parameter source_embedding_{}, said_embedding_{}, context_{}, state_map_{}, first_query_{}, combination_{};
  std::optional<SpokenLogits> logits_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
