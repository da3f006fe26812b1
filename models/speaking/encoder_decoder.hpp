#pragma once
// The encoder–decoder: one network reads, another says the answer, and looks back at what was read.

#include <functional>
#include <memory>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/controller.hpp"
#include "models/encoders/encoder.hpp"
#include "models/looks/attention.hpp"
#include "models/model.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How what the encoder has read reaches a decoder, besides by looking.
enum class HandOver {
  kMap,      ///< the decoder's start state is tanh(W·[summary; 1]) (Bahdanau et al. 2015, section A.2.2); a controller
             ///< without a state that could be given reads the summary at each step instead
  kState,    ///< it is the encoder's last state, as it is (Sutskever et al. 2014)
  kInput,    ///< the summary is one more input at each step (Cho et al. 2014)
  kNothing,  ///< not at all
};

/// When the decoder looks.
enum class LookOrder {
  kBahdanau,      ///< c = look(h₋), h = step([y₋; c]), answer from [h; c] (Bahdanau et al. 2015, section 3.1)
  kLuong,         ///< h = step(y₋), c = look(h), answer from h̃ = tanh(W·[h; c; 1]) (Luong et al. 2015, section 3)
  kInputFeeding,  ///< the same with h = step([y₋; h̃₋]) (section 3.3)
};

/// What the logits are made of: of a feature, which is the decoder's output and what was read, or h̃.
enum class SpokenOutput {
  kLinear,    ///< L·[feature; 1]
  kDeep,      ///< L·[E·y₋ + L_f·[feature; 1]; 1]: what was said last has a part in it (Xu et al. 2015, eq. 7)
  kDeepTanh,  ///< L·[tanh(E·y₋ + L_f·[feature; 1]); 1]
};

struct EncoderDecoderSettings {
  size_t embedding = 0;   ///< numbers that a token becomes, read or said; 0: both networks take tokens as they are
  bool reversed = false;  ///< the encoder reads from the end (Sutskever et al. 2014); looks see steps in their order
  HandOver hand_over = HandOver::kMap;
  LookOrder order = LookOrder::kBahdanau;
  SpokenOutput output = SpokenOutput::kLinear;
  Real dropout = 0;  ///< of embeddings, and of what an answer is made of; below 1
};

/// Answers of a task that says them (Spec::of_answers): the encoder reads the source, of tokens or of numbers; the
/// decoder is any controller, fed with what was said a step before. Told that, all episodes run side by side, and what
/// no step waits for is done for all steps at once: products with the source, in Luong's order all looks, the answers.
class EncoderDecoder final : public Model, public Speaker {
 public:
  using MakeEncoder = std::function<std::unique_ptr<Encoder>(const Scope& scope, Layout x)>;
  using MakeController =
      std::function<std::unique_ptr<Controller>(const Scope& scope, size_t x_size, size_t read_size)>;
  using MakeAttention = std::function<std::unique_ptr<Attention>(const Scope& scope, AttentionSizes sizes)>;
  struct Parts {
    MakeEncoder encoder;
    MakeController decoder;
    ControllerSizes decoder_sizes;  ///< what it reads depends on them
    MakeAttention attention;
  };

  /// Throws InputError for a hand-over of states where the two networks' are not alike, for a deep output without an
  /// embedding, and for looks that are to be told where to go by what does not tell.
  EncoderDecoder(const Scope& scope, const Spec& spec, const EncoderDecoderSettings& settings, const Parts& parts);

  /// Throws ShapeError for a batch without a source and what was said.
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  bool has_own_objective() const override { return attention_->has_own_objective(); }
  size_t cost() const override { return attention_->cost(); }
  Footprint footprint() const override { return attention_->footprint(); }
  std::vector<uint64_t> stages() const override { return attention_->stages(); }
  size_t step_weights() const override;

  const Speaker* speaks() const override { return this; }
  State listen(const Context& context, const Batch& batch, size_t first) const override;
  Recurrent::Step say(const Context& context, Var previous, const State& past) const override;
  State settled(Tape& tape, const State& state) const override;
  /// Those whose sources are as long as the first one's, where the attention asks for it; else all.
  size_t together(const Batch& batch, size_t first, size_t most) const override;

 private:
  bool deep() const { return settings_.output != SpokenOutput::kLinear; }
  bool looks() const { return attention_->reads() > 0; }
  bool feeds() const { return looks() && settings_.order == LookOrder::kInputFeeding; }
  bool looks_first() const { return looks() && settings_.order == LookOrder::kBahdanau; }

  /// What a token, or a source's numbers, are to the networks.
  Var embedded(const Context& context, Parameter table, Var x) const;
  State begin(const Context& context, const Reading& reading) const;
  State first_state(const Context& context, const Reading& reading) const;

  /// The decoder's step: its output and what it goes on from.
  Recurrent::Step decide(const Context& context, Var x, Var read, const State& past) const;
  Recurrent::Step look(const Context& context, Var queries, const State& past) const;
  /// What an answer is made of: h̃, or the output and what was read.
  Var combined(Tape& tape, Var outputs, Var reads) const;
  /// A whole step: what the answer is made of, as one column.
  Recurrent::Step think(const Context& context, Var x, const State& past) const;

  /// Logits of columns of features, and of what was said before each, embedded, where the output is deep.
  Var logits(const Context& context, Var features, Var previous) const;

  /// Answers at the steps that are asked for, of episodes whose sources may be looked at side by side.
  Answers run_together(const Context& context, const Batch& batch, size_t first,
                       std::span<const uint32_t> scored) const;
  /// What answers at those steps are made of; and the attention's states after its looks, as Attention::objective()
  /// asks for them.
  struct Run {
    Var features;
    std::span<const State> looked;
  };
  Run run_at_once(const Context& context, Var inputs, const State& start, std::span<const uint32_t> scored) const;
  Run run_by_steps(const Context& context, Var inputs, const State& start, std::span<const uint32_t> scored) const;

  EncoderDecoderSettings settings_;
  std::unique_ptr<Encoder> encoder_;
  std::unique_ptr<Attention> attention_;
  std::unique_ptr<Controller> decoder_;
  std::vector<size_t> mapped_;  ///< rows of each value of the decoder's start state, where it is a map of the summary
  bool embeds_source_ = false;  ///< where it is of tokens
  bool reads_summary_ = false;  ///< the decoder does, at each step
  Parameter source_embedding_{}, said_embedding_{}, state_map_{}, first_query_{}, combination_{}, output_hidden_{},
      output_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
