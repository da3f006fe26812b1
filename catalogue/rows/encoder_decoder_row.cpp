#include "catalogue/options/bound.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/speaking/encoder_decoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const Bound<EncoderDecoderSettings>& encoder_decoder_options() {
  using Both = EncoderDecoderSettings;
  static const auto all =
      Bound<Both>({.embedding = 64})
          .part("encoder", PartKind::kEncoder, "lstm", "what reads the source")
          .part("controller", PartKind::kController, "lstm", "what says the answer")
          .part("attention", PartKind::kDecoderAttention, "global", "what the decoder sees of what was read")
          .integer("model.embedding", &Both::embedding, 0, 65536,
                   "size of token embeddings, of source and answer; 0: both networks take tokens directly")
          .checked_at("3")
          .choice("model.order", &Both::order,
                  {{"bahdanau", LookOrder::kBahdanau},
                   {"luong", LookOrder::kLuong},
                   {"input-feeding", LookOrder::kInputFeeding}},
                  "look, then step; step, then look; or that, and what came of it is an input of the next step")
          .choice("model.first-query", &Both::first_query, {{"map", FirstQuery::kMap}, {"state", FirstQuery::kState}},
                  "what the first look is asked with: a map of the encoder's last state, or what the decoder begins "
                  "with, as published (Bahdanau et al. 2015)")
          .only_with("model.order", {"bahdanau"})
          .choice("model.hand-over", &Both::hand_over,
                  {{"map", HandOver::kMap},
                   {"backward", HandOver::kBackward},
                   {"state", HandOver::kState},
                   {"input", HandOver::kInput},
                   {"context", HandOver::kContext},
                   {"none", HandOver::kNothing}},
                  "what the decoder has of the encoder's last state: a map of it to begin from, or where it has no "
                  "such state at each step; the same of what was read from the end alone (Bahdanau et al. 2015); that "
                  "state itself; all of it at each step; a tanh of it to begin from, at each step and in what it says "
                  "(Cho et al. 2014); or nothing")
          .choice("model.output", inside(&Both::logits, &SpokenLogitsSettings::output),
                  {{"linear", SpokenOutput::kLinear},
                   {"deep", SpokenOutput::kDeep},
                   {"deep-tanh", SpokenOutput::kDeepTanh},
                   {"maxout", SpokenOutput::kMaxout},
                   {"maxout-before", SpokenOutput::kMaxoutBefore}},
                  "what logits are made of: the decoder's output and what was read; or one more layer, of what was "
                  "said last too, as published (Xu et al. 2015, eq. 7), through tanh or maxout (Cho et al. 2014), "
                  "with the decoder's output of the step before (Bahdanau et al. 2015, A.2.2)")
          .integer("model.maxout", inside(&Both::logits, &SpokenLogitsSettings::maxout), 1, 65536, "maxout units")
          .checked_at("3")
          .only_with("model.output", {"maxout", "maxout-before"})
          .flag("model.reversed", &Both::reversed, "the encoder reads from the end (Sutskever et al. 2014)")
          .real("model.dropout", inside(&Both::logits, &SpokenLogitsSettings::dropout), 0, 0.95,
                "of embeddings, and of what answers are made of, in training")
          .checked_at("0.25");
  return all;
}

std::unique_ptr<Model> make_encoder_decoder(const Settings& s, const Spec& spec, const Scope& scope) {
  return std::make_unique<EncoderDecoder>(
      scope, spec, encoder_decoder_options().read(s),
      EncoderDecoder::Parts{
          [&](const Scope& inner, Layout x) { return make_part(encoder_rows(), s, "encoder", s, inner, x); },
          [&](const Scope& inner, size_t x_size, size_t read_size) {
            return make_part(controller_rows(), s, "controller", s, inner, x_size, read_size);
          },
          find_row(controller_rows(), s, "controller").sizes(s),
          [&](const Scope& inner, DecoderAttentionSizes sizes) {
            return make_part(decoder_attention_rows(), s, "attention", s, inner, sizes);
          }});
}

}  // namespace

ModelRow encoder_decoder_row() {
  return {{"encoder-decoder",
           "one network reads a source, another says an answer and looks back at it",
           "Sutskever et al. 2014; Bahdanau et al. 2015; Luong et al. 2015",
           encoder_decoder_options().options(),
           {},
           false,
           true},
          make_encoder_decoder};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
