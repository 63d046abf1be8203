#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <thread>

#include "scripting/sgf_file.hpp"
#include "tools/cli/actions.hpp"
#include "tools/cli/misplaced.hpp"
#include "tools/lab/plans/sweep_plan.hpp"
#include "tools/lab/plans/tune_plan.hpp"
#include "tools/print/project.hpp"
#include "tools/print/terminal.hpp"
#include "tools/trial/every_card.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

bool is_rules(const fs::path& p) { return p.extension() == ".yaml" || p.extension() == ".lua"; }

// Calls `what` for what lies below the folder; folders whose name begins with a dot are other programs'.
template <class What>
void for_each_path(const std::string& folder, What what) {
  std::error_code ec;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, ec), end;
       !ec && it != end; it.increment(ec)) {
    std::error_code ignored;
    if (it->path().filename().string().starts_with('.') && it->is_directory(ignored)) it.disable_recursion_pending();
    what(it->path());
  }
}
// Rule files below a folder that is `root`, or in it; none that links lead to out of that.
template <class What>
void for_each_file(const std::string& folder, const std::string& root, Diagnostics& out, What what) {
  for_each_path(folder, [&](const fs::path& p) {
    if (is_rules(p) && !Library::refuse_outside(p, root, out)) what(p.string());
  });
}

// What should end like a dispute or a plan, and does not, is not read by anyone.
void tell_misnamed_in(const std::string& folder, Diagnostics& out) {
  for_each_path(folder, [&](const fs::path& p) {
    if (is_misnamed(p, ".yaml")) tell_misnamed(p, ".yaml", out);
  });
}

// Whether its rulings hold is what `judge` tells; what is wrong in the file, its expectations included, is told here.
void check_dispute(Library& library, const std::string& path, Diagnostics& out) {
  if (auto d = read_dispute(path, out))
    for (const Diagnostic& mistake : judge_dispute(library, *d).errors) out.add(mistake);
}

// A record is known by its name, a dispute and a plan by their keys; everything else is the library's. The files that a
// plan's players name are left to who plays: a stranger's plan would have any file of the user's read.
void check_file(Library& library, const std::string& path, Diagnostics& out) {
  if (has_sgf_name(path)) return check_dispute(library, path, out);
  Diagnostics peek;
  auto text = fs::path(path).extension() == ".yaml" ? read_text_file(path, peek) : std::nullopt;
  auto yaml = text ? parse_yaml(Library::display(path), *text, peek) : std::nullopt;
  if (yaml && (yaml->root.find("dispute") || yaml->root.find("play"))) return check_dispute(library, path, out);
  if (yaml && yaml->root.find("tune")) {
    auto plan = lab::read_tune_plan(path, out);
    if (!plan) return;
    plan->cells.reads_files = false;
    lab::tune_candidates(*plan, library, out);
    return;
  }
  if (yaml && yaml->root.find("sweep")) {
    auto plan = lab::read_sweep_plan(path, out);
    if (!plan) return;
    plan->reads_files = false;
    lab::sweep_head(*plan, library, out);
    return;
  }
  library.check_file(path, out);
}

// The card of the library that the file is; nothing for other files.
std::optional<std::string> card_of(const Library& library, const std::string& path) {
  std::error_code ec;
  const std::string name = fs::path(path).stem().string();
  const auto known = library.path(FileKind::card, name);
  return known && fs::equivalent(*known, path, ec) ? std::optional(name) : std::nullopt;
}

constexpr int kPositions = 300;  // each card is tried on

// What a project has besides its library.
std::vector<std::string> folders_beside(const Options& options) {
  std::vector<std::string> out;
  for (const char* name : {"disputes", "plans"})
    if (std::string folder = project_folder(options, name); !folder.empty()) out.push_back(std::move(folder));
  return out;
}

// Of these cards, those of the project's own that no deck has: they are read and tried, but no game deals them.
std::vector<std::string> in_no_deck(Library& library, std::vector<std::string> cards) {
  std::erase_if(cards, [&](const std::string& card) {
    return is_installed(library, FileKind::card, card) || !decks_naming(library, card).empty();
  });
  return cards;
}

// Those whose files have no mistake so far: only they can be tried.
std::vector<std::string> without_mistakes(const Library& library, std::vector<std::string> cards,
                                          const Diagnostics& found) {
  std::set<std::string> wrong;
  for (const Diagnostic& d : found.list()) wrong.insert(d.file);
  std::erase_if(cards, [&](const std::string& card) {
    return wrong.contains(Library::display(library.path(FileKind::card, card).value_or("")));
  });
  return cards;
}

struct Checked {
  int files = 0;
  std::string kinds;               // "102 cards, 5 wins"
  std::vector<std::string> cards;  // to be tried
  bool of_folders = false;         // there were files of folders that were named
};

