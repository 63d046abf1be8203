#include "tests/fuzz/writer.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "scripting/api.hpp"
#include "scripting/script.hpp"
#include "tests/fuzz/phrases.hpp"

namespace gofuda::fuzz {

namespace {

using Words = std::vector<std::string>;

struct Said {  // a word of scripts, as its signature tells
  const ApiWord* word;
  Words parameters;
};

std::string spoken_name(const ApiWord& word) { return std::string(word.object) + ":" + word.name(); }

// What stands in brackets, split at the commas.
Words parameters_of(std::string_view signature) {
  Words out;
  const std::size_t open = signature.find('('), close = signature.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos) return out;
  std::string_view left = signature.substr(open + 1, close - open - 1);
  while (!left.empty()) {
    const std::size_t comma = std::min(left.find(','), left.size());
    out.emplace_back(left.substr(0, comma));
    left.remove_prefix(std::min(comma + 2, left.size()));
  }
  return out;
}

struct Vocabulary {
  std::vector<Said> deeds;                         // of objects, and globals
  std::map<std::string, std::vector<Said>> gives;  // by type
  Words quoted;                                    // "may", "open", ... as the sentences about words have them
  Words hooks;                                     // play(me, opponent, board, this)
  Words names;                                     // "Seat:pick": of each word, as phrases name it
  std::map<std::string_view, const ApiWord*> by_name;
  struct Known {
    const ApiWord* word;
    std::string_view code;
    bool rare;
  };
  std::map<std::string, std::vector<Known>> phrases_of;  // "deed", "Points", "boolean" and "thing"

  Vocabulary() {
    for (const ApiWord& w : api_words()) {
      const Said said{&w, parameters_of(w.signature)};
      names.push_back(spoken_name(w));
      if (w.name().starts_with("__")) continue;
      if (!w.property) deeds.push_back(said);
      std::string_view type = w.returns;
      gives[std::string(type.substr(0, type.find_first_of("?|(")))].push_back(said);
      quote(w.text);
    }
    for (const ScriptField& f : script_fields(ScriptKind::card))
      if (f.lua_type == LUA_TFUNCTION) hooks.emplace_back(f.text.substr(0, f.text.find(':')));
    const auto words = api_words();
    for (std::size_t i = 0; i < words.size(); ++i) by_name.emplace(names[i], &words[i]);
    for (const Phrase& p : phrases()) {
      const auto word = by_name.find(p.word);
      if (word == by_name.end()) continue;
      const std::string_view type = word->second->returns;
      phrases_of[type.empty()                            ? "deed"
                 : type == "Points" || type == "boolean" ? std::string(type)
                                                         : "thing"]
          .push_back({word->second, p.code, p.rare});
    }
  }
  bool gives_value(std::string_view code) const {
    for (const auto& [kind, list] : phrases_of)
      for (const Known& k : list)
        if (k.code == code) return kind != "deed";
    return false;
  }
  void quote(std::string_view text) {
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string_view::npos;) {
      const std::size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos) return;
      quoted.emplace_back(text.substr(at, end + 1 - at));
      at = end + 1;
    }
  }
};

