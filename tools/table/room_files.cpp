// Requests about the files of the project, and what follows when they are saved.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "scripting/api.hpp"
#include "scripting/expectation.hpp"
#include "tools/table/history.hpp"
#include "tools/table/room_inside.hpp"

namespace gofuda::tools {

nlohmann::json Room::Inside::files(const Who&, const Fields&) {
  nlohmann::json list = nlohmann::json::array();
  for (const Project::File& f : project.list()) list.push_back({{"path", f.path}, {"etag", f.etag}, {"kind", f.kind}});
  return {{"files", list}};
}

nlohmann::json Room::Inside::read(const Who&, const Fields& f) {
  Project::Content c = project.read(f.text("path"));
  if (utf8_prefix(c.text) != c.text.size())
    throw Refusal{"not-allowed", in_quotes(f.text("path")) + " is no text in UTF-8"};
  return {{"path", f.text("path")}, {"text", std::move(c.text)}, {"etag", std::move(c.etag)}};
}

nlohmann::json Room::Inside::write(const Who&, const Fields& f) {
  std::optional<std::string> etag;
  if (!f.is_null("etag")) etag = f.text("etag");
  return {{"path", f.text("path")}, {"etag", project.write(f.text("path"), f.text("text"), etag)}};
}

// --- what is wrong with a text, and what may stand in it

nlohmann::json Room::Inside::check(const Who&, const Fields& f) {
  const std::string path = f.text("path"), text = f.text("text");
  const std::string kind = Project::kind_of(path);
  Diagnostics out;
  if (text.size() > Project::kMostBytes) throw bad_request("a file has at most 1 MiB");
  if (kind == "text") return {{"diagnostics", nlohmann::json::array()}};
  auto library = open_library(options.options, out);
  if (library && kind == "dispute") {
    if (auto dispute = parse_dispute(path, text, out))
      for (const DisputeCase& c : dispute->cases) open_dispute(*library, *dispute, c.settings, out);
  } else if (library) {
    const std::string full = (std::filesystem::path(options.project) / path).string();
    library->put_text(full, text);
    library->check_file(full, out);
  }
  out.sort();
  return {{"diagnostics", diagnostics_json(out.list())}};
}

namespace {

struct Cursor {
  std::string line;  // up to the cursor
  std::string word;  // that is being written
  char before = 0;   // '.' or ':' before it
  std::string of;    // the word before that
};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; }

Cursor cursor_at(const std::string& text, std::size_t line, std::size_t column) {
  std::size_t from = 0;
  for (std::size_t n = 1; n < line && from != std::string::npos; ++n) {
    from = text.find('\n', from);
    if (from != std::string::npos) ++from;
  }
  Cursor c;
  if (from == std::string::npos) return c;
  c.line = text.substr(from, std::min(text.find('\n', from), text.size()) - from).substr(0, column - 1);
  std::size_t at = c.line.size();
  while (at > 0 && in_word(c.line[at - 1])) --at;
  c.word = c.line.substr(at);
  if (at == 0 || (c.line[at - 1] != '.' && c.line[at - 1] != ':')) return c;
  c.before = c.line[--at];
  const std::size_t end = at;
  while (at > 0 && in_word(c.line[at - 1])) --at;
  c.of = c.line.substr(at, end - at);
  return c;
}

std::string object_of(const std::string& word) {
  if (word == "me" || word == "opponent" || word == "secret") return "Seat";
  if (word == "board") return "Board";
  return word == "this" ? "Card" : "";
}

void add_item(nlohmann::json& items, const Cursor& c, const std::string& label, const std::string& detail,
              const std::string& text) {
  if (label.starts_with(c.word)) items.push_back({{"label", label}, {"detail", detail}, {"text", text}});
}

void complete_lua(const Cursor& c, const std::string& kind, nlohmann::json& items) {
  const std::string object = object_of(c.of);
  for (const ApiWord& w : api_words()) {
    const bool global = *w.object == 0;
    if (c.before == 0 ? !global : global || (!object.empty() && object != w.object)) continue;
    if (c.before == ':' && w.property) continue;
    add_item(items, c, w.name(), (global ? "" : std::string(w.object) + ": ") + w.signature, w.text);
  }
  if (c.before != 0) return;
  const ScriptKind k = kind == "turn" ? ScriptKind::turn : kind == "win" ? ScriptKind::win : ScriptKind::card;
  for (const ScriptField& field : script_fields(k))
    add_item(items, c, std::string(field.name), field.required ? "must be there" : "", std::string(field.text));
}

}  // namespace

