#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/speaking/encoder_decoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

HandOver hand_over(const std::string& name) {
  return name == "map"     ? HandOver::kMap
         : name == "state" ? HandOver::kState
         : name == "input" ? HandOver::kInput
                           : HandOver::kNothing;
}

LookOrder look_order(const std::string& name) {
  return name == "bahdanau" ? LookOrder::kBahdanau : name == "luong" ? LookOrder::kLuong : LookOrder::kInputFeeding;
}

SpokenOutput output(const std::string& name) {
  return name == "linear" ? SpokenOutput::kLinear : name == "deep" ? SpokenOutput::kDeep : SpokenOutput::kDeepTanh;
}

std::unique_ptr<Model> make_encoder_decoder(const Settings& s, const Spec& spec, const Scope& scope) {
  EncoderDecoderSettings e;
  e.embedding = s.size("model.embedding");
  e.reversed = s.flag("model.reversed");
  e.hand_over = hand_over(s.text("model.hand-over"));
  e.order = look_order(s.text("model.order"));
  e.output = output(s.text("model.output"));
  e.dropout = static_cast<Real>(s.real("model.dropout"));
  return std::make_unique<EncoderDecoder>(
      scope, spec, e,
      EncoderDecoder::Parts{
          [&](const Scope& inner, Layout x) { return make_part(encoder_rows(), s, "encoder", s, inner, x); },
          [&](const Scope& inner, size_t x_size, size_t read_size) {
            return make_part(controller_rows(), s, "controller", s, inner, x_size, read_size);
          },
          find_row(controller_rows(), s, "controller").sizes(s),
          [&](const Scope& inner, AttentionSizes sizes) {
            return make_part(decoder_attention_rows(), s, "attention", s, inner, sizes);
          }});
}

}  // namespace

ModelRow encoder_decoder_row() {
  return {
      {"encoder-decoder",
       "one network reads a source, another says an answer and looks back at it",
       "Sutskever et al. 2014; Bahdanau et al. 2015; Luong et al. 2015",
       {Option::a_part("encoder", PartKind::kEncoder, "lstm", "what reads the source"),
        Option::a_part("controller", PartKind::kController, "lstm", "what says the answer"),
        Option::a_part("attention", PartKind::kAttention, "global", "what the decoder sees of what was read"),
        Option::integer("model.embedding", 64, 0, 65536,
                        "numbers that a token becomes, read or said; 0: both networks take tokens as they are")
            .checked_at("3"),
        Option::choice("model.order", "bahdanau", {"bahdanau", "luong", "input-feeding"},
                       "look, then step; step, then look; or that, and what came of it is an input of the next step"),
        Option::choice(
            "model.hand-over", "map", {"map", "state", "input", "none"},
            "what the decoder has of the encoder's last state: a map of it to begin from, or where it has no "
            "such state at each step; that state itself; all of it at each step; or nothing"),
        Option::choice(
            "model.output", "linear", {"linear", "deep", "deep-tanh"},
            "what logits are made of: the decoder's output and what was read; or one more layer, of what was "
            "said last too, as published (Xu et al. 2015, eq. 7) or through tanh"),
        Option::flag("model.reversed", false, "the encoder reads from the end (Sutskever et al. 2014)"),
        Option::real("model.dropout", 0, 0, 0.95, "of embeddings, and of what answers are made of, in training")
            .checked_at("0.25")},
       {},
       false,
       true},
      make_encoder_decoder};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
