// A folder with a project in it, p, for as long as a test runs: a game of its own, with one card, and one dispute.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gofuda::test {

class ProjectFolder {
 public:
  ProjectFolder() {
    char name[] = "/tmp/gofuda-room-XXXXXX";
    path = mkdtemp(name);
    write("out/secret.lua", "secret");
    write("p/cards/hop.lua", card("Hop"));
    write("p/cards/decks/mine.yaml", "deck: mine\ncards: { hop: 6 }\n");
    write("p/variants/mine.yaml", "variant: mine\nextends: dango-1996\nboard: { size: 5x5 }\ndeck: mine\n");
    write("p/disputes/one.yaml", "dispute: One\nvariant: mine\nboard: { black: A1 }\nexpect: { black: A1 }\n");
  }
  ~ProjectFolder() { std::filesystem::remove_all(path); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((std::filesystem::path(path) / name).parent_path());
    std::ofstream(std::filesystem::path(path) / name) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream in(std::filesystem::path(path) / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string project() const { return path + "/p"; }
  static std::string card(const std::string& name, const std::string& body = "me:place(me:pick(1, board.empty))") {
    return "return card { name = '" + name + "', text = 't', play = function(me, opponent, board) " + body + " end }\n";
  }
  std::string path;
};

}  // namespace gofuda::test
