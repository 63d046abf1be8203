// gofuda solve: who wins a small game with best play, and how.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/result.hpp"
#include "tools/cli/actions.hpp"
#include "tools/cli/proof.hpp"
#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/print/findings.hpp"
#include "tools/print/output_file.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"
#include "tools/solver/exact_symmetry.hpp"
#include "tools/table/session.hpp"

namespace gofuda::tools {

namespace {

// How far the work is, on standard error: one line that changes on a terminal, a line every ten seconds elsewhere.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  ~Watcher() { clear(); }
  void begin(std::string what) { what_ = std::move(what), depth_ = 0; }
  void know(const Solution& s) { depth_ = s.depth; }
  void show(std::uint64_t nodes) {
    const auto now = Clock::now();
    if (now - last_ < (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000))) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    dprintf(2, "%s%s: %.1f million positions, depth %d, %s%s", terminal_ ? "\r\x1b[K" : "", what_.c_str(),
            static_cast<double>(nodes) / 1e6, depth_, lab::duration_text(seconds).c_str(), terminal_ ? "" : "\n");
    drawn_ = terminal_;
  }
  void clear() {
    if (std::exchange(drawn_, false)) dprintf(2, "\r\x1b[K");
  }

 private:
  using Clock = std::chrono::steady_clock;
  const bool terminal_ = isatty(2) == 1;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  std::string what_;
  int depth_ = 0;
  bool drawn_ = false;
};

class Study {
 public:
  Study(const Session& session, Scripts& scripts, const Solve& args)
      : session_(session), game_(session.game()), scripts_(scripts), args_(args), symmetries_(game_.rules()) {
    int bits = 12;
    while (bits < 32 && (std::size_t{16} << (bits + 1)) <= static_cast<std::size_t>(args.memory) << 20) ++bits;
    solver_ = make_solver(game_.rules(), bits);
  }

