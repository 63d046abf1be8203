// The Go Text Protocol: what the player thinks, while it thinks.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/notation/answers.hpp"
#include "core/question_kinds.hpp"
#include "core/simulator.hpp"
#include "tools/print/terminal.hpp"
#include "tools/protocols/gtp.hpp"
#include "tools/protocols/gtp_words.hpp"
#include "tools/protocols/move_word.hpp"

namespace gofuda::tools {

namespace {

constexpr double kHundredths = 100;  // of a second: intervals
constexpr double kLongest = 60, kShortest = 0.05;
constexpr std::chrono::milliseconds kSlice{20};  // between two looks at the client

struct Order {
  std::optional<Seat> seat;
  double interval = 1;
  std::size_t most = 1000;
  bool ownership = false, root = false;
};

// The words after a command of an analysis: COLOR and INTERVAL, in any order and each at most once, and keys with their
// values. What only asks for more than is known here is read as strictly, and passed over.
class OrderReader {
 public:
  OrderReader(const std::vector<std::string>& words, const Grid& grid) : words_(words), grid_(grid) {}
  std::optional<Order> read();

 private:
  bool read_key(const std::string& key);
  bool read_interval(const std::string& word);
  bool read_flag(bool& to);
  bool read_count(std::size_t& to);
  bool read_points();
  bool has(std::size_t words) const { return words_.size() - at_ >= words; }
  std::string next() { return lower(words_[at_++]); }

  const std::vector<std::string>& words_;
  const Grid& grid_;
  std::size_t at_ = 0;
  bool timed_ = false;
  Order out_;
};

bool OrderReader::read_interval(const std::string& word) {
  const auto value = gtp_float(word);
  if (!value || *value < 0 || std::exchange(timed_, true)) return false;
  out_.interval = std::clamp(*value / kHundredths, kShortest, kLongest);
  return true;
}

bool OrderReader::read_flag(bool& to) {
  if (!has(1)) return false;
  const std::string word = next();
  to = word == "true";
  return to || word == "false";
}

bool OrderReader::read_count(std::size_t& to) {
  const auto count = has(1) ? gtp_number<std::size_t>(next()) : std::nullopt;
  to = count.value_or(to);
  return count.has_value();
}

// COLOR POINT,POINT,... MOVES
bool OrderReader::read_points() {
  if (!has(3) || !gtp_seat(next())) return false;
  std::string points = next() + ",";
  for (std::size_t end; (end = points.find(',')) != std::string::npos; points.erase(0, end + 1)) {
    const std::string point = points.substr(0, end);
    if (!is_gtp_pass(point) && grid_.parse(point) == kNoPoint) return false;
  }
  std::size_t moves = 0;
  return read_count(moves);
}

bool OrderReader::read_key(const std::string& key) {
  bool flag = false;
  std::size_t count = 0;
  if (key == "interval") return has(1) && read_interval(next());
  if (key == "maxmoves") return read_count(out_.most);
  if (key == "minmoves") return read_count(count);
  if (key == "avoid" || key == "allow") return read_points();
  if (key == "rootinfo") return read_flag(out_.root);
  if (key == "ownership") return read_flag(out_.ownership);
  const bool more = key == "ownershipstdev" || key == "movesownership" || key == "movesownershipstdev" ||
                    key == "pvvisits" || key == "pvedgevisits";
  return more ? read_flag(flag) : read_interval(key);
}

std::optional<Order> OrderReader::read() {
  while (has(1)) {
    const std::string word = next();
    const auto seat = gtp_seat(word);
    if (seat ? out_.seat.has_value() : !read_key(word)) return std::nullopt;
    if (seat) out_.seat = seat;
  }
  return out_;
}

std::string answer_word(const Game& game, const gofuda::Answer& a) {
  const Question& q = game.question();
  if (a.form() == AnswerForm::stone) return a.stone() == kNoPoint ? "pass" : point_name(a.stone());
  if (a.form() == AnswerForm::card)
    return a.card() == 0 ? "decline" : move_word(offered_text(game.rules(), q.offered(a.card())));
  if (a.form() == AnswerForm::label)
    return a.label() < q.labels.size() ? move_word("(" + q.labels[a.label()] + ")") : "?";
  std::string points;
  for (Point p : a.numbers()) points += (points.empty() ? "" : " ") + point_name(p);
  return move_word("(" + points + ")");
}

// What a player thinks, as one dialect or the other writes it: lz in whole parts of 10000, kata in decimals.
class Report {
 public:
  Report(const Game& game, const Order& order, bool kata) : game_(game), order_(order), kata_(kata) {}
  // "" where nothing was thought yet.
  std::string line(const std::vector<Thinker::Idea>& ideas, const Thinker& thinker) const;

