// Random games played move by move on Board and in GNU Go, over the Go Text Protocol: the same moves must be legal, the
// same stones captured, the same stones left, and the same area counted.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "core/playout.hpp"
#include "core/score.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/lots.hpp"
#include "tests/unit/naive_board.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

constexpr const char* kGnuGo = "/usr/games/gnugo";

// A GNU Go that answers questions. They are gathered and sent in batches, for each alone would cost two switches of
// process; a batch and its answers are small enough for the pipes.
class GnuGo {
 public:
  using Answer = std::function<void(const std::string&)>;

  GnuGo() {
    std::array<int, 2> in{}, out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    std::vector<std::string> words{kGnuGo, "--mode", "gtp", "--chinese-rules", "--komi", "0", "--seed", "1"};
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    const int error = posix_spawn(&pid_, kGnuGo, &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    to_ = fdopen(in[1], "w");
    from_ = fdopen(out[0], "r");
    if (error != 0) pid_ = 0;
  }

  ~GnuGo() {
    std::fclose(to_);  // GNU Go leaves at the end of its input
    std::fclose(from_);
    if (pid_) waitpid(pid_, nullptr, 0);
  }

  GnuGo(const GnuGo&) = delete;
  GnuGo& operator=(const GnuGo&) = delete;

  bool running() const { return pid_ != 0; }

  void ask(
      const std::string& command, Answer answer = [](const std::string&) {}) {
    batch_ += command + '\n';
    waiting_.emplace_back(command, std::move(answer));
    if (waiting_.size() >= 60) flush();
  }

  void flush() {
    std::fputs(batch_.c_str(), to_);
    std::fflush(to_);
    batch_.clear();
    const auto waiting = std::move(waiting_);
    waiting_.clear();
    for (const auto& [command, answer] : waiting) {
      const std::string text = read();
      if (!text.starts_with("=")) FAIL("GNU Go on '" << command << "': " << (text.empty() ? "no answer" : text));
      answer(text.substr(std::min<std::size_t>(2, text.size())));
    }
  }

 private:
  // An answer ends with an empty line.
  std::string read() {
    std::string text;
    for (int c = std::fgetc(from_); c != EOF; c = std::fgetc(from_)) {
      if (c == '\n' && text.ends_with('\n')) break;
      text += static_cast<char>(c);
    }
    while (text.ends_with('\n')) text.pop_back();
    return text;
  }

  pid_t pid_ = 0;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
  std::string batch_;
  std::vector<std::pair<std::string, Answer>> waiting_;
};

struct Compared {
  long games = 0, moves = 0, questions = 0, illegal = 0, kos = 0, captures = 0, listings = 0, scores = 0;
};

PointSet parse_points(const std::string& text) {
  std::istringstream words(text);
  PointSet set;
  for (std::string word; words >> word;) set.insert(parse_point(word));
  return set;
}

// Stones, and empty regions that touch one colour only: by flood fill over what GNU Go has on its board.
std::array<int, 2> area(const Grid& grid, const PointSet& black, const PointSet& white) {
  NaiveBoard board(grid);
  black.for_each([&](Point p) { board.set(p, Colour::black); });
  white.for_each([&](Point p) { board.set(p, Colour::white); });
  std::array<int, 2> sums{black.count(), white.count()};
  for (PointSet left = board.points_of(Colour::empty); !left.empty();) {
    const PointSet region = board.chain(left.first());
    left -= region;
    bool reaches[2] = {};
    region.for_each([&](Point p) {
      for (int offset : kNeighbours) {
        reaches[0] |= board.at(static_cast<Point>(p + offset)) == Colour::black;
        reaches[1] |= board.at(static_cast<Point>(p + offset)) == Colour::white;
      }
    });
    for (int i = 0; i < 2; ++i)
      if (reaches[i] && !reaches[1 - i]) sums[i] += region.count();
  }
  return sums;
}

void ask_legality(GnuGo& gnugo, const Board& board, Point p, Colour c, Compared& seen) {
  const bool legal = board.legal(p, c);
  const std::string what = std::string(colour_name(c)) + ' ' + point_name(p);
  ++seen.questions;
  seen.illegal += !legal && board.at(p) == Colour::empty;
  seen.kos += p == board.ko();
  gnugo.ask("is_legal " + what, [=](const std::string& answer) {
    if (answer != (legal ? "1" : "0")) FAIL(what << ": legal is " << legal << " here, GNU Go says " << answer);
  });
}

void ask_stones(GnuGo& gnugo, const Board& board, const std::array<int, 3>& taken, Compared& seen) {
  for (Colour c : {Colour::black, Colour::white}) {
    const std::string name(colour_name(c));
    const PointSet stones = board.points_of(c);
    gnugo.ask("list_stones " + name, [=](const std::string& answer) {
      if (!(parse_points(answer) == stones))
        FAIL(name << " stones: " << stones << ", GNU Go has " << parse_points(answer));
    });
    const int captured = taken[index(c)];
    gnugo.ask("captures " + name, [=](const std::string& answer) {
      if (answer != std::to_string(captured)) FAIL(name << " captured " << captured << ", GNU Go counts " << answer);
    });
  }
  ++seen.listings;
}

void ask_area(GnuGo& gnugo, const Board& board, const Grid& grid, Compared& seen) {
  const Score score = count(board, grid, {}, Rules{});
  PointSet black;
  gnugo.ask("list_stones black", [&](const std::string& answer) { black = parse_points(answer); });
  gnugo.ask("list_stones white", [&](const std::string& answer) {
    const std::array<int, 2> expected = area(grid, black, parse_points(answer));
    CHECK(score.points(Seat::black) == expected[0]);
    CHECK(score.points(Seat::white) == expected[1]);
  });
  // Where nothing but eyes is left, GNU Go has nothing to misjudge; on larger boards it thinks too long.
  if (grid.width() == 9)
    gnugo.ask("final_score", [&](const std::string& answer) {
      const double lead = answer == "0" ? 0 : std::stod(answer.substr(2)) * (answer[0] == 'B' ? 1 : -1);
      CHECK(lead * kWholePoint == score.margin());
    });
  gnugo.flush();
  ++seen.scores;
}

void play_game(GnuGo& gnugo, const Grid& grid, Random random, Compared& seen) {
  Board board(grid);
  gnugo.ask("boardsize " + std::to_string(grid.width()));
  gnugo.ask("clear_board");
  std::array<int, 3> taken{};
  Colour c = Colour::black;
  const auto draw = [&] {
    return board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(board.empty_count()))));
  };
  for (int moves = 0, passes = 0; passes < 2 && moves < 3 * grid.area(); ++moves, c = opposite(c)) {
    for (int i = 0; i < 3; ++i) ask_legality(gnugo, board, draw(), c, seen);
    if (board.ko()) ask_legality(gnugo, board, board.ko(), c, seen);
    PointSet playable;
    board.points_of(Colour::empty).for_each([&](Point p) {
      if (board.legal(p, c) && !board.is_eye(p, c)) playable.insert(p);
    });
    if (playable.empty()) {
      ++passes;
      board.set_ko(kNoPoint);
      gnugo.ask("play " + std::string(colour_name(c)) + " pass");
      continue;
    }
    passes = 0;
    const Point p = playable.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(playable.count()))));
    const int before = board.stone_count(opposite(c));
    board.play(p, c);
    gnugo.ask("play " + std::string(colour_name(c)) + ' ' + point_name(p));
    taken[index(c)] += before - board.stone_count(opposite(c));
    seen.captures += before != board.stone_count(opposite(c));
    ++seen.moves;
    if (before != board.stone_count(opposite(c)) || moves % 25 == 0) ask_stones(gnugo, board, taken, seen);
  }
  ask_stones(gnugo, board, taken, seen);
  ask_area(gnugo, board, grid, seen);
  ++seen.games;
}

}  // namespace

TEST_CASE("random games agree with GNU Go", "[board][differential][gnugo]") {
  if (access(kGnuGo, X_OK) != 0) FAIL(kGnuGo << " is missing: this test needs the Debian package gnugo");
  GnuGo gnugo;
  if (!gnugo.running()) FAIL(kGnuGo << " cannot be started");
  Compared seen;
  const int share = test::share(1);
  for (const auto& [size, games] : {std::pair{9, 150}, {13, 60}, {19, 25}}) {
    const Grid grid(size, size);
    for (int game = 0; game < games / share; ++game)
      play_game(gnugo, grid, Random(size, static_cast<std::uint64_t>(game)), seen);
  }
  WARN("games " << seen.games << ", moves " << seen.moves << ", with captures " << seen.captures
                << ", questions of legality " << seen.questions << " (" << seen.illegal << " illegal, " << seen.kos
                << " kos), boards compared " << seen.listings << ", areas counted " << seen.scores);
  CHECK(seen.moves > 10'000 / share);
  CHECK(seen.captures > 1'000 / share);
  CHECK(seen.illegal > 1'000 / share);
  CHECK(seen.kos > 200 / share);
  CHECK(seen.scores == seen.games);
}
