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

// How words to choose from are written.
inline constexpr std::string_view kOneByOne = "the words stand one after the other, each in quotes: \"one\", \"two\"";

// A type as a sentence says it: "a set of points" of "Points".
std::string said_type(std::string_view type);
// "argument 2 of pick must be a set of points, not a text", with the likely fix. `place`: "argument 2 of pick".
// `given`: its type, "nothing" for nil, "" where there is no such argument. `text`: the value, where it is a text that
// is known.
std::string wrong_argument(const std::string& place, std::string_view wanted, std::string_view given,
                           std::string_view text);

}  // namespace gofuda
