// What the pages of the library are put together from.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scripting/script.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

int page_width(const Style& style);
void add(std::vector<std::string>& out, const std::vector<std::string>& more);
void add_fact(std::vector<std::string>& out, const Style& style, const std::string& name, const std::string& value);
// An option with its values, the chosen one (or the default) with a star.
void add_option(std::vector<std::string>& out, const Style& style, const std::string& name, const ScriptOption& o,
                const std::string& chosen, const std::string& origin);
std::string listed(const std::vector<std::string>& words, const char* last);  // "a, b or c"
// What a turn protocol wants every card to say: "kind: before, replace or counter".
std::vector<std::string> turn_demands(const Script& turn);
nlohmann::json option_json(const ScriptOption& o);

}  // namespace gofuda::tools
