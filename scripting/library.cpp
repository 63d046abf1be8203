#include "scripting/library.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "scripting/file.hpp"
#include "scripting/tally_names.hpp"
#include "scripting/variant_reader.hpp"

namespace gofuda {

namespace fs = std::filesystem;

namespace {

struct Kind {
  FileKind kind;
  const char* name;
  const char* folder;
  const char* ending;
  bool deep;
};
constexpr Kind kKinds[] = {
    {FileKind::card, "card", "cards", ".lua", true},
    {FileKind::deck, "deck", "cards/decks", ".yaml", false},
    {FileKind::variant, "variant", "variants", ".yaml", false},
    {FileKind::turn, "turn", "variants/turns", ".lua", false},
    {FileKind::win, "win", "variants/win", ".lua", false},
    {FileKind::preset, "preset", "variants/presets", ".yaml", false},
};
const Kind& kind_of(FileKind k) { return kKinds[static_cast<int>(k)]; }

// What stands in a folder of games by mistake, by its first key.
struct OtherFile {
  const char *key, *what, *where;
};
constexpr OtherFile kOtherFiles[] = {
    {"sweep", "the plan of a sweep", "a folder beside it, such as plans/"},
    {"tune", "the plan of a search", "a folder beside it, such as plans/"},
    {"dispute", "a dispute", "a folder beside it, such as disputes/"},
};

template <class Iterator>
std::vector<fs::path> files_below(const fs::path& folder, const std::string& ending, Diagnostics& out) {
  std::vector<fs::path> files, misnamed, no_files;
  std::error_code ec;
  for (Iterator it(folder, fs::directory_options::skip_permission_denied, ec), end; !ec && it != end;
       it.increment(ec)) {
    std::error_code ignored;
    const fs::path& p = it->path();
    const bool file = it->is_regular_file(ignored);
    if (p.filename().string().starts_with('.')) continue;
    if (p.extension() == ending)
      (file ? files : no_files).push_back(p);
    else if (file && is_misnamed(p, ending))
      misnamed.push_back(p);
  }
  std::sort(files.begin(), files.end());
  std::sort(misnamed.begin(), misnamed.end());
  for (const fs::path& p : misnamed) tell_misnamed(p, ending, out);
  std::sort(no_files.begin(), no_files.end());
  for (const fs::path& p : no_files)
    out.warning(Library::display(p.string()), 0, 0, "not-a-file",
                "this is a folder, a pipe, a device or a link to nothing; put an ordinary file here, or take it away");
  return files;
}

std::shared_ptr<const Deck> read_deck(const std::string& name, const YamlFile& file, Library& library,
                                      Diagnostics& out) {
  std::size_t before = out.errors();
  auto deck = std::make_shared<Deck>();
  deck->file = file.name;
  YamlMap map(file, file.root, "a deck", out);
  deck->id = map.text("deck", true).value_or("");
  if (map.valid() && !deck->id.empty() && deck->id != name)
    yaml_error(file, *map.optional("deck"), "name",
               "the deck calls itself '" + deck->id + "', but its file is " + name + ".yaml; make them the same", out);
  deck->title = map.text("title").value_or(name);
  deck->source = map.text("source").value_or("");
  deck->text = map.text("text").value_or("");
  std::map<std::string, int> by_kind;
  if (const YamlNode* cards = map.required("cards")) {
    for (const auto& [key, value] : setting_fields(
             file, *cards, "'cards' must be a map of card names and numbers, such as 'leap: 1'", out, kMostCards / 2)) {
      auto n = yaml_integer(file, value, "the number of copies", 0, 1000, out);
      auto script = library.script(FileKind::card, key.text, {file.name, key.line, key.column}, out);
      if (!n) continue;
      deck->cards.emplace_back(key.text, static_cast<int>(*n));
      if (script) by_kind[script->kind] += static_cast<int>(*n);
    }
    if (out.errors() == before && deck->total() == 0)
      yaml_error(file, *cards, "empty-deck", "the deck has no cards", out);
    if (static_cast<std::size_t>(deck->total()) > kMostCards / 2)
      yaml_error(file, *cards, "too-many",
                 "the deck has " + std::to_string(deck->total()) + " cards; " + std::to_string(kMostCards / 2) +
                     " are the most, since two may play with one each",
                 out);
  }
  const bool counted = out.errors() == before;
  if (const YamlNode* counts = map.optional("counts")) {
    for (const auto& [key, value] :
         setting_fields(file, *counts, "'counts' must be a map such as 'total: 36'", out, kMostCards / 2)) {
      auto n = yaml_integer(file, value, "a count", 0, 100000, out);
      if (!n || !counted) continue;
      if (*n > 0 && key.text != "total" && !by_kind.contains(key.text)) {
        std::vector<std::string> kinds{"total"};
        for (const auto& [kind, copies] : by_kind) kinds.push_back(kind);
        yaml_error(file, key, "deck-sum",
                   "no card of the deck is of the kind " + in_quotes(key.text) + did_you_mean(key.text, kinds), out);
        continue;
      }
      int have = key.text == "total" ? deck->total() : by_kind.contains(key.text) ? by_kind[key.text] : 0;
      if (have != *n)
        yaml_error(file, value, "deck-sum",
                   "the deck promises " + std::to_string(*n) + " " +
                       (key.text == "total" ? "cards" : key.text + " cards") + " but lists " + std::to_string(have) +
                       "; change the cards or the promise",
                   out);
    }
  }
  const YamlNode* tokens = map.optional("tokens");
  read_deck_names(file, tokens, map.optional("marks"), deck->names, out);
  read_options(file, map.optional("options"), "options", deck->options, out, &deck->option_places);
  map.finish();
  return out.errors() == before ? deck : nullptr;
}

std::shared_ptr<const Preset> read_preset(const std::string& name, const YamlFile& file, Diagnostics& out) {
  const std::size_t before = out.errors();
  auto preset = std::make_shared<Preset>();
  preset->file = file.name;
  YamlMap map(file, file.root, "a preset", out);
  preset->id = map.text("preset", true).value_or("");
  if (map.valid() && !preset->id.empty() && preset->id != name)
    yaml_error(
        file, *map.optional("preset"), "name",
        "the preset calls itself " + in_quotes(preset->id) + ", but its file is " + name + ".yaml; make them the same",
        out);
  preset->title = map.text("title").value_or(name);
  preset->source = map.text("source", true).value_or("");
  preset->text = map.text("text").value_or("");
  if (const YamlNode* rules = map.required("rules"))
    for (const auto& [key, value] : setting_fields(file, *rules, "'rules' must be a map of names and values", out)) {
      if (key.text == kPresetKey) {
        yaml_error(file, key, "preset", "a preset says each rule by itself; another preset is for a game to take", out);
        continue;
      }
      const auto text = yaml_text(file, value, "'" + key.text + "'", out);
      if (!text) continue;
      Rules ignored;
      set_rule(ignored, key.text, *text, {file.name, key.line, key.column}, out);
      preset->rules.push_back({key.text, {*text, key.line, key.column}});
    }
  map.finish();
  return out.errors() == before ? preset : nullptr;
}

// What is looked for meanwhile goes to `here`, and afterwards to whom it went before.
class Noting {
 public:
  Noting(std::set<Sought>*& to, std::set<Sought>& here) : to_(to), outer_(std::exchange(to, &here)) {}
  ~Noting() {
    if (outer_) outer_->insert(to_->begin(), to_->end());
    to_ = outer_;
  }
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;