  void run() {
    const auto begin = std::chrono::steady_clock::now();
    value_ = solve(game_, args_.nodes, "the position");
    if (value_.solved() && !args_.proof.empty()) prove();
    if (value_.solved()) follow_line();
    if (args_.move_nodes != 0) judge_moves();
    watcher_.clear();
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  bool stopped() const { return caught() != 0; }
  int caught() const { return interrupt_.caught(); }
  bool well() const { return value_.solved() && (args_.proof.empty() || proof_.failure.empty()); }
  void print(const Options& options, const Variant& variant) const;
  nlohmann::json json(const Variant& variant) const;

 private:
  Solution solve(const Game& game, std::uint64_t nodes, const std::string& what);
  void prove();
  void follow_line();
  void judge_moves();

  static constexpr std::uint64_t kLineNodes = 1'000'000;
  const Session& session_;
  const Game& game_;
  Scripts& scripts_;
  const Solve& args_;
  Symmetries symmetries_;
  std::unique_ptr<Solver> solver_;
  lab::Interrupt interrupt_;
  Watcher watcher_;
  Solution value_;
  std::vector<Point> line_;
  std::optional<Game> end_;  // of the line
  std::vector<MoveValue> moves_;
  WrittenProof proof_;
  std::uint64_t nodes_ = 0;
  double seconds_ = 0;
};

Solution Study::solve(const Game& game, std::uint64_t nodes, const std::string& what) {
  SearchLimits limits;
  limits.nodes = nodes;
  limits.stop = &interrupt_.caught();
  limits.progress = [this](const Solution& s) { watcher_.know(s); };
  limits.tick = [this](std::uint64_t n) { watcher_.show(nodes_ + n); };
  watcher_.begin(what);
  Solution s = solver_->solve(game.turn_start(), scripts_, limits);
  nodes_ += s.nodes;
  return s;
}

Answer stone_at(Point p) {  // kNoPoint: a pass
  Answer a;
  a.make_stone(p);
  return a;
}

void Study::prove() {
  SearchLimits limits;
  limits.nodes = args_.nodes;
  limits.stop = &interrupt_.caught();
  limits.tick = [this](std::uint64_t n) { watcher_.show(nodes_ + n); };
  watcher_.begin("the proof");
  proof_ = write_proof(args_.proof, *solver_, session_.variant(), session_.settings(), game_.turn_start(), value_,
                       limits, scripts_);
}

// Best play of both sides. Where the length of the game is not known for certain, as far as it can be proved without
// much more work.
void Study::follow_line() {
  const std::uint64_t nodes = value_.exact_plies ? args_.nodes : std::max(kLineNodes, args_.nodes / 100);
  Game game = game_;
  Solution s = value_;
  while (s.solved() && !stopped() && game.state() == Status::asks && game.question().kind == QuestionKind::stone) {
    if (!game.answer(scripts_, stone_at(s.best.front()))) break;
    line_.push_back(s.best.front());
    if (line_.size() >= 2 * static_cast<std::size_t>(game.rules().grid.area())) break;
    if (!game.over() && game.state() == Status::asks) s = solve(game, nodes, "the line of best play");
  }
  end_ = std::move(game);
}

// Of moves that symmetries lead to each other, one is looked at.
void Study::judge_moves() {
  const std::uint64_t nodes = args_.move_nodes > 0 ? static_cast<std::uint64_t>(args_.move_nodes)
                                                   : std::max<std::uint64_t>(1, args_.nodes / 10);
  std::vector<int> own{0};
  if (game_.turn_start().seen.in_order().size() <= 1)
    own = symmetries_.of_position(game_.rules(), game_.turn_start().board);
  std::vector<Point> points;
  game_.question().from.for_each([&](Point p) { points.push_back(p); });
  if (game_.question().may_pass) points.push_back(kNoPoint);
  for (Point p : points) {
    const auto known = std::find_if(moves_.begin(), moves_.end(), [&](const MoveValue& m) {
      return std::any_of(own.begin(), own.end(), [&](int s) { return symmetries_.image(s, m.point) == p; });
    });
    if (known != moves_.end()) {
      moves_.push_back({p, known->solution});
      continue;
    }
    Game next = game_;
    if (!next.answer(scripts_, stone_at(p))) continue;
    Solution s;
    if (next.over() || next.state() != Status::asks || next.question().kind != QuestionKind::stone) {
      const auto leader = leader_of(next.rules(), next.turn_start());
      const bool won = leader == game_.turn_start().to_move;
      s.result = !leader ? Solution::Result::draw : won ? Solution::Result::win : Solution::Result::loss;
      if (next.turn_start().ending == Ending::win) s.plies = 1, s.exact_plies = true;
    } else if (!stopped()) {
      s = for_the_other(solve(next, nodes, "the move " + move_text(p)));
    }
    moves_.push_back({p, s});
  }
}

void Study::print(const Options& options, const Variant& variant) const {
  const Style style = style_for(use_colour(options, 1), 1);
  const Seat side = game_.turn_start().to_move;
  print_lines(heading_lines(variant, session_.settings()));
  print_lines(board_lines(style, variant.ruleset->grid, game_.position().board, {}));
  std::printf("%s is to move%s.\n\n", side == Seat::black ? "Black" : "White",
              variant.ruleset->first_by_chance && game_.log().size() == 0 ? ", who begins by lot" : "");
  std::printf("%s%s.\n", verdict_text(value_, side).c_str(),
              value_.solved() ? " with best play"
              : stopped()     ? ": stopped"
                              : " within the positions allowed");
  std::printf("%s: %s\n", value_.solved() ? "Best moves" : "Looks best", moves_text(value_.best).c_str());
  if (!line_.empty()) {
    const bool best = value_.plies == 0 || value_.exact_plies;
    std::printf("%s: %s\n", best ? "Line of best play" : "A line to that end", moves_text(line_).c_str());
    print_lines(board_lines(style, variant.ruleset->grid, end_->position().board, end_->position().winning));
  }
  if (!proof_.file.empty() && proof_.failure.empty())
    std::printf("Proof: %s, %zu lines, checked on %llu positions\n", printable(proof_.file).c_str(), proof_.lines,
                static_cast<unsigned long long>(proof_.positions));
  if (!proof_.failure.empty()) std::printf("No proof: %s\n", printable(proof_.failure).c_str());
  if (!moves_.empty()) {
    std::printf("\nEach move%s\n", stopped() ? ", as far as was seen" : "");
    print_lines(move_lines(moves_));
  }
  std::printf("\n%.1f million positions, depth %d, %s\n", static_cast<double>(nodes_) / 1e6, value_.depth,
              lab::duration_text(seconds_).c_str());
}

nlohmann::json Study::json(const Variant& variant) const {
  nlohmann::json j = solution_json(value_);
  const Seat side = game_.turn_start().to_move;
  j["variant"] = variant.id;
  j["settings"] = settings_json(session_.settings());
  j["to_move"] = std::string(seat_name(side));
  j["solved"] = value_.solved();
  j["stopped"] = stopped();
  if (value_.result == Solution::Result::win || value_.result == Solution::Result::loss)
    j["winner"] = std::string(seat_name(value_.result == Solution::Result::win ? side : other(side)));
  j["best"] = moves_json(value_.best);
  j["line"] = moves_json(line_);
  j["moves"] = nlohmann::json::array();
  for (const MoveValue& m : moves_) {
    nlohmann::json move = solution_json(m.solution);
    move["move"] = move_text(m.point);
    j["moves"].push_back(move);
  }
  if (!proof_.file.empty() && proof_.failure.empty())
    j["proof"] = {
        {"file", proof_.file}, {"lines", proof_.lines}, {"bytes", proof_.bytes}, {"positions", proof_.positions}};
  if (!proof_.failure.empty()) j["no_proof"] = proof_.failure;
  j["positions"] = nodes_;
  j["depth"] = value_.depth;
  return j;
}

// --- the command

// The moves of --moves, one after the other. What is wrong with them, if anything.
std::string play_moves(Session& session, const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const Game& game = session.game();
    if (game.over()) return "--moves: the game is over before " + word;
    const Point p = game.rules().grid.parse(word);
    if (p == kNoPoint && word != "pass") return "--moves: there is no point '" + word + "' on this board";
    if (const Verdict v = session.answer(stone_at(p)); !v) return "--moves: " + word + " is refused: " + to_string(v);
    session.go_on();
  }
  return "";
}

