#include "tools/terminal/table.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "tools/print/output_file.hpp"

namespace gofuda::tools {

// --- what is said

Scene Table::scene() const {
  Scene s{session_.variant(), session_.game(), std::nullopt, {}, nullptr, false, &session_.reasons()};
  for (Seat seat : {Seat::black, Seat::white}) {
    s.players[static_cast<std::size_t>(index(seat))] =
        session_.human(seat) ? (typed() ? "you" : "human") : session_.player(seat);
    if (session_.human(seat) && !session_.human(other(seat))) s.viewer = seat;
  }
  if (session_.human(Seat::black) && session_.human(Seat::white)) {
    for (std::string& who : s.players) who = "human";
    s.viewer = session_.waits() ? session_.game().question().seat : session_.game().position().to_move;
  }
  return s;
}

namespace {

// Safe to print, line by line: what was typed may be cited in it.
std::string safe(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += (out.empty() ? "" : "\n") + printable(line.substr(0, 2000));
  return out;
}

}  // namespace

void Table::problem(const std::string& what) {
  std::string text = safe(what);
  ++problems_;
  stale_ = true;
  if (typed()) return say(painted(style_, Paint::warning, text));
  if (options_.json) std::printf("%s\n", json_text({{"error", text}}).c_str());
  std::fprintf(stderr, "error: %s\n", text.c_str());  // of several lines
}

void Table::report_all(Diagnostics& out) {
  out.sort();
  for (const Diagnostic& d : out.list()) {
    if (typed())
      say(painted(style_, Paint::warning, to_text(d)));
    else
      std::fprintf(stderr, "%s\n", to_text(d).c_str());
    if (options_.json) std::printf("%s\n", json_text({{"error", to_text(d)}}).c_str());
  }
  problems_ += static_cast<int>(out.errors());
  stale_ = true;
}

void Table::show_moves(std::size_t from) const {
  for (const std::string& line : course_lines(scene(), from)) say(line);
}

// Two people at one terminal: where there is something to hide, the screen is cleared before the other one looks.
void Table::hand_over(const Scene& s) {
  bool shared = typed() && session_.human(Seat::black) && session_.human(Seat::white);
  bool changes = shared && last_viewer_ && last_viewer_ != s.viewer;
  if (shared) last_viewer_ = s.viewer;
  if (!changes || !has_secrets(s)) return;
  std::printf("%s", style_.colour ? "\x1b[H\x1b[2J\x1b[3J" : std::string(100, '\n').c_str());
  input_.forget();
  std::string line;
  input_.next(std::string(seat_name(*s.viewer)) + " looks now: Enter> ", line, [] { return false; });
}

void Table::show() {
  Scene s = scene();
  hand_over(s);
  const Position& p = s.position();
  if (marking_ && !p.marking && !p.over()) say("The two sides differ on the dead stones: play goes on.");
  marking_ = p.marking;
  if (options_.json) {
    std::printf("%s\n", json_text(state_json(s, moves_seen_)).c_str());
  } else {
    std::printf("\n");
    if (!bots_only() || args_.watch) show_moves(moves_seen_);
    if (typed() && moves_seen_ < p.moves.size()) std::printf("\n");
    print_lines(typed() ? screen(style_, s) : plain_lines(s));
    if (typed() && s.asks()) show_asked(s);
    if (p.over()) {
      if (typed()) std::printf("\n");
      print_lines(result_lines(s.game.rules(), p));
      if (s.viewer) say(painted(style_, Paint::faint, seed_text()));  // not told before
    }
  }
  moves_seen_ = p.moves.size();
  fresh_ = stale_ = false;
}

void Table::show_asked(const Scene& s) const {
  std::printf("\n");
  for (const std::string& line : wrapped(asked_text(s), style_.width - 1)) say(painted(style_, Paint::strong, line));
  for (const std::string& hint : asked_hints(s)) print_lines(wrapped(hint, style_.width - 1));
}

// What scripts printed. A turn is run again with each answer, so equal lines are said once.
void Table::show_output() {
  std::istringstream lines(session_.take_output());
  std::vector<std::string> said;
  for (std::string line; std::getline(lines, line) && said.size() < 20;)
    if (std::replace(line.begin(), line.end(), '\t', ' '); std::find(said.begin(), said.end(), line) == said.end())
      said.push_back(line);
  for (const std::string& line : said) say("script: " + printable(line));
}

std::string Table::prompt() const {
  if (faulted()) return "fault> ";
  if (ended()) return "game over> ";
  if (!session_.waits()) return "Enter for the next turn> ";
  return std::string(seat_name(session_.game().question().seat)) + "> ";
}

// --- the course of things

// 0, or the exit code.
int Table::open() {
  if (const std::string why = in_the_way(args_.save, Content::game); !why.empty()) return say_error(why), 1;
  Diagnostics out;
  Settings settings = parse_settings(args_.set, out);
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options_, out);
  if (!library) return report_all(out), 2;
  if (const std::string none = no_such_variant(*library, args_.variant); !args_.variant.empty() && !none.empty())
    return usage_error(none);
  std::string misfit;
  std::uint64_t seed = args_.seed ? *args_.seed : std::random_device{}() % 1'000'000'000;
  bool opened = args_.load.empty() ? session_.start(args_.variant, settings, seed, out)
                                   : session_.load(args_.load, settings, out, misfit);
  if (!opened) return report_all(out), exit_code(out);
  if (!args_.variant.empty() && session_.variant().id != args_.variant)
    return usage_error(args_.load + " is a game of " + session_.variant().id + ", not of " + args_.variant);
  if (!misfit.empty()) problem(misfit + "\nThe game stands before that.");
  std::array<std::string, 2> players{session_.player(Seat::black), session_.player(Seat::white)};
  if (session_.variant().nigiri && args_.black.empty() && args_.white.empty()) {
    bool white = Random(session_.game().setup().key.seed, 0x6e69676972690aull).below(2) == 1;
    players = {white ? "random" : "human", white ? "human" : "random"};
  }
  if (!session_.seat_players(players, out)) return report_all(out), 2;
  moves_seen_ = session_.game().position().moves.size();
  own(args_.load);
  greet();
  return 0;
}

