#include "scripting/script_fields.hpp"

#include <lauxlib.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "core/rules.hpp"
#include "core/tally.hpp"
#include "scripting/lua_sandbox.hpp"
#include "scripting/lua_words.hpp"

namespace gofuda {

namespace {

constexpr ScriptField kCardFields[] = {
    {"name", LUA_TSTRING, true, "The card's name as players say it."},
    {"text", LUA_TSTRING, true, "The rule text, as printed on the card."},
    {"kind", LUA_TSTRING, false,
     "A word to count cards by, for decks that promise so many of each; shape cards are \"shape\" by themselves, the "
     "others \"action\"."},
    {"source", LUA_TSTRING, false, "Where the card comes from."},
    {"shape", LUA_TSTRING, false,
     "A picture of the stones to lay: X own, O the opponent's, '.' nothing. A card has a shape or a play function."},
    {"options", LUA_TTABLE, false, "House rules: name = { default, other values..., text = \"what it decides\" }."},
    {"traits", LUA_TTABLE, false, "Facts that other cards may ask for: name = value, read as card.name."},
    {"tokens", LUA_TTABLE, false, "Tokens that it deals in: { \"coin\" }. A deck may name them, too."},
    {"marks", LUA_TTABLE, false, "Marks that it puts on points: { \"holy\" }. A deck may name them, too."},
    {"play", LUA_TFUNCTION, false, "play(me, opponent, board, this): what the card does."},
    {"may_announce", LUA_TFUNCTION, false,
     "may_announce(me, this, board): whether it may be announced now; without it, always."},
    {"announce", LUA_TFUNCTION, false,
     "announce(me, opponent, board, this): what it does when its owner, having laid it aside, announces it."},
    {"answers", LUA_TFUNCTION, false,
     "answers(move, this, me, board): whether it may answer this move; without it, every move."},
    {"answer", LUA_TFUNCTION, false,
     "answer(me, opponent, board, this, move): what it does when it answers a move of the opponent."},
    {"when_set", LUA_TFUNCTION, false,
     "when_set(me, opponent, board, this, move): what it does, while it lies on the table, when a move has set "
     "stones."},
    {"when_captured", LUA_TFUNCTION, false,
     "when_captured(me, opponent, board, this, move): the same when a move has captured stones."},
    {"when_drawn", LUA_TFUNCTION, false,
     "when_drawn(me, opponent, board, this, side): the same when that side has drawn or taken a card."},
    {"when_turn_begins", LUA_TFUNCTION, false,
     "when_turn_begins(me, opponent, board, this, side): the same before that side's turn."},
    {"when_turn_ends", LUA_TFUNCTION, false,
     "when_turn_ends(me, opponent, board, this, side): the same after that side's turn."},
    {"when_counted", LUA_TFUNCTION, false,
     "when_counted(me, opponent, board, this): the same when the game is about to be counted."},
    {"when_over", LUA_TFUNCTION, false,
     "when_over(me, opponent, board, this): what it does when its turns are over or its stones gone; it lies among the "
     "discards then."},
    {"in_force", LUA_TTABLE, false,
     "Rules that are others while the card lies open on the table: name = value; only those that the game's "
     "'changeable' names."},
};
constexpr ScriptField kTurnFields[] = {
    {"name", LUA_TSTRING, true, "The protocol's name."},
    {"text", LUA_TSTRING, true, "How a turn goes, in words."},
    {"source", LUA_TSTRING, false, "Where it comes from."},
    {"options", LUA_TTABLE, false, "House rules, as in a card."},
    {"tokens", LUA_TTABLE, false, "Tokens that it deals in, as in a card."},
    {"marks", LUA_TTABLE, false, "Marks that it puts on points, as in a card."},
    {"plain", LUA_TBOOLEAN, false, "true: a turn is one ordinary stone or a pass; there is no play function."},
    {"hand", LUA_TBOOLEAN, false,
     "true: it plays cards of a hand, which a game with this turn deals: `deal: { cards: 3 }`."},
    {"play", LUA_TFUNCTION, false, "play(me, opponent, board, this): one turn."},
    {"move", LUA_TFUNCTION, false, "move(me, opponent, board, this): the part of a turn that me:move() repeats."},
    {"cards", LUA_TTABLE, false,
     "What every card of the deck must say for this turn to play it: name = { value, ... }, where the name is kind or "
     "a "
     "trait."},
};
constexpr ScriptField kWinFields[] = {
    {"name", LUA_TSTRING, true, "The condition's name."},
    {"text", LUA_TSTRING, true, "The condition in words."},
    {"source", LUA_TSTRING, false, "Where it comes from."},
    {"options", LUA_TTABLE, false, "House rules, as in a card."},
    {"pattern", LUA_TSTRING, false, "A picture of the stones that win, X each, turned and mirrored as it fits."},
    {"line", LUA_TNUMBER, false, "So many stones next to one another in a row, column or diagonal; more count, too."},
    {"region", LUA_TBOOLEAN, false, "true: stones on all points of one region of the board."},
    {"check", LUA_TFUNCTION, false,
     "check(me, opponent, board, this): whether this side has won: true, or the points that show it. Asked after each "
     "move."},
    {"score", LUA_TFUNCTION, false,
     "score(me, opponent, board, this): how many points this side has at the end, whole or half ones, beside those on "
     "the board. Dead stones are off the board."},
    {"instead", LUA_TBOOLEAN, false, "true: what score gives is counted instead of the points on the board."},
    {"tokens", LUA_TTABLE, false, "Tokens that it asks for, as in a card."},
    {"marks", LUA_TTABLE, false, "Marks that it asks for, as in a card."},
};

class FieldReading {
 public:
  FieldReading(Script& s, LuaState& state, Diagnostics& out)
      : s_(s), L_(state.get()), out_(out), lines_(s.source), text_(s.source) {}

