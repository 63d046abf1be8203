#include "tools/protocols/gtp_command.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>

#include "tools/protocols/gtp_apart.hpp"
#include "tools/protocols/gtp_words.hpp"

namespace gofuda::tools {

namespace {

// Lines of standard input, and whether there is one without waiting for it.
class LineReader {
 public:
  bool next(std::string& line) {
    for (line.clear();;) {
      for (; at_ < filled_; ++at_) {
        if (buffer_[at_] == '\n') return ++at_, true;
        if (line.size() < kLongest) line += buffer_[at_];
      }
      if (!fill()) return !line.empty();
    }
  }
  bool heard(int ms) const {
    if (at_ < filled_ || ended_) return true;
    pollfd in{STDIN_FILENO, POLLIN, 0};
    return poll(&in, 1, ms) != 0;
  }

 private:
  static constexpr std::size_t kLongest = 1u << 16;  // of a line; the rest of it is left out

  bool fill() {
    ssize_t n = -1;
    do n = ended_ ? 0 : read(STDIN_FILENO, buffer_, sizeof buffer_);
    while (n < 0 && errno == EINTR);
    at_ = 0, filled_ = n > 0 ? static_cast<std::size_t>(n) : 0;
    ended_ = n <= 0;
    return n > 0;
  }

  char buffer_[4096];
  std::size_t at_ = 0, filled_ = 0;
  bool ended_ = false;
};

// What a client says and hears, here.
struct Wire {
  LineReader in;
  bool broken = false;

  Wire() { std::signal(SIGPIPE, SIG_IGN); }  // who hears no more is told by the exit code
  void say(std::string_view text) {
    broken |= std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0;
  }
  GtpLink link() {
    return {[this](std::string_view text) { say(text); }, [this](int ms) { return broken || in.heard(ms); }};
  }
  template <class Server>
  void serve(Server& server) {
    for (std::string line; !server.over() && !broken && in.next(line);) say(server.answer(line));
  }
};

int serve_apart(const Options& options, const Gtp& args, Library& library, const Settings& settings, GtpOptions how,
                Wire& wire) {
  if (const std::string why = why_not_isolated(args.player); !why.empty()) return usage_error(why);
  library.keep_texts();
  Diagnostics out;
  GtpApart server(args.isolate.limits, library, args.variant, settings, std::move(how));
  if (!server.start(out)) return report(options, out), server.lost().empty() ? 2 : 1;
  wire.serve(server);
  if (!server.lost().empty()) say_error("the game is lost: " + server.lost());
  return wire.broken || !server.lost().empty() ? 1 : 0;
}

}  // namespace

int gtp(const Options& options, const Gtp& args) {
  Diagnostics out;
  const Settings settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
  if (!library) return report(options, out), 2;
  if (const std::string none = no_such_variant(*library, args.variant); !none.empty()) return usage_error(none);
  const auto viewer = gtp_seat(args.view);
  if (!viewer && args.view != "open") return usage_error("--view is black, white or open, not '" + args.view + "'");
  std::error_code none;
  if (!args.save.empty() && !std::filesystem::is_directory(args.save, none))
    return usage_error("--save: there is no folder '" + printable(args.save) + "'");
  Wire wire;
  GtpOptions how{args.player, args.seed, args.points, viewer, wire.link(), gtp_files(args.save)};
  if (args.isolate.on) try {
      return serve_apart(options, args, *library, settings, std::move(how), wire);
    } catch (const isolate::CannotIsolate& e) { return usage_error(std::string("--isolate: ") + e.what()); }
  GtpServer server(*library, args.variant, settings, std::move(how));
  if (!server.start(out)) return report(options, out), 2;
  wire.serve(server);
  return wire.broken ? 1 : 0;
}

}  // namespace gofuda::tools
