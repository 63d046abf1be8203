#include "core/simulator.hpp"

#include <algorithm>

#include "core/question_kinds.hpp"
#include "core/random_player.hpp"

namespace gofuda {

namespace {

constexpr int kMostDeals = 32;            // until one fits the answers of the turn so far
constexpr int kMostUnfit = 512;           // one after the other; then no more than one each time
constexpr int kRare = 4;                  // deals that did not fit, before one did that is worth to be kept
constexpr int kMostSupposed = 8;          // where one is all that is wanted
constexpr std::size_t kMostFitting = 64;  // that were looked for and found, before they are dealt again
// In searches' steps: what may be spent on turns that are hard, which is what takes more than that part of a search;
// when it is spent, the part that a turn may still take.
constexpr std::uint64_t kMostSearches = 4, kHardPart = 64, kLeastPart = 4096;

bool is_hidden(const LogItem& item, Seat seat) { return item.secret && item.by_player() && item.who != index(seat); }

bool hides_answers(const Log& log, Seat seat) {
  for (std::size_t i = 0; i < log.size(); ++i)
    if (is_hidden(log[i], seat)) return true;
  return false;
}

// The piles that were shuffled in a turn, by their place in its record, and the number of the first card of each.
std::map<std::size_t, CopyId> shuffled_piles(const Log& log, CopyId next) {
  std::map<std::size_t, CopyId> out;
  for (std::size_t i = 0; i < log.size(); ++i)
    if (log[i].answers(QuestionKind::chance)) {
      out[i] = next;
      next += static_cast<CopyId>(log.numbers(log[i]).size());
    }
  return out;
}

// f(owner, zone, card) for all, wherever they lie.
template <class F>
void for_each_card(const Cards& cards, F&& f) {
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      const auto owner = static_cast<Owner>(o);
      const auto zone = static_cast<Zone>(z);
      for (std::size_t i = 0; i < cards.size(owner, zone); ++i) f(owner, zone, cards.card(owner, zone, i));
    }
}

// The copies that the seat cannot name, in order.
std::vector<CopyId> unseen_copies(const Position& p, Seat seat) {
  std::vector<CopyId> out;
  for_each_card(p.cards, [&](Owner owner, Zone zone, Card c) {
    if (!sees(seat, owner, zone) && !p.knows(seat, c.copy)) out.push_back(c.copy);
  });
  std::sort(out.begin(), out.end());
  return out;
}

// Those that the deck began with, or that have been shuffled into it, in order.
std::vector<CopyId> copies_of_deck(const Game& game, Owner owner) {
  const Position first = first_position(game.rules(), game.setup());
  const auto began = first.cards.copies(owner, Zone::deck), now = game.turn_start().cards.copies(owner, Zone::deck);
  std::vector<CopyId> out(began.begin(), began.end());
  out.insert(out.end(), now.begin(), now.end());
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

// Of a pile that was shuffled in this turn, what lies unseen is shuffled anew. `first`: the number of its first card.
std::vector<std::uint16_t> shuffled_anew(std::span<const std::uint16_t> pile, CopyId first,
                                         std::span<const CopyId> unseen, Random& random) {
  std::vector<std::uint16_t> out(pile.begin(), pile.end()), cards;
  const auto each_unseen = [&](auto&& f) {
    for (std::size_t i = 0; i < out.size(); ++i)
      if (contains(unseen, first + static_cast<CopyId>(i))) f(out[i]);
  };
  each_unseen([&](std::uint16_t c) { cards.push_back(c); });
  shuffle(cards, random);
  auto next = cards.begin();
  each_unseen([&](std::uint16_t& c) { c = *next++; });
  return out;
}

bool are_the_same(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) {
  std::vector<std::uint16_t> x(a.begin(), a.end()), y(b.begin(), b.end());
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  return x == y;
}

// Tells the answers of a turn so far as far as a seat may know them, and draws those that it may not; then it lets the
// players answer. Where the turn takes another course, nobody is asked any more.
class Retelling {
 public:
  // `sees`, if given: what the seat sees when all are told; a course that comes to anything else is another one.
  Retelling(const Log& given, const std::map<std::size_t, CopyId>& piles, std::span<const CopyId> unseen, Seat seat,
            const View* sees, const Players& players, Random random)
      : given_(given), piles_(piles), unseen_(unseen), sees_(sees), random_(random) {
    for (std::size_t i = 0; i < teller_.size(); ++i) teller_[i] = Teller(*this, players[i], seat);
  }
  Players players() { return {&teller_[0], &teller_[1], &teller_[2]}; }
  bool fits() {
    skip_what_the_run_finds();
    return !strayed_ && !goes_on();
  }

 private:
  class Teller : public Player {
   public:
    Teller() = default;
    Teller(Retelling& story, Player* inner, Seat seat) : story_(&story), inner_(inner), seat_(seat) {}
    bool answer(const Question& q, const Observation& seen, Answer& out) override {
      if (story_->tell(q, seat_, out)) return true;
      story_->compare(seen, seat_);
      return !story_->strayed_ && inner_ && inner_->answer(q, seen, out);
    }
    bool says_unplayable(Seat seat, const Unplayable& there) override {
      return story_->tells_unplayable(there) || (!story_->goes_on() && inner_ && inner_->says_unplayable(seat, there));
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
  // Where the story ends, once.
  void compare(const Observation& seen, Seat seat) {
    if (compared_ || goes_on() || strayed_ || seen.seat() != seat) return;
    compared_ = true;
    if (!sees_) return;
    View view = seen.view();
    view.to_move = sees_->to_move;  // in the middle of the other side's turn it is said only while the script waits
    strayed_ = !(view == *sees_);
  }
  bool tells_unplayable(const Unplayable& there) {
    std::size_t at = next_;
    while (at < given_.size() && given_[at].kind == LogItem::shown) ++at;
    if (at == given_.size() || !given_.is_found(at, Unplayable::kSaid)) return false;
    if (!unpack_unplayable(given_.numbers(given_[at])).same_place(there)) return false;
    next_ = at + 1;
    return true;
  }
  void skip_what_the_run_finds() {
    while (goes_on() && given_[next_].kind != LogItem::answer) ++next_;
  }
  bool tell(const Question& q, Seat seat, Answer& out) {
    skip_what_the_run_finds();
    if (!goes_on() || strayed_) return false;
    const std::size_t at = next_++;
    const LogItem& item = given_[at];
    if (item.key != q.key) return strayed_ = true, false;
    if (is_hidden(item, seat)) {
      nth_answer(q, random_.below(static_cast<std::uint32_t>(std::min<std::uint64_t>(answer_count(q), 1u << 31))), out);
    } else if (q.kind == QuestionKind::chance) {
      const auto pile = given_.numbers(item);
      if (!are_the_same(pile, q.cards)) return strayed_ = true, false;  // all could see what lay there
      out.make_pile() = shuffled_anew(pile, piles_.at(at), unseen_, random_);
    } else {
      read_item(q, given_.numbers(item), out);
    }
    return true;
  }

  const Log& given_;
  const std::map<std::size_t, CopyId>& piles_;
  std::span<const CopyId> unseen_;
  const View* sees_;
  Random random_;
  std::size_t next_ = 0;
  bool strayed_ = false, compared_ = false;
  std::array<Teller, 3> teller_;
};

// What the other side has laid aside hidden may work there, if it is a card of that kind; nothing else is known of it.
void deal_effects(const Ruleset& rules, Position& p, Seat them, std::span<const CopyId> dealt) {
  const Owner theirs = owner_of(them);
  std::erase_if(p.lasting, [&](const LastingEffect& e) {
    return e.seat == them && std::find(dealt.begin(), dealt.end(), e.card.copy) != dealt.end();
  });
  for (std::size_t i = 0; i < p.cards.size(theirs, Zone::aside); ++i) {
    const Card c = p.cards.card(theirs, Zone::aside, i);
    if (std::find(dealt.begin(), dealt.end(), c.copy) == dealt.end() || !rules.cards[c.id].lasts()) continue;
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
      piles_(shuffled_piles(given_, game.turn_start().cards.next_copy())),
      unseen_(unseen_copies(game.position(), seat)),
      redraw_(0, 0, 0),
      retry_(0x7265747279ull, static_cast<std::uint64_t>(game.turn_start().turn)),
      run_(game.rules(), scripts, {}),
      allowance_(kMostSearches * scripts.most_searched(), scripts.most_searched() / kHardPart) {
  const Seat them = other(seat);
  const Owner theirs = game.rules().pile_owner(them), mine = game.rules().pile_owner(seat);
  const std::vector<CopyId> own = mine != theirs ? copies_of_deck(game, mine) : std::vector<CopyId>();
  add_pile(theirs, Zone::deck, Secret::decks, own);
  add_pile(owner_of(them), Zone::hand, Secret::hand, own);
  add_pile(owner_of(them), Zone::aside, Secret::aside, own);
  if (mine != theirs) add_pile(mine, Zone::deck, Secret::decks, own);
  leave_what_is_named();
  if (hides_) sees_ = view_of(game.position(), seat);
  for (const UnseenPile& pile : their_piles_)
    for (const std::size_t i : pile.places)
      if (pile.zone == Zone::aside) dealt_aside_.push_back(game.turn_start().cards.copies(pile.owner, pile.zone)[i]);
  run_.keep_quiet();
}

// The seat's own cards exchange their places with one another, wherever they lie now.
void Simulator::add_pile(Owner owner, Zone zone, Secret secret, std::span<const CopyId> own) {
  UnseenPile theirs{owner, zone, secret, {}}, mine{owner, zone, secret, {}};
  const auto copies = game_.turn_start().cards.copies(owner, zone);
  for (std::size_t i = 0; i < copies.size(); ++i)
    if (contains(unseen_, copies[i])) (contains(own, copies[i]) ? mine : theirs).places.push_back(i);
  if (!theirs.places.empty()) their_piles_.push_back(std::move(theirs));
  if (!mine.places.empty()) own_cards_.push_back(std::move(mine));
}

// A card that was named in this turn, turned up or offered by the other side for all to see, and is hidden now, is one
// of that kind; which of them, nobody can tell, and so the likeliest stays: one that has moved.
void Simulator::leave_what_is_named() {
  struct Named {
    CardId id;
    bool offered;
  };
  std::vector<Named> named;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const LogItem& item = given_[i];
    const auto numbers = given_.numbers(item);
    const bool offered = item.answers(QuestionKind::offer) && !item.secret && item.who != index(seat_);
    if (item.kind != LogItem::shown && !offered) continue;
    const CardId id = offered ? unpack_card(numbers).id : numbers[0];
    const auto same = [id](const Named& n) { return n.id == id; };
    if (const auto known = std::find_if(named.begin(), named.end(), same); known == named.end())
      named.push_back({id, offered});
    else
      known->offered &= offered;
  }
  for (const Named& n : named) leave_one(n.id, n.offered);
}

// Who offers a card holds it: so one that is drawn meanwhile is less likely, whatever it is.
void Simulator::leave_one(CardId id, bool offered) {
  const Cards &before = game_.turn_start().cards, &now = game_.position().cards;
  const auto has_moved = [&](Card c) { return before.place_of(c) >> 16 != now.place_of(c) >> 16; };  // its pile
  bool lies_open = false;  // then it says nothing of the hidden ones
  for_each_card(now,
                [&](Owner, Zone, Card c) { lies_open |= c.id == id && !contains(unseen_, c.copy) && has_moved(c); });
  if (lies_open) return;
  UnseenPile* in = nullptr;
  std::size_t best = 0;
  int most = 0;
  for (std::vector<UnseenPile>* piles : {&own_cards_, &their_piles_})
    for (UnseenPile& pile : *piles)
      for (std::size_t k = 0; k < pile.places.size(); ++k) {
        const Card c = before.card(pile.owner, pile.zone, pile.places[k]);
        const int likely = (has_moved(c) ? 2 : 1) + (offered && pile.zone != Zone::deck ? 2 : 0);
        if (c.id == id && likely >= most) in = &pile, best = k, most = likely;  // of a deck, the topmost
      }
  if (in) in->places.erase(in->places.begin() + static_cast<std::ptrdiff_t>(best));
}

Position Simulator::deal(Random& random) {
  if (redraws()) redraw_ = Random(random.next(), 0, 0);
  if (fitting_.size() < kMostFitting) return deal_once(random);
  const Fitting& found = fitting_[random.below(static_cast<std::uint32_t>(fitting_.size()))];
  redraw_ = found.redraw;
  return found.start;
}

Position Simulator::deal_once(Random& random) const {
  Position p = game_.turn_start();
  p.chance = 0;
  const Seat them = other(seat_);
  const std::vector<int> laid_by = p.laid_aside_by(them, p.cards);
  deal_anew(p, their_piles_, known_, random);
  deal_anew(p, own_cards_, known_, random);
  for (std::size_t i = 0; i < laid_by.size(); ++i)  // the record must name the card that lies there now
    if (laid_by[i] >= 0)
      p.moves[static_cast<std::size_t>(laid_by[i])].card = p.cards.in(owner_of(them), Zone::aside)[i];
  if (!knows(Secret::aside)) deal_effects(game_.rules(), p, them, dealt_aside_);
  for (Note& n : p.notes) {
    for (const std::vector<UnseenPile>* piles : {&their_piles_, &own_cards_})
      for (const UnseenPile& pile : *piles)
        for (const std::size_t i : pile.places)  // it lies under the same copy, whatever that is now
          if (const Card c = p.cards.card(pile.owner, pile.zone, i); c.copy == n.card.copy) n.card.id = c.id;
    if (n.seat == seat_ || n.open || knows(Secret::notes)) continue;
    deal_note(n, p, random);
  }
  return p;
}

// What may be written there: any empty points, as many, or any of the labels that there were to choose from. The id of
// a card that was not chosen may be that of any card.
void Simulator::deal_note(Note& n, const Position& p, Random& random) const {
  const auto one_of = [&](const auto& all) { return all[random.below(static_cast<std::uint32_t>(all.size()))]; };
  if (n.label.empty()) {
    const PointSet empty = p.board.points_of(Colour::empty);
    n.points = draw_points(empty, std::min(n.points.count(), empty.count()), random);
  } else if (n.among) {
    n.label = one_of(*n.among);
  } else if (game_.rules().find_card(n.label) != kNoCard) {
    std::vector<CardId> all;
    for_each_card(p.cards, [&](Owner, Zone, Card c) { all.push_back(c.id); });
    if (!all.empty()) n.label = game_.rules().cards[one_of(all)].id;
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

Status Simulator::finish_turn(Position& p, const Players& players, Position* fitting) {
  const int most = unfit_ < kMostUnfit ? kMostDeals : 1;
  for (int n = 0; n < most; ++n) {
    std::optional<Position> start;
    if (n > 0) p = deal_once(retry_), redraw_ = Random(retry_.next(), 0, 0);
    if (n > 0 || fitting) start = p;
    bool fits = false;
    const Status s = finish(p, players, fits);
    unfit_ = fits ? 0 : unfit_ + 1;
    if (!fits) continue;
    if (n >= kRare && fitting_.size() < kMostFitting) fitting_.push_back({*start, redraw_});
    if (fitting) *fitting = std::move(*start);
    return s;
  }
  return Status::mismatch;
}

Status Simulator::finish(Position& p, const Players& players, bool& fits) {
  if (hides_) {
    log_.clear();
    const View* sees = unfit_ < kMostUnfit ? &*sees_ : nullptr;  // better games that do not quite fit than none
    Retelling told(given_, piles_, unseen(), seat_, sees, players, redraw_);
    const Status s = run(p, told.players());
    fits = told.fits();
    return s;
  }
  log_ = given_;
  Random random = redraw_;
  for (const auto& [at, first] : piles_)
    log_.change_numbers(at, shuffled_anew(given_.numbers(given_[at]), first, unseen(), random));
  const Status s = run(p, players);
  fits = run_.is_past_record() || (s == Status::done && run_.cursor() >= given_.size());
  return s;
}

Status Simulator::turn(Position& p, const Players& players) {
  log_.clear();
  return run(p, players);
}

std::optional<Game> Simulator::suppose(Random& random) {
  for (int n = 0; n < kMostSupposed; ++n) {
    Position p = deal(random);
    const ChanceKey key{random.next(), 0};
    Retelling told(given_, piles_, unseen(), seat_, sees_ ? &*sees_ : nullptr, {}, redraw_);
    const Players tellers = told.players();
    std::optional<Game> out = game_.supposed(scripts_, std::move(p), key, redraws() ? &tellers : nullptr);
    if (out && (!redraws() || told.fits())) return out;
  }
  return std::nullopt;
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
