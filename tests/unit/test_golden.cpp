// One whole random game of each variant as text, compared line for line: what a change of the engine changes is seen.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/notation/board_text.hpp"
#include "core/notation/transcript.hpp"
#include "core/random_player.hpp"
#include "core/score.hpp"
#include "scripting/library.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/record.hpp"

using namespace gofuda;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSeed = 1996;
constexpr int kMostTurns = 2000;

std::string hex(std::uint64_t n) {
  std::ostringstream out;
  out << std::hex << n;
  return out.str();
}

std::string playthrough(const Variant& variant, Scripts& scripts) {
  Setup setup;
  setup.key = {kSeed, 1};
  Game game(variant.ruleset, setup);
  RandomPlayer black(kSeed, 1), white(kSeed, 2);
  std::string out = variant.id + ": a random game, seed " + std::to_string(kSeed) +
                    "\n\nmoves, and the board's hash after each turn\n";
  std::size_t told = 0;
  for (int turn = 1; turn <= kMostTurns && !game.over(); ++turn) {
    REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 1) == Status::done);
    const Position& p = game.turn_start();
    out += std::to_string(turn) + " " + hex(p.board.hash()) + "\n";
    for (; told < p.moves.size(); ++told) out += "  " + move_text(*variant.ruleset, p, p.moves[told]) + "\n";
  }
  CHECK(game.over());
  out += "\ntranscript\n" + test::written(game);
  const Position& end = game.turn_start();
  const Score score = count(end.board, variant.ruleset->grid, {}, variant.ruleset->rules, end.prisoners);
  out += "\n" + board_text(variant.ruleset->grid, end.board) + "\nblack " + std::to_string(score.points(Seat::black)) +
         ", white " + std::to_string(score.points(Seat::white)) + ", neutral " + std::to_string(score.neutral) +
         ", result " + result_text(score.margin()) + "\n";
  return out;
}

std::string first_difference(const std::string& a, const std::string& b) {
  std::istringstream left(a), right(b);
  std::string x, y;
  for (int line = 1;; ++line) {
    const bool more = static_cast<bool>(std::getline(left, x)), other = static_cast<bool>(std::getline(right, y));
    if (!more && !other) return "";
    if (more != other || x != y)
      return "line " + std::to_string(line) + "\n- " + (more ? x : "(end)") + "\n+ " + (other ? y : "(end)");
  }
}

}  // namespace

TEST_CASE("golden: a random game of every variant goes as it went") {
  const fs::path folder = fs::path(GOFUDA_SOURCE_RULES_DIR) / "tests/golden";
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  for (const std::string& name : library.names(FileKind::variant)) {
    auto variant = library.variant(name, {}, {}, out);
    INFO(test::joined(out));
    REQUIRE(variant);
    auto scripts = make_scripts(variant);
    const std::string now = playthrough(*variant, *scripts);
    const fs::path file = folder / (name + ".txt");
    if (std::getenv("GOFUDA_UPDATE_GOLDEN")) std::ofstream(file, std::ios::binary) << now;
    std::ifstream in(file, std::ios::binary);
    std::stringstream was;
    was << in.rdbuf();
    INFO(file.filename().string() << ", " << first_difference(was.str(), now)
                                  << "\nIf this is meant: GOFUDA_UPDATE_GOLDEN=1");
    CHECK(was.str() == now);
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    INFO(entry.path().filename().string() << " belongs to no variant");
    CHECK(library.path(FileKind::variant, entry.path().stem().string()).has_value());
  }
}
