#include "tools/table/hint.hpp"

#include "core/drive.hpp"
#include "core/halt.hpp"
#include "core/notation/answers.hpp"
#include "scripting/scripts.hpp"
#include "tools/players/player.hpp"
#include "tools/table/session.hpp"

namespace gofuda::tools {

namespace {

constexpr int kMostTries = 2000;

std::string answer_text(const Ruleset& rules, const Question& q, const Answer& a) {
  Log log;
  log.push_answer(q, a);
  return item_text(rules, log[0], log.numbers(log[0]));
}

}  // namespace

Hint hint_of(const std::shared_ptr<const Variant>& variant, const Game& asked, const std::string& spec) {
  Hint out;
  Diagnostics ignored;
  auto scripts = make_scripts(variant);
  auto player = make_player(spec, *variant, ignored);
  if (!player) return out;
  Game game = asked;
  const Question q = game.question();
  player->begin(key_for(game, *player, 0), q.seat);
  const std::size_t answered = game.log().size() - game.turn_mark();
  Answer a;
  std::uint64_t thought = 0;  // steps of scripts, for the first answer
  for (int refused = 0; refused < kMostTries && !halted(); ++refused) {
    if (refused > 0 && scripts->steps() - thought > kMostInVain * scripts->most_searched()) return out;
    const Observation seen(game.rules(), game.position(), q.seat, answered, refused);
    if (!(player->at_once() ? player->answer(q, seen, a) : consult(*player, game, *scripts, refused, a))) return out;
    if (refused == 0) thought = scripts->steps();
    if (!game.answer(*scripts, a, {}, false)) continue;
    out.text = answer_text(game.rules(), q, a);
    if (a.form() == AnswerForm::points)
      for (Point p : a.points()) out.points.insert(p);
    if (a.form() == AnswerForm::stone && a.stone() != kNoPoint) out.points.insert(a.stone());
    return out;
  }
  return out;
}

}  // namespace gofuda::tools
