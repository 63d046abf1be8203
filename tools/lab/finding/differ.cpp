#include "tools/lab/finding/differ.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/finding/findings_report.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/print/output_file.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Ctrl-C ends the games, and those in hand are shrunk; once more, and that ends, too.
lab::SearchResult search(const lab::Search& what, Teller& teller, int& caught) {
  lab::Searcher searcher(what);
  if (what.games > 0)
    teller.say(counted(static_cast<std::int64_t>(what.games), "game") + ": " +
               lab::precision_text(static_cast<std::int64_t>(what.games)));
  searcher.play(teller.begin(), [&](std::uint64_t done) { teller.show("", done, what.games); });
  caught = teller.end();
  searcher.shrink(teller.begin(),
                  [&](std::uint64_t done) { teller.show("positions that are made smaller", done, searcher.groups()); });
  if (const int signal = teller.end(); signal != 0) caught = signal;
  return searcher.take();
}

bool put(const fs::path& path, const std::string& text) {
  const std::string wrong = write_made(path.string(), text);
  if (!wrong.empty()) say_error(wrong);
  return wrong.empty();
}

// Of who has found it, which may be a process that nothing is believed of: no name that leads out of the folder.
bool may_be_file(const std::string& name) {
  return !name.empty() && name[0] != '.' && name.size() < 200 &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '_' || c == '-'; });
}

bool put_all(const fs::path& folder, const json& dispute) {
  const std::string name = dispute.at("name");
  if (!may_be_file(name)) throw std::invalid_argument("no name of a file");
  if (!dispute.contains("other")) return put(folder / (name + ".yaml"), dispute.at("text"));
  const bool a = put(folder / (name + ".a.yaml"), dispute.at("text"));
  return put(folder / (name + ".b.yaml"), dispute.at("other")) && a;
}

// The smallest of all.
const json* smallest(const json& found) {
  const json* best = nullptr;
  std::size_t least = 0;
  for (const json& d : found.at("differences")) {
    if (d.at("dispute").is_null()) continue;
    const json& p = d.at("position");
    const std::size_t size =
        p.at("stones").get<std::size_t>() + p.at("cards").get<std::size_t>() + p.at("words").get<std::size_t>();
    if (!best || size < least) best = &d.at("dispute"), least = size;
  }
  return best;
}

bool is_file(const std::string& out) { return fs::path(out).extension() == ".yaml"; }

bool write_out(const std::string& out, const json& found) {
  const fs::path path(out);
  if (is_file(out)) {
    const json* one = smallest(found);
    return !one || put(path, one->at("text"));
  }
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    say_error(out + ": " + error.message());
    return false;
  }
  bool all = true;  // one that stays does not keep the others from being written
  for (const json& d : found.at("differences"))
    if (!d.at("dispute").is_null()) all &= put_all(path, d.at("dispute"));
  return all;
}

std::string wrong_out(const Differ& args) {
  if (is_file(args.out) && !args.before.empty())
    return "-o: two folders of rules make two disputes of each difference; name a folder";
  return "";
}

int nothing_changed(const Options& options, const json& same) {
  if (options.json)
    std::printf("%s\n", json_text(same, 2).c_str());
  else
    print_same(same);
  return same.at("decks").empty() ? 0 : 1;
}

// Values of which a file's name shows nothing may give the same name.
void name_apart(std::vector<std::optional<Written>>& written) {
  std::set<std::string> names;
  for (std::optional<Written>& w : written) {
    if (!w) continue;
    const std::string plain = w->name;
    for (int n = 2; !names.insert(w->name).second; ++n) w->name = plain + "." + std::to_string(n);
  }
}

MadeReport find(Folders folders, const Differ& args, Teller& teller, lab::Hands& hands) {
  MadeReport out;
  auto asked = read_question(std::move(folders), args, out);
  if (!asked) return out;
  if (asked->same) {
    out.report = json_text(
        json{{"a", asked->a}, {"b", asked->b}, {"same", asked->decks.empty()}, {"decks", decks_json(*asked)}});
    return out;
  }
  asked->search.hands = &hands;
  const lab::SearchResult found = search(asked->search, teller, out.caught);
  std::vector<std::optional<Written>> written;
  for (const lab::Finding& f : found.findings) written.push_back(write_finding(*asked, f));
  name_apart(written);
  out.report = json_text(findings_json(*asked, found, written));
  return out;
}

int print_made(const Options& options, const Differ& args, const MadeReport& made) {
  const json found = read_report(args.isolate, made.report);
  if (found.contains("same")) return nothing_changed(options, found);
  if (options.json)
    std::printf("%s\n", json_text(found, 2).c_str());
  else
    print_findings(found);
  if (!args.out.empty() && !write_out(args.out, found)) return 1;
  const std::string wrong = args.svg.empty() ? "" : draw_findings(found, args.svg);
  if (!wrong.empty()) return say_error(wrong), 1;
  if (made.caught) return 128 + made.caught;
  if (found.at("games") > 0 && failed_games(found) == found.at("games")) return 1;
  return found.at("differences").empty() || args.every_option ? 0 : 1;
}

}  // namespace

int differ(const Options& options, const Differ& args) {
  if (const std::string wrong = wrong_out(args); !wrong.empty()) return usage_error(wrong);
  if (const std::string why = is_file(args.out) ? in_the_way_of_made(args.out) : ""; !why.empty())
    return say_error(why), 1;
  int code = 0;
  Differ counted_here = args;  // a process that can do nothing else cannot ask how many the machine has
  counted_here.threads = threads_of(args.threads);
  auto folders = open_folders(options, args, code);
  if (!folders) return code;
  try {
    MadeReport made = make_report(args.isolate, counted_here.threads, [&](Teller& teller, lab::Hands& hands) {
      return find(std::move(*folders), counted_here, teller, hands);
    });
    if (made.report.empty()) return say_refused(options, made);
    return print_unless_lie(args.isolate, [&] { return print_made(options, args, made); });
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

}  // namespace gofuda::tools
