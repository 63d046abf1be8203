#include "tools/cli/misplaced.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "scripting/library.hpp"
#include "scripting/yaml.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

struct Place {
  std::string_view kind, folder, ending;
};
constexpr Place kPlaces[] = {
    {"card", "cards", ".lua"},          {"deck", "cards/decks", ".yaml"}, {"variant", "variants", ".yaml"},
    {"turn", "variants/turns", ".lua"}, {"win", "variants/win", ".lua"},  {"preset", "variants/presets", ".yaml"},
};

const Place* place_of(std::string_view kind) {
  return std::find_if(std::begin(kPlaces), std::end(kPlaces), [&](const Place& p) { return p.kind == kind; });
}

// What the file is by its own words; nothing for what is no rule.
const Place* what_it_is(const std::string& path) {
  Diagnostics ignored;
  const auto text = read_text_file(path, ignored);
  if (!text) return nullptr;
  if (fs::path(path).extension() == ".lua") {
    for (const char* kind : {"card", "turn", "win"})
      if (text->find("return " + std::string(kind) + " {") != std::string::npos) return place_of(kind);
    return nullptr;
  }
  const auto yaml = parse_yaml(path, *text, ignored);
  if (!yaml) return nullptr;
  for (const char* other : {"dispute", "play", "sweep", "tune"})  // disputes and plans name a variant, too
    if (yaml->root.find(other)) return nullptr;
  for (const char* kind : {"variant", "deck", "preset"})
    if (yaml->root.find(kind)) return place_of(kind);
  return nullptr;
}

// The way from the folder to the file; nothing when it is not below it.
std::optional<fs::path> below(const std::string& folder, const std::string& path) {
  std::error_code ec;
  const fs::path way = fs::weakly_canonical(path, ec).lexically_relative(fs::weakly_canonical(folder, ec));
  if (ec || way.empty() || *way.begin() == ".." || *way.begin() == ".") return std::nullopt;
  return way;
}

bool has_rules_of_its_own(const fs::path& way) {  // a folder of rules within the folder of rules
  return std::any_of(std::next(way.begin()), way.end(),
                     [](const fs::path& part) { return part == "cards" || part == "variants"; });
}

}  // namespace

std::string_view warn_of_place(const std::vector<std::string>& rules, const std::string& path, Diagnostics& out) {
  for (const std::string& folder : rules) {
    const std::optional<fs::path> way = below(folder, path);
    if (!way || has_rules_of_its_own(*way)) continue;
    const Place* what = what_it_is(path);
    if (!what) return "";
    const bool there = what->kind == "card" ? *way->begin() == "cards" : way->parent_path() == what->folder;
    if (there) return "";
    out.warning(Library::display(path), 0, 0, "not-read",
                "no name leads to this " + std::string(what->kind) + ", for it is looked for in " +
                    std::string(what->folder) + "/ alone; move it to " +
                    Library::display((fs::path(folder) / what->folder / way->filename()).string()));
    return what->kind;
  }
  return "";
}

std::vector<std::string> folders_of_rules(const std::string& rules) {
  constexpr std::string_view kLike[] = {"card",    "cards", "deck",  "decks",   "game",     "games", "lib", "preset",
                                        "presets", "turn",  "turns", "variant", "variants", "win",   "wins"};
  std::vector<std::string> out;
  std::error_code ec;
  for (const std::string_view name : kLike)
    if (const fs::path p = fs::path(rules) / name; fs::is_directory(p, ec)) out.push_back(p.string());
  return out;
}

}  // namespace gofuda::tools
