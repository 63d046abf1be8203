#include "core/simulator.hpp"

#include <algorithm>

#include "core/question_kinds.hpp"
#include "core/random_player.hpp"

namespace gofuda {

namespace {

// In searches' steps: what may be spent on turns that are hard, which is what takes more than that part of a search;
// when it is spent, the part that a turn may still take.
constexpr std::uint64_t kMostSearches = 4, kHardPart = 64, kLeastPart = 4096;

// A pile's cards: those at the bottom that may be exchanged, and how many above them that stay.
struct Hidden {
  Owner owner;
  Zone zone;
  std::size_t loose;
};

// Has this side answered with cards of its own in this turn? Then the answers tell what it held.
bool has_shown_cards(const Game& game, Seat seat) {
  const Log& log = game.log();
  for (std::size_t i = game.turn_mark(); i < log.size(); ++i)
    if (log[i].who == index(seat) && (log[i].kind == LogItem::shown || log[i].answers(QuestionKind::offer)))
      return true;
  return false;
}

bool is_hidden(const LogItem& item, Seat seat) { return item.secret && item.by_player() && item.who != index(seat); }

bool hides_answers(const Log& log, Seat seat) {
  for (std::size_t i = 0; i < log.size(); ++i)
    if (is_hidden(log[i], seat)) return true;
  return false;
}

// Of cards that lie in decks where a pile was shuffled since, those that the seat does not know, in order.
std::vector<CopyId> unseen_copies(const Log& since, const Position& now, Seat seat) {
  std::vector<CopyId> out;
  bool any = false;
  for (std::size_t i = 0; i < since.size(); ++i) any |= since[i].answers(QuestionKind::chance);
  for (int o = 0; o < kOwners && any; ++o)
    for (const CopyId c : now.cards.copies(static_cast<Owner>(o), Zone::deck))
      if (!now.knows(seat, c)) out.push_back(c);
  std::sort(out.begin(), out.end());
  return out;
}

// How many cards of a deck still lie in it.
std::size_t left_of(std::span<const CopyId> before, std::span<const CopyId> now) {
  std::vector<CopyId> sorted(now.begin(), now.end());
  std::sort(sorted.begin(), sorted.end());
  return static_cast<std::size_t>(std::count_if(
      before.begin(), before.end(), [&](CopyId c) { return std::binary_search(sorted.begin(), sorted.end(), c); }));
}

bool has_left_deck(const Position& before, const Position& now, CopyId copy) {
  const auto lies = [&](const Position& p) {
    for (int o = 0; o < kOwners; ++o)
      if (const auto deck = p.cards.copies(static_cast<Owner>(o), Zone::deck);
          std::find(deck.begin(), deck.end(), copy) != deck.end())
        return true;
    return false;
  };
  return lies(before) && !lies(now);
}

// Copies for which stays(copy) keep what they are.
template <class F>
void deal_anew(Position& p, std::span<const Hidden> piles, Random& random, F&& stays) {
  std::vector<CardId> pool;
  for (const Hidden& h : piles)
    for (std::size_t i = 0; i < h.loose; ++i)
      if (const Card c = p.cards.card(h.owner, h.zone, i); !stays(c.copy)) pool.push_back(c.id);
  std::sort(pool.begin(), pool.end());  // how they lie now tells nothing
  shuffle(pool, random);
  auto next = pool.begin();
  for (const Hidden& h : piles) {
    auto have = p.cards.in(h.owner, h.zone);
    std::vector<CardId> cards(have.begin(), have.end());
    for (std::size_t i = 0; i < h.loose; ++i)
      if (!stays(p.cards.copies(h.owner, h.zone)[i])) cards[i] = *next++;
    p.cards.relabel(h.owner, h.zone, cards);
  }
}

// Tells the answers of a turn so far as far as a seat may know them, draws those that it may not, and lets the players
// answer what comes then, or where the turn has taken another course.
class Retelling {
 public:
  // unseen: copies of piles that were shuffled in this turn.
  Retelling(const Log& given, Seat seat, const Players& players, Random random, std::span<const CopyId> unseen)
      : given_(given), unseen_(unseen), random_(random) {
    for (std::size_t i = 0; i < teller_.size(); ++i) teller_[i] = Teller(*this, players[i], seat);
  }
  Players players() { return {&teller_[0], &teller_[1], &teller_[2]}; }

