#include "scripting/explanation.hpp"

#include <algorithm>

#include "core/notation/outline.hpp"
#include "core/notation/transcript.hpp"
#include "core/result.hpp"
#include "scripting/passed_over.hpp"
#include "scripting/scripts.hpp"

namespace gofuda {

namespace {

// --- the steps

class Steps {
 public:
  Steps(const OpenGame& open, const TokenFeed& feed)
      : game_(*open.game), rules_(game_.rules()), p_(game_.position()), outline_(p_), feed_(feed) {
    auto* lua = dynamic_cast<LuaScripts*>(open.scripts.get());
    if (!lua) return;
    lua->collect_remarks(&remarks_);
    const std::size_t finished = game_.turn_marks().size() - 1, begun = game_.state() == Status::done ? 0 : 1;
    Game(game_).rebuild(*lua, game_.log().size(), finished + begun);
    lua->collect_remarks(nullptr);
  }

  std::vector<std::string> lines() {
    const std::vector<std::string> unfinished = feed_.turn_begun() ? this->unfinished() : std::vector<std::string>{};
    bool told = unfinished.empty();
    for (std::size_t i = 0; i < p_.moves.size(); ++i) {
      if (!told && p_.moves[i].turn == p_.turn) {
        lines_.insert(lines_.end(), unfinished.begin(), unfinished.end() - 1);
        told = true;
        if (unfinished.size() > 1) inner_.push_back(p_.moves.size());
      }
      idle_effects(i);
      move(i);
    }
    idle_effects(p_.moves.size());
    if (!told) lines_.insert(lines_.end(), unfinished.begin(), unfinished.end() - 1);
    if (!unfinished.empty()) lines_.push_back(unfinished.back());
    for (const LastingEffect& e : p_.lasting) {
      const std::string until = until_text(e, p_.turn);
      lines_.push_back(std::string(seat_name(e.seat)) + " has in force: " + rules_.cards[e.card.id].name +
                       (until.empty() ? "" : " (" + until + ")"));
    }
    return std::move(lines_);
  }

 private:
  void line(std::uint16_t turn, const std::string& text) {
    lines_.push_back(std::string(2 * inner_.size(), ' ') + "turn " + std::to_string(turn) + ", " + text);
  }

  // What was said while the moves from `first` to `last` were still to come.
  void remarks(CardId card, std::size_t first, std::size_t last) {
    for (const Remark& r : remarks_)
      if (r.card == card && r.move >= first && r.move <= last && !is_passed_over(rules_, r))
        lines_.push_back(std::string(2 * inner_.size() + 2, ' ') + "because: " + r.text);
  }

  // Effects that were set off before that move and could do nothing: no move tells of them.
  void idle_effects(std::size_t i) {
    const bool last = i == p_.moves.size();
    std::vector<std::string> said;
    for (const Remark& r : remarks_) {
      const bool of_the_move = !last && p_.moves[i].card == r.card;
      if (r.move != i || r.reason == Reason::legal || of_the_move || is_passed_over(rules_, r)) continue;
      if (std::find(said.begin(), said.end(), r.text) != said.end()) continue;
      said.push_back(r.text);
      line(last ? p_.turn : p_.moves[i].turn, r.text);
    }
  }

  void move(std::size_t i) {
    const Move& m = p_.moves[i];
    while (!inner_.empty() && inner_.back() <= i) inner_.pop_back();
    for (const CardEvent& e : outline_.begun(i)) {
      line(m.turn, event_text(rules_, p_, e));
      remarks(e.card, e.first, e.end - (has_own_move(p_, e) ? 1 : 0));
      inner_.push_back(e.end);
    }
    std::string text = move_text(rules_, p_, m);
    for (const Undoing& u : p_.undoings)
      if (u.by == i) {
        const Move& undone = p_.moves[u.move];
        text += "; undoes " + std::string(seat_name(undone.seat)) + "'s " +
                (undone.card == kNoCard ? "ordinary move" : rules_.cards[undone.card].name);
      }
    line(m.turn, text);
    remarks(m.card, i, i);
    for (const std::string& why : passed_over(rules_, m, i, remarks_))
      lines_.push_back(std::string(2 * inner_.size() + 2, ' ') + "because: " + why);
    for (const CardEvent& e : outline_.over(i + 1)) line(m.turn, event_text(rules_, p_, e));
  }

  std::vector<std::string> unfinished() const {
    std::vector<std::string> out;
    for (const Unfinished& u : unfinished_cards(game_))
      out.push_back("turn " + std::to_string(p_.turn) + ", " + std::string(seat_name(u.seat)) +
                    (u.shown ? " turns up " : " takes up ") + rules_.cards[u.card].name);
    return out;
  }

