#include "tools/lab/finding/shrink.hpp"

#include <algorithm>
#include <deque>

#include "core/notation/answers.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::lab {

namespace {

constexpr std::size_t kTurnsBack = 12;  // that a scene begins before the one in which the readings part, before it is
                                        // the whole game
constexpr std::uint64_t kMostAnswers = 160;  // to one question, that are tried where it alone is not the same

// The last turns of the game, the one in which the readings part among them, and where they begin.
struct LastTurns {
  std::deque<Position> starts;
  std::deque<std::vector<Word>> words;
  std::vector<Given> given;  // of the last one
  Scene whole;               // the game from its start
  const Ruleset* rules = nullptr;
};

LastTurns last_turns(const Ruleset& rules, Scripts& scripts, const Origin& origin) {
  LastTurns out;
  out.rules = &rules;
  Position p = first_position(rules, {origin.key, {}, {}});
  out.whole.stage = stage_of(rules, p);
  const Meeting& m = origin.meeting;
  for (std::size_t t = 0; t <= m.turn; ++t) {
    std::vector<Given> given = origin.answers[t];
    if (t == m.turn) {
      given.resize(m.answers);
      if (m.tried) given.push_back(*m.tried);
    }
    out.starts.push_back(p);
    out.words.push_back(words_of(rules, recite(rules, scripts, origin.key, p, given).log));
    out.whole.turns.push_back(out.words.back());
    if (out.starts.size() > kTurnsBack + 1) out.starts.pop_front(), out.words.pop_front();
    if (t == m.turn) out.given = std::move(given);
  }
  return out;
}

// From the i-th of them on. A ko is played out where it can be, not said.
Scene scene_from(const LastTurns& last, std::size_t i, bool with_ko = true) {
  Scene out;
  out.stage = stage_of(*last.rules, last.starts[i]);
  if (!with_ko) out.stage.ko = kNoPoint;
  out.turns.assign(last.words.begin() + static_cast<std::ptrdiff_t>(i), last.words.end());
  return out;
}

// Answers to what is asked after these, in words; evenly out of all of them.
std::vector<std::vector<Word>> continued(const Ruleset& rules, Scripts& scripts, const ChanceKey& key, Position p,
                                         const std::vector<Given>& given) {
  std::vector<std::vector<Word>> out;
  const Recited asked = recite(rules, scripts, key, p, given);
  if (asked.status != Status::asks || by_chance(asked.last.kind)) return out;
  const std::uint64_t count = answer_count(asked.last), step = std::max<std::uint64_t>(1, count / kMostAnswers);
  for (std::uint64_t k = 0; k < count; k += step) {
    Answer answer;
    nth_answer(asked.last, k, answer);
    Log log = asked.log;
    log.push_answer(asked.last, answer);
    out.push_back(words_of(rules, log));
  }
  return out;
}

// The uppermost one in a deck, if there is one.
void take_off(Stage& stage, CardId card) {
  for (Stage::Pile& pile : stage.piles) {
    if (pile.zone != Zone::deck) continue;
    const auto at = std::find(pile.cards.rbegin(), pile.cards.rend(), card);
    if (at == pile.cards.rend()) continue;
    pile.cards.erase(std::next(at).base());
    return;
  }
}

// An effect with the card that works: the one without the other is another position.
void drop_effect(Stage& stage, std::size_t i) {
  const Stage::Lasts gone = stage.effects[i];
  stage.effects.erase(stage.effects.begin() + static_cast<std::ptrdiff_t>(i));
  for (const Zone zone : {Zone::shown, Zone::aside})
    for (Stage::Pile& pile : stage.piles) {
      if (pile.zone != zone || pile.owner != owner_of(gone.seat)) continue;
      const auto at = std::find(pile.cards.begin(), pile.cards.end(), gone.card);
      if (at != pile.cards.end()) return void(pile.cards.erase(at));
    }
}

// Has each effect a card that works?
bool effects_have_cards(const Stage& stage) {
  const auto lies = [&](const Stage::Lasts& e) {
    std::ptrdiff_t n = 0;
    for (const Stage::Pile& pile : stage.piles)
      if (pile.owner == owner_of(e.seat) && (pile.zone == Zone::shown || pile.zone == Zone::aside))
        n += std::count(pile.cards.begin(), pile.cards.end(), e.card);
    return n;
  };
  return std::all_of(stage.effects.begin(), stage.effects.end(), [&](const Stage::Lasts& e) {
    return lies(e) >= std::count_if(stage.effects.begin(), stage.effects.end(),
                                    [&](const Stage::Lasts& x) { return x.seat == e.seat && x.card == e.card; });
  });
}

}  // namespace

