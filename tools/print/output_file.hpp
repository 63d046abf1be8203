// Files that a command is told to write: what may stand in their place.
#pragma once

#include <string>
#include <string_view>

namespace gofuda::tools {

enum class Content { game, record, page, svg, pdf, png, proof };

// "F is there already and is no saved game" where it is a file with something else in it; "" where it may be written
// over. What is no file, such as a pipe, may be.
std::string other_kind(const std::string& path, Content content);
// The same, and how to go on; or why nothing can be written there, found without touching it; else "", as where no path
// is given.
std::string in_the_way(const std::string& path, Content content);
// As write_file, but nothing is written over what is in_the_way.
std::string write_content(const std::string& path, const std::string& text, Content content);
// For what must not be lost: where that is refused, it is written to a new file in the first folder that takes it, one
// for things that pass where there is one, and said where.
std::string write_or_keep(const std::string& path, const std::string& text, Content content);

// A dispute without a ruling or what is expected, for that would be somebody's work.
bool is_saved_game(std::string_view text);
// A dispute with what is expected, which this program has made: its first line tells whether the rest is as it was
// written, and only then another takes its place. As in_the_way and write_content.
std::string in_the_way_of_made(const std::string& path);
std::string write_made(const std::string& path, const std::string& text);
// Tells a file's text from others: sixteen digits and letters.
std::string content_mark(std::string_view text);

}  // namespace gofuda::tools