 private:
  class Teller : public Player {
   public:
    Teller() = default;
    Teller(Retelling& story, Player* inner, Seat seat) : story_(&story), inner_(inner), seat_(seat) {}
    bool answer(const Question& q, const Observation& seen, Answer& out) override {
      return story_->tell(q, seen, seat_, out) || (inner_ && inner_->answer(q, seen, out));
    }
    bool tries_again() const override { return !story_->goes_on() && inner_ && inner_->tries_again(); }
    Next after(Attempt& attempt) override { return inner_ ? inner_->after(attempt) : Next::keep; }
    bool just_draws_again(int number) const override { return inner_ && inner_->just_draws_again(number); }

   private:
    Retelling* story_ = nullptr;
    Player* inner_ = nullptr;
    Seat seat_ = Seat::black;
  };

  bool goes_on() const { return next_ < given_.size(); }
  bool tell(const Question& q, const Observation& seen, Seat seat, Answer& out) {
    while (goes_on() && given_[next_].kind != LogItem::answer) ++next_;  // the run finds these out by itself
    if (!goes_on()) return false;
    const LogItem& item = given_[next_++];
    if (item.key != q.key) return next_ = given_.size(), false;
    if (is_hidden(item, seat))
      nth_answer(q, random_.below(static_cast<std::uint32_t>(std::min<std::uint64_t>(answer_count(q), 1u << 31))), out);
    else if (q.kind == QuestionKind::chance)
      tell_pile(given_.numbers(item), seen.next_copy(), out.make_pile());
    else
      read_item(q, given_.numbers(item), out);
    return true;
  }
  // What has come out since lies where it lay. `first`: the number that the pile's first card will have.
  void tell_pile(Numbers given, CopyId first, std::vector<CardId>& pile) {
    pile.assign(given.begin(), given.end());
    const auto each_unseen = [&](auto&& f) {
      for (std::size_t i = 0; i < pile.size(); ++i)
        if (std::binary_search(unseen_.begin(), unseen_.end(), first + static_cast<CopyId>(i))) f(pile[i]);
    };
    std::vector<CardId> cards;
    each_unseen([&](CardId c) { cards.push_back(c); });
    shuffle(cards, random_);
    auto next = cards.begin();
    each_unseen([&](CardId& c) { c = *next++; });
  }

