#include "tools/solver/proof_check.hpp"

#include <algorithm>
#include <bit>

#include "core/hash.hpp"
#include "core/result.hpp"

namespace gofuda::tools {

namespace {

std::string name(Seat s) { return s == Seat::black ? "Black" : "White"; }

}  // namespace

std::size_t ProofChecker::PlaceHash::operator()(const Place& p) const {
  Hash h;
  h.add(p.black);
  h.add(p.white);
  h.add(p.line);
  return h.value();
}

ProofChecker::ProofChecker(std::shared_ptr<const Ruleset> rules, const Proof& proof, Scripts& scripts,
                           std::uint64_t most_moves)
    : rules_(std::move(rules)), proof_(proof), scripts_(scripts), most_moves_(most_moves) {
  std::uint8_t n = 0;
  rules_->grid.points().for_each([&](Point p) { number_[p] = n++; });
}

std::uint64_t ProofChecker::mask(const PointSet& points) const {
  std::uint64_t out = 0;
  points.for_each([&](Point p) { out |= std::uint64_t{1} << number_[p]; });
  return out;
}

ProofChecker::Place ProofChecker::place(const std::array<PointSet, 2>& stones, std::uint32_t line) const {
  return {mask(stones[0]), mask(stones[1]), line};
}

// "after Black D4, White C3"
std::string ProofChecker::course() const {
  if (made_.empty()) return "at the start";
  std::string out = "after";
  Seat seat = proof_.to_move;
  for (Point p : made_) {
    out += (out.size() > 5 ? ", " : " ") + name(seat) + ' ' + point_name(p);
    seat = other(seat);
  }
  return out;
}

bool ProofChecker::wrong(const std::string& code, const std::string& message) {
  if (!stopped_) mistake_ = {at_, 0, code, message};
  return false;
}

// False: a user wants no more, or it has become too much.
bool ProofChecker::goes_on() {
  stopped_ |= stop_ && stop_->load(std::memory_order_relaxed) != 0;
  if (stopped_) return false;
  return moves_ <= most_moves_ || wrong("too-many", "the proof is not at its end after " + std::to_string(most_moves_) +
                                                        " moves; more are not looked at");
}

bool ProofChecker::make(Game& game, Point p) {
  if (++moves_ % 1024 == 0 && tick_) tick_(moves_);
  Answer a;
  a.make_stone(p);
  made_.push_back(p);
  if (!goes_on()) return false;
  if (const Verdict v = game.answer(scripts_, a); !v)
    return wrong("illegal-move", course() + ": the last of these is refused: " + to_string(v));
  if (game.over() || (game.state() == Status::asks && game.question().kind == QuestionKind::stone)) return true;
  return wrong("not-a-stone", course() + ": something else than a stone is asked for");
}

bool ProofChecker::ended(const Game& game) {
  const auto leader = leader_of(*rules_, game.turn_start());
  if (leader == side_ || (!leader && !wins_)) return true;
  return wrong("not-proved", course() + ": " + (leader ? name(*leader) + " has won" : "the game is a draw"));
}

// A pattern in which the side has a stone is stopped; of one that holds a pair, the other side never gets both points.
bool ProofChecker::paired(const Game& game, const ProofLine& line) {
  const Position& p = game.turn_start();
  const Board& board = p.board;
  const int stones = board.stone_count(Colour::black) + board.stone_count(Colour::white);
  const auto left = [&](Seat s) { return rules_->rules.stones - p.set[static_cast<std::size_t>(index(s))]; };
  if (wins_) return wrong("not-proved", course() + ": pairs keep the other side from winning, and no more");
  if (std::any_of(rules_->openings.begin(), rules_->openings.end(),
                  [&](const Opening& o) { return o.stones >= stones; }))
    return wrong("not-paired", course() + ": an opening rule may still close a point of a pair");
  if (rules_->rules.stones > 0 && left(side_) < std::min(left(other(side_)), (rules_->grid.area() - stones) / 2))
    return wrong("not-paired", course() + ": " + name(side_) + " has too few stones left to answer each one");
  PointSet used;
  for (const auto& pair : line.pairs)
    for (Point q : pair) {
      if (board.at(q) != Colour::empty || used.contains(q))
        return wrong("not-paired", course() + ": " + point_name(q) + " is taken, or in two pairs");
      used.insert(q);
    }
  for (const WinCondition& w : rules_->wins.conditions())
    for (const PointSet& pattern : w.patterns) {
      if (pattern.intersects(board.points_of(colour_of(side_)))) continue;
      const auto inside = [&](const auto& pair) { return pattern.contains(pair[0]) && pattern.contains(pair[1]); };
      if (std::none_of(line.pairs.begin(), line.pairs.end(), inside))
        return wrong("not-paired", course() + ": no pair stops " + name(other(side_)) + " at " +
                                       point_name(pattern.first()) + " (" + w.id + ")");
    }
  return true;
}

// The position on the line's own board. The rules are the same there, once no opening rule is left.
bool ProofChecker::turned(const Game& game, const ProofReply& reply) {
  const ProofTurn& turn = proof_.turns[reply.turn - 1];
  const Board& board = game.turn_start().board;
  std::array<PointSet, 2> stones;
  std::vector<Point> back(kCells);
  std::size_t i = 0;
  rules_->grid.points().for_each([&](Point p) {
    const Point here = turn.image[i++];
    back[here] = p;
    if (board.at(here) != Colour::empty) stones[static_cast<std::size_t>(index(seat_of(board.at(here))))].insert(p);
  });
  const int count = stones[0].count() + stones[1].count();
  if (std::any_of(rules_->openings.begin(), rules_->openings.end(),
                  [&](const Opening& o) { return o.stones >= count; }))
    return wrong("bad-turn", course() + ": an opening rule is still to come");
  if (seen_.contains(place(stones, reply.next))) return true;
  std::vector<Point> made = made_;
  for (Point& p : made) p = back[p];
  std::swap(made, made_);
  std::optional<Game> there;
  if (!begin(stones, side_, there) || !own_turn(*there, reply.next)) return false;
  std::swap(made, made_);
  return true;
}

bool ProofChecker::turns_keep_patterns() {
  std::vector<std::uint64_t> patterns;
  for (const WinCondition& w : rules_->wins.conditions())
    for (const PointSet& pattern : w.patterns) patterns.push_back(mask(pattern));
  std::sort(patterns.begin(), patterns.end());
  for (const ProofTurn& turn : proof_.turns)
    for (const std::uint64_t pattern : patterns) {
      std::uint64_t there = 0;
      for (std::uint64_t left = pattern; left; left &= left - 1)
        there |= std::uint64_t{1} << number_[turn.image[static_cast<std::size_t>(std::countr_zero(left))]];
      at_ = turn.place;
      if (!goes_on()) return false;
      if (!std::binary_search(patterns.begin(), patterns.end(), there))
        return wrong("bad-turn", "it leads the pattern at " +
                                     point_name(rules_->grid.points().nth(std::countr_zero(pattern))) +
                                     " to what is none");
    }
  return true;
}

// An answer that ends the game needs no line.
bool ProofChecker::answer(const Game& game, Point p, const ProofLine& line) {
  Game next = game;
  if (!make(next, p)) return false;
  if (next.over()) {
    if (!ended(next)) return false;
  } else {
    const auto named =
        std::find_if(line.replies.begin(), line.replies.end(), [&](const ProofReply& r) { return r.answer == p; });
    if (named == line.replies.end() && !line.rest)
      return wrong("not-covered", course() + ": there is no line to go on with");
    if (!(named == line.replies.end() ? own_turn(next, *line.rest)
          : named->turn > 0           ? turned(next, *named)
                                      : own_turn(next, named->next)))
      return false;
  }
  made_.pop_back();
  return true;
}

bool ProofChecker::answers(const Game& game, std::uint32_t number) {
  const ProofLine& line = proof_.lines[number];
  if (line.paired) return paired(game, line);
  std::vector<Point> legal;
  game.question().from.for_each([&](Point p) { legal.push_back(p); });
  if (legal.empty()) return wrong("not-covered", course() + ": the turn is missed, of which a proof cannot speak");
  return std::all_of(legal.begin(), legal.end(), [&](Point p) {
    at_ = line.place;
    return answer(game, p, line);
  });
}

bool ProofChecker::own_turn(const Game& game, std::uint32_t number) {
  const Board& board = game.turn_start().board;
  if (!seen_.insert(place({board.points_of(Colour::black), board.points_of(Colour::white)}, number)).second)
    return true;
  ++positions_;
  const ProofLine& line = proof_.lines[number];
  at_ = line.place;
  if (line.move == kNoPoint)
    return wrong("no-move", course() + ": " + name(side_) + " is to move, and the line names no move");
  Game next = game;
  if (!make(next, line.move)) return false;
  if (!(next.over() ? ended(next) : answers(next, number))) return false;
  made_.pop_back();
  return true;
}

bool ProofChecker::holds(const ProofClaim& claim, const Game& start) {
  side_ = claim.side;
  wins_ = claim.wins;
  seen_.clear();
  made_.clear();
  at_ = claim.place;
  if (start.question().seat == side_) return own_turn(start, claim.first);
  if (proof_.lines[claim.first].move != kNoPoint)
    return wrong("wrong-side", name(other(side_)) + " is to move, and this line is a move of " + name(side_));
  at_ = proof_.lines[claim.first].place;
  return answers(start, claim.first);
}

bool ProofChecker::begin(const std::array<PointSet, 2>& stones, Seat to_move, std::optional<Game>& out) {
  Setup setup;
  setup.position.emplace(rules_->grid);
  setup.position->to_move = to_move;
  for (Seat s : {Seat::black, Seat::white})
    stones[static_cast<std::size_t>(index(s))].for_each([&](Point p) { setup.position->board.set(p, colour_of(s)); });
  setup.position->count_set();
  for (Seat s : {Seat::black, Seat::white}) {
    if (rules_->wins.met(setup.position->board, colour_of(s)) != 0)
      return wrong("bad-position", name(s) + " has won before the proof begins");
    if (rules_->rules.stones > 0 && setup.position->set[static_cast<std::size_t>(index(s))] > rules_->rules.stones)
      return wrong("bad-position", name(s) + " has more stones on the board than there are");
  }
  out.emplace(rules_, std::move(setup));
  out->advance(scripts_);
  return !out->over() && out->state() == Status::asks && out->question().kind == QuestionKind::stone
             ? true
             : wrong("bad-position", "nobody is asked for a stone in the position that the proof begins with");
}

std::optional<ProofMistake> ProofChecker::check(const std::atomic<int>* stop,
                                                const std::function<void(std::uint64_t)>& tick) {
  stop_ = stop;
  tick_ = tick;
  std::optional<Game> start;
  at_ = proof_.rules_place;
  if (!begin(proof_.stones, proof_.to_move, start) || !turns_keep_patterns()) return mistake_;
  for (const ProofClaim& claim : proof_.claims)
    if (!holds(claim, *start)) break;
  return mistake_;
}

}  // namespace gofuda::tools
