// The Go Text Protocol: answers that come point by point, for programs in which a click is a move. Every answer is then
// a row of points and passes, the same in each process that is told them, for GoGui has two: one that plays, and one
// that it asks for the rules.
#include <algorithm>

#include "core/drive.hpp"
#include "core/notation/answers.hpp"
#include "core/question_kinds.hpp"
#include "core/random.hpp"
#include "tools/protocols/gtp.hpp"
#include "tools/protocols/gtp_words.hpp"
#include "tools/protocols/move_word.hpp"

namespace gofuda::tools {

namespace {

constexpr std::uint64_t kMostListed = 20'000;  // answers looked at to find the points that may come next
constexpr int kMostTried = 2000;               // of these, by the rules
constexpr int kLabelColumns = 4;               // that the name of a card takes on the board

// The first answer of a player from that item on.
std::optional<std::size_t> answered_at(const Log& log, std::size_t from) {
  for (std::size_t i = from; i < log.size(); ++i)
    if (log[i].by_player()) return i;
  return std::nullopt;
}

gofuda::Answer answer_of(const Log& log, const LogItem& item) {
  const AnswerForm form = form_of(item.key.kind);
  const auto numbers = log.numbers(item);
  const bool one = form == AnswerForm::label || form == AnswerForm::card;  // what follows is for readers
  return gofuda::Answer(form, one ? numbers.first(1) : numbers);
}

}  // namespace

// --- the points of an answer

bool GtpServer::takes_points() const {
  if (game().state() != Status::asks) return false;
  const Question& q = game().question();
  return q.kind == QuestionKind::points || q.kind == QuestionKind::placement || q.kind == QuestionKind::dead;
}

bool GtpServer::complete() const {
  const Question& q = game().question();
  if (q.kind == QuestionKind::points) return static_cast<int>(stand_->chosen.size()) >= q.most;
  return q.kind == QuestionKind::placement && chosen_answer().has_value();
}

// Is what was named of the answer so far one of its own, though more could be named?
bool GtpServer::may_end() const {
  const Question& q = game().question();
  return takes_points() && static_cast<int>(stand_->chosen.size()) >= q.least &&
         (q.kind == QuestionKind::dead || q.least < q.most);
}

std::optional<gofuda::Answer> GtpServer::chosen_answer() const {
  const Question& q = game().question();
  gofuda::Answer out;
  if (q.kind != QuestionKind::placement) {
    auto& points = out.make_points();
    points = stand_->chosen;
    if (!q.ordered) std::sort(points.begin(), points.end());
    return out;
  }
  const PointSet chosen = set_of(stand_->chosen);
  const std::uint64_t all = std::min(answer_count(q), kMostListed);
  for (std::uint64_t k = 0; k < all; ++k) {
    nth_answer(q, k, out);
    const auto points = out.points();
    const bool same = q.ordered ? std::equal(points.begin(), points.end(), stand_->chosen.begin(), stand_->chosen.end())
                                : points.size() == stand_->chosen.size() && set_of(points) == chosen;
    if (same && judge(q, out, grid(), position().board)) return out;
  }
  return std::nullopt;
}

// The points that may come next. Of a shape, those with which the rules allow it, as far as there is time to try.
PointSet GtpServer::next_points() const {
  const Question& q = game().question();
  const PointSet chosen = set_of(stand_->chosen);
  if (q.kind == QuestionKind::stone) return legal_points(q.seat);
  if (q.kind == QuestionKind::points && static_cast<int>(stand_->chosen.size()) >= q.most) return {};
  if (q.kind == QuestionKind::points || q.kind == QuestionKind::dead) return q.from - chosen;
  PointSet out;
  if (q.kind != QuestionKind::placement) return out;
  gofuda::Answer a;
  int tries = kMostTried;
  const std::uint64_t all = std::min(answer_count(q), kMostListed);
  for (std::uint64_t k = 0; k < all; ++k) {
    nth_answer(q, k, a);
    const auto points = a.points();
    const auto& so_far = stand_->chosen;
    const bool fits = q.ordered
                          ? points.size() > so_far.size() && std::equal(so_far.begin(), so_far.end(), points.begin())
                          : set_of(points).contains_all(chosen);
    const PointSet more = !fits       ? PointSet{}
                          : q.ordered ? set_of(points.subspan(so_far.size(), 1))
                                      : set_of(points) - chosen;
    if (out.contains_all(more) || !judge(q, a, grid(), position().board)) continue;
    Game copy = game();
    if (tries-- <= 0 || copy.answer(*scripts_, a, {}, false)) out |= more;
  }
  return out;
}

// --- what stands for answers without a point

// The points that stand for the labels or cards to choose from: the first empty ones from the top left, as far from
// each other as it takes to read their names. None where the board has too few.
std::vector<Point> GtpServer::option_points() const {
  if (game().state() != Status::asks) return {};
  const Question& q = game().question();
  const std::size_t many = q.kind == QuestionKind::choice  ? q.labels.size()
                           : q.kind == QuestionKind::offer ? q.cards.size()
                                                           : 0;
  const PointSet empty = position().board.points_of(Colour::empty);
  for (int step = kLabelColumns; step >= 0; --step) {  // the last round takes any points
    std::vector<Point> out;
    for (int row = grid().height() - 1; row >= 0; --row)
      for (int column = 0; column < grid().width() && out.size() < many; column += std::max(step, 1)) {
        const Point p = point_at(column, row);
        if (step > 0 ? empty.contains(p) : grid().exists(p)) out.push_back(p);
      }
    if (out.size() == many) return out;
  }
  return {};
}

std::string GtpServer::option_name(std::size_t i) const {
  const Question& q = game().question();
  return move_word(q.kind == QuestionKind::offer ? offered_text(game().rules(), q.offered(i + 1)) : q.labels[i]);
}

// By the seat that the program was started for, as all processes of a client are.
bool GtpServer::clicked_in_secret() const {
  Scene shown{*variant_, game(), options_.viewer, {}};
  shown.outside = !options_.viewer;
  return asked_in_secret(shown);
}

// What the client may not see, it is told by other points: each for one of the board's, another way at each question.
Point GtpServer::masked(Point p, bool back) const {
  if (!clicked_in_secret()) return p;
  std::vector<Point> real;
  grid().points().for_each([&](Point q) { real.push_back(q); });
  std::vector<Point> mask = real;
  Random random(mix64(game().setup().key.seed) ^ position().hash(), game().log().size());
  shuffle(mask, random);
  const auto& from = back ? mask : real;
  const auto at = std::find(from.begin(), from.end(), p);
  return at == from.end() ? p : (back ? real : mask)[static_cast<std::size_t>(at - from.begin())];
}

// The points named so far, for who may see them.
PointSet GtpServer::named() const { return asked_in_secret(scene()) ? PointSet{} : set_of(stand_->chosen); }

// --- clicks

// Can the card that it is asked for not be played at all?
std::optional<Game> GtpServer::claimed() const {
  if (game().state() != Status::asks || !game().question().claimant || !stand_->chosen.empty()) return std::nullopt;
  Game out = game();
  if (!out.give_up_card(*scripts_)) return std::nullopt;
  return out;
}

GtpServer::Answer GtpServer::claim(Game claimed_game) {
  Stand before = *stand_;
  stand_->game = std::move(claimed_game);
  settle();
  if (game().state() != Status::fault) return keep(std::move(before)), yes();
  const std::string why = game().fault().message;
  stand_ = std::move(before);
  return no("illegal move: " + printable(why));
}

// One point of those that the pending question asks for.
GtpServer::Answer GtpServer::play_point(Point point) {
  Stand before = *stand_;
  auto& chosen = stand_->chosen;
  if (const auto at = std::find(chosen.begin(), chosen.end(), point); at != chosen.end()) {  // it is taken back
    chosen.erase(at);
    return keep(std::move(before)), yes();
  }
  chosen.push_back(point);
  if (const auto a = complete() ? chosen_answer() : std::nullopt) return submit(*a, std::move(before));
  if (!next_points().empty() || game().question().kind == QuestionKind::dead || may_end())
    return keep(std::move(before)), yes();
  stand_ = std::move(before);
  return no("illegal move: it is no part of an answer");
}

// Where a click is a move: what a point or a pass means for the pending question, if it means anything there.
std::optional<GtpServer::Answer> GtpServer::play_click(const std::string& word) {
  const Question& q = game().question();
  if (is_gtp_pass(word)) {
    auto game_without = q.may_pass || may_end() ? std::nullopt : claimed();
    return game_without ? std::optional(claim(std::move(*game_without))) : std::nullopt;
  }
  const Point said = grid().parse(word);
  if (said == kNoPoint || q.kind == QuestionKind::stone) return std::nullopt;
  const Point p = masked(said, true);
  if (takes_points()) return play_point(p);
  const std::vector<Point> options = option_points();
  const auto at = std::find(options.begin(), options.end(), p);
  if (at == options.end()) return no("illegal move: nothing to choose stands there");
  gofuda::Answer a;
  const auto i = static_cast<std::size_t>(at - options.begin());
  q.kind == QuestionKind::offer ? a.make_card(i + 1) : a.make_label(i);
  return submit(a, *stand_);
}

// What may be clicked, as words.
GtpServer::Words GtpServer::clicks() const {
  const Question& q = game().question();
  Words words;
  const auto add = [&](Point p) { words.push_back(point_name(p)); };
  const bool secret = clicked_in_secret();
  PointSet points;
  if (secret)
    points = grid().points();
  else if (q.kind == QuestionKind::stone || takes_points())
    points = next_points() | set_of(stand_->chosen);
  else
    points = set_of(option_points());
  points.for_each(add);
  if (q.may_pass || may_end() || (!secret && Game(game()).claim_unplayable(*scripts_))) words.emplace_back("pass");
  return words;
}

// --- the player's answers

// The next point of what the player answers, or a pass.
GtpServer::Answer GtpServer::say_point(Seat seat) {
  if (!stand_->unsaid) {
    if (!stand_->chosen.empty()) return say_rest();
    Game copy = game();
    const std::size_t items = copy.log().size();
    DriveLimits limits;
    limits.last_turn = position().turn;
    limits.kept = items;
    const auto gives_up = [&] { return !copy.log().begins_with(game().log()); };  // its card
    limits.interrupt = [&] { return gives_up() || answered_at(copy.log(), items).has_value(); };
    drive(copy, *scripts_, sitting(seat), limits);
    if (gives_up()) return claim(std::move(copy)).well ? yes("pass") : no(kNoMove);
    const auto at = answered_at(copy.log(), items);
    if (!at && copy.log().size() == items) return no(kNoMove);
    auto game_without = at ? std::nullopt : claimed();
    if (game_without) return claim(std::move(*game_without)).well ? yes("pass") : no(kNoMove);
    if (!at) return no(kNoMove);
    const gofuda::Answer a = answer_of(copy.log(), copy.log()[*at]);
    if (a.form() != AnswerForm::points) return say_whole(a);
    stand_->unsaid.emplace(a.points().begin(), a.points().end());
  }
  auto& unsaid = *stand_->unsaid;
  Stand before = *stand_;
  if (unsaid.empty()) return submit(*chosen_answer(), std::move(before)).well ? yes("pass") : no(kNoMove);
  const Point next = unsaid.front();
  const std::string word = point_name(masked(next, false));
  unsaid.erase(unsaid.begin());
  stand_->chosen.push_back(next);
  if (!unsaid.empty() || !complete()) return keep(std::move(before)), yes(word);
  const auto whole = chosen_answer();
  return whole && submit(*whole, std::move(before)).well ? yes(word) : no(kNoMove);
}

// Of an answer that somebody else has begun, the next point that fits.
GtpServer::Answer GtpServer::say_rest() {
  std::optional<std::string> said;
  next_points().for_each([&](Point p) {
    const std::string word = point_name(masked(p, false));
    if (!said && play_point(p).well) said = word;
  });
  if (said) return yes(*said);
  return may_end() && submit(*chosen_answer(), *stand_).well ? yes("pass") : no(kNoMove);
}

// A stone, a label or a card.
GtpServer::Answer GtpServer::say_whole(const gofuda::Answer& a) {
  std::string word = "pass";
  if (a.form() == AnswerForm::stone && a.stone() != kNoPoint) word = point_name(a.stone());
  if (a.form() == AnswerForm::label || (a.form() == AnswerForm::card && a.card() > 0)) {
    const std::vector<Point> options = option_points();
    const std::size_t i = a.form() == AnswerForm::label ? a.label() : a.card() - 1;
    if (i >= options.size()) return no("there is more to choose from than the board has points");
    word = point_name(masked(options[i], false));
  }
  Answer said = submit(a, *stand_);
  return said.well ? yes(word) : said;
}

}  // namespace gofuda::tools
