// Lines of play that a dispute expects to be legal, or refused.
#pragma once

#include <string>

#include "scripting/expectation.hpp"

namespace gofuda {

// Each from where the game waits, by itself. What is not as expected goes to `out` with code "failed"; a mistake in
// the file with its own.
void check_lines(const YamlFile& file, const YamlNode& node, bool legal, const Judged& seen, Diagnostics& out);

// Is it the code of a reason for a refusal, or not-asked? Says so where it is not.
bool is_reason(const YamlFile& file, const YamlNode& node, const std::string& text, Diagnostics& out);

}  // namespace gofuda
