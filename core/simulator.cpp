#include "core/simulator.hpp"

#include <algorithm>

#include "core/question_kinds.hpp"
#include "core/random_player.hpp"

namespace gofuda {

namespace {

// In searches' steps: what may be spent on turns that are hard, which is what takes more than that part of a search;
// when it is spent, the part that a turn may still take.
constexpr int kMostDeals = 16;  // until the answers of the turn so far fit
constexpr std::uint64_t kMostSearches = 4, kHardPart = 64, kLeastPart = 4096;

bool is_hidden(const LogItem& item, Seat seat) { return item.secret && item.by_player() && item.who != index(seat); }

bool hides_answers(const Log& log, Seat seat) {
  for (std::size_t i = 0; i < log.size(); ++i)
    if (is_hidden(log[i], seat)) return true;
  return false;
}

bool has_shuffled(const Log& log) {
  for (std::size_t i = 0; i < log.size(); ++i)
    if (log[i].answers(QuestionKind::chance)) return true;
  return false;
}

// The copies that the seat cannot name, in order.
std::vector<CopyId> unseen_copies(const Position& p, Seat seat) {
  std::vector<CopyId> out;
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      const auto owner = static_cast<Owner>(o);
      const auto zone = static_cast<Zone>(z);
      if (sees(seat, owner, zone)) continue;
      for (const CopyId c : p.cards.copies(owner, zone))
        if (!p.knows(seat, c)) out.push_back(c);
    }
  std::sort(out.begin(), out.end());
  return out;
}

bool contains(std::span<const CopyId> sorted, CopyId c) { return std::binary_search(sorted.begin(), sorted.end(), c); }

// The unseen cards of all these piles exchange their places, but for those of the secrets that are known.
void deal_anew(Position& p, std::span<const UnseenPile> piles, unsigned known, Random& random) {
  std::vector<CardId> pool;
  const auto each_place = [&](auto&& f) {
    for (const UnseenPile& pile : piles)
      if ((known & static_cast<unsigned>(pile.secret)) == 0)
        for (const std::size_t i : pile.places) f(pile, i);
  };
  each_place([&](const UnseenPile& pile, std::size_t i) { pool.push_back(p.cards.in(pile.owner, pile.zone)[i]); });
  std::sort(pool.begin(), pool.end());  // how they lie now tells nothing
  shuffle(pool, random);
  auto next = pool.begin();
  each_place([&](const UnseenPile& pile, std::size_t i) { p.cards.relabel(pile.owner, pile.zone, i, *next++); });
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
        if (contains(unseen_, first + static_cast<CopyId>(i))) f(pile[i]);
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
void deal_effects(const Ruleset& rules, Position& p, Seat them, std::span<const CopyId> unseen) {
  const Owner theirs = owner_of(them);
  const auto aside = p.cards.copies(theirs, Zone::aside);
  const auto is_hidden_there = [&](CopyId c) {
    return contains(unseen, c) && std::find(aside.begin(), aside.end(), c) != aside.end();
  };
  std::erase_if(p.lasting, [&](const LastingEffect& e) { return e.seat == them && is_hidden_there(e.card.copy); });
  for (std::size_t i = 0; i < aside.size(); ++i) {
    const Card c = p.cards.card(theirs, Zone::aside, i);
    if (!contains(unseen, c.copy) || !rules.cards[c.id].lasts()) continue;
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
      has_shuffled_(has_shuffled(given_)),
      unseen_(unseen_copies(game.position(), seat)),
      redraw_(0, 0, 0),
      redeal_(0, 0, 0),
      run_(game.rules(), scripts, {}),
      allowance_(kMostSearches * scripts.most_searched(), scripts.most_searched() / kHardPart) {
  const Seat them = other(seat);
  const Owner theirs = game.rules().pile_owner(them), mine = game.rules().pile_owner(seat);
  add_pile(their_piles_, theirs, Zone::deck, Secret::decks);
  add_pile(their_piles_, owner_of(them), Zone::hand, Secret::hand);
  add_pile(their_piles_, owner_of(them), Zone::aside, Secret::aside);
  if (mine != theirs) add_pile(own_deck_, mine, Zone::deck, Secret::decks);
  leave_what_answers_name();
  run_.keep_quiet();
}

void Simulator::add_pile(std::vector<UnseenPile>& piles, Owner owner, Zone zone, Secret secret) const {
  UnseenPile pile{owner, zone, secret, {}};
  const auto copies = game_.turn_start().cards.copies(owner, zone);
  for (std::size_t i = 0; i < copies.size(); ++i)
    if (contains(unseen_, copies[i])) pile.places.push_back(i);
  piles.push_back(std::move(pile));
}

// A card that the other side has named in this turn, and that is hidden still or again, is one that it has.
void Simulator::leave_what_answers_name() {
  const Owner theirs = owner_of(other(seat_));
  const Cards &before = game_.turn_start().cards, &now = game_.position().cards;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    if (!given_[i].answers(QuestionKind::offer) || given_[i].who == index(seat_) || given_[i].secret) continue;
    const CardId named = unpack_card(given_.numbers(given_[i])).id;
    for (std::vector<UnseenPile>* piles : {&their_piles_, &own_deck_})
      for (UnseenPile& pile : *piles)
        std::erase_if(pile.places, [&](std::size_t k) {
          const Card c = before.card(pile.owner, pile.zone, k);
          return c.id == named && (now.holds(theirs, Zone::hand, c) || now.holds(theirs, Zone::aside, c));
        });
  }
}

Position Simulator::deal(Random& random) {
  if (retells()) redraw_ = Random(random.next(), 0, 0);
  Position p = game_.turn_start();
  p.chance = 0;
  const Seat them = other(seat_);
  const std::vector<int> laid_by = p.laid_aside_by(them, p.cards);
  deal_anew(p, their_piles_, known_, random);
  deal_anew(p, own_deck_, known_, random);
  for (std::size_t i = 0; i < laid_by.size(); ++i)  // the record must name the card that lies there now
    if (laid_by[i] >= 0)
      p.moves[static_cast<std::size_t>(laid_by[i])].card = p.cards.in(owner_of(them), Zone::aside)[i];
  if (!knows(Secret::aside)) deal_effects(game_.rules(), p, them, unseen_);
  for (Note& n : p.notes) {
    for (Zone z : {Zone::hand, Zone::aside})  // it lies under the same copy, whatever that is now
      for (std::size_t i = 0; i < p.cards.size(owner_of(n.seat), z); ++i)
        if (const Card c = p.cards.card(owner_of(n.seat), z, i); c.copy == n.card.copy) n.card.id = c.id;
    if (n.seat == seat_ || n.open || knows(Secret::notes)) continue;
    deal_note(n, p, random);
  }
  return p;
}

// What may be written there: any empty points, as many, or any of the labels that there were to choose from. A card's
// id that was not chosen may be that of any card that is hidden.
void Simulator::deal_note(Note& n, const Position& p, Random& random) const {
  const auto one_of = [&](std::size_t count) { return random.below(static_cast<std::uint32_t>(count)); };
  if (n.label.empty()) {
    const PointSet empty = p.board.points_of(Colour::empty);
    n.points = draw_points(empty, std::min(n.points.count(), empty.count()), random);
  } else if (!n.among.empty()) {
    n.label = n.among[one_of(n.among.size())];
  } else if (game_.rules().find_card(n.label) != kNoCard) {
    std::size_t hidden = 0;
    for (const UnseenPile& pile : their_piles_) hidden += pile.places.size();
    if (hidden == 0) return;
    std::size_t which = one_of(hidden);
    for (const UnseenPile& pile : their_piles_) {
      if (which < pile.places.size()) {
        n.label = game_.rules().cards[p.cards.in(pile.owner, pile.zone)[pile.places[which]]].id;
        return;
      }
      which -= pile.places.size();
    }
  }
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
  Status s = Status::mismatch;
  for (int n = 0; n < kMostDeals && s == Status::mismatch; ++n) {
    if (n > 0) p = deal(redeal_);
    log_ = given_;
    s = run(p, players);
  }
  return s;
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
