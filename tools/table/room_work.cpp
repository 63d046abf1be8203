// What runs beside the table: programs that think, hints, disputes being judged, games being simulated.
#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/drive.hpp"
#include "core/halt.hpp"
#include "core/notation/answers.hpp"
#include "scripting/scripts.hpp"
#include "tools/lab/runner/runner.hpp"
#include "tools/lab/statistics/stats.hpp"
#include "tools/print/result.hpp"
#include "tools/table/hint.hpp"
#include "tools/table/room_inside.hpp"

namespace gofuda::tools {

namespace {

constexpr std::size_t kMostJobs = 8;

using Programs = std::array<std::shared_ptr<Player>, 2>;

// Its reply comes later.
bool answers(Work::Kind k) { return k == Work::Kind::reply || k == Work::Kind::course; }

bool plays(const std::array<std::string, 2>& specs, std::size_t seat) { return specs[seat] != "human"; }

// Those that are not there yet.
void make_programs(const std::array<std::string, 2>& specs, const Variant& variant, Programs& programs) {
  Diagnostics out;
  for (std::size_t s = 0; s < 2; ++s)
    if (plays(specs, s) && !programs[s]) programs[s] = make_player(specs[s], variant, out);
}

}  // namespace

// --- jobs

void Room::Inside::need_free_job() const {
  const auto running =
      std::count_if(jobs.begin(), jobs.end(), [](const Running& r) { return !r.job->stop && !answers(r.kind); });
  if (static_cast<std::size_t>(running) >= kMostJobs)
    throw Refusal{"busy", "too much runs beside the table; stop something"};
}

std::shared_ptr<Job> Room::Inside::add_job(Work::Kind kind, int for_connection, Work::Body body,
                                           std::chrono::milliseconds wait) {
  // What was stopped before it began is of no use to anybody.
  std::erase_if(waiting, [&](const Work& w) {
    if (w.stopped()) std::erase_if(jobs, [&](const Running& r) { return r.job->number == w.job(); });
    return w.stopped();
  });
  auto job = std::make_shared<Job>();
  job->number = ++last_job;
  jobs.push_back({job, kind, for_connection});
  waiting.emplace_back(kind, job, wait, std::move(body));
  return job;
}

void Room::Inside::stop_jobs(bool of_game) {
  for (Running& r : jobs)
    if (!of_game || r.kind == Work::Kind::turn || r.kind == Work::Kind::hint) r.job->stop = true;
}

// A program's turn waits while the game is being taken elsewhere: it would have to be found anew.
std::optional<Work> Room::Inside::take_work() {
  const bool held = std::any_of(jobs.begin(), jobs.end(),
                                [](const Running& r) { return r.kind == Work::Kind::course && !r.job->stop; });
  for (std::size_t i = 0; i < waiting.size();) {
    if (held && waiting[i].kind() == Work::Kind::turn && !waiting[i].stopped()) {
      ++i;
      continue;
    }
    Work work = std::move(waiting[i]);
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
    if (!work.stopped()) return work;
    end_job(work);
  }
  return std::nullopt;
}

void Room::Inside::look_at_progress() {
  for (Running& r : jobs) {
    const std::string frame = r.job->told();
    if (frame.empty() || (r.job->stop && r.kind == Work::Kind::hint)) continue;
    const auto shared = std::make_shared<const std::string>(frame);
    for (const auto& [connection, role] : roles)
      if (role == Role::owner || role == Role::arbiter) events.push_back({connection, shared});
  }
}

void Room::Inside::end_job(const Work& work) {
  const std::shared_ptr<Job> job = work.job_;
  std::erase_if(jobs, [&](const Running& r) { return r.job == job; });
  if (job->failure.empty() || job->stop) return;
  tell_masters({{"event", "note"}, {"text", printable(job->failure)}});
  if (work.kind() != Work::Kind::turn) return;
  paused = true;
  paused_text = printable(job->failure);
  tell_states();
}

nlohmann::json Room::Inside::stop(const Who&, const Fields& f) {
  const std::int64_t number = f.integer("job", 0, INT32_MAX);
  auto it = std::find_if(jobs.begin(), jobs.end(),
                         [&](const Running& r) { return r.job->number == number && !answers(r.kind); });
  if (it == jobs.end()) throw bad_request("there is no job " + std::to_string(number) + " any more");
  const bool turn = it->kind == Work::Kind::turn && !it->job->stop;
  it->job->stop = true;
  if (!turn) return nlohmann::json::object();
  paused = true;
  paused_text = "the program was stopped";
  tell_states();
  return nlohmann::json::object();
}

// --- replies that take long

namespace {

// What is to be found out: for the thread that runs it, or for nobody any more.
struct Beside {
  std::mutex mutex;
  std::function<std::function<nlohmann::json()>()> body;

