// A request, read field by field: what is missing or of another type is said by its name.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/verdict.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

// Thrown inside the room, and turned into the reply's error.
struct Refusal {
  std::string code, text;
  PointSet points = {};
  std::string source = {};
  std::vector<Diagnostic> diagnostics = {};
  std::string etag = {};
};
Refusal bad_request(const std::string& text);
Refusal rules_refusal(const Diagnostics& out);  // code "rules"
Refusal verdict_refusal(const Verdict& v);      // code of the reason

class Fields {
 public:
  explicit Fields(const nlohmann::json& request) : j_(request) {}

  bool has(const char* name) const;  // null counts as left out
  bool is_null(const char* name) const;
  std::string text(const char* name) const;
  std::string text_or(const char* name, const std::string& otherwise) const;
  std::int64_t integer(const char* name, std::int64_t least, std::int64_t most) const;
  std::int64_t integer_or(const char* name, std::int64_t least, std::int64_t most, std::int64_t otherwise) const;
  std::string one_of(const char* name, const std::vector<std::string>& words) const;
  std::vector<std::string> texts(const char* name) const;  // a list, or one text with blanks between its words
  Settings settings(const char* name) const;               // an object; values are texts, numbers or booleans
  const nlohmann::json& object(const char* name) const;
  const nlohmann::json& array(const char* name) const;
  // Of an object of lists: { "black": ["leap"] }.
  std::vector<std::pair<std::string, std::vector<std::string>>> lists(const char* name) const;

 private:
  const nlohmann::json& field(const char* name) const;
  const nlohmann::json& j_;
};

}  // namespace gofuda::tools
