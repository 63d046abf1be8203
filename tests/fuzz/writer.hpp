// Writes and changes Lua scripts with the words that the program knows, for noise seldom gets past the parser.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gofuda::fuzz {

std::string written_card(std::uint64_t seed);
std::string card_with_phrase(std::string_view code, std::uint64_t seed);  // that does little else
// The script, or one of those among other lines, with statements written anew or added.
std::string changed_script(const std::string& script, std::uint64_t seed);

}  // namespace gofuda::fuzz
