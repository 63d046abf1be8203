// Each word of scripts in a phrase that comes right most of the time.
#pragma once

#include <span>
#include <string_view>

namespace gofuda::fuzz {

// In the code, $P stands for any points, $E for one empty point, $O for some empty points, $S for points of one side's
// stones, and the names are those of a card's `play`.
struct Phrase {
  std::string_view word;  // "Seat:pick", ":refuse": object and name
  std::string_view code;  // a statement, or a value of the type that the word gives
  bool rare = false;      // right in some games alone
};
std::span<const Phrase> phrases();

}  // namespace gofuda::fuzz
