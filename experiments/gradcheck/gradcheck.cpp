#include <fmt/format.h>

#include <type_traits>

#include "autodiff/base/error.hpp"
#include "catalogue/check/model_check.hpp"
#include "catalogue/check/op_catalogue.hpp"
#include "experiments/gradcheck/gradcheck.hpp"

namespace tapehead {

static_assert(std::is_same_v<Real, double>, "differences in float are drowned in rounding");

namespace {

/// Tells the line of one check, and gives its exit status.
int told(const char* kind, const std::string& name, const GradientError& error, const TellCheck& tell) {
  tell(fmt::format("{:<6} {:<80} {:.1e}  {}\n", kind, name, error.error, error.ok() ? "ok" : "WRONG: " + error.text()));
  return error.ok() ? 0 : 1;
}

}  // namespace

int check_all(std::string_view only, const TellCheck& tell) {
  int status = 0;
  bool any = false;
  const auto wanted = [&](const std::string& name) {
    const bool is = name.find(only) != std::string::npos;
    any |= is;
    return is;
  };
  for (const OpRow& row : op_rows())
    if (wanted(row.name)) status |= told("op", row.name, check_op(row), tell);
  for (const ModelCase& model : small_models())
    if (wanted(model.name)) status |= told("model", model.name, check_model(model.settings), tell);
  if (!any)
    throw InputError(fmt::format("--only: got \"{}\", which is in no name; tapehead gradcheck --all tells them", only));
  return status;
}

int check_one(const Settings& model, const TellCheck& tell) {
  return told("model", model.text("model"), check_model(model), tell);
}

}  // namespace tapehead
