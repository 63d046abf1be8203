// Lua's own messages for people who do not program: each is kept, and what it most likely means is added.
#pragma once

#include <string>
#include <string_view>

namespace gofuda {

// `source`: the whole script; `line`: the one that the message names, from 1.
std::string syntax_words(const std::string& message, std::string_view source, int line);
// Where on that line what the message ends with (near '...') stands, from 1 and in code points; 1 when it is not found.
int syntax_column(const std::string& message, std::string_view source, int line);
// Where on the line the first of the names that the message has in quotes stands by itself, counted so, too; 1 when
// none does.
int column_in(std::string_view source, int line, std::string_view message);
std::string_view line_of(std::string_view source, int line);  // from 1; "" beyond the last
// What of the card is compared with a text.
std::string what_names_a_card(const std::string& card, std::string_view text);
std::string runtime_words(const std::string& message);

}  // namespace gofuda
