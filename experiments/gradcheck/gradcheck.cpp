#include <fmt/format.h>

#include <type_traits>

#include "catalogue/check/model_check.hpp"
#include "catalogue/check/op_catalogue.hpp"
#include "experiments/gradcheck/gradcheck.hpp"

namespace tapehead {

static_assert(std::is_same_v<Real, double>, "differences in float are drowned in rounding");

int run_gradcheck(bool all, const Settings* model_settings, const std::function<void(const std::string&)>& tell) {
  int status = 0;
  const auto report = [&](const char* kind, const std::string& name, const GradientError& error) {
    tell(fmt::format("{:<6} {:<80} {:.1e}  {}\n", kind, name, error.error,
                     error.ok() ? "ok" : "WRONG: " + error.text()));
    if (!error.ok()) status = 1;
  };
  if (!all && model_settings) {
    report("model", model_settings->text("model"), check_model(*model_settings));
    return status;
  }
  for (const OpRow& row : op_rows()) report("op", row.name, check_op(row));
  for (const ModelCase& model : small_models()) report("model", model.name, check_model(model.settings));
  return status;
}

}  // namespace tapehead