std::optional<Difference> Shrinker::judge(const Scene& scene) {
  const auto a = a_.judge(scene);
  if (!a) return std::nullopt;
  const auto b = b_.judge(scene);
  if (!b) return std::nullopt;
  auto out = difference(scene, *a, *b);
  if (out && !by_card_) out->card.clear();
  if (out && out->parting == Parting::failed) return std::nullopt;
  if (out) seen_a_ = *a, seen_b_ = *b;
  return out;
}

bool Shrinker::same(const Scene& scene) {
  if (trials_ >= kMostTrials || !effects_have_cards(scene.stage)) return false;
  ++trials_;
  const Seen a = seen_a_, b = seen_b_;
  if (judge(scene) == wanted_) return true;
  seen_a_ = a, seen_b_ = b;
  return false;
}

bool Shrinker::take(const Scene& scene) {
  if (!same(scene)) return false;
  scene_ = scene;
  return true;
}

// Leaves out as many as it can, first in large pieces. `list`: which of a scene's lists.
template <class List>
bool Shrinker::reduce(List list) {
  bool changed = false;
  for (std::size_t piece = list(scene_).size(); piece > 0; piece = piece == 1 ? 0 : (piece + 1) / 2)
    for (std::size_t i = 0; i < list(scene_).size();) {
      Scene smaller = scene_;
      auto& of = list(smaller);
      const auto first = of.begin() + static_cast<std::ptrdiff_t>(i);
      of.erase(first, of.begin() + static_cast<std::ptrdiff_t>(std::min(i + piece, of.size())));
      if (take(smaller))
        changed = true;
      else
        i += piece;
    }
  return changed;
}

// What comes after the difference.
bool Shrinker::trim() {
  bool changed = false;
  for (;;) {
    Scene shorter = scene_;
    while (!shorter.turns.empty() && shorter.turns.back().empty()) shorter.turns.pop_back();
    if (shorter.turns.empty()) return changed;
    shorter.turns.back().pop_back();
    if (!take(shorter)) return changed;
    changed = true;
  }
}

// So many turns at a time, with the cards that are turned up in them.
bool Shrinker::drop_turns(std::size_t width) {
  bool changed = false;
  for (std::size_t i = 0; i + width <= scene_.turns.size();) {
    Scene smaller = scene_;
    const auto first = smaller.turns.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = first + static_cast<std::ptrdiff_t>(width);
    for (auto turn = first; turn != end; ++turn)
      for (const Word& w : *turn) take_off(smaller.stage, a_.rules().find_card(w.text));
    smaller.turns.erase(first, end);
    if (take(smaller))
      changed = true;
    else
      ++i;
  }
  return changed;
}

bool Shrinker::drop_effects() {
  bool changed = false;
  for (std::size_t i = scene_.stage.effects.size(); i-- > 0;) {
    Scene smaller = scene_;
    drop_effect(smaller.stage, i);
    changed |= take(smaller);
  }
  return changed;
}

bool Shrinker::pass() {
  bool changed = trim();
  for (const std::size_t width : {8u, 2u, 1u}) changed |= drop_turns(width);
  changed |= drop_effects();
  changed |= reduce([](Scene & s) -> auto& { return s.turns; });
  for (std::size_t i = 0; i < scene_.stage.piles.size(); ++i)
    changed |= reduce([i](Scene & s) -> auto& { return s.stage.piles[i].cards; });
  changed |= reduce([](Scene & s) -> auto& { return *s.stage.stones; });
  for (std::size_t i = 0; i < scene_.turns.size(); ++i)
    changed |= reduce([i](Scene & s) -> auto& { return s.turns[i]; });
  if (scene_.stage.ko != kNoPoint) {
    Scene without = scene_;
    without.stage.ko = kNoPoint;
    changed |= take(without);
  }
  return changed;
}

