// A play of the notation (core/notation/tokens.hpp) as one word, as the Go Text Protocol wants a move, and back:
//
//   place-3 (B1 D1 F1)             place-3(B1,D1,F1)
//   twice leap (G5 H7) (K10 L12)   twice+leap(G5,H7)(K10,L12)
//   leap#2                         leap~2, for # begins a comment there
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation/tokens.hpp"

namespace gofuda::tools {

std::string move_word(std::string_view play);
// Nothing where it is none.
std::optional<std::vector<Token>> move_tokens(const std::string& who, std::string_view word);

}  // namespace gofuda::tools
