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
  for (const Project::File& f : project->list()) list.push_back({{"path", f.path}, {"etag", f.etag}, {"kind", f.kind}});
  return {{"files", list}};
}

nlohmann::json Room::Inside::read(const Who&, const Fields& f) {
  Project::Content c = project->read(f.text("path"));
  if (utf8_prefix(c.text) != c.text.size())
    throw Refusal{"not-allowed", in_quotes(f.text("path")) + " is no text in UTF-8"};
  return {{"path", f.text("path")}, {"text", std::move(c.text)}, {"etag", std::move(c.etag)}};
}

nlohmann::json Room::Inside::write(const Who&, const Fields& f) {
  std::optional<std::string> etag;
  if (!f.is_null("etag")) etag = f.text("etag");
  return {{"path", f.text("path")}, {"etag", project->write(f.text("path"), f.text("text"), etag, false)}};
}

// --- what is wrong with a text, and what may stand in it

nlohmann::json Room::Inside::check(const Who&, const Fields& f) {
  const std::string path = f.text("path"), text = f.text("text");
  const std::string kind = Project::kind_of(path);
  Diagnostics out;
  if (text.size() > Project::kMostBytes) throw bad_request("a file has at most 1 MiB");
  if (kind == "text" || kind == "record") return {{"diagnostics", nlohmann::json::array()}};
  auto library = open_library(options.options, out);
  if (library && kind == "dispute") {
    if (auto dispute = parse_dispute(path, text, out, files_beside(*project, path)))
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
    if ((c.before == ':' && w.property) || std::string_view(w.name()).starts_with("__")) continue;
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

// The rules as they are now, and what is wrong with them: found beside the table.
struct Room::Inside::Reread {
  Options options;
  std::optional<Session::Present> game;
  std::vector<std::string> files;
  std::uint64_t was = 0;
  int tries = 0;

  Diagnostics out = {};
  std::optional<Session::Loaded> loaded = {};
  bool good = true;

  void find() {
    auto library = open_library(options, out);
    if (library && game) {
      loaded = Session::reread(*library, *game, out);
      if (loaded) Session::settle(*loaded->game, *loaded->scripts);
    } else if (library) {
      library->check_all(out);
    }
    good = !out.has_errors();
    if (library && game) look(*library);
  }
  // Files that were saved and that the game does not use. Disputes are judged.
  void look(Library& library) {
    Diagnostics found;
    for (const std::string& file : files)
      for (const std::string& folder : library.folders()) {
        const auto path = std::filesystem::path(folder) / file;
        const auto part = *path.lexically_relative(folder).begin();
        if ((part != "cards" && part != "variants") || !library.has_file(path.string())) continue;
        library.check_file(path.string(), found);
        break;
      }
    for (const Diagnostic& d : found.list()) {
      const auto same = [&](const Diagnostic& o) {
        return o.line == d.line && o.code == d.code && o.message == d.message;
      };
      if (std::none_of(out.list().begin(), out.list().end(), same)) out.add(d);
    }
  }
};

void Room::Inside::files_changed(const std::vector<std::string>& changed_files) {
  ++saves;
  games_text.clear();
  for (const std::string& file : changed_files)  // a file that is saved all the time is looked at once
    if (std::find(saved_files.begin(), saved_files.end(), file) == saved_files.end()) saved_files.push_back(file);
  reread();
}

Room::Inside::Reread Room::Inside::present_rules(int tries) const {
  Reread r{options.options, std::nullopt, saved_files, seq, tries};
  if (session.has_game()) r.game = session.present();
  return r;
}

void Room::Inside::reread(int tries) {
  auto r = std::make_shared<Reread>(present_rules(tries));
  for (Running& running : jobs)
    if (running.kind == Work::Kind::course && running.connection < 0) running.job->stop = true;
  add_job(Work::Kind::course, -1, [this, r](Job& j) -> Work::Finish {
    r->find();
    return [this, r, stopped = &j.stop] {
      if (!*stopped) reread_done(*r);
    };
  });
}

void Room::Inside::reread_done(Reread& r) {
  if (r.was != seq && r.tries > 0) return reread(r.tries - 1);
  // Who answers without end does not keep the old rules: what they did last is not waited for again.
  if (r.was != seq) r = present_rules(0), r.find();
  const std::vector<std::string> changed_files = std::exchange(saved_files, {});
  const std::string misfit = r.loaded ? r.loaded->misfit : "";
  r.out.sort();
  live = {r.good, r.out.list(), misfit};
  if (r.loaded && misfit.empty()) {
    session.take(std::move(*r.loaded));
    use_variant();
    paused = false;
  }
  nlohmann::json event{{"event", "files"}, {"changed", changed_files}, {"diagnostics", diagnostics_json(r.out.list())}};
  event["misfit"] = nullptr;
  if (!misfit.empty()) event["misfit"] = {{"text", misfit}, {"ways", {"keep", "back"}}};
  tell_masters(event);
  if (session.has_game()) changed();
  begin_judging(false);
}

nlohmann::json Room::Inside::resolve(const Who& who, const Fields& f) {
  const std::string way = f.one_of("way", {"keep", "back"});
  need_game();
  if (live.misfit.empty()) throw Refusal{"not-allowed", "the game fits the rules as they are"};
  if (way == "back") return back_to_fit(who);
  live.misfit.clear();
  live.good = false;
  changed();
  return {{"seq", seq}};
}

nlohmann::json Room::Inside::back_to_fit(const Who& who) {
  auto beside = [this, given = options.options, now = session.present(), was = seq]() -> Answering {
    Diagnostics out;
    auto library = open_library(given, out);
    auto loaded = library ? Session::reread(*library, now, out) : std::nullopt;
    if (!loaded) throw rules_refusal(out);
    Session::settle(*loaded->game, *loaded->scripts);
    return [this, was, loaded = std::make_shared<Session::Loaded>(std::move(*loaded))] {
      if (seq != was) throw Refusal{"stale", "the game has gone on since; look at the present state"};
      const std::string misfit = loaded->misfit;
      session.take(std::move(*loaded));
      use_variant();
      live.misfit.clear();
      live.good = true;
      changed();
      return nlohmann::json{{"misfit", misfit}, {"seq", seq}};
    };
  };
  return later(who, "resolve", std::move(beside), Work::Kind::course);
}

}  // namespace gofuda::tools
