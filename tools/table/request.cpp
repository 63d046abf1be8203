#include "tools/table/request.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace gofuda::tools {

namespace {

constexpr std::size_t kMostListed = 5000;

Refusal wrong(const std::string& name, const std::string& wanted) { return bad_request("'" + name + "' is " + wanted); }

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string w; in >> w;) out.push_back(w);
  return out;
}

std::vector<std::string> list_of(const std::string& name, const nlohmann::json& j) {
  if (j.is_string()) return words_of(j.get<std::string>());
  if (!j.is_array() || j.size() > kMostListed) throw wrong(name, "a list of texts");
  std::vector<std::string> out;
  for (const nlohmann::json& item : j) {
    if (!item.is_string()) throw wrong(name, "a list of texts");
    out.push_back(item.get<std::string>());
  }
  return out;
}

}  // namespace

Refusal bad_request(const std::string& text) { return {"bad-request", text}; }

Refusal rules_refusal(const Diagnostics& out) {
  Diagnostics sorted = out;
  sorted.sort();
  const Diagnostic* error = sorted.first_error();
  return {"rules", error ? to_text(*error) : "the rules do not allow it", {}, "", sorted.list()};
}

Refusal verdict_refusal(const Verdict& v) {
  return {std::string(reason_code(v.reason)), to_string(v), v.points, std::string(reason_sentence(v.reason))};
}

const nlohmann::json& Fields::field(const char* name) const {
  if (!has(name)) throw bad_request("'" + std::string(name) + "' is missing");
  return j_.at(name);
}

bool Fields::has(const char* name) const { return j_.contains(name) && !j_.at(name).is_null(); }
bool Fields::is_null(const char* name) const { return j_.contains(name) && j_.at(name).is_null(); }

std::string Fields::text(const char* name) const {
  const nlohmann::json& j = field(name);
  if (!j.is_string()) throw wrong(name, "a text");
  return j.get<std::string>();
}

std::string Fields::text_or(const char* name, const std::string& otherwise) const {
  return has(name) ? text(name) : otherwise;
}

std::int64_t Fields::integer(const char* name, std::int64_t least, std::int64_t most) const {
  const nlohmann::json& j = field(name);
  const std::string wanted = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  if (!j.is_number_integer()) throw wrong(name, wanted);
  if (j.is_number_unsigned() && j.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    throw wrong(name, wanted);
  const auto n = j.get<std::int64_t>();
  if (n < least || n > most) throw wrong(name, wanted);
  return n;
}

std::int64_t Fields::integer_or(const char* name, std::int64_t least, std::int64_t most, std::int64_t otherwise) const {
  return has(name) ? integer(name, least, most) : otherwise;
}

std::string Fields::one_of(const char* name, const std::vector<std::string>& words) const {
  std::string word = text(name);
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  std::string all;
  for (const std::string& w : words) all += (all.empty() ? "" : ", ") + w;
  throw wrong(name, "one of " + all + ", not " + in_quotes(word) + did_you_mean(word, words));
}

std::vector<std::string> Fields::texts(const char* name) const { return list_of(name, field(name)); }

Settings Fields::settings(const char* name) const {
  Settings out;
  if (!has(name)) return out;
  for (const auto& [key, value] : object(name).items()) {
    if (value.is_string())
      put_setting(out, key, value.get<std::string>());
    else if (value.is_number() || value.is_boolean())
      put_setting(out, key, value.dump());
    else
      throw wrong(name, "an object such as {\"rules.komi\": \"5.5\"}");
  }
  return out;
}

const nlohmann::json& Fields::object(const char* name) const {
  const nlohmann::json& j = field(name);
  if (!j.is_object() || j.size() > kMostSettings) throw wrong(name, "an object of few fields");
  return j;
}

const nlohmann::json& Fields::array(const char* name) const {
  const nlohmann::json& j = field(name);
  if (!j.is_array() || j.size() > kMostListed) throw wrong(name, "a list");
  return j;
}

std::vector<std::pair<std::string, std::vector<std::string>>> Fields::lists(const char* name) const {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  if (!has(name)) return out;
  for (const auto& [key, value] : object(name).items()) out.emplace_back(key, list_of(name, value));
  return out;
}

}  // namespace gofuda::tools
