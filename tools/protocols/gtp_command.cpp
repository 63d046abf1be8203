#include "tools/protocols/gtp_command.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "tools/protocols/gtp.hpp"
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

}  // namespace

int gtp(const Options& options, const Gtp& args) {
  Diagnostics out;
  const Settings settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_library(options, out);
  if (!library) return report(options, out), 2;
  if (const std::string none = no_such_variant(*library, args.variant); !none.empty()) return usage_error(none);
  const auto viewer = gtp_seat(args.view);
  if (!viewer && args.view != "open") return usage_error("--view is black, white or open, not '" + args.view + "'");
  LineReader in;
  bool broken = false;
  const auto say = [&](std::string_view text) {
    broken |= std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0;
  };
  GtpOptions how{args.player, args.seed, args.points, viewer, {say, [&](int ms) { return broken || in.heard(ms); }}};
  GtpServer server(*library, args.variant, settings, std::move(how));
  if (!server.start(out)) return report(options, out), 2;
  for (std::string line; !server.over() && !broken && in.next(line);) say(server.answer(line));
  return broken ? 1 : 0;
}

}  // namespace gofuda::tools