  bool fields() {  // the script's table is on top
    std::size_t before = out_.errors();
    auto known = script_fields(s_.script_kind);
    std::vector<std::string> names;
    for (const ScriptField& f : known) names.emplace_back(f.name);
    std::vector<std::pair<int, std::string>> unknown;  // and their lines, for Lua's order is another each time
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1)) {
      if (lua_type(L_, -2) != LUA_TSTRING) {
        error(1, "field", "a " + kind() + "'s fields have names; write name = value");
        continue;
      }
      std::string key = lua_tostring(L_, -2);
      if (key == kScriptKindKey) continue;
      auto it = std::find_if(known.begin(), known.end(), [&](const ScriptField& f) { return f.name == key; });
      if (it == known.end()) {
        unknown.emplace_back(line(key), key);
      } else if (lua_type(L_, -1) != it->lua_type) {
        error(line(key), "field-type",
              "'" + key + "' must be a " + lua_typename(L_, it->lua_type) + ", not a " + luaL_typename(L_, -1));
      } else {
        take(key);
      }
    }
    unknown_fields(std::move(unknown), names);
    for (const ScriptField& f : known)
      if (f.required && missing(f.name) && std::find(meant_.begin(), meant_.end(), f.name) == meant_.end())
        error(1, "missing-field",
              "the " + kind() + " has no '" + std::string(f.name) + "'; add " + std::string(f.name) + " = ...");
    std::sort(s_.hooks.begin(), s_.hooks.end());
    whole_ = out_.errors() == before;
    check_together();
    return out_.errors() == before;
  }