std::string Table::seed_text() const { return "seed " + std::to_string(session_.game().setup().key.seed); }

void Table::greet() const {
  if (options_.json) return;
  const Scene s = scene();
  const std::string seed = shows_seed(s) ? seed_text() : "", title = printable(session_.variant().title);
  if (!typed())
    return say(session_.variant().id + (seed.empty() ? "" : ", " + seed) + ": black " + s.players[0] + ", white " +
               s.players[1]);
  say(painted(style_, Paint::heading, title) + painted(style_, Paint::faint, seed.empty() ? "" : "  " + seed));
  if (!bots_only()) say(goal_text(session_.variant()) + " show goal and show turn tell more.");
  if (!bots_only()) say("Points are answered like D4 F5. Type help for the other words, quit to leave.");
}

int Table::turns_left() const {
  return args_.max_turns == 0 ? 1 << 30 : std::max(0, args_.max_turns - session_.game().turn_start().turn + 1);
}

void Table::go_on() {
  const Log log = session_.game().log();
  if (turns_left() == 0)
    session_.go_to_question();
  else
    session_.go_on(bots_only() ? 1 : turns_left());
  if (LineInput::interrupted()) return;
  if (const Log& now = session_.game().log(); now.size() != log.size() || !now.begins_with(log)) fresh_ = true;
  show_output();
  if (!session_.failure().empty())
    problem("turn " + std::to_string(session_.game().turn_start().turn) + ": " + session_.failure());
  if (faulted()) fault();
}

int Table::run() {
  if (!args_.save.empty()) std::signal(SIGPIPE, SIG_IGN);  // who hears no more has the game saved all the same
  if (int code = open(); code != 0) return code;
  while (!LineInput::interrupted() && !std::ferror(stdout)) {
    bool stepping = bots_only() && args_.watch && input_.terminal();
    const Game& game = session_.game();
    if (!faulted() && !game.over() && !session_.waits() && (status_ || !stepping)) go_on();
    if (!session_.failure().empty()) break;
    status_ = false;
    const bool no_more = turns_left() == 0 && game.state() != Status::done && !faulted();
    bool to_show = !bots_only() || args_.watch || game.over() || no_more;
    if (fresh_ && to_show && !faulted()) show();
    if (no_more) {
      std::fprintf(stderr, "stopped after turn %d\n", game.turn_start().turn - 1);
      break;
    }
    if (bots_only() && !stepping) {
      if (game.over()) break;
      if (!faulted()) continue;
      if (!args_.watch) break;
    }
    if (stepping && game.over()) break;
    if (!session_.waits() && !faulted() && !game.over() && !stepping) continue;
    std::string line;
    LineInput::Event event = wait(line);
    if (event == LineInput::Event::end || event == LineInput::Event::interrupt) break;
    if (event == LineInput::Event::idle)
      reload(files_);
    else if (!take(line))
      break;
  }
  if (LineInput::interrupted()) std::fprintf(stderr, "stopped\n");
  return leave();
}

LineInput::Event Table::wait(std::string& line) {
  return input_.next(typed() ? prompt() : "", line,
                     [&] { return args_.watch && !(files_ = watch_.changed()).empty(); });
}

int Table::leave() {
  if (stale_ && !typed()) show();
  if (!args_.save.empty()) {
    if (const std::string why = write_or_keep(args_.save, session_.saved(), Content::game); !why.empty())
      return problem(why), 1;
    say("saved: " + args_.save);
  }
  return problems_ > 0 && !typed() ? 1 : faulted() && !LineInput::interrupted() ? 1 : 0;
}

}  // namespace gofuda::tools