nlohmann::json Room::Inside::complete(const Who&, const Fields& f) {
  const std::string path = f.text("path"), kind = Project::kind_of(path), text = f.text("text");
  const auto line = static_cast<std::size_t>(f.integer("line", 1, 1'000'000));
  const auto column = static_cast<std::size_t>(f.integer("column", 1, 1'000'000));
  const Cursor c = cursor_at(text, line, column);
  nlohmann::json items = nlohmann::json::array();
  if (path.ends_with(".lua")) {
    complete_lua(c, kind, items);
  } else if (path.ends_with(".yaml")) {
    Diagnostics ignored;
    if (auto library = open_library(options.options, ignored))
      for (FileKind k :
           {FileKind::card, FileKind::deck, FileKind::variant, FileKind::turn, FileKind::win, FileKind::preset})
        for (const std::string& name : library->names(k)) add_item(items, c, name, std::string(file_kind_name(k)), "");
    for (const RuleField& r : rule_fields()) add_item(items, c, std::string(r.name), "rule", std::string(r.text));
    if (kind == "dispute")
      for (const ExpectKey& e : expect_keys()) add_item(items, c, std::string(e.name), "expect", std::string(e.text));
  }
  return {{"items", items}, {"word", c.word}};
}

// --- rule files were saved

// Files that were saved and that the game does not use.
void Room::Inside::look_at(const std::vector<std::string>& files, Diagnostics& out) const {
  Diagnostics ignored, found;
  auto library = open_library(options.options, ignored);
  if (!library) return;
  std::error_code ec;
  for (const std::string& file : files)
    for (const std::string& folder : rule_folders(options.options))
      if (const auto path = std::filesystem::path(folder) / file; std::filesystem::is_regular_file(path, ec)) {
        library->check_file(path.string(), found);
        break;
      }
  for (const Diagnostic& d : found.list()) {
    const auto same = [&](const Diagnostic& o) {
      return o.line == d.line && o.code == d.code && o.message == d.message;
    };
    if (std::none_of(out.list().begin(), out.list().end(), same)) out.add(d);
  }
}

void Room::Inside::files_changed(const std::vector<std::string>& changed_files) {
  ++saves;
  games_text.clear();
  Diagnostics out;
  std::string misfit;
  bool taken = false;
  if (session.has_game()) {
    taken = session.reload(out, misfit, true);
  } else if (auto library = open_library(options.options, out)) {
    library->check_all(out);
  }
  const bool good = !out.has_errors();
  if (session.has_game()) look_at(changed_files, out);
  out.sort();
  live = {good, out.list(), misfit};
  if (taken && misfit.empty()) {
    use_variant();
    paused = false;
  }
  nlohmann::json event{{"event", "files"}, {"changed", changed_files}, {"diagnostics", diagnostics_json(out.list())}};
  event["misfit"] = nullptr;
  if (!misfit.empty()) event["misfit"] = {{"text", misfit}, {"ways", {"keep", "back"}}};
  tell_masters(event);
  if (session.has_game()) changed();
  begin_judging();
}

nlohmann::json Room::Inside::resolve(const Who&, const Fields& f) {
  const std::string way = f.one_of("way", {"keep", "back"});
  need_game();
  if (live.misfit.empty()) throw Refusal{"not-allowed", "the game fits the rules as they are"};
  nlohmann::json j = nlohmann::json::object();
  if (way == "back") {
    Diagnostics out;
    std::string misfit;
    if (!session.reload(out, misfit)) throw rules_refusal(out);
    use_variant();
    j["misfit"] = misfit;
  }
  live.misfit.clear();
  live.good = way == "back";
  changed();
  j["seq"] = seq;
  return j;
}

}  // namespace gofuda::tools