 private:
  std::set<Sought>*& to_;
  std::set<Sought>* outer_;
};

}  // namespace

bool is_library_name(std::string_view name) {
  if (name.empty() || name.size() > 64 || name[0] == '-') return false;
  if (name == "null" || name == "pass" || name == "decline") return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

bool is_misnamed(const fs::path& p, std::string_view ending) {
  if (p.extension() == ending) return false;
  std::string given = p.extension().string();
  for (char& c : given) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return given == ending || (given == ".yml" && ending == ".yaml");
}

void tell_misnamed(const fs::path& p, const std::string& ending, Diagnostics& out) {
  out.error(Library::display(p.string()), 0, 0, "ending",
            "this file is not read: the names of such files end in " + ending + "; call it " +
                printable(p.stem().string()) + ending);
}

std::string_view file_kind_name(FileKind k) { return kind_of(k).name; }

int Deck::total() const {
  int n = 0;
  for (const auto& [card, copies] : cards) n += copies;
  return n;
}

int Deck::copies(const std::string& card) const {
  const auto at = std::find_if(cards.begin(), cards.end(), [&](const auto& c) { return c.first == card; });
  return at == cards.end() ? 0 : at->second;
}

void Deck::set_copies(const std::string& card, int copies) {
  const auto at = std::find_if(cards.begin(), cards.end(), [&](const auto& c) { return c.first == card; });
  if (at == cards.end())
    cards.emplace_back(card, copies);
  else
    at->second = copies;
}

Library::Library(std::vector<std::string> folders, Diagnostics& out) : folders_(std::move(folders)) {
  for (const std::string& folder : folders_) scan(folder, out);
}

Library::Library(const LibraryTexts& texts) : folders_(texts.folders), on_disk_(false) {
  for (const LibraryTexts::File& f : texts.files) {
    index_[f.kind][f.name] = {f.path};
    Kept& k = kept_[f.path];
    k.shown = f.shown, k.text = f.text;
    for (const Diagnostic& d : f.wrong) k.wrong.add(d);
  }
}

LibraryTexts Library::texts() const {
  LibraryTexts out{folders_, {}, {}};
  for (const auto& [kind, files] : index_)
    for (const auto& [name, found] : files)
      if (const auto it = kept_.find(found.path); it != kept_.end())
        out.files.push_back({kind, name, found.path, it->second.shown, it->second.text, it->second.wrong.list()});
  return out;
}

bool Library::has_file(const std::string& file_path) const {
  std::error_code ec;
  return kept_.contains(file_path) || (on_disk_ && fs::is_regular_file(file_path, ec));
}

bool Library::same_file(const std::string& a, const std::string& b) const {
  std::error_code ec;
  return a == b ||
         (on_disk_ ? fs::equivalent(a, b, ec) : fs::path(a).lexically_normal() == fs::path(b).lexically_normal());
}

void Library::scan(const std::string& folder, Diagnostics& out) {
  std::error_code ec;
  if (!fs::is_directory(folder, ec))
    return out.error(display(folder), 0, 0, "no-folder",
                     "there is no folder of rules here; give one that holds cards/ or variants/");
  for (const Kind& k : kKinds) {
    const fs::path place = fs::path(folder) / k.folder;
    if (fs::exists(place, ec) && !fs::is_directory(place, ec)) {
      out.error(display(place.string()), 0, 0, "no-folder", "this is to be a folder, and is none; take it away");
      continue;
    }
    const std::vector<fs::path> files = k.deep ? files_below<fs::recursive_directory_iterator>(place, k.ending, out)
                                               : files_below<fs::directory_iterator>(place, k.ending, out);
    std::map<std::string, Found> here;
    const bool installed = fs::equivalent(folder, installed_folder(), ec);
    for (const fs::path& p : files) {
      std::string name = p.stem().string();
      if (!installed && refuse_outside(p, folder, out)) continue;
      if (!is_library_name(name)) {
        out.error(display(p.string()), 0, 0, "name",
                  "a file of the library is named with " + std::string(kLibraryNameRule));
        continue;
      }
      auto [it, fresh] = here.emplace(name, Found{p.string()});
      if (!fresh)
        out.error(
            display(p.string()), 0, 0, "duplicate",
            "the " + std::string(k.name) + " '" + name + "' is also in " + display(it->second.path) + "; rename one");
    }
    index_[k.kind].insert(here.begin(), here.end());  // what an earlier folder has stays
  }
}

std::vector<std::string> Library::names(FileKind k) const {
  note({k, kEveryName});
  std::vector<std::string> out;
  if (auto it = index_.find(k); it != index_.end())
    for (const auto& [name, found] : it->second) out.push_back(name);
  return out;
}

std::optional<std::string> Library::path(FileKind k, const std::string& name) const {
  note({k, name});
  auto it = index_.find(k);
  if (it == index_.end()) return std::nullopt;
  auto found = it->second.find(name);
  if (found == it->second.end()) return std::nullopt;
  return found->second.path;
}

void Library::missing(FileKind k, const std::string& name, const Mention& from, Diagnostics& out) const {
  std::string kind(file_kind_name(k));
  if (!is_library_name(name) && name.find_first_of("./\\~") != std::string::npos) {
    out.error(
        from.file, from.line, from.column, "name",
        "'" + name + "' is not a name: a " + kind + " is named without folder and ending, and found in the library");
    return;
  }
  out.error(from.file, from.line, from.column, "unknown-" + kind,
            "there is no " + kind + " '" + name + "'" + did_you_mean(name, names(k)));
}

void Library::keep_texts() {
  if (!on_disk_) return;
  std::size_t total = 0;
  for (const auto& [kind, files] : index_)
    for (const auto& [name, found] : files) {
      Kept& k = kept_[found.path];
      k.shown = display(found.path);
      k.text = read_text_file(found.path, k.wrong);
      total += k.text ? k.text->size() : 0;
      if (total <= kMostKept) continue;
      k.text.reset();
      const std::string most = std::to_string(kMostKept);
      k.wrong.error(k.shown, 0, 0, "too-large",
                    "the folders of rules hold more than the " + most +
                        " bytes that are read of them together; take out what the game does not need");
    }
}

const std::string* Library::kept_text(const std::string& file_path) const {
  auto it = kept_.find(file_path);
  return it != kept_.end() && it->second.text ? &*it->second.text : nullptr;
}

std::shared_ptr<const std::string> Library::read_text(const std::string& file_path) const {
  auto it = read_.find(file_path);
  return it != read_.end() ? it->second : nullptr;
}

void Library::put_text(const std::string& file_path, std::string text) {
  const fs::path p(file_path);
  std::string key = file_path;
  for (const Kind& k : kKinds) {
    const auto known = path(k.kind, p.stem().string());
    if (known && same_file(*known, file_path)) key = *known;
    if (known || p.extension() != k.ending) continue;
    for (const std::string& folder : folders_) {  // a new one
      const std::string inside = p.parent_path().lexically_relative(folder).generic_string();
      if (inside == k.folder || (k.deep && inside.starts_with(std::string(k.folder) + "/")))
        index_[k.kind].emplace(p.stem().string(), Found{file_path});
    }
  }
  kept_[key] = {shown(key), std::move(text), {}};
}

std::optional<std::string> Library::text_of(const std::string& file_path, Diagnostics& out) const {
  auto it = kept_.find(file_path);
  if (it == kept_.end() && !on_disk_)
    return out.error(file_path, 0, 0, "no-file", "there is no such file in the folders of rules"), std::nullopt;
  if (it != kept_.end())
    for (const Diagnostic& d : it->second.wrong.list()) out.add(d);
  auto text = it != kept_.end() ? it->second.text : read_text_file(file_path, out);
  if (text) read_.try_emplace(file_path, std::make_shared<const std::string>(*text));  // what is parsed once is kept
  return text;
}

std::string Library::shown(const std::string& file_path) const {
  auto it = kept_.find(file_path);
  if (it != kept_.end()) return it->second.shown;
  return on_disk_ ? display(file_path) : file_path;
}

std::shared_ptr<const Script> Library::script(FileKind k, const std::string& name, const Mention& from,
                                              Diagnostics& out) {
  auto file = path(k, name);
  if (!file) return missing(k, name, from, out), nullptr;
  auto known = scripts_.find(*file);
  if (known != scripts_.end()) return known->second;
  auto text = text_of(*file, out);
  ScriptKind kind = k == FileKind::card ? ScriptKind::card : k == FileKind::turn ? ScriptKind::turn : ScriptKind::win;
  auto s = text ? read_script(kind, name, shown(*file), std::move(*text), out) : nullptr;
  return scripts_[*file] = s;
}

std::shared_ptr<const Deck> Library::deck(const std::string& name, const Mention& from, Diagnostics& out) {
  auto file = path(FileKind::deck, name);
  if (!file) return missing(FileKind::deck, name, from, out), nullptr;
  auto known = decks_.find(*file);
  if (known != decks_.end()) return note(deck_needs_[*file]), known->second;
  const Noting noting(sought_, deck_needs_[*file]);
  auto text = text_of(*file, out);
  auto yaml = text ? parse_yaml(shown(*file), *text, out) : std::nullopt;
  return decks_[*file] = yaml ? read_deck(name, *yaml, *this, out) : nullptr;
}

std::shared_ptr<const Preset> Library::preset(const std::string& name, const Mention& from, Diagnostics& out) {
  auto file = path(FileKind::preset, name);
  if (!file) return missing(FileKind::preset, name, from, out), nullptr;
  auto known = presets_.find(*file);
  if (known != presets_.end()) return known->second;
  auto text = text_of(*file, out);
  auto yaml = text ? parse_yaml(shown(*file), *text, out) : std::nullopt;
  return presets_[*file] = yaml ? read_preset(name, *yaml, out) : nullptr;
}

std::shared_ptr<const YamlFile> Library::variant_file(const std::string& file_path, Diagnostics& out) {
  auto known = variant_files_.find(file_path);
  if (known != variant_files_.end()) return known->second;
  auto text = text_of(file_path, out);
  auto yaml = text ? parse_yaml(shown(file_path), *text, out) : std::nullopt;
  if (!yaml) return nullptr;
  return variant_files_[file_path] = std::make_shared<YamlFile>(std::move(*yaml));
}

std::shared_ptr<const Variant> Library::variant(const std::string& name, const Settings& settings, const Mention& from,
                                                Diagnostics& out) {
  return variant(name, settings, {}, from, out);
}

std::shared_ptr<const Variant> Library::variant(const std::string& name, const Settings& settings,
                                                const std::vector<std::string>& extra_cards, const Mention& from,
                                                Diagnostics& out) {
  const auto file = path(FileKind::variant, name);
  if (!file) return missing(FileKind::variant, name, from, out), nullptr;
  if (const Built* known = built(name, settings, extra_cards)) return note(known->needs), known->variant;
  Diagnostics ignored;
  if (const auto yaml = variant_file(*file, ignored))
    for (const auto& [key, what, where] : kOtherFiles)
      if (yaml->root.find(key))
        return out.error(shown(*file), 1, 1, "what-is-it",
                         "this is " + std::string(what) + ", and no game, as all files here are; move it to " + where),
               nullptr;
  Built made{name, settings, nullptr, {}};
  const std::size_t before = out.size();
  {
    const Noting noting(sought_, made.needs);
    made.variant = read_variant(*this, name, settings, extra_cards, out);
  }
  if (!made.variant || out.size() != before) return made.variant;
  if (built_.size() >= kMostBuilt) built_.erase(built_.begin());
  return built_.emplace_back(std::move(made)).variant;
}

// The same rules: cards that are asked for beside those of the deck count where the deck has none of them.
const Library::Built* Library::built(const std::string& name, const Settings& settings,
                                     const std::vector<std::string>& extra_cards) {
  const auto same = [&](const Built& b) {
    if (b.name != name || b.settings != settings) return false;
    const auto& cards = b.variant->ruleset->cards;
    std::size_t known = b.variant->deck_cards;
    for (const std::string& card : extra_cards) {
      const CardId id = b.variant->ruleset->find_card(card);
      if (id == kNoCard || id > known) return false;
      known += id == known;
    }
    return known == cards.size();
  };
  const auto it = std::find_if(built_.rbegin(), built_.rend(), same);
  if (it == built_.rend()) return nullptr;
  std::rotate(it.base() - 1, it.base(), built_.end());
  return &built_.back();
}

std::map<FileKind, int> Library::check_all(Diagnostics& out) {
  std::map<FileKind, int> counts;
  for (FileKind k : {FileKind::card, FileKind::turn, FileKind::win})
    for (const std::string& n : names(k)) script(k, n, {}, out), ++counts[k];
  for (const std::string& n : names(FileKind::deck)) deck(n, {}, out), ++counts[FileKind::deck];
  for (const std::string& n : names(FileKind::preset)) preset(n, {}, out), ++counts[FileKind::preset];
  for (const std::string& n : names(FileKind::variant)) variant(n, {}, {}, out), ++counts[FileKind::variant];
  Diagnostics of_decks;  // what games have not said of them
  for (const std::string& n : names(FileKind::deck)) check_options(n, of_decks);
  for (const Diagnostic& d : of_decks.list())
    if (std::none_of(out.list().begin(), out.list().end(),
                     [&](const Diagnostic& o) { return o.file == d.file && o.line == d.line && o.column == d.column; }))
      out.add(d);
  return counts;
}

// The options that a deck chooses for cards, whatever game it is played in.
void Library::check_options(const std::string& deck_name, Diagnostics& out) {
  Diagnostics ignored;
  const auto deck = this->deck(deck_name, {}, ignored);
  if (!deck) return;
  for (std::size_t i = 0; i < deck->options.size(); ++i) {
    const auto& [key, value] = deck->options[i];
    const auto [line, column] = deck->option_places[i];
    const std::size_t dot = key.find('.');
    const std::string id = key.substr(0, dot), name = dot == std::string::npos ? "" : key.substr(dot + 1);
    if (name.empty() || id == "turn" || path(FileKind::win, id)) continue;  // only a game tells
    if (!path(FileKind::card, id)) {
      out.error(deck->file, line, column, "unknown-option",
                "there is no card " + in_quotes(id) + " to have the option " + in_quotes(key) +
                    did_you_mean(id, names(FileKind::card)));
      continue;
    }
    const auto card = script(FileKind::card, id, {}, ignored);
    if (!card) continue;
    std::vector<const ScriptOption*> options;
    for (const ScriptOption& o : card->options) options.push_back(&o);
    const auto [code, wrong] = wrong_option(options, id, name, value);
    if (!wrong.empty()) out.error(deck->file, line, column, code, wrong);
  }
}

bool Library::check_file(const std::string& file_path, Diagnostics& out) {
  std::size_t before = out.size();
  fs::path p(file_path);
  std::string name = p.stem().string();
  for (const Kind& k : kKinds) {
    auto known = path(k.kind, name);
    if (!known || !same_file(*known, file_path)) continue;
    if (k.kind == FileKind::deck)
      deck(name, {}, out), check_options(name, out);
    else if (k.kind == FileKind::preset)
      preset(name, {}, out);
    else if (k.kind == FileKind::variant)
      variant(name, {}, {}, out);
    else
      script(k.kind, name, {}, out);
    return out.size() == before;
  }
  auto text = text_of(file_path, out);
  if (!text) return false;
  if (p.extension() == ".lua") {
    ScriptKind kind = p.parent_path().filename() == "turns" ? ScriptKind::turn
                      : p.parent_path().filename() == "win" ? ScriptKind::win
                                                            : ScriptKind::card;
    read_script(kind, name, shown(file_path), *text, out);
  } else if (auto yaml = parse_yaml(shown(file_path), *text, out)) {
    if (yaml->root.find("deck") && yaml->root.find("cards"))
      read_deck(name, *yaml, *this, out);
    else if (yaml->root.find("preset") && yaml->root.find("rules"))
      read_preset(name, *yaml, out);
    else if (yaml->root.find("variant") && !yaml->root.find("dispute") && !yaml->root.find("play"))
      index_[FileKind::variant].emplace(name, Found{file_path}), variant(name, {}, {}, out);
    else if (yaml->root.find("deck"))
      read_deck(name, *yaml, *this, out);
    else
      out.error(
          shown(file_path), 1, 1, "what-is-it",
          "this file is no deck, variant, preset or dispute: its first key should be deck, variant, preset or dispute");
  }
  return out.size() == before;
}

std::string Library::installed_folder() {
  std::error_code ec;
  fs::path self = fs::read_symlink("/proc/self/exe", ec);
  if (!ec) {
    fs::path beside = self.parent_path() / GOFUDA_INSTALL_RULES_SUBDIR;
    if (fs::is_directory(beside / "variants", ec)) return fs::weakly_canonical(beside, ec).string();
  }
  return GOFUDA_SOURCE_RULES_DIR;
}

std::string Library::display(const std::string& path) {
  std::error_code ec;
  fs::path absolute = fs::weakly_canonical(path, ec), here = fs::current_path(ec);
  if (ec) return path;
  std::string relative = absolute.lexically_relative(here).string();
  if (relative.empty() || relative.starts_with("..")) return path;
  return relative;
}

bool Library::refuse_outside(const fs::path& file, const fs::path& folder, Diagnostics& out) {
  std::error_code ec;
  if (!fs::exists(file, ec) || !leads_out(file, folder)) return false;
  out.error(display(file.parent_path().string()) + "/" + file.filename().string(), 0, 0, "outside",
            "this link leads out of the folder; put a copy of the file here");
  return true;
}

}  // namespace gofuda
