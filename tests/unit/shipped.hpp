#pragma once

#include <memory>
#include <string>

#include "scripting/library.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"

namespace gofuda::test {

// A game of the project's own library, or of the one for tests.
inline std::shared_ptr<const Variant> shipped(const std::string& name, const Settings& settings = {}) {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR "/tests/words", GOFUDA_SOURCE_RULES_DIR}, out);
  auto variant = library.variant(name, settings, {}, out);
  INFO(joined(out));
  REQUIRE(variant);
  return variant;
}

}  // namespace gofuda::test
