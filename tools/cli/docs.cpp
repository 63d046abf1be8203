// What is written down twice, in the program and in documentation, is generated from the program: the script API, the
// rules, the reasons, what disputes may expect, the schemas for editors. `gofuda docs --check` is a test.
#include <lua.h>

#include <cstdio>
#include <filesystem>

#include "core/rules.hpp"
#include "core/verdict.hpp"
#include "scripting/api.hpp"
#include "scripting/expectation.hpp"
#include "scripting/file.hpp"
#include "scripting/library.hpp"
#include "scripting/script.hpp"
#include "tools/cli/actions.hpp"
#include "tools/cli/lua_definition.hpp"
#include "tools/cli/schemas.hpp"
#include "tools/print/build.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

std::string lua_type_name(int t) {
  return t == LUA_TSTRING    ? "text"
         : t == LUA_TNUMBER  ? "number"
         : t == LUA_TBOOLEAN ? "true or false"
         : t == LUA_TTABLE   ? "table"
                             : "function";
}

std::string api_section() {
  std::string out;
  for (auto [kind, title] : {std::pair{ScriptKind::card, "### What a card file may say: `card { ... }`"},
                             {ScriptKind::turn, "### What a turn file may say: `turn { ... }`"},
                             {ScriptKind::win, "### What a win condition's file may say: `win { ... }`"}}) {
    out += std::string(title) + "\n\n| field | is | |\n|---|---|---|\n";
    for (const ScriptField& f : script_fields(kind))
      out += "| `" + std::string(f.name) + "` | " + lua_type_name(f.lua_type) + (f.required ? ", required" : "") +
             " | " + std::string(f.text) + " |\n";
    out += "\n";
  }
  for (const auto& [name_of_object, text] : kApiObjects) {
    const std::string object(name_of_object);
    out += "### " + (object.empty() ? std::string("Globals") : object) + "\n\n" + std::string(text) +
           "\n\n| word | gives | |\n|---|---|---|\n";
    for (const ApiWord& w : api_words()) {
      if (object != w.object || std::string(w.text).empty()) continue;
      std::string name = w.name();
      std::string shown = name.rfind("__", 0) == 0
                              ? std::string(w.text).substr(0, std::string(w.text).find(':'))
                              : (w.property || object.empty() ? "" : ":") + std::string(w.signature);
      if (w.property) shown = "." + std::string(w.signature);
      out += "| `" + shown + "` | " + (*w.returns ? "`" + std::string(w.returns) + "`" : "") + " | " + w.text + " |\n";
    }
    out += "\n";
  }
  return out;
}

std::string rules_section() {
  std::string out = "| rule | values, the default first in **bold** | |\n|---|---|---|\n";
  Rules defaults;
  for (const RuleField& f : rule_fields()) {
    std::string values;
    for (std::string_view v : f.values)
      values += (values.empty() ? "" : ", ") + (f.get(defaults) == v ? "**" + std::string(v) + "**" : std::string(v));
    if (f.values.empty()) values = "a number, **" + f.get(defaults) + "**";
    out += "| `" + std::string(f.name) + "` | " + values + " | " + std::string(f.text) + " |\n";
  }
  return out;
}

// Of what differs from the rule's default.
std::string presets_section(Library& library) {
  std::string out = "| preset | rules, where they are not the default | source |\n|---|---|---|\n";
  Diagnostics ignored;
  for (const std::string& name : library.names(FileKind::preset)) {
    const auto preset = library.preset(name, {}, ignored);
    if (!preset) continue;
    std::string rules;
    for (const auto& [rule, value] : preset->rules)
      if (find_rule_field(rule)->get(Rules{}) != value.text)
        rules += (rules.empty() ? "`" : ", `") + rule + ": " + value.text + "`";
    out += "| `" + name + "` | " + rules + " | " + preset->source + " |\n";
  }
  return out;
}

std::string reasons_section() {
  std::string out = "| reason | |\n|---|---|\n";
  for (const ReasonText& r : kReasons) out += "| `" + std::string(r.code) + "` | " + std::string(r.sentence) + " |\n";
  return out;
}

std::string expect_section() {
  std::string out = "| key | |\n|---|---|\n";
  for (const ExpectKey& k : expect_keys()) out += "| `" + std::string(k.name) + "` | " + std::string(k.text) + " |\n";
  return out;
}

struct Generated {
  std::string file, mark, text;  // mark empty: the whole file
};

std::vector<Generated> all_generated(Library& library) {
  const Known known = known_in(library);
  return {{"cards/README.md", "api", api_section()},
          {"variants/README.md", "rules", rules_section()},
          {"variants/README.md", "presets", presets_section(library)},
          {"tests/disputes/README.md", "reasons", reasons_section()},
          {"tests/disputes/README.md", "expect", expect_section()},
          {"scripting/meta/gofuda.lua", "", lua_definition()},
          {"variants/schema/variant.schema.json", "", variant_schema(known)},
          {"variants/schema/deck.schema.json", "", deck_schema(known)},
          {"variants/schema/preset.schema.json", "", preset_schema()},
          {"variants/schema/dispute.schema.json", "", dispute_schema(known)},
          {"variants/schema/plan.schema.json", "", plan_schema(known)}};
}

// The file's text with its section replaced; nothing when it lacks the marks.
std::optional<std::string> renewed(const std::string& old, const Generated& g) {
  if (g.mark.empty()) return g.text;
  std::string begin = "<!-- generated: " + g.mark + " -->\n", end = "<!-- end of " + g.mark + " -->";
  std::size_t a = old.find(begin), b = old.find(end);
  if (a == std::string::npos || b == std::string::npos || b < a) return std::nullopt;
  return old.substr(0, a + begin.size()) + "\n" + g.text + "\n" + old.substr(b);
}

}  // namespace

int docs(const Options&, const Docs& args) {
  const std::string folder = args.folder.empty() ? source_folder() : args.folder;
  int stale = 0;
  Diagnostics ignored;  // what is wrong with a card is for `check` to say
  Library library({folder}, ignored);
  for (const Generated& g : all_generated(library)) {
    std::string path = (fs::path(folder) / g.file).string();
    std::error_code ec;
    const bool link = fs::is_symlink(path, ec);
    if (link || would_lead_out(fs::path(path).parent_path(), folder)) {
      std::fprintf(stderr, "error: %s: %s; take it away\n", g.file.c_str(),
                   link ? "it is a link" : "a link on the way to it leads nowhere, or out of the folder");
      ++stale;
      continue;
    }
    std::string old = read_text_file(path, ignored).value_or("");
    auto now = renewed(old, g);
    if (!now) {
      std::fprintf(stderr, "error: %s has no section '%s'\n", g.file.c_str(), g.mark.c_str());
      ++stale;
    } else if (*now != old && args.check) {
      std::fprintf(stderr, "error: %s is stale; run gofuda docs\n", g.file.c_str());
      ++stale;
    } else if (*now != old) {
      fs::create_directories(fs::path(path).parent_path());
      if (std::string why = write_file(path, *now); !why.empty()) return usage_error(why);
      std::printf("%s\n", g.file.c_str());
    }
  }
  return stale ? 1 : 0;
}

}  // namespace gofuda::tools
