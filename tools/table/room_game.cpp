// Requests about the game: playing, trying, taking back, going back and on.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "core/notation/answers.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "scripting/scripts.hpp"
#include "tools/table/dead_words.hpp"
#include "tools/table/history.hpp"
#include "tools/table/readings.hpp"
#include "tools/table/room_inside.hpp"
#include "tools/table/scene_json.hpp"

namespace gofuda::tools {

namespace {

constexpr std::size_t kMostBranches = 50;

std::string lowered(std::string s) {
  for (char& c : s) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return s;
}

std::size_t number_of(Seat s) { return static_cast<std::size_t>(index(s)); }

}  // namespace

// Long enough that nobody finds it by dealing all of them.
std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32 | device()) % kMostSeed;
}

Room::Inside::Inside(RoomOptions o)
    : options(std::move(o)),
      session(options.options, {"human", "human"}),
      project(options.files ? options.files : std::make_shared<Project>(options.project)),
      disputes(std::make_shared<ProjectJudge>(project)) {}

// --- what requests need

void Room::Inside::need_game() const {
  if (!session.has_game()) throw Refusal{"no-game", "there is no game yet; begin one with 'new'"};
}

void Room::Inside::need_asked(const Who& who, const Fields& f) const {
  need_game();
  need_asked(who, f.integer("seq", 0, INT64_MAX));
}

void Room::Inside::need_asked(const Who& who, std::int64_t of) const {
  if (static_cast<std::uint64_t>(of) != seq)
    throw Refusal{"stale", "the game has gone on since; look at the present state"};
  if (game().state() != Status::asks)
    throw Refusal{"not-allowed", game().over() ? "the game is over" : "nothing is asked now"};
  const Seat asked = game().question().seat;
  if ((who.role == Role::black && asked != Seat::black) || (who.role == Role::white && asked != Seat::white))
    throw Refusal{"not-allowed", std::string(seat_name(asked)) + " is asked, not this seat"};
  if (!session.human(asked)) throw Refusal{"not-allowed", "a program plays " + std::string(seat_name(asked))};
}

Answer answer_of(const Game& game, const std::string& text) {
  const Question& q = game.question();
  const Ruleset& rules = game.rules();
  Answer out;
  std::string why, again;
  if (q.kind == QuestionKind::dead)
    if (auto said = dead_word(game, lowered(text))) return out.make_from(AnswerForm::points, *said), out;
  if (parse_answer(rules, q, text, out, why) || parse_answer(rules, q, lowered(text), out, again)) return out;
  throw bad_request(why);
}

void Room::Inside::check_players(const Who& who, const std::array<std::string, 2>& players,
                                 const Variant& variant) const {
  Diagnostics out;
  for (const std::string& p : players) {
    if (p == "human") continue;
    if (who.role != Role::owner && needs_other_program(p))
      throw Refusal{"not-allowed", "only the owner seats a player that starts another program or reads a file"};
    if (!options.other_programs && needs_other_program(p)) throw Refusal{"not-allowed", why_not_isolated(p)};
    if (!make_player(p, variant, out)) throw bad_request(out.list().empty() ? "no such player" : out.list()[0].message);
  }
}

Trial& Room::Inside::trial() {
  if (!tried || &tried->variant() != &session.variant()) tried = std::make_unique<Trial>(session.shared_variant());
  return *tried;
}

// --- the course of things

void Room::Inside::use_variant() {
  tried.reset();
  spare.reset();
  programs = {};
}

void Room::Inside::new_course() {
  ++line;
  branches.clear();
  live = {};
  paused = false;
  use_variant();
  changed();
}

void Room::Inside::changed(const std::string& printed) {
  stop_jobs(true);
  session.settle();
  queue_program();
  tell_states();
  say_printed(session.take_output() + printed);
}

