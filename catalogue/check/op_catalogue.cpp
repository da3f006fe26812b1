#include "catalogue/check/op_catalogue.hpp"

#include "attention/check/op_rows.hpp"
#include "controllers/check/op_rows.hpp"
#include "memory/check/op_rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<OpRow> op_rows() {
  std::vector<OpRow> all;
  for (const auto* floor : {&autodiff_op_rows(), &attention_op_rows(), &controllers_op_rows(), &memory_op_rows()})
    all.insert(all.end(), floor->begin(), floor->end());
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
