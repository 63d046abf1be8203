#include "tools/lab/finding/differ.hpp"

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "scripting/file.hpp"
#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/finding/findings_report.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

namespace fs = std::filesystem;

// Ctrl-C ends the games, and those in hand are shrunk; once more, and that ends, too.
lab::SearchResult search(const lab::Search& what, int& caught) {
  lab::Searcher searcher(what);
  if (what.games > 0)
    std::fprintf(stderr, "%s: %s\n", counted(static_cast<std::int64_t>(what.games), "game").c_str(),
                 lab::precision_text(static_cast<std::int64_t>(what.games)).c_str());
  {
    lab::Interrupt interrupt;
    lab::Progress progress(0, what.games);
    searcher.play(interrupt.caught(), [&](std::uint64_t done) { progress.show(done); });
    progress.clear();
    caught = interrupt.caught();
  }
  lab::Interrupt interrupt;
  lab::Progress progress(0, searcher.groups());
  progress.say("positions that are made smaller");
  searcher.shrink(interrupt.caught(), [&](std::uint64_t done) { progress.show(done); });
  progress.clear();
  if (interrupt.caught()) caught = interrupt.caught();
  return searcher.take();
}

bool put(const fs::path& path, const std::string& text) {
  if (const std::string wrong = write_file(path.string(), text); !wrong.empty()) {
    std::fprintf(stderr, "error: %s\n", wrong.c_str());
    return false;
  }
  return true;
}

bool put_all(const fs::path& folder, const Written& w) {
  if (w.other.empty()) return put(folder / (w.name + ".yaml"), w.text);
  return put(folder / (w.name + ".a.yaml"), w.text) && put(folder / (w.name + ".b.yaml"), w.other);
}

// The smallest of all.
const Written* smallest(const lab::SearchResult& found, const std::vector<std::optional<Written>>& written) {
  const Written* best = nullptr;
  std::size_t least = 0;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (!written[i]) continue;
    const std::size_t size = lab::size_of(found.findings[i].shrunk->scene).all();
    if (!best || size < least) best = &*written[i], least = size;
  }
  return best;
}

bool write_out(const std::string& out, const lab::SearchResult& found, const std::vector<std::optional<Written>>& all) {
  const fs::path path(out);
  if (path.extension() == ".yaml") {
    const Written* one = smallest(found, all);
    return !one || put(path, one->text);
  }
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    std::fprintf(stderr, "error: %s: %s\n", out.c_str(), error.message().c_str());
    return false;
  }
  for (const auto& w : all)
    if (w && !put_all(path, *w)) return false;
  return true;
}

std::string wrong_out(const Differ& args) {
  const bool one = fs::path(args.out).extension() == ".yaml";
  if (one && !args.before.empty())
    return "-o: two folders of rules make two disputes of each difference; name a folder";
  return "";
}

int nothing_changed(const Options& options, const Asked& asked) {
  if (options.json)
    std::printf("%s\n", json_text(nlohmann::json{{"a", asked.a}, {"b", asked.b}, {"same", true}}, 2).c_str());
  else
    std::printf("%s and %s have the same rules, to the letter.\n", asked.a.c_str(), asked.b.c_str());
  return 0;
}

}  // namespace

int differ(const Options& options, const Differ& args) {
  if (const std::string wrong = wrong_out(args); !wrong.empty()) return usage_error(wrong);
  int code = 0;
  auto asked = read_question(options, args, code);
  if (!asked) return code;
  if (asked->same) return nothing_changed(options, *asked);
  int caught = 0;
  const lab::SearchResult found = search(asked->search, caught);
  std::vector<std::optional<Written>> written;
  for (const lab::Finding& f : found.findings) written.push_back(write_finding(*asked, f));
  const nlohmann::json report = findings_json(*asked, found, written);
  if (options.json)
    std::printf("%s\n", json_text(report, 2).c_str());
  else
    print_findings(report);
  if (!args.out.empty() && !write_out(args.out, found, written)) return 1;
  const std::string wrong = args.svg.empty() ? "" : draw_findings(report, args.svg);
  if (!wrong.empty()) return std::fprintf(stderr, "error: %s\n", wrong.c_str()), 1;
  if (caught) return 128 + caught;
  return found.findings.empty() || args.every_option ? 0 : 1;
}

}  // namespace gofuda::tools