// A turn is run again with each answer, so equal lines are said once.
void Room::Inside::say_printed(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::string> said;
  for (std::string line; std::getline(lines, line) && said.size() < 20;)
    if (std::find(said.begin(), said.end(), line) == said.end()) said.push_back(line);
  for (const std::string& line : said) tell_masters({{"event", "note"}, {"text", printable(line)}});
}

bool Room::Inside::begin(const std::string& variant, const Settings& settings, std::uint64_t seed,
                         const std::array<std::string, 2>& players, Diagnostics& out) {
  for (const std::string& p : players)
    if (!options.other_programs && p != "human" && needs_other_program(p))
      return out.error(set_place(p), 0, 0, "isolate", why_not_isolated(p)), false;
  if (!session.start(variant, settings, seed, out)) return false;
  const bool seated = session.seat_players(players, out);
  if (!seated) session.seat_players({"human", "human"}, out);
  new_course();
  return seated;
}

nlohmann::json Room::Inside::new_game(const Who& who, const Fields& f) {
  const std::string name = f.text("variant");
  const Settings settings = f.settings("set");
  const std::array<std::string, 2> players{f.text_or("black", "human"), f.text_or("white", "human")};
  const auto seed = static_cast<std::uint64_t>(
      f.integer_or("seed", 0, static_cast<std::int64_t>(kMostSeed), static_cast<std::int64_t>(random_seed())));
  return take_later(
      who, "new",
      [given = options.options, name, settings, seed](Diagnostics& out) {
        auto library = open_library(given, out);
        if (library) need_variant(*library, name);
        return library ? Session::begun(*library, name, settings, seed, out) : std::nullopt;
      },
      [this, who, players](const Session::Loaded& begun) {
        check_players(who, players, *begun.variant);
        session.name_players(players);
      });
}

// --- another course

nlohmann::json Room::Inside::instead(const Who& who, std::string_view name, const std::function<Course()>& order,
                                     int tries) {
  const Course course = order();
  auto scripts = std::exchange(spare, nullptr);
  auto beside = [=, this, was = seq, variant = session.shared_variant()]() mutable -> Answering {
    if (!scripts) scripts = make_scripts(variant);
    auto found = std::make_shared<Game>(course.find(*scripts));
    Session::settle(*found, *scripts);
    return [=, this, printed = Session::take_output(*scripts)]() -> nlohmann::json {
      if (seq != was || session.shared_variant() != variant) {
        if (tries > 0) return instead(who, name, order, tries - 1);
        throw Refusal{"stale", "the game has gone on since; look at the present state"};
      }
      spare = scripts;
      nlohmann::json j = course.then ? course.then() : nlohmann::json::object();
      session.put(std::move(*found));
      paused = false;
      changed(printed);
      j["seq"] = seq;
      return j;
    };
  };
  return later(who, name, std::move(beside), Work::Kind::course);
}

// Another game, which is opened beside this one; `before` may refuse it.
nlohmann::json Room::Inside::take_later(const Who& who, std::string_view name,
                                        const std::function<std::optional<Session::Loaded>(Diagnostics&)>& open,
                                        const std::function<void(const Session::Loaded&)>& before, int tries) {
  auto beside = [=, this, was = saves]() -> Answering {
    Diagnostics out;
    auto loaded = open(out);
    if (!loaded) throw rules_refusal(out);
    Session::settle(*loaded->game, *loaded->scripts);
    return [=, this, loaded = std::make_shared<Session::Loaded>(std::move(*loaded))]() -> nlohmann::json {
      if (saves != was) {
        if (tries > 0) return take_later(who, name, open, before, tries - 1);
        throw Refusal{"stale", "rule files were saved meanwhile; ask again"};
      }
      if (before) before(*loaded);
      const std::string misfit = loaded->misfit;
      session.take(std::move(*loaded));
      new_course();
      nlohmann::json j{{"seq", seq}};
      if (!misfit.empty()) j["misfit"] = misfit;
      return j;
    };
  };
  return later(who, name, std::move(beside), Work::Kind::course);
}

// --- answers

