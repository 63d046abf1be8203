// What is known of a value in a script without running it, and what is wrong with how it is used.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scripting/api.hpp"

namespace gofuda {

struct ScriptOption;

struct Value {
  // As the API names its types, integers as "number", what may be nil as if it were not. "table"; "function", a word of
  // an object; "nil"; "script", the `this` of what is no card; "each", what a 'for' goes through; "body", a function
  // within the one that is followed; "helper", one of the file.
  std::string type;
  std::string text;                    // as the file says it: me.hand
  std::optional<std::string> written;  // a text or number that stands there as it is
  std::vector<std::string> range;      // all that it can be; empty when that is anything of its type
  const ApiWord* word = nullptr;       // of a function
  bool by_colon = false;               // the function: its object is handed over already
  enum { plain, own_card, options, tokens, property, negated } is = plain;
  std::string of;                  // of what a 'for' goes through: the type of each
  std::size_t body = 0;            // which function of the one around it
  const void* function = nullptr;  // a helper

  Value() = default;
  Value(std::string type_, std::string text_) : type(std::move(type_)), text(std::move(text_)) {}
};

// The value of an object's word; nothing where it is not known.
std::optional<Value> value_of_type(std::string_view type, std::string text);
Value value_of_option(const ScriptOption& option, std::string text);

// What is wrong, in words; "" when nothing surely is.
std::string never_equal(const Value& a, const Value& b);
std::string not_ordered(const Value& a, const Value& b, std::string_view sign);  // sign: "<", ..., as seen from a
std::string not_called(const Value& v);
std::string lacking(Takes what, const std::string& place, std::string_view signature);  // "" of what is not known
std::string not_taken(const Value& v, Taken as, const std::string& place);              // place: "argument 2 of pick"
std::string not_gone_through(const Value& v);

}  // namespace gofuda
