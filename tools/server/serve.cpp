#include "tools/server/serve.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "scripting/file.hpp"
#include "tools/server/server.hpp"
#include "tools/table/room.hpp"
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

std::string or_else(const std::string& said, const char* otherwise) { return said.empty() ? otherwise : said; }

// Of a game that was loaded: where nobody is named, people sit, for it may be opened to be looked at.
bool seat(Room& room, const Serve& args, int& code) {
  if (args.black.empty() && args.white.empty()) return true;
  const nlohmann::json reply = room.handle(
      {0, Role::owner},
      {{"do", "seat"}, {"id", 0}, {"black", or_else(args.black, "human")}, {"white", or_else(args.white, "human")}});
  if (reply["ok"] == true) return true;
  return code = usage_error(reply["error"]["text"].get<std::string>()), false;
}

bool begin(Room& room, const Serve& args, const Options& options, int& code) {
  Diagnostics out;
  const Settings settings = parse_settings(args.set, out);
  std::string misfit;
  bool good = !out.has_errors();
  if (good && !args.load.empty())
    good = room.open(args.load, settings, out, misfit);
  else if (good && !args.variant.empty())
    good =
        room.begin(args.variant, settings, args.seed, or_else(args.black, "human"), or_else(args.white, "random"), out);
  if ((!out.list().empty() && report(options, out)) || !good) return code = exit_code(out), false;
  if (!misfit.empty()) std::fprintf(stderr, "%s\nThe game stands before that.\n", misfit.c_str());
  return args.load.empty() || seat(room, args, code);
}

int wrong_use(const Serve& args) {
  if (args.seed && !args.load.empty()) return usage_error("the seed of a saved game stands in its file");
  if (!args.variant.empty() && !args.load.empty()) return usage_error("name a game, or give --load FILE");
  const bool of_game = args.seed || !args.set.empty() || !args.black.empty() || !args.white.empty();
  if (of_game && args.variant.empty() && args.load.empty())
    return usage_error("name the game that is meant, such as gofuda table dango-1996");
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

int serve(const Options& options, const Serve& args) {
  if (const int wrong = wrong_use(args)) return wrong;
  Room room({options, options.rules.empty() ? "" : options.rules.front()});
  int code = 0;
  if (!begin(room, args, options, code)) return code;
  server::Settings settings;
  if (args.port) settings.port = *args.port, settings.next = false;
  settings.connections = args.connections;
  settings.assets = args.assets;
  settings.watched = rule_folders(options);
  server::Server server(room, settings);
  if (const std::string problem = server.listen(); !problem.empty()) {
    std::fprintf(stderr, "error: %s\n", problem.c_str());
    return 1;
  }
  print_links(server, options, args.links);
  {
    const std::optional<Opener> opener =
        args.open ? std::make_optional<Opener>(server.link(Role::owner)) : std::nullopt;
    server.run();
  }
  if (const std::string text = args.save.empty() ? "" : room.saved(); !text.empty()) {
    const std::string problem = write_file(args.save, text);
    std::fprintf(stderr, "%s\n", problem.empty() ? ("saved: " + args.save).c_str() : ("error: " + problem).c_str());
    if (!problem.empty()) code = 1;
  }
  if (!server.end()) {  // a program that does not listen is not waited for
    std::fflush(stdout);
    std::_Exit(code);
  }
  return code;
}

}  // namespace gofuda::tools
