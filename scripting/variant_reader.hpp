// From a variant's YAML, with what it extends and what the user sets, to a Variant.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scripting/library.hpp"

namespace gofuda {

// What the card does while it lies on the table.
void add_effects(const Script& card, CardInfo& info);

std::shared_ptr<const Variant> read_variant(Library& library, const std::string& name, const Settings& settings,
                                            const std::vector<std::string>& extra_cards, Diagnostics& out);
// One rule of stones by its name, or a diagnostic.
void set_rule(Rules& rules, const std::string& name, const std::string& value, const Library::Mention& at,
              Diagnostics& out);
// The map's fields; none after a diagnostic, where it is no map or has too many. `form`: what is said of no map.
std::span<const YamlField> setting_fields(const YamlFile& file, const YamlNode& node, const std::string& form,
                                          Diagnostics& out, std::size_t most = kMostSettings);
// `options:` of a deck, `set:` of a dispute: flat "card.option: value" pairs, and the line and column of each.
void read_options(const YamlFile& file, const YamlNode* node, const char* key,
                  std::vector<std::pair<std::string, std::string>>& options, Diagnostics& out,
                  std::vector<std::pair<int, int>>* places = nullptr);
// What is wrong with that choice, of the options that `id` has: the code and the message; empty when nothing is.
std::pair<std::string, std::string> wrong_option(std::span<const ScriptOption* const> options, const std::string& id,
                                                 const std::string& name, const std::string& value);

}  // namespace gofuda
