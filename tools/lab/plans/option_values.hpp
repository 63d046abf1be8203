// The rules and options of a game with their values.
#pragma once

#include <string>
#include <vector>

#include "scripting/variant.hpp"

namespace gofuda::tools {

// Each value of an option, and the one that this game has: f(key, chosen, values).
template <class F>
void each_option(const Variant& v, F&& f) {
  for (const RuleField& field : rule_fields()) {
    const std::vector<std::string> values(field.values.begin(), field.values.end());
    f("rules." + std::string(field.name), field.get(v.ruleset->rules), values);
  }
  for (const auto& [id, options] : v.options)
    for (const auto& [name, chosen] : options) f(id + "." + name, chosen.value, chosen.option->values);
}

}  // namespace gofuda::tools