int solve_position(const Options& options, const Solve& args, Session& session) {
  const Variant& variant = session.variant();
  if (const std::string why = unsolvable(*variant.ruleset); !why.empty())
    return usage_error("'" + variant.id + "' cannot be solved: " + why);
  if (const std::string why = args.proof.empty() ? "" : unprovable(*variant.ruleset); !why.empty())
    return usage_error("--proof: " + why);
  if (const std::string why = in_the_way(args.proof, Content::proof); !why.empty()) return say_error(why), 1;
  session.go_on();
  if (const std::string wrong = play_moves(session, args.moves); !wrong.empty()) return usage_error(wrong);
  const Game& game = session.game();
  if (game.over()) {
    if (options.json)
      std::printf("%s\n", json_text(result_json(*variant.ruleset, game.position())).c_str());
    else
      print_lines(result_lines(*variant.ruleset, game.position()));
    return 0;
  }
  if (game.state() != Status::asks || game.question().kind != QuestionKind::stone)
    return usage_error("the play is over; what is left is to say which stones are dead");
  Study study(session, session.scripts(), args);
  study.run();
  if (options.json)
    std::printf("%s\n", json_text(study.json(variant)).c_str());
  else
    study.print(options, variant);
  if (study.caught() == 0) return study.well() ? 0 : 1;
  std::fprintf(stderr, "stopped; what was found by then is all there is\n");
  return 128 + study.caught();
}

}  // namespace

int solve(const Options& options, const Solve& args) {
  if (!args.check.empty()) return check_proof(options, args);
  if (args.variant.empty() == args.load.empty()) return usage_error("name a variant, or a file with --load");
  Diagnostics out;
  const Settings settings = parse_settings(args.set, out);
  if (out.has_errors()) return report(options, out), 2;
  Session session(options, {"human", "human"});
  std::string misfit;
  if (!args.load.empty()) {
    if (!session.load(args.load, settings, out, misfit)) return report(options, out), exit_code(out);
  } else {
    auto library = open_and_tell(options, out);
    if (const std::string none = library ? no_such_variant(*library, args.variant) : ""; !none.empty())
      return usage_error(none);
    if (!library || !session.start(args.variant, settings, 1, out)) return report(options, out), exit_code(out);
  }
  if (!misfit.empty()) return usage_error(misfit);
  return solve_position(options, args, session);
}

}  // namespace gofuda::tools
