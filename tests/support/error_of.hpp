#pragma once
// What a call refuses.

#include <string>

#include "autodiff/base/error.hpp"
#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// The message of the InputError that a call throws; "" if it throws none.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
