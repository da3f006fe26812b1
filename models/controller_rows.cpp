#include "controllers/feedforward.hpp"
#include "controllers/lstm.hpp"
#include "models/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Activation activation(const std::string& name) {
  return name == "tanh" ? Activation::kTanh : name == "sigmoid" ? Activation::kSigmoid : Activation::kRelu;
}

}  // namespace

const std::vector<ControllerRow>& controller_rows() {
  static const std::vector<ControllerRow> rows = {
      {{"lstm",
        "layers of long short-term memory cells",
        "Hochreiter & Schmidhuber 1997; Gers et al. 2000",
        {Option::integer("controller.size", 100, 1, 65536, "cells a layer"),
         Option::integer("controller.layers", 1, 1, 64, "layers")},
        {}},
       [](const Settings& s, ParameterStore& store, size_t x_size, size_t read_size) {
         return std::make_unique<LstmController>(
             store, LstmSettings{s.size("controller.size"), s.size("controller.layers")}, x_size, read_size);
       }},
      {{"feedforward",
        "one hidden layer; what it knows of the past, it has read",
        "Graves, Wayne & Danihelka 2014, section 3.4",
        {Option::integer("controller.size", 100, 1, 65536, "hidden units"),
         Option::choice("controller.activation", "tanh", {"tanh", "sigmoid", "relu"}, "the hidden units' function")},
        {}},
       [](const Settings& s, ParameterStore& store, size_t x_size, size_t read_size) {
         return std::make_unique<FeedforwardController>(
             store, FeedforwardSettings{s.size("controller.size"), activation(s.text("controller.activation"))}, x_size,
             read_size);
       }},
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