 private:
  std::string share(double value) const { return kata_ ? fixed(value, 6) : fixed(10000 * value, 0); }
  std::string lead(const std::optional<Thinker::Lead>& lead) const;
  std::string info(const Thinker::Idea& idea, std::size_t order) const;
  std::string root(const std::vector<Thinker::Idea>& ideas) const;
  std::string ownership(const Thinker& thinker) const;

  const Game& game_;
  const Order& order_;
  bool kata_;
};

std::string Report::lead(const std::optional<Thinker::Lead>& lead) const {
  if (!kata_ || !lead) return "";
  const std::string mean = fixed(lead->mean, 3);
  return " scoreMean " + mean + " scoreStdev " + fixed(lead->spread, 3) + " scoreLead " + mean;
}

std::string Report::info(const Thinker::Idea& idea, std::size_t order) const {
  constexpr double kOneSided = 1.96;  // of the normal distribution: the share is smaller in one case of forty
  const std::string move = answer_word(game_, idea.answer);
  const double mean = std::clamp(idea.mean, 0.0, 1.0);
  const double error = idea.visits > 0 ? std::sqrt(mean * (1 - mean) / idea.visits) : 1;
  std::string out = "info move " + move + " visits " + fixed(idea.visits, 0) + " winrate " + share(mean);
  out += lead(idea.lead) + " prior " + share(idea.prior) + " lcb " + share(std::max(0.0, mean - kOneSided * error));
  out += " order " + std::to_string(order) + " pv " + move;
  for (std::size_t k = 1; k < idea.line.size(); ++k)
    out += " " + (idea.line[k] == kNoPoint ? "pass" : point_name(idea.line[k]));
  return out;
}

// Of all answers together, each as often as it was played out.
std::string Report::root(const std::vector<Thinker::Idea>& ideas) const {
  double visits = 0, won = 0, counted = 0, points = 0, squares = 0;
  for (const Thinker::Idea& idea : ideas) {
    visits += idea.visits, won += idea.visits * idea.mean;
    if (!idea.lead) continue;
    const auto [mean, spread] = *idea.lead;
    counted += idea.visits, points += idea.visits * mean, squares += idea.visits * (mean * mean + spread * spread);
  }
  if (visits <= 0) return "";
  std::optional<Thinker::Lead> all;
  if (counted > 0) {
    const double mean = points / counted;
    all = {mean, std::sqrt(std::max(0.0, squares / counted - mean * mean))};
  }
  return " rootInfo visits " + fixed(visits, 0) + " winrate " + share(std::clamp(won / visits, 0.0, 1.0)) + lead(all);
}

// Row by row from the top.
std::string Report::ownership(const Thinker& thinker) const {
  const auto owned = thinker.ownership();
  if (!owned) return "";
  const Grid& grid = game_.rules().grid;
  std::string out = " ownership";
  for (int y = grid.height(); y-- > 0;)
    for (int x = 0; x < grid.width(); ++x) out += " " + fixed(static_cast<double>((*owned)[point_at(x, y)]), 4);
  return out;
}

std::string Report::line(const std::vector<Thinker::Idea>& ideas, const Thinker& thinker) const {
  std::string out;
  for (std::size_t i = 0; i < std::min(ideas.size(), order_.most); ++i)
    out += (out.empty() ? "" : " ") + info(ideas[i], i);
  if (out.empty() || !kata_) return out;
  return out + (order_.root ? root(ideas) : "") + (order_.ownership ? ownership(thinker) : "");
}

}  // namespace

// Why nobody can be asked what that side might answer; or who, in the game with its turn.
std::optional<GtpServer::Answer> GtpServer::refuse_thought(Game& game, Seat seat, Thinker*& thinker) const {
  if (free_moves()) turn_to(game, seat);
  if (game.state() != Status::asks || game.question().seat != seat) return no("nothing is asked of that side");
  Scene shown{*variant_, game, viewer_, {}};
  shown.outside = !viewer_;
  if (asked_in_secret(shown)) return no(kWouldTell);
  thinker = dynamic_cast<Thinker*>(&asked(seat));
  if (thinker) return std::nullopt;
  return no("the player '" + options_.player.substr(0, options_.player.find(':')) + "' does not tell what it thinks");
}

// Until the client says anything. Without a link to it, one look.
GtpServer::Answer GtpServer::analyze(const Words& words, Dialect dialect, bool moves) {
  const auto order = OrderReader(words, grid()).read();
  if (!order) return no("syntax error");
  Game game = stand_->game;
  const bool asks = game.state() == Status::asks;
  const Seat seat = order->seat.value_or(asks && !game.over() ? game.question().seat : position().to_move);
  Thinker* thinker = nullptr;
  if (const auto refusal = refuse_thought(game, seat, thinker)) return *refusal;
  Simulator simulator(game, *scripts_, seat);
  const Observation seen(game.rules(), game.position(), seat, simulator.answered(), 0, &simulator);
  const Report report(game, *order, dialect == Dialect::kata);
  const bool live = options_.link.say && options_.link.heard;
  const auto share = moves ? clock_.share(seat, moves_to_come()) : std::nullopt;
  const auto begun = Clock::now();
  constexpr double kTold = 0.5;  // of a move's time, and the rest is for the move itself
  const auto effort = thinker->effort();
  double most = effort.milliseconds > 0 ? static_cast<double>(effort.milliseconds) / 1000 : 1;
  if (share) most = effort.milliseconds > 0 ? std::min(most, kTold * *share) : kTold * *share;
  const auto end = begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(most));
  auto next = begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(order->interval));
  if (live) options_.link.say("=" + id_ + "\n");
  std::vector<Thinker::Idea> ideas = thinker->think(game.question(), seen, true, Clock::now() + kSlice);
  std::string said;
  double games = -1;
  const auto enough = [&] {  // or nothing more is played out, for it is proven
    double now = 0;
    for (const Thinker::Idea& idea : ideas) now += idea.visits;
    const bool stands = now <= std::exchange(games, now);
    return stands || Clock::now() >= end || (effort.milliseconds == 0 && now >= static_cast<double>(effort.games));
  };
  while (live && !(moves ? enough() : options_.link.heard(0))) {
    ideas = thinker->think(game.question(), seen, false, Clock::now() + kSlice);
    if (Clock::now() < next) continue;
    next = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(order->interval));
    if (said = report.line(ideas, *thinker); !said.empty()) options_.link.say(said + "\n");
  }
  if (said.empty())
    said = report.line(ideas, *thinker);
  else
    said.clear();
  std::string text = said.empty() ? "" : said + "\n";
  if (moves) {
    const Answer a = think(seat, {.begun = begun});
    text += "play " + (a.well ? a.text : "pass") + "\n";
  }
  if (!live) return {true, "=" + id_ + "\n" + text, true};
  return {true, text, true};
}