const Vocabulary& vocabulary() {
  static const Vocabulary all;
  return all;
}

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string card_with(std::string_view code) {
    names_ = {"me", "opponent", "board", "this"}, own_ = true;
    std::string said = spoken(code, 2);
    if (!is_statement(said) && vocabulary().gives_value(code)) said = "a = " + said;
    return head() + "  play = function(me, opponent, board, this)\n" + kOwn + "    " + said + "\n  end,\n}\n";
  }

  std::string card() {
    std::string out = head();
    const bool held = once_in(2);  // those that go together, together
    const bool wild = once_in(8);
    for (const std::string& hook : vocabulary().hooks) {
      if (!hook.starts_with("play(") && !held) continue;
      const std::size_t bracket = hook.find('(');
      names_ = parameters_of(hook);
      out += "  " + hook.substr(0, bracket) + " = function" + hook.substr(bracket) + "\n" + kOwn;
      own_ = true;
      judges_ = hook.starts_with("answers(") || hook.starts_with("may_announce(");
      for (std::uint32_t n = 1 + random_.below(wild ? 5 : 3); n > 0; --n)
        out += "    " + (wild ? statement(0) : sentence(0)) + "\n";
      if (!wild && !judges_ && !once_in(3)) out += "    " + spoken("me:place($E)", 0) + "\n";
      if (wild || judges_) out += once_in(3) ? "    return " + (wild ? value("boolean", 0) : truth(0)) + "\n" : "";
      out += "  end,\n";
    }
    return out + "}\n";
  }

  std::string changed(const std::string& script) {
    Words lines = lines_of(script);
    for (std::uint32_t n = 1 + random_.below(3); n > 0; --n) {
      const std::vector<std::size_t> inside = inside_of(lines);
      if (inside.empty()) return card();
      const std::size_t at = inside[below(inside.size())];
      look_up(lines, at);
      change(lines, at);
    }
    if (once_in(4) && lines[0].starts_with("--")) lines[0] = "--" + std::to_string(random_.below(60));
    std::string out;
    for (const std::string& line : lines) out += line + "\n";
    return out;
  }

 private:
  std::string head() {  // with a kind, for turns that ask for one
    static const Words kKinds{"before", "before", "replace", "counter"};
    return "--" + std::to_string(random_.below(60)) + "\nreturn card {\n  name = \"Fuzz\", text = \"t\", kind = \"" +
           any(kKinds) +
           "\",\n  traits = { when = \"hand\", replaces = \"one\", counters = true },\n  options = { way = { \"one\", "
           "\"two\", text = "
           "\"which\" } },\n  tokens = { \"coin\" }, marks = { \"holy\" },\n";
  }

  bool once_in(std::uint32_t n) { return random_.below(n) == 0; }
  std::size_t below(std::size_t n) { return random_.below(static_cast<std::uint32_t>(n)); }
  template <class T>
  const T& any(const std::vector<T>& list) {
    return list[below(list.size())];
  }

  static Words lines_of(const std::string& text) {
    Words out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      out.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return out;
  }

  // --- what comes right most of the time: phrases, and what stands in them

  const Vocabulary::Known& phrase(const char* kind) {
    const auto& all = vocabulary().phrases_of.at(kind);
    for (;;) {
      const Vocabulary::Known& k = any(all);
      if (k.rare && !once_in(60)) continue;
      if (!judges_ || looks(k.code)) return k;
    }
  }

  // For functions that judge: they ask nobody, draw nothing by lot and change nothing.
  static bool looks(std::string_view code) {
    constexpr std::string_view kDeeds[] = {"me:", "opponent:", "secret", "lot(", "toss(", "random(", "slide("};
    return std::none_of(std::begin(kDeeds), std::end(kDeeds),
                        [&](std::string_view deed) { return code.find(deed) != std::string_view::npos; });
  }

  std::string sentence(int depth) {
    const std::uint32_t kind = judges_ ? 3 + random_.below(3) : random_.below(depth < 2 ? 6 : 3);
    if (kind < 3) return spoken(phrase("deed").code, depth);
    const std::string then = judges_ || depth >= 2 ? "print(this)" : sentence(depth + 1);
    if (kind == 3) return "if " + truth(depth) + " then " + then + " end";
    if (kind == 4) return "if #(" + spoken(phrase("Points").code, depth) + ") > 1 then " + then + " end";
    const Vocabulary::Known& k = phrase("thing");
    const std::string code = spoken(k.code, depth);
    return is_statement(code) ? code : "a = " + code;
  }
  static bool is_statement(const std::string& code) {
    return code.starts_with("do ") || code.starts_with("for ") || code.starts_with("if ");
  }
  std::string truth(int depth) {
    const std::string code = spoken(phrase("boolean").code, depth);
    return is_statement(code) ? "true" : code;
  }

  // The phrase with something for each of its places, and in the names that there are.
  std::string spoken(std::string_view code, int depth) {
    std::string out;
    const std::string move = place('M', depth);  // the same throughout
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (code[i] != '$')
        out += code[i];
      else
        out += code[++i] == 'M' ? move : place(code[i], depth + 1);
    }
    if (has("opponent")) return out;
    for (std::size_t at = 0; (at = out.find("opponent", at)) != std::string::npos; at += 11)
      if (at == 0 || out[at - 1] != '.')
        out.replace(at, 8, "me.opponent");
      else
        at -= 3;
    return out;
  }
  std::string place(char which, int depth) {
    switch (which) {
      case 'E':
        return judges_ ? "board.empty:first()" : "me:pick(1, " + place('O', depth) + ")";
      case 'O':
        return once_in(3) ? "(board.empty * " + place('P', depth) + ")" : "board.empty";
      case 'S':
        return once_in(3) ? "(board.stones * " + place('P', depth) + ")" : once_in(2) ? "me.stones" : "opponent.stones";
      case 'M':
        return has("move") && once_in(2) ? "move" : once_in(2) ? "me.last_move" : "opponent.last_move";
      default:
        break;
    }
    static const Words kSets{"board.empty", "me.stones", "opponent.stones", "board.all"};
    return depth < 3 && once_in(2) ? "(" + spoken(phrase("Points").code, depth) + ")" : any(kSets);
  }

  // The lines before which a function of the script goes on.
  static std::vector<std::size_t> inside_of(const Words& lines) {
    std::vector<std::size_t> out;
    int depth = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (depth > 0 && lines[i - 1].find("return") == std::string::npos) out.push_back(i);
      std::string word;
      for (const char c : lines[i] + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
          word += c;
          continue;
        }
        depth += word == "function" || word == "if" || word == "do" ? 1 : word == "end" ? -1 : 0;
        word.clear();
      }
    }
    return out;
  }

  // Which names there are at the line: the parameters of its function, and the locals of those written here.
  void look_up(const Words& lines, std::size_t at) {
    names_ = {"this"}, own_ = false;
    while (at-- > 0) {
      own_ = own_ || kOwn.starts_with(lines[at] + "\n");
      const std::size_t function = lines[at].find("function");
      if (function == std::string::npos) continue;
      names_ = parameters_of(std::string_view(lines[at]).substr(function));
      if (!names_.empty()) return;
      names_ = {"this"};
    }
  }
  bool has(const std::string& name) const { return std::find(names_.begin(), names_.end(), name) != names_.end(); }
  // That name, or another that there is.
  std::string named(const char* name) { return has(name) ? name : local(); }
  std::string local() { return own_ ? any(kLocals) : any(names_); }

  void change(Words& lines, std::size_t at) {
    if (at >= lines.size()) return;
    const bool plain = lines[at].find("end") == std::string::npos && lines[at].find("function") == std::string::npos &&
                       lines[at].find("local") == std::string::npos;
    switch (random_.below(5)) {
      case 0:
        if (plain) lines[at] = statement(0);
        return;
      case 1:
        if (plain) lines[at] = "if " + value("boolean", 0) + " then " + lines[at] + " end";
        return;
      case 2:
        if (plain) lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[at]);
        return;
      default:
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), statement(0));
    }
  }

  std::string statement(int depth) {
    if (has("me") && has("board") && own_ && once_in(4)) return sentence(depth);
    const auto inner = [&] { return depth < 2 ? statement(depth + 1) : std::string("return"); };
    switch (random_.below(12)) {
      case 0:
        return "if " + value("boolean", depth) + " then " + inner() + " end";
      case 1:
        return "for p in " + value("Points", depth) + ":each() do " + (own_ ? "a = p " : "") + inner() + " end";
      case 2:
        return "for i = 1, " + value("integer", depth) + " do " + inner() + " end";
      case 3:
        return "print(" + value("string", depth) + ")";
      case 4:
      case 5:
      case 6:
        return (own_ ? local() : "local a") + " = " + value(any(kTypes), depth);
      default:
        return call(any(vocabulary().deeds), depth) + ";";
    }
  }

  std::string call(const Said& said, int depth) {
    std::string out = *said.word->object ? value(said.word->object, depth + 1) + (said.word->property ? "." : ":") : "";
    out += said.word->name();
    if (said.word->property) return out;
    std::string list;
    for (const std::string& p : said.parameters) {
      if (once_in(5)) break;
      list += (list.empty() ? "" : ", ") + (p == "..." ? "\"x\", \"y\"" : argument(p, depth + 1));
    }
    return out + "(" + list + ")";
  }

  std::string argument(const std::string& name, int depth) {
    static const std::map<std::string, const char*> kNamed{
        {"points", "Points"}, {"card", "Card"}, {"move", "Move"}, {"pile", "Pile"}, {"seat", "Seat"}};
    if (name == "token" && !once_in(40)) return "\"coin\"";  // a name of its own is refused before the game begins
    if (name == "name" && !once_in(40)) return "\"holy\"";
    if (once_in(10)) return value(any(kTypes), depth);
    if (const auto it = kNamed.find(name); it != kNamed.end()) return value(it->second, depth);
    if (name == "play" || name == "fits" || name == "ask")
      return "function(x) " + (depth < 3 ? statement(depth + 1) : std::string()) +
             (once_in(2) ? " return " + value("boolean", depth) : "") + " end";
    return once_in(3) ? any(vocabulary().quoted) : value(once_in(3) ? "string" : "integer", depth);
  }

  std::string value(const std::string& type, int depth) {
    const auto& words = vocabulary().gives;
    if (once_in(8)) return local();
    if (const auto it = words.find(type); it != words.end() && depth < 3 && once_in(2))
      return call(any(it->second), depth);
    if (type == "Seat") return once_in(2) ? named("me") : named("opponent");
    if (type == "Board") return named("board");
    if (type == "Card") return named("this");
    if (type == "Move") return once_in(2) && has("move") ? "move" : named("me") + std::string(".last_move");
    if (type == "Pile") return named("me") + std::string(".deck");
    if (type == "Points") return points(depth);
    if (type == "boolean") return once_in(3) ? "false" : once_in(2) ? "true" : value("integer", depth + 1) + " < 3";
    if (type == "string") return once_in(2) ? any(vocabulary().quoted) : "\"A1 B2\"";
    static const Words kNumbers{
        "0", "1", "1", "2", "2", "3", "4", "-1", "25", "1.5", "1e300", "0/0", "9007199254740993"};
    return once_in(4) ? "#" + points(depth + 1) : any(kNumbers);
  }

  std::string points(int depth) {
    static const Words kSets{"board.empty", "board.empty", "me.stones", "opponent.stones", "board.all", "board.none"};
    if (depth >= 3 || once_in(2)) {
      const std::string& set = any(kSets);
      return has(set.substr(0, set.find('.'))) ? set : local();
    }
    static const Words kSigns{" + ", " - ", " * "};
    return "(" + points(depth + 1) + any(kSigns) + points(depth + 1) + ")";
  }

  static inline const Words kTypes{"Seat", "Points", "Points", "Card", "Move", "Pile", "integer", "boolean", "string"};
  static inline const Words kLocals{"a", "b", "c"};
  static inline const std::string kOwn = "    local a, b, c\n";
  Random random_;
  Words names_;          // of the parameters where a statement is being written
  bool own_ = false;     // are kLocals there?
  bool judges_ = false;  // is it a function that only looks?
};

}  // namespace

std::string card_with_phrase(std::string_view code, std::uint64_t seed) { return Writer(seed).card_with(code); }

std::string written_card(std::uint64_t seed) { return Writer(seed).card(); }

std::string changed_script(const std::string& script, std::uint64_t seed) { return Writer(seed).changed(script); }

}  // namespace gofuda::fuzz