std::optional<Shrunk> Shrinker::shrink(Scene scene) {
  trials_ = 0;
  const auto found = judge(scene);
  if (!found) return std::nullopt;
  wanted_ = *found;
  scene_ = std::move(scene);
  while (pass()) {}
  std::erase_if(scene_.turns, [](const auto& turn) { return turn.empty(); });
  std::erase_if(scene_.stage.piles, [](const Stage::Pile& pile) { return pile.cards.empty(); });
  return Shrunk{scene_, wanted_, seen_a_, seen_b_, trials_ < kMostTrials};
}

// The shortest that shows a difference, if there is one of the kind that was met: from the turn itself on, or one
// before it, or else the whole game; with all of its words, or without the last ones.
std::optional<Scene> Shrinker::first_scene(const Origin& origin) {
  const auto scripts_a = make_scripts(a_.reading().variant), scripts_b = make_scripts(b_.reading().variant);
  const LastTurns last = last_turns(a_.rules(), *scripts_a, origin);
  std::optional<Scene> any;
  const auto shows = [&](const Scene& s) {
    const auto found = judge(s);
    if (found && !any) any = s;
    return found && found->parting == origin.meeting.parting;
  };
  const auto shows_in_part = [&](Scene& s) {
    for (; !s.turns.back().empty(); s.turns.back().pop_back())
      if (shows(s)) return true;
    return shows(s);
  };
  for (const bool with_ko : {false, true})
    for (std::size_t i = last.starts.size(); i-- > 0;)
      if (Scene s = scene_from(last, i, with_ko); (!with_ko || s.stage.ko != kNoPoint) && shows_in_part(s)) return s;
  if (Scene s = last.whole; !any && shows_in_part(s)) return s;
  if (any || origin.meeting.parting != Parting::asked) return any;
  for (std::size_t n = 0; n <= last.given.size(); ++n)
    for (const bool by_b : {false, true}) {
      const std::vector<Given> given(last.given.begin(), last.given.begin() + static_cast<std::ptrdiff_t>(n));
      for (std::vector<Word>& words : continued(by_b ? b_.rules() : a_.rules(), by_b ? *scripts_b : *scripts_a,
                                                origin.key, last.starts.back(), given)) {
        Scene s = scene_from(last, last.starts.size() - 1);
        s.turns.back() = std::move(words);
        if (shows(s)) return s;
      }
    }
  return any;
}

std::optional<Shrunk> Shrinker::shrink(const Origin& origin) {
  if (origin.meeting.parting == Parting::failed) return std::nullopt;
  auto scene = first_scene(origin);
  return scene ? shrink(std::move(*scene)) : std::nullopt;
}

std::vector<Scene> one_smaller(const Scene& scene) {
  std::vector<Scene> out;
  const auto without_each = [&](auto list) {
    for (std::size_t i = 0, n = list(out.emplace_back(scene)).size(); i <= n; ++i) {
      if (i == n) return out.pop_back();
      auto& of = list(out.back());
      of.erase(of.begin() + static_cast<std::ptrdiff_t>(i));
      out.push_back(scene);
    }
  };
  without_each([](Scene & s) -> auto& { return *s.stage.stones; });
  for (std::size_t p = 0; p < scene.stage.piles.size(); ++p)
    without_each([p](Scene & s) -> auto& { return s.stage.piles[p].cards; });
  without_each([](Scene & s) -> auto& { return s.turns; });
  for (std::size_t t = 0; t < scene.turns.size(); ++t) without_each([t](Scene & s) -> auto& { return s.turns[t]; });
  if (scene.stage.ko != kNoPoint) out.emplace_back(scene).stage.ko = kNoPoint;
  std::erase_if(out, [](const Scene& s) { return !effects_have_cards(s.stage); });
  for (std::size_t i = 0; i < scene.stage.effects.size(); ++i) drop_effect(out.emplace_back(scene).stage, i);
  return out;
}

}  // namespace gofuda::lab
