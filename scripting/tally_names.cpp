#include "scripting/tally_names.hpp"

#include <algorithm>
#include <utility>

#include "scripting/lua_words.hpp"
#include "scripting/variant_reader.hpp"

namespace gofuda {

namespace {

void add_token(const TallyNames::Token& token, TallyNames& names) {
  if (const int there = names.token(token.name); there < 0)
    names.tokens.push_back(token);
  else if (token.at_start > 0)
    names.tokens[static_cast<std::size_t>(there)].at_start = token.at_start;
}

void add_mark(const std::string& mark, TallyNames& names) {
  if (names.mark(mark) < 0) names.marks.push_back(mark);
}

bool check_name(const YamlFile& file, const YamlNode& node, Diagnostics& out) {
  if (is_tally_name(node.text)) return true;
  yaml_error(file, node, "name", std::string(kTallyNameRule) + ", unlike " + in_quotes(node.text), out);
  return false;
}

}  // namespace

void add_names(const Script& script, TallyNames& names) {
  for (const std::string& token : script.tokens) add_token({token, 0}, names);
  for (const std::string& mark : script.marks) add_mark(mark, names);
}

void read_deck_names(const YamlFile& file, const YamlNode* tokens, const YamlNode* marks, TallyNames& names,
                     Diagnostics& out) {
  if (tokens)
    for (const auto& [key, value] : setting_fields(
             file, *tokens, "'tokens' must be a map of names and numbers, such as 'coin: 5'", out, TallyNames::kMost))
      if (auto n = yaml_integer(file, value, "the number of tokens", 0, Tally::kMostTokens, out);
          n && check_name(file, key, out))
        add_token({key.text, static_cast<int>(*n)}, names);
  if (!marks) return;
  for (const YamlNode* item : yaml_list(file, *marks, "'marks'", out))
    if (check_name(file, *item, out)) add_mark(item->text, names);
}

void add_names(const TallyNames& of_deck, TallyNames& names) {
  for (const TallyNames::Token& token : of_deck.tokens) add_token(token, names);
  for (const std::string& mark : of_deck.marks) add_mark(mark, names);
}

void check_deck_names(const TallyNames& of_deck, const TallyNames& of_scripts, const std::string& file,
                      std::span<const std::shared_ptr<const Script>> scripts, Diagnostics& out) {
  std::vector<std::string> known;
  for (const TallyNames::Token& t : of_scripts.tokens) known.push_back(t.name);
  const auto said = [&](const std::string& token) {
    return std::any_of(scripts.begin(), scripts.end(), [&](const auto& s) {
      return s && std::any_of(s->tally_uses.begin(), s->tally_uses.end(),
                              [&](const TallyUse& use) { return !use.mark && use.name == token; });
    });
  };
  for (const TallyNames::Token& t : of_deck.tokens) {
    if (std::find(known.begin(), known.end(), t.name) != known.end() || said(t.name)) continue;
    if (const std::string other = did_you_mean(t.name, known); !other.empty())
      out.error(file, 1, 1, "unused-token", "nothing deals in the deck's token " + in_quotes(t.name) + other);
  }
}

void check_names(const TallyNames& names, const std::string& file,
                 std::span<const std::shared_ptr<const Script>> scripts, Diagnostics& out) {
  std::vector<std::string> tokens;
  for (const TallyNames::Token& t : names.tokens) tokens.push_back(t.name);
  for (const auto& [list, what] : {std::pair{&std::as_const(tokens), "tokens"}, {&names.marks, "marks"}})
    if (list->size() > TallyNames::kMost)
      out.error(file, 1, 1, "too-many",
                "the cards, the deck, the turn and the win conditions of the game name " +
                    std::to_string(list->size()) + " " + what + "; " + std::to_string(TallyNames::kMost) +
                    " are the most");
  for (const auto& script : scripts) {
    if (!script) continue;
    const SourceLines text(script->source);
    for (const TallyUse& use : script->tally_uses) {
      const std::vector<std::string>& known = use.mark ? names.marks : tokens;
      if (std::find(known.begin(), known.end(), use.name) != known.end()) continue;
      const std::string kind = use.mark ? "mark" : "token", field = kind + "s";
      const std::string meant = did_you_mean(use.name, known);
      const std::string message =
          "no file of the game names a " + kind + " " + in_quotes(use.name) +
          (meant.empty() ? "; name it here, " + field + " = { \"" + use.name + "\" }, or in the deck" : meant);
      out.error(script->file, use.line, column_in(text, use.line, message), "unknown-" + kind, message);
    }
  }
}

}  // namespace gofuda
