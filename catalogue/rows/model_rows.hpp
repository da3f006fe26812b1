#pragma once
// The rows of the models, each in a file of its own.

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

ModelRow memn2n_row();
ModelRow memory_network_row();
ModelRow entity_network_row();
ModelRow key_value_network_row();
ModelRow transformer_encoder_decoder_row();
ModelRow lstmn_encoder_decoder_row();
ModelRow encoder_decoder_row();
ModelRow glimpses_row();
ModelRow classifier_row();
ModelRow mixer_stack_row();

/// Throws InputError where the settings' memory is told the input's length (PartInfo::told), and the task tells none.
void check_told(const Settings& settings, const Spec& spec);

}  // namespace tapehead::inline TAPEHEAD_REAL
