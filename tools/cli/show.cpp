#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/cli/actions.hpp"
#include "tools/print/pages.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

constexpr FileKind kKinds[] = {FileKind::card, FileKind::deck, FileKind::variant,
                               FileKind::turn, FileKind::win,  FileKind::preset};

std::optional<FileKind> kind_named(const std::string& name) {
  for (FileKind k : kKinds)
    if (name == file_kind_name(k) || name == std::string(file_kind_name(k)) + "s") return k;
  return std::nullopt;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> out;
  for (FileKind k : kKinds) out.emplace_back(file_kind_name(k));
  return out;
}

bool is_script(FileKind k) { return k == FileKind::card || k == FileKind::turn || k == FileKind::win; }

struct Entry {
  std::string id, title;
};

// All names of a kind with their titles; a file that cannot be read is listed without.
std::vector<Entry> entries(Library& library, FileKind kind, Diagnostics& out) {
  std::vector<Entry> list;
  for (const std::string& name : library.names(kind)) {
    std::string title;
    if (is_script(kind)) {
      if (auto s = library.script(kind, name, {}, out)) title = s->name;
    } else if (kind == FileKind::deck) {
      if (auto d = library.deck(name, {}, out)) title = d->title + ", " + std::to_string(d->total()) + " cards";
    } else if (kind == FileKind::preset) {
      if (auto p = library.preset(name, {}, out)) title = p->title;
    } else if (auto v = library.variant(name, {}, {}, out)) {
      title = v->title;
    }
    list.push_back({name, printable(title)});
  }
  return list;
}

int show_all(const Options& options, Library& library, const std::vector<FileKind>& kinds) {
  Diagnostics out;
  nlohmann::json j = nlohmann::json::object();
  for (FileKind k : kinds) {
    std::string kind(file_kind_name(k));
    j[kind] = nlohmann::json::array();
    bool first = true;
    for (const Entry& e : entries(library, k, out)) {
      j[kind].push_back({{"id", e.id}, {"title", e.title}});
      if (options.json) continue;
      if (first && kinds.size() > 1) std::printf("%s%ss\n", k == kinds.front() ? "" : "\n", kind.c_str());
      first = false;
      std::printf("%s%s %s\n", kinds.size() > 1 ? "  " : "", padded(e.id, 22).c_str(), printable(e.title).c_str());
    }
  }
  if (options.json) std::printf("%s\n", json_text(j).c_str());
  out.sort();
  for (const Diagnostic& d : out.list()) std::fprintf(stderr, "%s\n", to_text(d).c_str());
  return out.has_errors() ? 1 : 0;
}

int show_one(const Options& options, Library& library, FileKind kind, const Show& args, const Settings& settings,
             Diagnostics& out) {
  Style style = style_for(use_colour(options, 1), 1);
  std::vector<std::string> page;
  nlohmann::json j;
  if (is_script(kind)) {
    auto s = library.script(kind, args.name, {}, out);
    if (s) page = script_page(style, *s), j = script_json(*s);
  } else if (kind == FileKind::deck) {
    auto d = library.deck(args.name, {}, out);
    if (d) page = deck_page(style, *d, library), j = deck_json(*d, library);
  } else if (kind == FileKind::preset) {
    auto p = library.preset(args.name, {}, out);
    if (p) page = preset_page(style, *p), j = preset_json(*p);
  } else {
    auto v = library.variant(args.name, settings, {}, out);
    if (v) page = variant_page(style, *v), j = variant_json(*v);
  }
  if (page.empty()) return report(options, out), exit_code(out);
  if (options.json)
    std::printf("%s\n", json_text(j).c_str());
  else
    print_lines(page);
  return 0;
}

// `gofuda show keima`: the word is no kind, but may be a name.
int unknown_kind(Library& library, const std::string& word) {
  for (FileKind k : kKinds)
    if (library.path(k, word))
      return usage_error("say what to show: gofuda show " + std::string(file_kind_name(k)) + " " + word);
  return usage_error("'" + word + "' is none of " + joined(kind_names(), ", ") + did_you_mean(word, kind_names()));
}

}  // namespace

int show(const Options& options, const Show& args) {
  Diagnostics out;
  Settings settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
  if (!library) return report(options, out), 2;
  if (args.kind.empty()) return show_all(options, *library, {std::begin(kKinds), std::end(kKinds)});
  auto kind = kind_named(args.kind);
  if (!kind) return unknown_kind(*library, args.kind);
  if (!settings.empty() && *kind != FileKind::variant) return usage_error("--set is for variants");
  if (args.name.empty()) return show_all(options, *library, {*kind});
  if (!library->path(*kind, args.name))
    return usage_error("there is no " + std::string(file_kind_name(*kind)) + " '" + args.name + "'" +
                       did_you_mean(args.name, library->names(*kind)));
  return show_one(options, *library, *kind, args, settings, out);
}

}  // namespace gofuda::tools
