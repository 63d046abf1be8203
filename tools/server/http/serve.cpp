#include "tools/server/http/serve.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/isolate/process.hpp"
#include "tools/print/output_file.hpp"
#include "tools/print/terminal.hpp"
#include "tools/server/http/server.hpp"
#include "tools/table/game_link.hpp"
#include "tools/table/session.hpp"

namespace gofuda::tools {

namespace {

// A page that leads to the link: in the words of a command, other users of the machine would read it.
class Opener {
 public:
  explicit Opener(const std::string& link) {
    std::string name = (std::filesystem::temp_directory_path() / "gofuda-XXXXXX.html").string();
    const int file = ::mkstemps(name.data(), 5);
    if (file < 0) return;
    path_ = name;  // read by nobody else: so it was made
    const std::string page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=" + link + "\">\n";
    const bool whole = ::write(file, page.data(), page.size()) == static_cast<ssize_t>(page.size());
    ::close(file);
    if (whole) start();
  }
  ~Opener() {
    std::error_code none;
    if (!path_.empty()) std::filesystem::remove(path_, none);
  }
  Opener(const Opener&) = delete;
  Opener& operator=(const Opener&) = delete;

 private:
  void start() {
    char program[] = "xdg-open";
    char* words[] = {program, path_.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawnp(&child, program, nullptr, nullptr, words, environ) != 0)
      std::fputs("There is no xdg-open: please open the address yourself.\n", stderr);
  }
  std::string path_;
};

// What the command says of the game, for the table to begin it. False, with the exit code: that cannot be read.
bool read_beginning(const Options& options, const Serve& args, server::Beginning& b, int& code) {
  Diagnostics out;
  b.settings = parse_settings(args.set, out);
  b.variant = args.variant, b.seed = args.seed, b.black = args.black, b.white = args.white;
  if (!args.load.empty()) {
    if (auto game = read_game_text(args.load, out)) b.text = std::move(game->text), b.name = std::move(game->name);
  }
  if (out.list().empty() || !report(options, out)) return true;
  return code = exit_code(out), false;
}

bool begin(server::Host& host, const Serve& args, const Options& options, int& code) {
  server::Order order{server::Order::Kind::begin};
  if (!read_beginning(options, args, order.beginning, code)) return false;
  if (args.variant.empty() && args.load.empty()) return true;
  host.give(std::move(order));
  const auto news = host.await(server::News::Kind::begun, std::chrono::hours(1));
  if (!news || news->kind == server::News::Kind::lost) {
    std::fprintf(stderr, "error: the table's process %s\n", news ? printable(*news->text).c_str() : "says nothing");
    return code = 1, false;
  }
  const server::Begun& begun = news->begun;
  if (!begun.refused.empty()) return code = usage_error(printable(begun.refused)), false;
  Diagnostics out;
  for (const Diagnostic& d : begun.diagnostics) out.add(d);
  if ((!out.list().empty() && report(options, out)) || !begun.good) return code = exit_code(out), false;
  if (!begun.misfit.empty())
    std::fprintf(stderr, "%s\nThe game stands before that.\n", printable(begun.misfit).c_str());
  return true;
}

// In a process of its own where that is asked for, or where the rules are not the user's own.
// The folder in which files are read and written, and of which everything is watched; "": none.
std::string project_of(const Options& options) { return options.rules.empty() ? "" : options.rules.front(); }

std::unique_ptr<server::Host> host_of(const Options& options, const Serve& args) {
  const tools::RoomOptions room{options, project_of(options)};
  const std::string of_others = args.isolate.on ? "" : server::folder_of_others(options.rules);
  if (!of_others.empty())
    std::fprintf(stderr, "%s holds files of another user: they are read and run in a process of their own.\n",
                 printable(of_others).c_str());
  if (args.isolate.on || !of_others.empty()) return server::host_apart(room, args.isolate.limits);
  return server::host_here(room);
}

// What the game is to be found by again. False: it could not be kept.
bool save(server::Host& host, const Serve& args) {
  if (args.save.empty()) return true;
  host.give({server::Order::Kind::save});
  auto saved = host.await(server::News::Kind::saved, server::Host::kPatience);
  if (!saved) {  // a script runs long: it is broken off
    host.give({server::Order::Kind::halt});
    saved = host.await(server::News::Kind::saved, std::chrono::seconds(5));
  }
  const bool told = saved && saved->kind == server::News::Kind::saved;
  if (told && saved->text->empty()) return true;  // there is no game
  const std::string problem =
      told ? tools::write_or_keep(args.save, *saved->text, tools::Content::game) : "the table does not answer";
  std::fprintf(stderr, "%s\n", printable(problem.empty() ? "saved: " + args.save : "error: " + problem).c_str());
  return problem.empty();
}

int wrong_use(const Serve& args) {
  if (args.seed && !args.load.empty()) return usage_error("the seed of a saved game stands in its file");
  if (!args.variant.empty() && !args.load.empty()) return usage_error("name a game, or give --load FILE");
  const bool of_game = args.seed || !args.set.empty() || !args.black.empty() || !args.white.empty();
  if (of_game && args.variant.empty() && args.load.empty())
    return usage_error("name the game that is meant, such as gofuda table dango-1996");
  if (const std::string why = in_the_way(args.save, Content::game); !why.empty()) return say_error(why), 1;
  if (!args.assets.empty() && !std::filesystem::is_directory(args.assets))
    return usage_error("--assets " + args.assets + " is no folder");
  return 0;
}

void print_links(const server::Server& server, const Options& options, bool all) {
  if (options.json) {
    nlohmann::json links;
    for (Role r : server::kRoles) links[std::string(role_name(r))] = server.link(r);
    std::puts(nlohmann::json{{"links", links}}.dump().c_str());
  } else {
    std::printf("The table is at\n  %s\n", server.link(Role::owner).c_str());
    for (Role r : server::kRoles)
      if (all && r != Role::owner)
        std::printf("%-9s %s\n", (std::string(role_name(r)) + ":").c_str(), server.link(r).c_str());
    std::puts("Who has this address may do everything. Ctrl-C ends it.");
  }
  std::fflush(stdout);
}

}  // namespace

static int serve_at(server::Host& host, const Options& options, const Serve& args) {
  int code = 0;
  if (!begin(host, args, options, code)) return code;
  server::Settings settings;
  if (args.port) settings.port = *args.port, settings.next = false;
  settings.connections = args.connections;
  settings.assets = args.assets;
  settings.watched = rule_folders(options);
  settings.project = project_of(options);
  server::Server server(host, settings);
  if (const std::string problem = server.listen(); !problem.empty()) {
    say_error(problem);
    return 1;
  }
  print_links(server, options, args.links);
  const std::optional<Opener> opener = args.open ? std::make_optional<Opener>(server.link(Role::owner)) : std::nullopt;
  return server.run() && save(host, args) ? 0 : 1;
}

int serve(const Options& options, const Serve& args) {
  if (const int wrong = wrong_use(args)) return wrong;
  Diagnostics of_host;  // errors, which the host tells
  open_and_tell(options, of_host);
  std::unique_ptr<server::Host> host;
  try {
    host = host_of(options, args);
  } catch (const isolate::CannotIsolate& e) { return usage_error(std::string("--isolate: ") + e.what()); }
  const int code = serve_at(*host, options, args);
  if (!host->end()) {  // a program that does not listen is not waited for
    std::fflush(stdout);
    std::_Exit(code);
  }
  return code;
}

}  // namespace gofuda::tools