nlohmann::json Room::Inside::answer(const Who& who, const Fields& f) {
  const std::string text = f.text("text");
  need_game();
  return instead(who, "answer", [this, who, of = f.integer("seq", 0, INT64_MAX), text] {
    need_asked(who, of);
    const bool claim = claims_unplayable(game().question(), text);
    auto answered = [there = game(), claim, said = claim ? Answer{} : answer_of(game(), text)](Scripts& scripts) {
      Game after = there;
      if (Verdict v =
              claim ? after.give_up_card(scripts, {}, after.said_for_card()) : after.answer(scripts, said, {}, false);
          !v)
        throw verdict_refusal(v);
      return after;
    };
    return Course{std::move(answered)};
  });
}

nlohmann::json Room::Inside::try_answer(const Who& who, const Fields& f) {
  const std::string text = f.text("text");
  need_asked(who, f);
  std::optional<Game> after;
  const Answer a = answer_of(game(), text);
  const Verdict v = is_seat(who) ? trial().answer_unseen(game(), a, after) : trial().answer(game(), a, after);
  if (!v) throw verdict_refusal(v);
  nlohmann::json j{{"legal", true}};
  if (!after || (!is_seat(who) && tells_more(game(), *after, game().question().seat))) return j;
  const Position &now = after->position(), &then = game().position();
  j["board"] = board_json(game().rules().grid, now.board);
  PointSet stood = then.board.points_of(Colour::black) | then.board.points_of(Colour::white);
  PointSet stands = now.board.points_of(Colour::black) | now.board.points_of(Colour::white);
  j["taken"] = points_json(stood - stands);
  return j;
}

nlohmann::json Room::Inside::places(const Who& who, const Fields& f) {
  need_asked(who, f);
  return is_seat(who) ? trial().places_unseen(game()) : trial().places(game());
}

nlohmann::json Room::Inside::why(const Who& who, const Fields& f) {
  const std::string text = f.text("text");
  need_asked(who, f);
  const Answer a = answer_of(game(), text);
  std::optional<Game> after;
  const Verdict v = is_seat(who) ? trial().answer_unseen(game(), a, after) : trial().answer(game(), a, after);
  nlohmann::json j{{"legal", static_cast<bool>(v)}, {"reasons", nlohmann::json::array()}};
  if (v) return j;
  j["reasons"].push_back({{"code", reason_code(v.reason)},
                          {"text", to_string(v)},
                          {"points", points_json(v.points)},
                          {"source", reason_sentence(v.reason)}});
  if (is_seat(who) && hides_something(game())) return j;  // they would be those of the game as it is
  auto others = std::make_shared<OtherReadings>(
      OtherReadings{options.options, session.shared_variant(), session.settings(), game(), a, v});
  return later(who, "why", [others, j] {
    return [found = others->found(), j]() mutable {
      j["readings"] = found;
      return j;
    };
  });
}

// --- taking back, going back

nlohmann::json Room::Inside::undo(const Who& who, const Fields&) {
  need_game();
  std::optional<Seat> seat;
  if (who.role == Role::black) seat = Seat::black;
  if (who.role == Role::white) seat = Seat::white;
  return instead(who, "undo", [this, seat] {
    const auto at = seat ? last_answer(game(), *seat) : session.last_answer();
    if (!at || (seat && !session.human(*seat)))
      throw Refusal{"not-allowed", seat ? "there is no answer of this seat to take back"
                                        : "there is no answer of a person to take back"};
    return Course{[there = game(), at = *at, seat](Scripts& scripts) {
      Game before = there;
      before.take_back(scripts, at);
      if (seat)
        if (const std::string why_not = why_no_undo(there, before, *seat); !why_not.empty())
          throw Refusal{"not-allowed", "it cannot be taken back: " + why_not};
      if (seat && there.state() != Status::fault && tells_of_hidden(there, before, *seat))
        throw Refusal{"not-allowed",
                      "it cannot be taken back: what has come since may tell of what the other side hides"};
      return before;
    }};
  });
}

