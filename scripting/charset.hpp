// Texts in whatever charset, as UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gofuda {

std::string from_latin1(std::string_view bytes);

// What the C library knows by this name; nothing where it knows none, or where letters, brackets and digits are not in
// it what they are in ASCII. Bytes that are no character of it become U+FFFD, and are counted in `bad`. Not to be
// called where no file may be opened.
std::optional<std::string> to_utf8(std::string_view bytes, const std::string& charset, std::size_t& bad);

// UTF-8, with U+FFFD for bytes that are not.
std::string mended_utf8(std::string_view bytes, std::size_t& bad);

inline constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
// Does it begin as a record does in EBCDIC, and is it none in ASCII? Then this one is meant if it names none.
bool is_ebcdic(std::string_view bytes);
inline constexpr std::string_view kSomeEbcdic = "IBM1047";
// Which form of Unicode its beginning shows, by a mark or as no other text can begin, or which EBCDIC, by what it names
// itself, else IBM1047: the charset's name, or "".
std::string marked_charset(std::string_view bytes);

}  // namespace gofuda