 private:
  std::string kind() const { return std::string(script_kind_name(s_.script_kind)); }
  int line(std::string_view key) const { return std::max(1, lines_.of(key)); }
  void error(int line_number, std::string code, std::string message) {
    const int column = line_number ? column_in(text_, line_number, message) : 0;
    out_.error(s_.file, line_number, column, std::move(code), std::move(message));
  }
  static constexpr std::string_view kMoment = "when_";
  static std::string moments(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names)
      if (name.starts_with(kMoment)) out += (out.empty() ? "; it may have " : ", ") + name;
    return out;
  }
  void unknown_fields(std::vector<std::pair<int, std::string>> unknown, const std::vector<std::string>& names) {
    std::sort(unknown.begin(), unknown.end());
    std::size_t n = 0;
    for (const auto& [line_number, key] : unknown) {
      const auto meant = ++n <= Diagnostics::kMostNamed ? nearest(key, names) : std::nullopt;
      if (meant) meant_.push_back(*meant);
      error(line_number, "unknown-field",
            "a " + kind() + " has no field " + in_quotes(key) +
                (meant ? " (did you mean " + in_quotes(*meant) + "?)"
                 : key.starts_with(kMoment) && n <= Diagnostics::kMostNamed ? moments(names)
                                                                            : ""));
    }
  }
  // How many values the table on top has, in its list and by name; false after a diagnostic when they are too many.
  bool few(const char* field, int line_number, const std::string& what, std::size_t most) {
    std::size_t n = 0;
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1)) ++n;
    if (n <= most) return true;
    error(
        line_number, "too-many",
        what + " has " + std::to_string(n) + " entries in '" + field + "'; " + std::to_string(most) + " are the most");
    return false;
  }
  bool missing(std::string_view key) {
    lua_getfield(L_, -1, std::string(key).c_str());
    bool nil = lua_isnil(L_, -1);
    lua_pop(L_, 1);
    return nil;
  }

  void take(const std::string& key) {  // value on top
    if (lua_isfunction(L_, -1)) return s_.hooks.push_back(key);
    if (key == "options") return take_options();
    if (key == "traits") return take_traits();
    if (key == "in_force") return take_in_force();
    if (key == "plain") return void(s_.plain = lua_toboolean(L_, -1));
    if (key == "hand") return void(s_.needs_hand = lua_toboolean(L_, -1));
    if (key == "instead") return void(s_.instead = lua_toboolean(L_, -1));
    if (key == "tokens") return take_names("tokens", s_.tokens);
    if (key == "marks") return take_names("marks", s_.marks);
    if (key == "region") return void(s_.region = lua_toboolean(L_, -1));
    if (key == "line") return take_line();
    if (key == "cards") return take_cards();
    std::string text = lua_tostring(L_, -1);
    if (key == "shape" || key == "pattern") {
      std::string problem;
      s_.shape = Shape::parse(text, &problem);
      if (!s_.shape) error(line(key), "shape", problem);
      if (s_.shape && key == "pattern" &&
          std::any_of(s_.shape->stones().begin(), s_.shape->stones().end(),
                      [](const ShapeStone& x) { return x.theirs; }))
        error(line(key), "shape",
              "a pattern has stones of one side only, X; what the others must hold needs a check function");
      return;
    }
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
      return error(line(key), "field", "'" + key + "' is empty");
    if (utf8_prefix(text) < text.size())
      return error(line(key), "field", "'" + key + "' holds a byte that is not UTF-8; remove it");
    if (text.size() > 4000) return error(line(key), "field", "'" + key + "' is longer than 4000 bytes");
    if (std::any_of(text.begin(), text.end(),
                    [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7f; }) ||
        text.size() != lua_rawlen(L_, -1))
      return error(line(key), "field", "'" + key + "' holds a control character; remove it");
    (key == "name" ? s_.name : key == "text" ? s_.text : key == "kind" ? s_.kind : s_.credit) = text;
  }

  void take_traits() {
    if (!few("traits", line("traits"), "the " + kind(), kMostOptions)) return;
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1)) {
      int t = lua_type(L_, -1);
      if (lua_type(L_, -2) != LUA_TSTRING || (t != LUA_TSTRING && t != LUA_TBOOLEAN && t != LUA_TNUMBER)) {
        error(line("traits"), "field", "traits are name = value, each value a text, a number, true or false");
        continue;
      }
      push_text(L_, -1);
      const std::string name = lua_tostring(L_, -3), value = lua_tostring(L_, -1);
      lua_pop(L_, 1);
      if (fits_a_line("traits", name) && fits_a_line("traits", value)) s_.traits[name] = value;
    }
  }

  void take_names(const char* field, std::vector<std::string>& to) {
    if (!few(field, line(field), "the " + kind(), TallyNames::kMost)) return;
    const auto n = static_cast<lua_Integer>(lua_rawlen(L_, -1));
    lua_Integer there = 0;
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1)) ++there;
    if (there != n || n == 0)
      return error(line(field), "field",
                   "'" + std::string(field) + "' is a list of names: { \"one\", \"other\" }" +
                       (std::string_view(field) == "tokens" ? "; how many each side begins with, a deck says" : ""));
    for (lua_Integer i = 1; i <= n; ++i) {
      const bool text = lua_rawgeti(L_, -1, i) == LUA_TSTRING;
      std::string name = text ? std::string(lua_tostring(L_, -1), lua_rawlen(L_, -1)) : luaL_typename(L_, -1);
      lua_pop(L_, 1);
      if (!text || !is_tally_name(name))
        error(line(field), "field", std::string(kTallyNameRule) + ", unlike " + in_quotes(name));
      else if (std::find(to.begin(), to.end(), name) != to.end())
        error(line(field), "field", "'" + std::string(field) + "' names " + in_quotes(name) + " twice");
      else
        to.push_back(std::move(name));
    }
  }

  // in_force = { suicide = "allowed", pass = "neither" }
  void take_in_force() {
    if (!few("in_force", line("in_force"), "the card", changeable_rules().size())) return;
    std::vector<std::string> names(changeable_rules().begin(), changeable_rules().end());
    std::set<std::pair<std::string, std::string>> wrong;  // code and message, for Lua's order is another each time
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1)) {
      const int type = lua_type(L_, -1);
      const bool pair = lua_type(L_, -2) == LUA_TSTRING && (type == LUA_TSTRING || type == LUA_TNUMBER);
      push_text(L_, -1);
      const std::string name = pair ? lua_tostring(L_, -3) : "", value = pair ? lua_tostring(L_, -1) : "";
      lua_pop(L_, 1);
      if (!pair)
        wrong.emplace("field", "'in_force' is name = value, each a rule and its value while the card lies");
      else if (std::find(names.begin(), names.end(), name) == names.end())
        wrong.emplace("in-force", "no card can change the rule " + in_quotes(name) + "; it may be one of " +
                                      listed(names) + did_you_mean(name, names));
      else if (const std::string problem = wrong_value(name, value); !problem.empty())
        wrong.emplace("in-force", problem);
      else
        s_.in_force.emplace_back(name, value);
    }
    for (const auto& [code, message] : wrong) error(line("in_force"), code, message);
    std::sort(s_.in_force.begin(), s_.in_force.end());
  }

  static std::string listed(const std::vector<std::string>& values) {
    std::string list;
    for (const std::string& v : values) list += (list.empty() ? "" : ", ") + v;
    return list;
  }

  static std::string wrong_value(const std::string& name, const std::string& value) {
    const RuleField* field = find_rule_field(name);
    Rules rules;
    std::vector<std::string> values{"both", "owner", "opponent", "neither"};
    if (field) values.assign(field->values.begin(), field->values.end());
    const bool right =
        field ? field->set(rules, value) : std::find(values.begin(), values.end(), value) != values.end();
    if (right) return "";
    if (values.empty()) return in_quotes(value) + " is no value for the rule '" + name + "'";
    return in_quotes(value) + " is no value for the rule '" + name + "'; it is one of " + listed(values) +
           did_you_mean(value, values);
  }

  void take_line() {
    int whole = 0;
    lua_Integer n = lua_tointegerx(L_, -1, &whole);
    if (!whole || n < 1 || n > kMaxSide)
      return error(line("line"), "field", "'line' is a whole number from 1 to " + std::to_string(kMaxSide));
    s_.line = static_cast<int>(n);
  }

  void take_cards() {
    if (!few("cards", line("cards"), "the turn", kMostOptions)) return;
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1)) {
      if (lua_istable(L_, -1) && !few("cards", line("cards"), "a list", kMostOptionValues)) continue;
      bool list = lua_type(L_, -2) == LUA_TSTRING && lua_istable(L_, -1) && lua_rawlen(L_, -1) > 0;
      if (list && !fits_a_line("cards", lua_tostring(L_, -2))) continue;
      std::vector<std::string> values;
      bool shown = true;
      for (lua_Integer i = 1; list && shown && i <= static_cast<lua_Integer>(lua_rawlen(L_, -1)); ++i) {
        lua_rawgeti(L_, -1, i);
        list = lua_type(L_, -1) == LUA_TSTRING;
        if (list) values.emplace_back(lua_tostring(L_, -1));
        lua_pop(L_, 1);
        shown = !list || fits_a_line("cards", values.back());
      }
      if (!shown) continue;
      if (list)
        s_.cards[lua_tostring(L_, -2)] = std::move(values);
      else
        error(line("cards"), "field", "'cards' is name = { value, ... }, where each value is a text");
    }
  }

  void take_options() {
    std::vector<ScriptOption> found;
    if (!few("options", line("options"), "the " + kind(), kMostOptions)) return;
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1)) {
      bool named = lua_type(L_, -2) == LUA_TSTRING;
      if (!named || !lua_istable(L_, -1)) {
        error(line(named ? lua_tostring(L_, -2) : "options"), "option",
              "options are name = { default, other values..., text = \"...\" }");
        continue;
      }
      ScriptOption o;
      o.name = lua_tostring(L_, -2);
      if (!is_name(o.name)) {
        error(line("options"), "option", "an option's name has letters, digits and '_', unlike " + in_quotes(o.name));
        continue;
      }
      if (take_option(o)) found.push_back(std::move(o));
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    s_.options = std::move(found);
  }

  bool take_option(ScriptOption& o) {  // its table on top
    int type = LUA_TNIL;
    constexpr auto kMost = static_cast<lua_Integer>(kMostOptionValues);
    lua_Integer n = 0;  // with the holes of the list, if it has any
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1))
      if (lua_isinteger(L_, -2)) n = std::max(n, std::min(lua_tointeger(L_, -2), kMost + 1));
    if (n > kMost)
      return error(line(o.name), "too-many",
                   "option '" + o.name + "' has more than " + std::to_string(kMost) + " values"),
             false;
    for (lua_Integer i = 1; i <= n; ++i) {
      lua_rawgeti(L_, -1, i);
      int t = lua_type(L_, -1);
      bool same = type == LUA_TNIL || t == type;
      bool fits = t == LUA_TSTRING || t == LUA_TBOOLEAN || lua_isinteger(L_, -1);
      push_text(L_, -1);
      std::string value = lua_tostring(L_, -1);
      lua_pop(L_, 2);
      if (fits && !fits_a_line("options", value)) return false;
      if (!fits || !same)
        return error(
                   line(o.name), "option",
                   "the values of option '" + o.name + "' must all be texts, all whole numbers, or all true and false"),
               false;
      if (std::find(o.values.begin(), o.values.end(), value) != o.values.end())
        return error(line(o.name), "option", "option '" + o.name + "' lists '" + value + "' twice"), false;
      type = t;
      o.values.push_back(value);
    }
    if (o.values.size() < 2)
      return error(line(o.name), "option", "option '" + o.name + "' needs at least two values, the default first"),
             false;
    o.type = type == LUA_TNUMBER    ? ScriptOption::Type::number
             : type == LUA_TBOOLEAN ? ScriptOption::Type::boolean
                                    : ScriptOption::Type::text;
    std::set<std::string> odd;  // in an order of its own, for Lua's is another each time
    for (lua_pushnil(L_); lua_next(L_, -2); lua_pop(L_, 1)) {
      if (lua_type(L_, -2) == LUA_TNUMBER) continue;
      std::string key = lua_type(L_, -2) == LUA_TSTRING ? lua_tostring(L_, -2) : luaL_typename(L_, -2);
      if (key == "text" && lua_type(L_, -1) == LUA_TSTRING)
        o.text = lua_tostring(L_, -1), fits_a_line("options", o.text);
      else if (key == "text")
        error(line(o.name), "option",
              "the text of option '" + o.name + "' must be a string, not a " + luaL_typename(L_, -1));
      else
        odd.insert(std::move(key));
    }
    for (const std::string& key : odd)
      error(line(o.name), "option", "option '" + o.name + "' has values and a text, but no " + in_quotes(key));
    return true;
  }

  // Of what pages show in one line.
  bool fits_a_line(const char* field, const std::string& s) {
    if (printable(s) == s) return true;
    return error(line(field), "field",
                 std::string("'") + field + "' holds " + in_quotes(s) + ", which cannot be shown"),
           false;
  }

  static bool is_name(const std::string& s) {
    return !s.empty() && s.size() <= 64 &&
           std::all_of(s.begin(), s.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  }

  void check_together() {
    if (s_.script_kind == ScriptKind::card) {
      if (s_.shape && s_.has("play")) error(line("shape"), "field", "a card has a shape or a play function, not both");
      const bool works = std::any_of(s_.hooks.begin(), s_.hooks.end(), [](const std::string& h) {
        return h == "play" || h == "answer" || h == "announce" || h.starts_with("when_");
      });
      if (whole_ && !s_.shape && !works && s_.in_force.empty())
        error(1, "missing-field",
              "the card does nothing; add shape = [[...]] or play = function(me, opponent, board) ... end");
      if (s_.has("answers") && !s_.has("answer"))
        error(line("answers"), "field",
              "'answers' says when the card may answer a move; add the 'answer' function that says what it does");
      if (s_.has("may_announce") && !s_.has("announce"))
        error(line("may_announce"), "field",
              "'may_announce' says when the card may be announced; add the 'announce' function that says what it does");
      if (s_.kind.empty()) s_.kind = s_.shape ? "shape" : "action";
    }
    if (s_.script_kind == ScriptKind::win) {
      int ways = (s_.shape ? 1 : 0) + (s_.line > 0 ? 1 : 0) + (s_.region ? 1 : 0) + (s_.has("check") ? 1 : 0);
      const bool score = s_.has("score");
      if (whole_ && (ways > 1 || (ways == 0 && !score)))
        error(
            1, ways == 0 ? "missing-field" : "field",
            std::string("a win has exactly one of pattern = [[...]], line = 5, region = true and check = function(me, "
                        "opponent, board) ... end") +
                (ways == 0 ? ", or a score = function(me, opponent, board) ... end" : ""));
      if (s_.instead && !score)
        error(line("instead"), "field",
              "'instead' says how score counts; add score = function(me, opponent, board) ... end");
    }
    if (whole_ && s_.script_kind == ScriptKind::turn && s_.plain == s_.has("play"))
      error(1, "missing-field",
            s_.plain ? "a plain turn has no play function"
                     : "the turn has no 'play'; add play = function(me, opponent, board) ... end");
  }

  Script& s_;
  lua_State* L_;
  Diagnostics& out_;
  FieldLines lines_;
  SourceLines text_;
  std::vector<std::string> meant_;  // fields that an unknown one was likely meant to be
  bool whole_ = true;
};

}  // namespace

std::span<const ScriptField> script_fields(ScriptKind k) {
  if (k == ScriptKind::card) return kCardFields;
  if (k == ScriptKind::turn) return kTurnFields;
  return kWinFields;
}

std::span<const std::string_view> changeable_rules() {
  static constexpr std::string_view kRules[] = {"captures", "komi", "pass", "suicide", "symmetry"};
  return kRules;
}

bool read_fields(Script& script, LuaState& state, Diagnostics& out) {
  return FieldReading(script, state, out).fields();
}

}  // namespace gofuda