nlohmann::json Room::Inside::go_to(const Who& who, const Fields& f) {
  need_game();
  const auto of = static_cast<std::int64_t>(game().position().moves.size());
  const auto at = static_cast<std::size_t>(f.integer("at", 0, of));
  return later(who, "goto", [this, who, at, there = game(), variant = session.shared_variant()] {
    const auto scripts = make_scripts(variant);
    const Position then = position_after(there, *scripts, items_after(there, *scripts, at));
    return [this, who, at, variant, then] {
      if (session.shared_variant() != variant || at > game().position().moves.size())
        throw Refusal{"stale", "the game has gone on since; look at the present state"};
      return nlohmann::json{{"state", state_of(who, &then)}};
    };
  });
}

Room::Inside::Course Room::Inside::branch_at(std::size_t at) {
  return {[there = game(), at](Scripts& scripts) {
            Game next = cut_game(there, scripts, items_after(there, scripts, at));
            if (next.log().size() == there.log().size())
              throw bad_request("the game stands at move " + std::to_string(there.position().moves.size()));
            return next;
          },
          [this, at] { return leave_line(at); }};
}

// The line as it is stays as a branch.
nlohmann::json Room::Inside::leave_line(std::size_t at) {
  ++line;
  branches.push_back({++last_branch, game(), at});
  if (branches.size() > kMostBranches) branches.erase(branches.begin());
  return {{"branch", last_branch}};
}

// The line as it is takes the place of the one that is gone on with.
Room::Inside::Course Room::Inside::other_branch(std::int64_t number) {
  const auto it = std::find_if(branches.begin(), branches.end(), [&](const Branch& b) { return b.number == number; });
  if (it == branches.end()) throw bad_request("there is no branch " + std::to_string(number));
  auto find = [next = it->game, rules = session.variant().ruleset](Scripts& scripts) {
    Game out = &next.rules() == rules.get() ? next : next.replayed(rules, scripts);
    const Status s = out.state();
    if (s != Status::asks && s != Status::done && s != Status::fault) out.rebuild(scripts, out.turn_mark());
    return out;
  };
  return {std::move(find), [this, number, at = it->at] {
            std::erase_if(branches, [&](const Branch& b) { return b.number == number; });
            return leave_line(at);
          }};
}

nlohmann::json Room::Inside::branch(const Who& who, const Fields& f) {
  need_game();
  const auto of = static_cast<std::int64_t>(game().position().moves.size());
  if (f.has("at") == f.has("branch")) throw bad_request("'branch' wants either 'at' or 'branch'");
  if (f.has("branch"))
    return instead(who, "branch", [this, number = f.integer("branch", 0, INT32_MAX)] { return other_branch(number); });
  return instead(who, "branch",
                 [this, at = static_cast<std::size_t>(f.integer("at", 0, of))] { return branch_at(at); });
}

// --- who sits where, and what the owner sees

nlohmann::json Room::Inside::seat(const Who& who, const Fields& f) {
  need_game();
  std::array<std::string, 2> players{session.player(Seat::black), session.player(Seat::white)};
  for (Seat s : {Seat::black, Seat::white})
    players[number_of(s)] = f.text_or(std::string(seat_name(s)).c_str(), players[number_of(s)]);
  check_players(who, players, session.variant());
  session.name_players(players);
  programs = {};
  paused = false;
  changed();
  return {{"seq", seq}};
}

nlohmann::json Room::Inside::view(const Who& who, const Fields& f) {
  owner_view = f.one_of("as", {"turn", "black", "white", "all"});
  for (const auto& [connection, role] : roles)
    if (role == Role::owner) tell_state(connection);
  return {{"sees", session.has_game() ? state_of(who)["sees"] : nlohmann::json(owner_view)}};
}

nlohmann::json Room::Inside::pace(const Who&, const Fields& f) {
  pace_ms = static_cast<int>(f.integer("ms", 0, 60'000));
  return nlohmann::json::object();
}

}  // namespace gofuda::tools
