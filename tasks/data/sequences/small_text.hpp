#pragma once
// Text from a tiny grammar, to try language models without a file.

#include <cstddef>
#include <string>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// As many lines, each a sentence such as "the old fox sees one bird by the river.": subject and verb agree in number,
/// however many words are between them.
std::string small_text(size_t sentences, Stream& draw);

}  // namespace tapehead
