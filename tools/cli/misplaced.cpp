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
  FileKind kind;
  std::string_view folder;
  std::string_view name() const { return file_kind_name(kind); }
};
constexpr Place kPlaces[] = {
    {FileKind::card, "cards"},          {FileKind::deck, "cards/decks"}, {FileKind::variant, "variants"},
    {FileKind::turn, "variants/turns"}, {FileKind::win, "variants/win"}, {FileKind::preset, "variants/presets"},
};

const Place* place_of(std::string_view kind) {
  return std::find_if(std::begin(kPlaces), std::end(kPlaces), [&](const Place& p) { return p.name() == kind; });
}

// What the file is by its own words; nothing for what is no rule.
const Place* what_it_is(const Library& library, const std::string& path) {
  Diagnostics ignored;
  std::optional<std::string> read;
  const std::string* text = library.kept_text(path);
  if (!text && (read = read_text_file(path, ignored))) text = &*read;
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

// "move it to my/cards/x.lua", or under which condition.
std::string advice(const Library& library, const Place& what, const fs::path& folder, const fs::path& file) {
  std::error_code ec;
  const fs::path target = folder / what.folder / file.filename();
  const auto known = library.path(what.kind, file.stem().string());
  const bool taken = known && below(folder.string(), *known);
  if (!taken && !fs::exists(target, ec)) return "move it to " + Library::display(target.string());
  return "move it there under another name, or away: there is " + Library::display(taken ? *known : target.string()) +
         " already";
}

}  // namespace

std::string_view warn_of_place(const Library& library, const std::vector<std::string>& rules, const std::string& path,
                               Diagnostics& out) {
  for (const std::string& folder : rules) {
    const std::optional<fs::path> way = below(folder, path);
    if (!way || has_rules_of_its_own(*way)) continue;
    const Place* what = what_it_is(library, path);
    if (!what) return "";
    const bool there = what->kind == FileKind::card ? *way->begin() == "cards" : way->parent_path() == what->folder;
    if (there) return "";
    out.warning(Library::display(path), 0, 0, "not-read",
                "no name leads to this " + std::string(what->name()) + ", for it is looked for in " +
                    std::string(what->folder) + "/ alone; " + advice(library, *what, folder, path));
    return what->name();
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