  auto take() {
    const std::lock_guard lock(mutex);
    return std::exchange(body, nullptr);
  }
};

}  // namespace

void Room::Inside::tell_stale(int connection, const std::string& id) {
  tell(connection, {{"id", nlohmann::json::parse(id)},
                    {"ok", false},
                    {"error", {{"code", "stale"}, {"text", "it was asked anew meanwhile"}}}});
}

// With "": all of them.
void Room::Inside::drop_replies(int connection, std::string_view name) {
  for (Running& r : jobs) {
    if (!answers(r.kind) || r.connection != connection || r.job->stop) continue;
    if (!name.empty() && r.name != name) continue;
    r.job->stop = true;
    r.forget();
    if (roles.contains(connection)) tell_stale(connection, r.id);
  }
}

nlohmann::json Room::Inside::later(const Who& who, std::string_view name, std::function<Answering()> beside,
                                   Work::Kind kind) {
  drop_replies(who.connection, name);
  auto order = std::make_shared<Beside>();
  order->body = std::move(beside);
  auto run = [this, who, id = asked_id, order](Job& j) -> Work::Finish {
    const auto body = order->take();
    if (!body) return {};
    // What goes wrong there is said as if it had gone wrong here.
    Answering found;
    nlohmann::json reply = replied(who, [&] { return found = body(), nlohmann::json(); });
    return [this, who, id, found, reply, job = &j]() mutable {
      if (job->stop) return;
      asked_id = id;
      job->stop = true;  // it is done: what is asked from here on does not replace it
      if (reply.is_null()) reply = replied(who, found);
      if (reply.is_null()) return;  // it is looked for anew
      reply["id"] = nlohmann::json::parse(id);
      tell(who.connection, reply);
    };
  };
  add_job(kind, who.connection, std::move(run));
  jobs.back().name = name;
  jobs.back().id = asked_id;
  jobs.back().forget = [order] { order->take(); };
  return nullptr;
}

// --- programs at their seats

struct Room::Inside::Turn {
  std::shared_ptr<const Variant> variant;
  Game game;
  std::array<std::string, 2> specs;
  Programs programs;
  DriveResult how;
  std::string printed;

  void run(const Job& job) {
    auto scripts = make_scripts(variant);
    make_programs(specs, *variant, programs);
    how = drive_programs(game, *scripts, {programs[0].get(), programs[1].get()}, game.turn_start().turn,
                         [&] { return job.stop.load(); });
    Session::settle(game, *scripts);
    printed = Session::take_output(*scripts);
  }
};

void Room::Inside::queue_program() {
  if (paused || game().state() != Status::asks || session.human(game().question().seat)) return;
  auto turn = std::make_shared<Turn>(Turn{session.shared_variant(),
                                          game(),
                                          {session.player(Seat::black), session.player(Seat::white)},
                                          std::exchange(programs, {}),
                                          {},
                                          ""});
  auto run = [this, turn](Job& j) -> Work::Finish {
    turn->run(j);
    return [this, turn, stopped = &j.stop] { turn_done(*turn, *stopped); };
  };
  add_job(Work::Kind::turn, -1, std::move(run), std::chrono::milliseconds(pace_ms));
}

void Room::Inside::turn_done(Turn& turn, bool stopped) {
  const bool same_seats = turn.specs[0] == session.player(Seat::black) && turn.specs[1] == session.player(Seat::white);
  if (same_seats && turn.variant == session.shared_variant())
    for (std::size_t s = 0; s < 2; ++s)
      if (!programs[s]) programs[s] = std::move(turn.programs[s]);
  if (stopped) return;
  const Stopped why = turn.how.why;
  if (why == Stopped::no_answer || why == Stopped::player_failed || why == Stopped::step_limit) {
    paused = true;
    paused_text = why == Stopped::no_answer ? "the program has found no legal answer" : printable(turn.how.told());
    tell_masters({{"event", "note"}, {"text", paused_text}});
    return tell_states();
  }
  session.put(std::move(turn.game));
  changed(turn.printed);
}

// --- hints

nlohmann::json Room::Inside::hint(const Who& who, const Fields& f) {
  need_game();
  if (game().state() != Status::asks) throw Refusal{"not-allowed", "nothing is asked now"};
  const Seat asked = game().question().seat;
  if ((who.role == Role::black && asked != Seat::black) || (who.role == Role::white && asked != Seat::white))
    throw Refusal{"not-allowed", std::string(seat_name(asked)) + " is asked, not this seat"};
  const std::string spec = f.text_or("player", kHintPlayer);
  if (needs_other_program(spec)) throw Refusal{"not-allowed", "hints come from players of this program"};
  if (spec == "human") throw bad_request("'player' is a program");
  if (is_seat(who) && sees_secrets(spec))
    throw Refusal{"not-allowed", "a program that is let into secrets gives no seat a hint; leave 'knows' out"};
  check_players(who, {spec, "human"}, session.variant());
  for (const Running& r : jobs)
    if (r.kind == Work::Kind::hint && r.connection == who.connection && !r.job->stop)
      throw Refusal{"busy", "a hint is being looked for"};
  need_free_job();
  auto order = std::make_shared<const Game>(game());
  const auto job =
      add_job(Work::Kind::hint, who.connection,
              [this, order, spec, variant = session.shared_variant(), to = who.connection](Job& j) -> Work::Finish {
                const Hint found = hint_of(variant, *order, spec);
                return [this, found, spec, to, number = j.number, stopped = &j.stop] {
                  if (*stopped || !roles.contains(to)) return;
                  tell(to, {{"event", "hint"},
                            {"job", number},
                            {"player", spec},
                            {"text", found.text},
                            {"points", points_json(found.points)}});
                };
              });
  return {{"job", job->number}};
}

// --- disputes

// `anew`: also those of which nothing has changed since they were judged.
void Room::Inside::begin_judging(bool anew) {
  if (!project->exists()) return;
  for (Running& r : jobs)
    if (r.kind == Work::Kind::judge) r.job->stop = true;
  add_job(Work::Kind::judge, -1, [judge = disputes, given = options.options, anew](Job& j) -> Work::Finish {
    judge->run(given, anew, j);
    return {};
  });
}

nlohmann::json Room::Inside::judge(const Who&, const Fields&) {
  if (!project->exists()) throw Refusal{"not-found", "there is no project folder"};
  need_free_job();
  begin_judging(true);
  return {{"job", last_job}};
}

// --- games beside this one

namespace {

struct Simulating {
  lab::Plan plan;
  std::int64_t of = 0, games = 0, unfinished = 0, failed = 0, ties = 0, turns = 0;
  std::array<std::int64_t, 2> wins{};
  std::string fault;  // of the first that failed

