// What the parts of the room share. Requests are methods of it, a file for each sort of them.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/table/project.hpp"
#include "tools/table/project_judge.hpp"
#include "tools/table/request.hpp"
#include "tools/table/room.hpp"
#include "tools/table/scene.hpp"
#include "tools/table/session.hpp"
#include "tools/table/trial.hpp"

namespace gofuda::tools {

std::uint64_t random_seed();
Answer answer_of(const Game& game, const std::string& text);  // throws
nlohmann::json diagnostics_json(const std::vector<Diagnostic>& list);
void need_variant(const Library& library, const std::string& name);  // refuses a name that there is not

class Room::Inside {
 public:
  explicit Inside(RoomOptions o);

  struct Row {
    RequestRow shown;
    nlohmann::json (Inside::*handler)(const Who& who, const Fields& f);
  };
  static std::span<const Row> rows();
  nlohmann::json checked(const Row& row, const Who& who, const nlohmann::json& request);  // throws Refusal

  // --- who is there, and what they are told (room.cpp)
  nlohmann::json handle(const Who& who, const nlohmann::json& request);
  // What the handler gives, or why not, as a reply without its `id`; null when it comes later.
  static nlohmann::json replied(const Who& who, const std::function<nlohmann::json()>& handler);
  void join(const Who& who);
  void leave(int connection);
  void tell(int connection, const nlohmann::json& event);
  void tell_masters(const nlohmann::json& event);  // those who may know everything about the rules: owner and arbiter
  void tell_stale(int connection, const std::string& id);  // of what was asked anew
  void tell_state(int connection);
  void tell_states();

  // --- what everybody may ask (room.cpp)
  nlohmann::json hello(const Who& who, const Fields& f);
  nlohmann::json games(const Who& who, const Fields& f);
  void seek_games();
  nlohmann::json presets(const Who& who, const Fields& f);
  nlohmann::json gallery(const Who& who, const Fields& f);

  // --- the game (room_game.cpp)
  nlohmann::json new_game(const Who& who, const Fields& f);
  nlohmann::json answer(const Who& who, const Fields& f);
  nlohmann::json try_answer(const Who& who, const Fields& f);
  nlohmann::json places(const Who& who, const Fields& f);
  nlohmann::json why(const Who& who, const Fields& f);
  nlohmann::json undo(const Who& who, const Fields& f);
  nlohmann::json go_to(const Who& who, const Fields& f);
  nlohmann::json branch(const Who& who, const Fields& f);
  nlohmann::json seat(const Who& who, const Fields& f);
  nlohmann::json view(const Who& who, const Fields& f);
  nlohmann::json pace(const Who& who, const Fields& f);
  bool begin(const std::string& variant, const Settings& settings, std::uint64_t seed,
             const std::array<std::string, 2>& players, Diagnostics& out);

  // --- texts of games (room_texts.cpp)
  nlohmann::json setup(const Who& who, const Fields& f);
  nlohmann::json save(const Who& who, const Fields& f);
  nlohmann::json load(const Who& who, const Fields& f);
  nlohmann::json dispute(const Who& who, const Fields& f);
  nlohmann::json readings(const Who& who, const Fields& f);
  nlohmann::json link(const Who& who, const Fields& f);

  // --- files of the project (room_files.cpp)
  nlohmann::json files(const Who& who, const Fields& f);
  nlohmann::json read(const Who& who, const Fields& f);
  nlohmann::json write(const Who& who, const Fields& f);
  nlohmann::json check(const Who& who, const Fields& f);
  nlohmann::json complete(const Who& who, const Fields& f);
  nlohmann::json resolve(const Who& who, const Fields& f);
  void files_changed(const std::vector<std::string>& changed);
  struct Reread;
  Reread present_rules(int tries) const;
  void reread(int tries = 2);
  void reread_done(Reread& r);
  nlohmann::json back_to_fit(const Who& who);