  const Game& game_;
  const Ruleset& rules_;
  const Position& p_;
  const Outline outline_;
  const TokenFeed& feed_;
  std::vector<Remark> remarks_;
  std::vector<std::size_t> inner_;  // where the cards end that caused what comes now
  std::vector<std::string> lines_;
};

// --- what decides

struct Outcome {
  TokenFeed::Fed fed;
  Verdict verdict;
  Position position;
  std::string result;
};

std::optional<Outcome> outcome_of(Library& library, const Dispute& d, const std::vector<Token>& tokens,
                                  const Settings& settings, std::uint64_t& steps) {
  Diagnostics ignored;
  auto open = open_dispute(library, d, settings, ignored);
  if (!open) return std::nullopt;
  Game& game = *open->game;
  TokenFeed feed(game, *open->scripts, tokens);
  TokenFeed::Fed fed = feed.play();
  if (fed == TokenFeed::Fed::played) fed = feed.finish();
  steps += open->scripts->steps();
  if (fed == TokenFeed::Fed::fault) return std::nullopt;
  const Position& p = feed.turn_begun() ? game.position() : game.turn_start();
  return Outcome{fed, fed == TokenFeed::Fed::refused ? feed.verdict() : Verdict::ok(), p,
                 p.over() ? result_of(game.rules(), p, p.dead) : ""};
}

// How many other values are tried for each reading: every one of them plays it anew.
std::size_t most_tries(const Dispute& d) {
  constexpr std::size_t kMostTries = 500, kMostPlayed = 300'000;  // tokens
  std::size_t tokens = 1;
  for (const DisputeCase& c : d.cases) tokens += c.tokens->size();
  return std::min({kMostTries, 8 * kMostTries / d.cases.size(), kMostPlayed / tokens});
}

// How the other outcome differs; "" when it does not.
std::string difference(const Outcome& real, const Outcome& other) {
  if (real.verdict.reason != other.verdict.reason || real.verdict.points != other.verdict.points)
    return other.verdict ? "the play is legal" : "refused: " + to_string(other.verdict);
  std::string out;
  for (Colour c : {Colour::black, Colour::white, Colour::empty})
    if (PointSet more = other.position.board.points_of(c) - real.position.board.points_of(c); !more.empty())
      out += (out.empty() ? "" : ", ") + std::string(colour_name(c)) + " " + to_string(more);
  if (!out.empty()) return out;
  if (real.position.held != other.position.held || real.position.points2 != other.position.points2)
    return "other tokens or points";
  if (real.position.marks != other.position.marks) return "other marks";
  if (real.position.cards != other.position.cards) return "the cards lie otherwise";
  if (real.position.to_move != other.position.to_move)
    return std::string(seat_name(other.position.to_move)) + " to move";
  if (real.position.over() != other.position.over())
    return other.position.over() ? "the game is over" : "the game goes on";
  return real.result == other.result ? "" : other.result;
}

}  // namespace

std::vector<std::string> explain_steps(const OpenGame& open, const TokenFeed& feed) {
  std::vector<std::string> lines = Steps(open, feed).lines();
  if (!feed.verdict()) lines.push_back("refused: " + to_string(feed.verdict()));
  return lines;
}

std::vector<std::string> explain_options(Library& library, const Dispute& d, const DisputeCase& reading) {
  std::vector<std::string> lines;
  Diagnostics ignored;
  auto open = open_dispute(library, d, reading.settings, ignored);
  constexpr std::uint64_t kMostSearches = 8;  // have the steps that scripts may take for all other values together
  std::uint64_t own_steps = 0, steps = 0;
  auto real = outcome_of(library, d, *reading.tokens, reading.settings, own_steps);
  if (!open || !real) return lines;
  std::string asked_otherwise;
  std::size_t left = most_tries(d), untried = 0;
  auto try_value = [&](const std::string& key, const std::string& chosen, const std::string& value) {
    if (value == chosen) return;
    if (left == 0 || steps > kMostSearches * open->scripts->most_searched()) return void(++untried);
    --left;
    Settings settings = reading.settings;
    put_setting(settings, key, value);
    auto other = outcome_of(library, d, *reading.tokens, settings, steps);
    if (!other) return;
    if (other->fed == TokenFeed::Fed::wrong || real->fed == TokenFeed::Fed::wrong) {
      if (other->fed != real->fed) asked_otherwise += (asked_otherwise.empty() ? "" : ", ") + key + "=" + value;
      return;
    }
    if (std::string what = difference(*real, *other); !what.empty())
      lines.push_back("decided by " + key + "=" + chosen + "; with " + value + ": " + what);
  };
  for (const RuleField& f : rule_fields())
    for (std::string_view value : f.values)
      try_value("rules." + std::string(f.name), f.get(open->variant->ruleset->rules), std::string(value));
  for (const auto& [id, options] : open->variant->options)
    for (const auto& [name, chosen] : options)
      for (const std::string& value : chosen.option->values) try_value(id + "." + name, chosen.value, value);
  if (untried > 0) lines.push_back("not tried: " + std::to_string(untried) + " more values of options");
  if (!asked_otherwise.empty()) lines.push_back("asked otherwise with " + asked_otherwise);
  return lines;
}

}  // namespace gofuda
