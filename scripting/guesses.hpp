// What people say who do not know the words of scripts yet, and what the word is.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gofuda {

// To end a message that there is no such word: "; that is board:neighbours(points)", or one of `names` that is spelt
// much like it, or nothing.
std::string meant(std::string_view said, std::span<const std::string> names);

// What is wrong with an object's method, or with a word of its own (object ""), that is given so many arguments;
// nothing when it takes them.
std::string wrong_number_of_arguments(std::string_view object, std::string_view method, int given);

}  // namespace gofuda
