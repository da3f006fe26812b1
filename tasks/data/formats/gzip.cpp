#include "tasks/data/formats/gzip.hpp"

#include <zlib.h>

#include <algorithm>

#include "autodiff/base/error.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostUnpacked = size_t{1} << 30;  // as for files that are not packed
constexpr size_t kRoom = size_t{1} << 16;          // initial size
constexpr int kOnlyGzip = 16;                      // flag of inflateInit2: neither zlib nor raw deflate

struct Inflater {
  z_stream stream{};
  ~Inflater() { inflateEnd(&stream); }
};

}  // namespace

std::string unpacked(const std::string& name, std::string_view bytes) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(name + ": cannot be unpacked (" + why + "); a whole gzip file of at most 1 GiB is needed");
  };
  Inflater inflater;
  z_stream& z = inflater.stream;
  if (inflateInit2(&z, MAX_WBITS + kOnlyGzip) != Z_OK) refuse("zlib has no memory");
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write to it
  z.avail_in = static_cast<uInt>(bytes.size());                           // files are at most 1 GiB
  std::string text;
  int told = Z_OK;
  while (told != Z_STREAM_END) {
    const size_t filled = text.size();
    if (filled >= kMostUnpacked) refuse("more than 1 GiB");
    text.resize(std::min(std::max(2 * filled, kRoom), kMostUnpacked));
    z.next_out = reinterpret_cast<Bytef*>(text.data() + filled);
    z.avail_out = static_cast<uInt>(text.size() - filled);
    told = inflate(&z, Z_NO_FLUSH);
    text.resize(text.size() - z.avail_out);
    if (told == Z_BUF_ERROR || (told == Z_OK && z.avail_in == 0 && z.avail_out > 0)) refuse("it is cut off");
    if (told != Z_OK && told != Z_STREAM_END) refuse(z.msg ? z.msg : "it is damaged");
  }
  if (z.avail_in > 0) refuse("there are bytes behind its end");
  return text;
}

}  // namespace tapehead
