// A card played by itself, whatever else its turn would do; and why it could not be.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::tools {

// The scripts of a game, but a turn is the play of one card of the hand, or of those that lie open before the seat.
class LoneCard : public Scripts {
 public:
  LoneCard(Scripts& scripts, CardId card) : scripts_(scripts), card_(card) {}
  Status turn(Run& run) override;
  Status part(Run& run, Seat seat) override { return scripts_.part(run, seat); }
  Status card(Run& run, Moment moment, Seat seat, Card card, int move) override {
    return scripts_.card(run, moment, seat, card, move);
  }
  bool may(Run& run, Moment moment, Seat seat, Card card, int move) override {
    return scripts_.may(run, moment, seat, card, move);
  }
  Fault place(Moment moment, Card card) const override { return scripts_.place(moment, card); }
  bool won(Run&, int, Seat, PointSet&) override { return false; }  // the card is what matters
  bool wants_remarks() const override { return scripts_.wants_remarks(); }
  void remark(const Run& run, CardId card, Reason reason, const std::string& why) override {
    scripts_.remark(run, card, reason, why);
  }
  std::uint64_t steps() const override { return scripts_.steps(); }
  std::uint64_t steps_now() const override { return scripts_.steps_now(); }
  std::int64_t left() const override { return scripts_.left(); }
  void give_back(std::int64_t left) override { scripts_.give_back(left); }
  void spend(std::uint64_t steps) override { scripts_.spend(steps); }

 private:
  Scripts& scripts_;
  CardId card_;
};

// What kept the card from being played, of what was said from move number `first` on; nothing where that is not said.
const Remark* obstacle(const std::vector<Remark>& remarks, CardId card, std::size_t first = 0);
// The same of each move from number `first` on in which a card could not take effect, by the number of the move.
std::map<std::size_t, Remark> obstacles(const Position& after, std::size_t first, const std::vector<Remark>& remarks);
// As told beside a word that says already that the card cannot be played.
std::string why_in_words(const std::string& remark);
// In short, to be counted: a reason's code, and what a script has said without its numbers. One line.
std::string obstacle_kind(const Remark& r);
std::string without_points(const Remark& r);  // what stands in the way is the same, wherever it stands

// Why the seat could not play a card that it holds now, as its turn, in such words: "" when it could, or nobody knows.
std::string why_not(const Variant& variant, LuaScripts& scripts, const Position& position, ChanceKey key, Seat seat,
                    CardId card);

}  // namespace gofuda::tools