  const Log& given_;
  std::span<const CopyId> unseen_;
  Random random_;
  std::size_t next_ = 0;
  std::array<Teller, 3> teller_;
};
// What the other side has laid aside hidden may work there, if it is a card of that kind; nothing else is known of it.
void deal_effects(const Ruleset& rules, Position& p, Seat them) {
  const Owner theirs = owner_of(them);
  std::erase_if(p.lasting, [&](const LastingEffect& e) {
    const auto aside = p.cards.copies(theirs, Zone::aside);
    return e.seat == them && std::find(aside.begin(), aside.end(), e.card.copy) != aside.end();
  });
  for (std::size_t i = 0; i < p.cards.size(theirs, Zone::aside); ++i) {
    const Card c = p.cards.card(theirs, Zone::aside, i);
    if (!rules.cards[c.id].lasts()) continue;
    LastingEffect& e = p.lasting.emplace_back();
    e.seat = them;
    e.card = c;
    e.number = p.laid++;
    e.laid_in = p.turn;
  }
}

}  // namespace

Simulator::Simulator(const Game& game, Scripts& scripts, Seat seat)
    : game_(game),
      scripts_(scripts),
      seat_(seat),
      given_(game.log().from(game.turn_mark())),
      hides_(hides_answers(given_, seat)),
      unseen_(unseen_copies(given_, game.position(), seat)),
      redraw_(0, 0, 0),
      run_(game.rules(), scripts, {}),
      allowance_(kMostSearches * scripts.most_searched(), scripts.most_searched() / kHardPart) {
  for (std::size_t o = 0; o < kOwners; ++o) {
    const auto deck = [&](const Position& p) { return p.cards.copies(static_cast<Owner>(o), Zone::deck); };
    loose_[o] = left_of(deck(game.turn_start()), deck(game.position()));
  }
  run_.keep_quiet();
}

Position Simulator::deal(Random& random) {
  if (retells()) redraw_ = Random(random.next(), 0, 0);
  const Game& game = game_;
  const Seat seat = seat_;
  Position p = game.turn_start();
  p.chance = 0;
  const Position& now = game.position();
  const Seat them = other(seat);
  const auto loose = [&](Owner o) { return loose_[static_cast<std::size_t>(o)]; };  // the others came from the top
  const Owner theirs = game.rules().pile_owner(them), mine = game.rules().pile_owner(seat);
  const bool told = has_shown_cards(game, them);
  std::vector<Hidden> piles;
  if (!knows(Secret::decks)) piles.push_back({theirs, Zone::deck, loose(theirs)});
  for (const auto& [zone, secret] : {std::pair{Zone::hand, Secret::hand}, {Zone::aside, Secret::aside}})
    if (!told && !knows(secret)) piles.push_back({owner_of(them), zone, p.cards.size(owner_of(them), zone)});
  const std::vector<int> laid_by = p.laid_aside_by(them, p.cards);
  // What the seat has looked at it knows. Where the other side's answers must fit, so must what it has looked at, and
  // what it took out of a deck.
  const auto looked_at = [&](CopyId c) {
    return p.knows(seat, c) || now.knows(seat, c) || (told && (now.knows(them, c) || has_left_deck(p, now, c)));
  };
  const bool anything = !p.known.empty() || !now.known.empty();
  const auto stays = [&](CopyId c) { return anything && looked_at(c); };
  deal_anew(p, piles, random, stays);
  for (std::size_t i = 0; i < laid_by.size(); ++i)  // the record must name the card that lies there now
    if (laid_by[i] >= 0)
      p.moves[static_cast<std::size_t>(laid_by[i])].card = p.cards.in(owner_of(them), Zone::aside)[i];
  if (mine != theirs && !knows(Secret::decks)) {
    const Hidden own{mine, Zone::deck, loose(mine)};
    deal_anew(p, {&own, 1}, random, stays);
  }
  if (!told) deal_effects(game.rules(), p, them);
  for (Note& n : p.notes) {
    for (Zone z : {Zone::hand, Zone::aside})  // it lies under the same copy, whatever that is now
      for (std::size_t i = 0; i < p.cards.size(owner_of(n.seat), z); ++i)
        if (const Card c = p.cards.card(owner_of(n.seat), z, i); c.copy == n.card.copy) n.card.id = c.id;
    if (n.seat == seat || n.open || !n.label.empty() || knows(Secret::notes)) continue;
    const PointSet empty = p.board.points_of(Colour::empty);
    n.points = draw_points(empty, std::min(n.points.count(), empty.count()), random);
  }
  return p;
}

View Simulator::start() const { return view_of(first_position(game_.rules(), game_.setup()), seat_); }

Status Simulator::run(Position& p, const Players& players) {
  const std::uint64_t before = scripts_.steps_now();
  run_.search_until(before + (allowance_.spent() ? scripts_.most_searched() / kLeastPart : allowance_.most()));
  const Status s = run_.turn(p, log_, 0, players);
  allowance_.take(scripts_.steps_now() - before);
  return s;
}

Status Simulator::finish_turn(Position& p, const Players& players) {
  if (retells()) {
    log_.clear();
    Retelling told(given_, seat_, players, redraw_, unseen());
    return run(p, told.players());
  }
  log_ = given_;
  return run(p, players);
}

Status Simulator::turn(Position& p, const Players& players) {
  log_.clear();
  return run(p, players);
}

std::optional<Game> Simulator::suppose(Random& random) {
  Position p = deal(random);
  const ChanceKey key{random.next(), 0};
  if (!retells()) return game_.supposed(scripts_, std::move(p), key, nullptr);
  Retelling told(given_, seat_, {}, redraw_, unseen());
  const Players tellers = told.players();
  return game_.supposed(scripts_, std::move(p), key, &tellers);
}

bool Simulator::find_answer(const Question& q, Random& random, Answer& out) {
  Position p = deal(random);
  RandomPlayer black(random.next()), white(random.next());
  rekey({random.next(), 0});
  if (finish_turn(p, {&black, &white, nullptr}) != Status::done || log_.size() <= answered()) return false;
  const LogItem& item = log_[answered()];
  if (item.kind != LogItem::answer || item.key != q.key) return false;
  read_item(q, log_.numbers(item), out);
  return true;
}

}  // namespace gofuda