Checked check_library(Library& library, Diagnostics& out) {
  Checked c;
  for (const auto& [kind, n] : library.check_all(out)) {
    c.files += n;
    c.kinds += (c.kinds.empty() ? "" : ", ") + counted(n, std::string(file_kind_name(kind)));
  }
  c.cards = library.names(FileKind::card);
  return c;
}

// Of a file that is named: a stranger's folder may have a link by that name.
bool leads_out_of_rules(const fs::path& file, const Options& options, Diagnostics& out) {
  return std::any_of(options.rules.begin(), options.rules.end(), [&](const std::string& rules) {
    const fs::path folder = fs::absolute(rules).lexically_normal();
    const fs::path within = fs::absolute(file).lexically_normal().lexically_relative(folder);
    const bool inside = !within.empty() && *within.begin() != "..";
    return inside && Library::refuse_outside(file, folder, out);
  });
}

// The cards that are named are to be tried; those of folders are only read.
Checked check_paths(Library& library, const Options& options, const std::vector<std::string>& paths, Diagnostics& out) {
  Checked c;
  const auto one = [&](const std::string& file) {
    const std::string_view elsewhere = warn_of_place(library, options.rules, file, out);
    if (elsewhere != "turn" && elsewhere != "win") check_file(library, file, out);  // they are known by their folder
    ++c.files;
  };
  for (const std::string& p : paths) {
    std::error_code ec;
    if (fs::is_directory(p, ec)) {
      for_each_file(p, p, out, one);
      c.of_folders = true;
    } else if (!leads_out_of_rules(p, options, out)) {
      one(p);
      if (const auto card = card_of(library, p)) c.cards.push_back(*card);
    }
  }
  return c;
}

int check_once(const Options& options, const Check& args) {
  Diagnostics out;
  auto library = open_what_is_named(options, out);
  Checked c;
  if (library) {
    const bool all = args.paths.empty();
    if (all) library->keep_texts();
    c = all ? check_library(*library, out) : check_paths(*library, options, args.paths, out);
    if (all) {
      const std::vector<std::string> beside = folders_beside(options);
      for (const std::string& folder : beside) tell_misnamed_in(folder, out);
      const int besides = check_paths(*library, options, beside, out).files;
      for (const std::string& rules : options.rules)
        for (const std::string& folder : folders_of_rules(rules))
          for_each_file(folder, rules, out,
                        [&](const std::string& file) { warn_of_place(*library, options.rules, file, out); });
      if (c.files > 0 && besides > 0) c.kinds += ", " + std::to_string(besides) + " besides";
      c.files += besides;
    }
    check_cards(*library, without_mistakes(*library, c.cards, out), all, kPositions, out);
    c.cards = in_no_deck(*library, std::move(c.cards));
  }
  const bool bad = report(options, out);
  if (options.json) return bad ? 1 : 0;
  if (c.of_folders)
    std::fprintf(stderr, "cards in folders are read, not tried: check without a path, or a card's file, tries them\n");
  if (!c.cards.empty()) std::fprintf(stderr, "no deck has %s\n", joined(c.cards, ", ").c_str());
  // The last line, by which editors know that it is over.
  std::fprintf(stderr, "%s read%s, %s\n", counted(c.files, "file").c_str(),
               c.kinds.empty() ? "" : (" (" + c.kinds + ")").c_str(),
               counted(static_cast<std::int64_t>(out.size()), "problem").c_str());
  return bad ? 1 : 0;
}

// The newest change in the folders, as a number that differs when anything was saved.
std::uint64_t stamp(const std::vector<std::string>& folders) {
  std::uint64_t s = 0;
  for (const std::string& folder : folders) {
    std::error_code ec;
    auto add = [&](const fs::path& p) {
      auto t = fs::last_write_time(p, ec).time_since_epoch().count();
      s = s * 1099511628211ull ^ static_cast<std::uint64_t>(t) ^ fs::hash_value(p);
    };
    if (fs::is_directory(folder, ec))
      for_each_path(folder, [&](const fs::path& p) {
        if (is_rules(p)) add(p);
      });
    else
      add(folder);
  }
  return s;
}

}  // namespace

int check(const Options& options, const Check& args) {
  int code = check_once(options, args);
  if (!args.watch) return code;
  std::vector<std::string> watched = args.paths.empty() ? options.rules : args.paths;
  if (watched.empty()) watched.push_back(Library::installed_folder());
  for (std::uint64_t before = stamp(watched);;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::uint64_t now = stamp(watched);
    if (now == before) continue;
    before = now;
    std::fprintf(stderr, "---\n");
    check_once(options, args);
  }
}

}  // namespace gofuda::tools