  // --- what runs beside the table (room_work.cpp)
  nlohmann::json hint(const Who& who, const Fields& f);
  nlohmann::json judge(const Who& who, const Fields& f);
  nlohmann::json simulate(const Who& who, const Fields& f);
  nlohmann::json stop(const Who& who, const Fields& f);
  void begin_judging(bool anew);
  void queue_program();  // if a program is asked
  void stop_jobs(bool of_game);
  // A reply that takes long: `beside` finds out what is asked on another thread, with nothing of the room; what it
  // leaves is called here. One of a name runs for each connection: who asks again has no use for what was asked before.
  using Answering = std::function<nlohmann::json()>;
  nlohmann::json later(const Who& who, std::string_view name, std::function<Answering()> beside,
                       Work::Kind kind = Work::Kind::reply);
  // Another course of the game, which scripts find beside it; `then` is done here when the game takes it. Where the
  // game has gone on meanwhile it is found anew, from there: `order` says how, or throws.
  struct Course {
    std::function<Game(Scripts&)> find;
    std::function<nlohmann::json()> then = {};
  };
  nlohmann::json instead(const Who& who, std::string_view name, const std::function<Course()>& order, int tries = 2);
  nlohmann::json take_later(const Who& who, std::string_view name,
                            const std::function<std::optional<Session::Loaded>(Diagnostics&)>& open,
                            const std::function<void(const Session::Loaded&)>& before = {}, int tries = 2);
  Course branch_at(std::size_t at);
  Course other_branch(std::int64_t number);
  nlohmann::json leave_line(std::size_t at);  // the number of the branch that it stays as
  void drop_replies(int connection, std::string_view name);
  struct Turn;
  void turn_done(Turn& turn, bool stopped);
  void need_free_job() const;  // throws
  std::optional<Work> take_work();
  // Puts it where take_work() finds it.
  std::shared_ptr<Job> add_job(Work::Kind kind, int for_connection, Work::Body body,
                               std::chrono::milliseconds wait = {});
  void look_at_progress();
  void end_job(const Work& work);

  // --- shared
  Scene scene_for(const Who& who) const;
  std::optional<Seat> seat_of_owner() const;
  bool sees_all(const Who& who) const { return scene_for(who).knows_all(); }
  const Game& game() const { return session.game(); }
  void need_game() const;  // throws
  // The pending question is the seat's that asks, or it may answer for all; `seq` is the present one. Throws.
  void need_asked(const Who& who, const Fields& f) const;
  void need_asked(const Who& who, std::int64_t of) const;
  void check_players(const Who& who, const std::array<std::string, 2>& players, const Variant& variant) const;
  nlohmann::json state_of(const Who& who, const Position* at = nullptr) const;
  // The game is another one, or stands elsewhere: what ran for it is of no use any more, everybody is told.
  void changed(const std::string& printed = "");
  void new_course();   // another game: its branches and marks are gone
  void use_variant();  // the session's variant may be another one
  Trial& trial();
  void say_printed(const std::string& text);

  RoomOptions options;
  Session session;
  std::shared_ptr<const ProjectFiles> project;
  std::shared_ptr<ProjectJudge> disputes;
  std::map<int, Role> roles;
  std::vector<Event> events;
  int saves = 0;                         // so often rule files were saved
  std::vector<std::string> saved_files;  // and these have not been looked at yet
  std::uint64_t seq = 0;                 // of the state that was told last
  int line = 0;                          // another game, or another line of it, has another number
  std::string owner_view = "turn";
  int pace_ms = 0;

  struct Branch {
    int number;
    Game game;
    std::size_t at;  // moves up to where it parts
  };
  std::vector<Branch> branches;
  int last_branch = 0;

  std::unique_ptr<Trial> tried;
  std::shared_ptr<Scripts> spare;        // of the session's variant, for who works beside
  std::string games_text;                // of the reply to `games`, as long as no file changes
  std::map<int, std::string> games_for;  // who waits for it: connections, and their requests\' ids
  struct Live {
    bool good = true;
    std::vector<Diagnostic> diagnostics;
    std::string misfit;
  } live;

  struct Running {
    std::shared_ptr<Job> job;
    Work::Kind kind;
    int connection;
    std::string_view name = {};         // of a reply that comes later: the request's
    std::string id = {};                // of that request, as JSON
    std::function<void()> forget = {};  // what it was to find out, if it has not begun
  };
  std::vector<Running> jobs;
  std::deque<Work> waiting;
  int last_job = 0;
  std::string asked_id;     // of the request that is handled, as JSON
  bool paused = false;      // programs wait: one was stopped, or failed
  std::string paused_text;  // why, for those who see all
  std::array<std::shared_ptr<Player>, 2> programs;
};

}  // namespace gofuda::tools