GtpServer::Answer GtpServer::lz_analyze(const Words& words) { return analyze(words, Dialect::lz, false); }
GtpServer::Answer GtpServer::kata_analyze(const Words& words) { return analyze(words, Dialect::kata, false); }
GtpServer::Answer GtpServer::lz_genmove_analyze(const Words& words) { return analyze(words, Dialect::lz, true); }
GtpServer::Answer GtpServer::kata_genmove_analyze(const Words& words) { return analyze(words, Dialect::kata, true); }

// As GNU Go says it: the best first, each with what it is worth, which is here how many games of a hundred it wins.
GtpServer::Answer GtpServer::top_moves(Seat seat) {
  constexpr std::size_t kMost = 10;
  constexpr std::chrono::milliseconds kLook{100};
  Game game = stand_->game;
  Thinker* thinker = nullptr;
  if (const auto refusal = refuse_thought(game, seat, thinker)) return *refusal;
  Simulator simulator(game, *scripts_, seat);
  const Observation seen(game.rules(), game.position(), seat, simulator.answered(), 0, &simulator);
  std::string out;
  const std::vector<Thinker::Idea> ideas = thinker->think(game.question(), seen, true, Clock::now() + kLook);
  for (std::size_t i = 0; i < std::min(ideas.size(), kMost); ++i)
    out += (out.empty() ? "" : " ") + answer_word(game, ideas[i].answer) + " " + fixed(100 * ideas[i].mean, 2);
  return yes(out);
}

GtpServer::Answer GtpServer::top_moves_black(const Words&) { return top_moves(Seat::black); }
GtpServer::Answer GtpServer::top_moves_white(const Words&) { return top_moves(Seat::white); }

}  // namespace gofuda::tools
