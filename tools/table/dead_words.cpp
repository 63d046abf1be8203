#include "tools/table/dead_words.hpp"

namespace gofuda::tools {

namespace {

std::vector<Point> chains_of(const Board& board, PointSet dead) {
  std::vector<Point> out;
  while (!dead.empty()) {
    out.push_back(dead.first());
    dead -= board.chain(dead.first());
  }
  return out;
}

std::string stones_text(const PointSet& dead) {
  int n = dead.count();
  return dead.empty() ? "" : " (" + std::to_string(n) + (n == 1 ? " stone)" : " stones)");
}

}  // namespace

std::optional<std::vector<Point>> dead_word(const Game& game, const std::string& word) {
  const Board& board = game.position().board;
  if (word == "none") return std::vector<Point>{};
  bool agrees = word == "agree" || word == "yes";
  if (agrees && answers_claim(game)) return chains_of(board, game.position().dead);
  if (agrees || word == "proposal") return chains_of(board, proposal(game.rules(), game.position().board).dead);
  return std::nullopt;
}

std::string one_of_each(const Board& board, const PointSet& dead) {
  std::string out;
  for (Point p : chains_of(board, dead)) out += (out.empty() ? "" : " ") + point_name(p);
  return out.empty() ? "none" : out;
}

std::string dead_question(const Game& game) {
  std::string out = "the dead stones, one of each chain; or none, or agree with ";
  if (!answers_claim(game)) return out + "the proposal";
  return out + std::string(seat_name(game.position().to_move)) + ", or proposal";
}

std::vector<std::string> dead_hints(const Game& game) {
  const Position& p = game.position();
  std::vector<std::string> out;
  if (answers_claim(game))
    out.push_back(std::string(seat_name(p.to_move)) + " says: " + one_of_each(p.board, p.dead) + " dead" +
                  stones_text(p.dead) + "; where you differ, play goes on");
  Marking m = proposal(game.rules(), game.position().board);
  out.push_back("the random games propose: " + one_of_each(p.board, m.dead) + " dead" + stones_text(m.dead) +
                " (sure: " + std::to_string(static_cast<int>(m.sure * 100)) + " %)");
  return out;
}

}  // namespace gofuda::tools
