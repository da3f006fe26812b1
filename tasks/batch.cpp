#include "tasks/batch.hpp"

#include <stdexcept>
#include <string>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

template <class Streams>
auto& named(Streams& streams, std::string_view name) {
  for (auto& stream : streams)
    if (stream.shape.name == name) return stream;
  throw std::out_of_range("batch: no input stream is called " + std::string(name));
}

}  // namespace

BatchStream& Batch::input(std::string_view name) { return named(inputs, name); }
const BatchStream& Batch::input(std::string_view name) const { return named(inputs, name); }

}  // namespace tapehead::inline TAPEHEAD_REAL