  std::string frame(int job, bool running) const {
    const std::int64_t counted = wins[0] + wins[1] + ties;
    const lab::Interval band = lab::wilson(wins[0], counted);
    nlohmann::json j{
        {"event", "figures"},    {"job", job},
        {"games", games},        {"of", of},
        {"black_wins", wins[0]}, {"white_wins", wins[1]},
        {"ties", ties},          {"unfinished", unfinished},
        {"failed", failed},      {"length", games > 0 ? static_cast<double>(turns) / static_cast<double>(games) : 0.0},
        {"running", running}};
    if (failed > 0) j["fault"] = printable(fault);
    if (counted == 0) return json_text(j);
    j["rate"] = static_cast<double>(wins[0]) / static_cast<double>(counted);
    j["low"] = band.low, j["high"] = band.high;
    return json_text(j);
  }
  void count(const lab::GameRecord& game) {
    ++games;
    turns += game.turns;
    if (game.outcome == lab::GameResult::fault && failed++ == 0) fault = game.fault;
    unfinished += game.outcome == lab::GameResult::fault || game.outcome == lab::GameResult::stopped;
    ties += game.outcome == lab::GameResult::draw;
    wins[0] += game.outcome == lab::GameResult::black;
    wins[1] += game.outcome == lab::GameResult::white;
  }
  void run(Job& job) {
    lab::Runner runner(plan);
    while (games < of && !job.stop) {
      const lab::GameRecord* game = runner.play(static_cast<std::uint64_t>(games));
      if (!game) break;
      count(*game);
      if (job.may_tell()) job.tell(frame(job.number, true));
    }
    job.tell(frame(job.number, false));
  }
};

}  // namespace

nlohmann::json Room::Inside::simulate(const Who& who, const Fields& f) {
  need_game();
  const std::array<std::string, 2> specs{f.text_or("black", "random"), f.text_or("white", "random")};
  for (const std::string& s : specs) {
    if (s == "human") throw bad_request("programs play these games");
    if (needs_other_program(s)) throw Refusal{"not-allowed", "these games are played by players of this program"};
  }
  check_players(who, specs, session.variant());
  Simulating order;
  order.of = f.integer_or("games", 1, 1'000'000, 1000);
  order.plan.most_turns = 2000;
  order.plan.variant = session.shared_variant(), order.plan.settings = session.settings(), order.plan.players = specs;
  if (f.has("from") && f.one_of("from", {"start", "position"}) == "position")
    order.plan.from = std::make_shared<Position>(game().turn_start());
  for (const Running& r : jobs)
    if (r.kind == Work::Kind::simulate && !r.job->stop)
      throw Refusal{"busy", "games are being played already; stop them"};
  need_free_job();
  auto shared = std::make_shared<Simulating>(std::move(order));
  const auto job = add_job(Work::Kind::simulate, who.connection, [shared](Job& j) -> Work::Finish {
    shared->run(j);
    return {};
  });
  return {{"job", job->number}};
}

}  // namespace gofuda::tools
