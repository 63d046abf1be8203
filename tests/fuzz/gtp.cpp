// The Go Text Protocol: lines of commands.
#include "tools/protocols/gtp.hpp"

#include "tests/fuzz/fuzz.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr int kMostLines = 60, kMostCounts = 1;  // counting a board takes up to a second
  Library library = shipped();
  std::string_view left = text_of(bytes, size);
  const char* game = "go";
  for (const char* other : {"dango-1996", "card-go", "qango-6"})  // as a comment of the protocol
    if (left.starts_with("# " + std::string(other))) game = other;
  const bool cards = left.starts_with("# ");
  tools::GtpServer server(library, game, cards ? Settings{} : Settings{{"board.size", "7x7"}},
                          {.player = "random", .points = left.starts_with("# dango-1996 ")});
  Diagnostics out;
  require(server.start(out), "a game of go can be begun");
  for (int i = 0, counts = 0; i < kMostLines && counts < kMostCounts && !left.empty() && !server.over(); ++i) {
    const std::size_t end = std::min(left.find('\n'), left.size() - 1) + 1;
    const std::string_view line = left.substr(0, end);
    counts += line.find("final_") != line.npos || line.find("cleanup") != line.npos;
    const std::string said = server.answer(line);
    require(said.empty() || ((said[0] == '=' || said[0] == '?') && said.ends_with("\n\n")), "an answer has its form",
            said);
    require(said.find("\n\n") + 2 >= said.size() || said.empty(), "an answer ends where it says", said);
    left.remove_prefix(end);
  }
  return 0;
}
