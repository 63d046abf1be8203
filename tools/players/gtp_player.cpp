#include "tools/players/gtp_player.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "core/simulator.hpp"
#include "scripting/diagnostic.hpp"
#include "tools/players/gtp_engine.hpp"

namespace gofuda::tools {

namespace {

constexpr int kLeastSide = 5, kMostSide = 19;  // of a board of GNU Go's

// Why GNU Go cannot play by these rules; "" when it can.
std::string why_not(const Ruleset& rules) {
  if (std::string why = why_no_go(rules); !why.empty()) return why;
  if (rules.rules.scoring != Scoring::area) return "it is not counted by area";
  if (rules.rules.passes_to_end != 2) return "it does not end with two passes";
  const int side = rules.grid.width();
  if (side >= kLeastSide && side <= kMostSide) return "";
  return "its board is " + std::to_string(side) + "x" + std::to_string(side) + ", and GNU Go's are from " +
         std::to_string(kLeastSide) + "x" + std::to_string(kLeastSide) + " to " + std::to_string(kMostSide) + "x" +
         std::to_string(kMostSide);
}

const char* ko_word(KoRule ko) {
  switch (ko) {
    case KoRule::none:
      return "--no-ko";
    case KoRule::simple:
      return "--simple-ko";
    case KoRule::positional:
      return "--positional-superko";
    case KoRule::situational:
    case KoRule::natural:  // which it does not know; what it may play by the other, it may by this
      return "--situational-superko";
  }
  return "";
}

using Plays = std::vector<std::pair<Colour, Point>>;  // kNoPoint: a pass

// The stones of the start, one after the other, and then the game's moves.
Plays plays_of(const View& start, const View& now) {
  Plays out;
  for (Colour c : {Colour::black, Colour::white})
    start.board.points_of(c).for_each([&](Point p) { out.emplace_back(c, p); });
  for (std::size_t i = start.moves.size(); i < now.moves.size(); ++i) {
    const Colour c = colour_of(now.moves[i].seat);
    out.emplace_back(c, now.points_of(now.moves[i], placed(c)).first());
  }
  return out;
}

class GnuGo : public Player {
 public:
  GnuGo(const PlayerOrder& order, std::string program)
      : name_(order.spec),
        program_(std::move(program)),
        level_(order.values.numbers.at("level")),
        wait_(static_cast<int>(order.values.numbers.at("wait"))) {}
  void begin(const ChanceKey& key, Seat seat) override {
    engine_.reset();
    seed_ = Random(key.seed ^ (0x676e75676full + static_cast<std::uint64_t>(index(seat))), key.game).below(1u << 31);
  }
  std::string name() const override { return name_; }
  bool at_once() const override { return false; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override;

 private:
  void start(const Ruleset& rules);
  void clear_board(const Ruleset& rules);
  void follow(const Observation& seen, const View& now);
  Point play(const Question& q, const Ruleset& rules, const View& now);
  PointSet name_dead(const Question& q, const Ruleset& rules);

  std::string name_, program_;
  std::int64_t level_;
  int wait_;
  std::uint32_t seed_ = 0;
  std::optional<GtpEngine> engine_;
  Plays told_;  // what stands on its board
};

void GnuGo::start(const Ruleset& rules) {
  const char* suicide = rules.rules.suicide == SuicideRule::allowed       ? "--allow-all-suicide"
                        : rules.rules.suicide == SuicideRule::multi_stone ? "--allow-suicide"
                                                                          : "--forbid-suicide";
  engine_.emplace(std::vector<std::string>{program_, "--mode", "gtp", "--level", std::to_string(level_), "--seed",
                                           std::to_string(seed_), "--chinese-rules", "--never-resign",
                                           ko_word(rules.rules.ko), suicide},
                  wait_);
  engine_->ask("boardsize " + std::to_string(rules.grid.width()));
  clear_board(rules);
}

void GnuGo::clear_board(const Ruleset& rules) {
  engine_->ask("clear_board");
  engine_->ask("komi " + find_rule_field("komi")->get(rules.rules));
  told_.clear();
}

void GnuGo::follow(const Observation& seen, const View& now) {
  const Plays plays = plays_of(seen.simulator()->start(), now);
  if (!engine_) start(seen.rules());
  if (told_.size() > plays.size() || !std::equal(told_.begin(), told_.end(), plays.begin())) clear_board(seen.rules());
  for (std::size_t i = told_.size(); i < plays.size(); ++i) {
    const auto& [colour, point] = plays[i];
    engine_->ask("play " + std::string(colour_name(colour)) + " " + (point == kNoPoint ? "pass" : point_name(point)));
  }
  told_ = plays;
}

// Where the dead stones are disputed it is asked to take them off the board.
Point GnuGo::play(const Question& q, const Ruleset& rules, const View& now) {
  const std::string command =
      std::string(has_played_on(now) ? "kgs-genmove_cleanup " : "genmove ") + std::string(colour_name(q.colour));
  const std::string word = engine_->ask(command);
  const Point point = rules.grid.parse(word);
  const bool passes = word == "PASS" || word == "pass" || word == "resign";  // nobody resigns here
  if (!passes && point == kNoPoint)
    throw PlayerFailure(program_ + ": its answer to '" + command + "' is no point: " + in_quotes(word));
  if (word != "resign") told_.emplace_back(q.colour, point);
  return passes ? kNoPoint : point;
}

PointSet GnuGo::name_dead(const Question& q, const Ruleset& rules) {
  const std::string command = "final_status_list dead";
  std::istringstream words(engine_->ask(command));
  PointSet dead;
  for (std::string word; words >> word;) {
    const Point p = rules.grid.parse(word);
    if (p == kNoPoint || !q.from.contains(p))
      throw PlayerFailure(program_ + ": its answer to '" + command + "' names no stone: " + in_quotes(word));
    dead.insert(p);
  }
  return dead;
}

bool GnuGo::answer(const Question& q, const Observation& seen, Answer& out) try {
  if (seen.refused() > 0)
    throw PlayerFailure(
        program_ + ": the rules refuse what it plays" +
        (told_.empty() || told_.back().second == kNoPoint ? "" : ", " + point_name(told_.back().second)) + ": " +
        to_string(seen.simulator()->last_refusal()));
  const View now = seen.view();
  follow(seen, now);
  if (q.kind == QuestionKind::dead)
    name_dead(q, seen.rules()).for_each([&dead = out.make_points()](Point p) { dead.push_back(p); });
  else
    out.make_stone(play(q, seen.rules(), now));
  return true;
} catch (const GtpEngine::Halted&) {
  engine_.reset();
  return false;
}

}  // namespace

std::string why_no_go(const Ruleset& rules) {
  const Rules& r = rules.rules;
  const Grid& grid = rules.grid;
  if (!rules.plain) return "its turns are more than an ordinary stone or a pass";
  if (rules.counting) return "a script counts its points";
  if (!rules.wins.empty()) return "it is won by a condition";
  if (r.captures == CaptureOrder::none) return "its stones are not captured";
  if (r.stones > 0) return "the number of its stones is limited";
  if (!rules.openings.empty()) return "it has an opening rule";
  if (grid.width() != grid.height() || grid.area() != grid.width() * grid.height())
    return "its board is no full square";
  if (!grid.topology().plain()) return "on its board other points are beside each other";
  return "";
}

std::unique_ptr<Player> make_gnugo(const PlayerOrder& order) {
  if (const std::string why = why_not(*order.variant.ruleset); !why.empty()) {
    order.out.error("", 0, 0, "player", "GNU Go cannot play '" + order.variant.id + "': " + why);
    return nullptr;
  }
  std::string program = find_program("gnugo");
  if (program.empty()) {
    order.out.error("", 0, 0, "player",
                    "GNU Go is not installed: there is no program 'gnugo' on PATH (on Debian: apt install gnugo)");
    return nullptr;
  }
  return std::make_unique<GnuGo>(order, std::move(program));
}

}  // namespace gofuda::tools
