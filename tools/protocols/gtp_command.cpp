#include "tools/protocols/gtp_command.hpp"

#include <cstdio>
#include <iostream>
#include <string>

#include "tools/protocols/gtp.hpp"

namespace gofuda::tools {

namespace {

constexpr std::size_t kLongest = 1u << 16;  // of a line; the rest of it is left out

bool next_line(std::string& line) {
  std::streambuf& in = *std::cin.rdbuf();
  int c = in.sbumpc();
  if (c == std::char_traits<char>::eof()) return false;
  for (line.clear(); c != '\n' && c != std::char_traits<char>::eof(); c = in.sbumpc())
    if (line.size() < kLongest) line += static_cast<char>(c);
  return true;
}

}  // namespace

int gtp(const Options& options, const Gtp& args) {
  Diagnostics out;
  const Settings settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_library(options, out);
  if (!library) return report(options, out), 2;
  if (!library->path(FileKind::variant, args.variant))
    return usage_error("there is no variant '" + args.variant + "'" +
                       did_you_mean(args.variant, library->names(FileKind::variant)));
  GtpServer server(*library, args.variant, settings, args.player, args.seed);
  if (!server.start(out)) return report(options, out), 2;
  for (std::string line; !server.over() && next_line(line);) {
    const std::string answer = server.answer(line);
    if (std::fwrite(answer.data(), 1, answer.size(), stdout) != answer.size() || std::fflush(stdout) != 0) return 1;
  }
  return 0;
}

}  // namespace gofuda::tools
