// What the schemas of several kinds of files have in common. A pattern counts for text alone, bounds for numbers alone,
// so that one part can say both.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "tools/cli/schemas.hpp"

namespace gofuda::tools {

using Json = nlohmann::ordered_json;

inline constexpr const char* kDialect = "http://json-schema.org/draft-07/schema#";
inline constexpr const char* kNamePattern = "^(?!(null|pass|decline)$)[a-z0-9][a-z0-9-]{0,63}$";
inline constexpr const char* kSizePattern = "^([1-9]|1[0-9]|2[0-5])(x([1-9]|1[0-9]|2[0-5]))?$";

Json same(Json part);
Json described(Json part, std::string_view text);
Json with_pattern(Json part, std::string pattern, std::string message);  // the message is what some editors say
Json scalar();                                                           // any text; YAML takes some for numbers
Json name(const std::vector<std::string>& known);                        // of a file of the library
Json names(const std::vector<std::string>& known);
Json whole(std::int64_t least, std::int64_t most);    // unquoted
Json one_of(const std::vector<std::string>& values);  // as YAML may read them
Json board_size();
Json board_wrap();
Json board_neighbours();
Json points();
Json stones();                                                    // of a set-up, or on a dispute's board
Json rows(std::string_view letters, const std::string& message);  // of a drawing
Json rule(std::string_view name);                                 // a value of `rules`
Json closed_map(Json properties);                                 // a map with these keys alone
Json deal_count();
Json handicap();
Json options(const Known& known);                             // `options` of decks and variants
Json settings(const Known& known, Json (*value)(Json part));  // `set`; each value as `value` says
Json document(const char* title, std::vector<std::string> required, Json properties);

}  // namespace gofuda::tools
