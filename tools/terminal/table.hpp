// A game at the table: the course of play and the words that may be typed.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/table/scene_json.hpp"
#include "tools/table/session.hpp"
#include "tools/terminal/line_input.hpp"

namespace gofuda::tools {

struct Play {
  std::string variant, load, save, black, white;
  std::vector<std::string> set;
  std::optional<std::uint64_t> seed;
  int max_turns = 0;  // the game stops after this one; 0: it goes on
  bool watch = false;
};

class Table {
 public:
  Table(const Options& options, const Play& args)
      : options_(options),
        args_(args),
        session_(options, {args.black.empty() ? "human" : args.black, args.white.empty() ? "random" : args.white}),
        watch_(rule_folders(options)) {
    style_ = style_for(use_colour(options, 1), 1);
    session_.interrupt_by(LineInput::interrupted);
  }
  int run();

 private:
  // --- the course of things
  int open();
  void greet() const;
  void go_on();
  int leave();
  LineInput::Event wait(std::string& line);
  bool take(const std::string& line);  // false: leave
  bool command(const std::string& word, const std::string& rest);
  void answer(const std::string& text);
  bool read_answer(const std::string& line, Answer& answer, std::string& why) const;

  // --- the words
  void help();
  void why();
  void why_card(const std::string& name);
  void undo();
  void reload(const std::vector<std::string>& files);
  bool may_write(const std::string& word, const std::string& file);
  void own(const std::string& file);
  bool save(const std::string& file);
  void record(const std::string& file);
  void load(const std::string& file);
  void show_script(const std::string& name);
  void hint(const std::string& player);
  void resign();
  void rematch();
  void dead(const std::string& points);
  void fault();

  // --- what is said
  bool bots_only() const { return !session_.human(Seat::black) && !session_.human(Seat::white); }
  bool typed() const { return input_.terminal() && !options_.json; }
  int turns_left() const;
  bool ended() const { return session_.game().over() || resigned_; }
  void begin_anew();  // what is remembered of the course of the game is about another one
  bool faulted() const { return session_.game().state() == Status::fault; }
  bool answers_now(const std::string& word) const;
  Scene scene() const;
  std::string prompt() const;
  std::string seed_text() const;
  void say(const std::string& text) const { std::fprintf(options_.json ? stderr : stdout, "%s\n", text.c_str()); }
  void problem(const std::string& what);
  void report_all(Diagnostics& out);
  void show();
  void show_asked(const Scene& scene) const;
  void hand_over(const Scene& scene);
  void show_moves(std::size_t from) const;
  void show_output();

  const Options& options_;
  const Play& args_;
  Session session_;
  FileWatch watch_;
  LineInput input_;
  Style style_;
  std::vector<std::string> files_;  // that have changed
  std::size_t moves_seen_ = 0;
  bool fresh_ = true;     // the state was not shown yet
  bool status_ = true;    // the next turn of a game that is shown turn by turn may begin
  bool marking_ = false;  // the dead stones were being named when the state was shown last
  std::optional<Seat> last_viewer_;
  bool stale_ = false;  // something else was printed after it
  int problems_ = 0;
  bool write_over_ = false;                            // the word says so
  std::set<std::pair<std::string, std::string>> own_;  // files that this game may write over, each by its word
  std::string fault_seen_, refused_text_, refused_why_;
  std::optional<Verdict> refused_;
  std::optional<Seat> resigned_;
};

int play(const Options& options, const Play& args);  // the exit code

}  // namespace gofuda::tools
