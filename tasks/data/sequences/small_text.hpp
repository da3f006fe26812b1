#pragma once
// A text made by a tiny grammar, so that a language model can be tried where there is none.

#include <cstddef>
#include <string>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// So many lines, each a sentence such as "the old fox sees one bird by the river.": subject and verb agree in number,
/// however many words stand between them.
std::string small_text(size_t sentences, Stream& draw);

}  // namespace tapehead
