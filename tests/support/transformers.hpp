#pragma once
// Small Transformer encoder-decoders in all their variants.

#include <vector>

#include "models/speaking/transformer_encoder_decoder.hpp"
#include "tests/support/spoken_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

inline std::vector<TransformerEncoderDecoderSettings> several_transformers() {
  std::vector<TransformerEncoderDecoderSettings> all(4);
  const auto shape = [](TransformerEncoderDecoderSettings& s, size_t size, size_t heads, size_t encoder,
                        size_t decoder) {
    s.size = size;
    s.heads = heads;
    s.feedforward = 2 * size + 1;
    s.encoder_layers = encoder;
    s.decoder_layers = decoder;
    s.max_steps = 50;
  };
  shape(all[0], 8, 2, 2, 2);
  shape(all[1], 6, 3, 1, 3);
  shape(all[2], 5, 1, 2, 1);
  shape(all[3], 64, 4, 2, 2);
  all[1].positions = Positions::kLearned;
  all[1].norm = NormPlace::kPost;
  all[2].positions = Positions::kNone;
  all[2].tied = true;
  return all;
}

/// With its own parameters, moved off their initial values.
struct SpeakingTransformer {
  explicit SpeakingTransformer(const TransformerEncoderDecoderSettings& settings)
      : model(store, Spec::of_answers(kSourceKinds, kSaidKinds), settings) {
    Stream move(1, Split::kCheck, Purpose::kParameters, 0);
    for (Real& value : store.values()) value += static_cast<Real>(move.uniform(-0.2, 0.2));
  }
  ParameterStore store{1};
  TransformerEncoderDecoder model;
};

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
