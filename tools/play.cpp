#include <algorithm>
#include <cstdio>
#include <random>
#include <sstream>

#include "scripting/transcript.hpp"
#include "tools/commands.hpp"
#include "tools/line_input.hpp"
#include "tools/pages.hpp"
#include "tools/scene.hpp"
#include "tools/session.hpp"

namespace gofuda::tools {

namespace {

constexpr std::uint64_t kMostSeed = 1'000'000'000'000'000;  // what a saved game can say

struct Play {
  std::string variant, load, save, black, white;
  std::vector<std::string> set;
  std::optional<std::uint64_t> seed;
  bool watch = false;
};

struct Command {
  const char *name, *argument, *text;
};
constexpr Command kCommands[] = {
    {"help", "", "these words"},
    {"board", "", "the board and the cards once more"},
    {"show", "CARD", "a card's text, options and ways to lay it"},
    {"moves", "", "all moves of the game so far"},
    {"why", "", "why the last answer was refused"},
    {"undo", "", "take back your last answer, and what the other side did after it"},
    {"reload", "", "read the rule files again and replay the game on them"},
    {"save", "FILE", "save the game"},
    {"load", "FILE", "go on with a saved game, or from a dispute"},
    {"dead", "POINTS", "at the end: count again without these stones"},
    {"quit", "", "leave"},
};

std::vector<std::string> command_words() {
  std::vector<std::string> out;
  for (const Command& c : kCommands) out.emplace_back(c.name);
  return out;
}

std::string trimmed(const std::string& s) {
  std::size_t from = s.find_first_not_of(" \t\r\n"), to = s.find_last_not_of(" \t\r\n");
  return from == std::string::npos ? "" : s.substr(from, to - from + 1);
}

std::string lower(std::string s) {
  for (char& c : s) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return s;
}

class Table {
 public:
  Table(const Options& options, const Play& args)
      : options_(options),
        args_(args),
        session_(options, {args.black != "random", args.white == "human"}),
        watch_(rule_folders(options)) {
    style_ = style_for(use_colour(options, 1), 1);
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

  // --- the words
  void help();
  void why();
  void undo();
  void reload(const std::vector<std::string>& files);
  bool save(const std::string& file);
  void load(const std::string& file);
  void show_card(const std::string& name);
  void dead(const std::string& points);
  void fault();

  // --- what is said
  bool bots_only() const { return !session_.human(Seat::black) && !session_.human(Seat::white); }
  bool typed() const { return input_.terminal() && !options_.json; }
  bool faulted() const { return session_.game().state() == Step::fault; }
  bool answers_now(const std::string& word) const;
  Scene scene() const;
  std::string prompt() const;
  void say(const std::string& text) const { std::fprintf(options_.json ? stderr : stdout, "%s\n", text.c_str()); }
  void problem(const std::string& what);
  void report_all(Diagnostics& out);
  void show();
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
  bool fresh_ = true;   // the state was not shown yet
  bool step_ = true;    // the next turn of a game that is shown turn by turn may begin
  bool stale_ = false;  // something else was printed after it
  int problems_ = 0;
  std::string fault_seen_, refused_text_, refused_why_;
  std::optional<Verdict> refused_;
};

// --- what is said ---------------------------------------------------------------------------------------------------

Scene Table::scene() const {
  Scene s{session_.variant(), session_.game(), std::nullopt, {}, nullptr};
  for (Seat seat : {Seat::black, Seat::white}) {
    s.players[static_cast<std::size_t>(index(seat))] = session_.human(seat) ? (typed() ? "you" : "human") : "random";
    if (session_.human(seat) && !session_.human(other(seat))) s.viewer = seat;
  }
  if (session_.human(Seat::black) && session_.human(Seat::white)) {
    for (std::string& who : s.players) who = "human";
    s.viewer = session_.waits() ? session_.game().question().seat : session_.game().position().to_move;
  }
  return s;
}

// Safe to print, line by line: what was typed may be cited in it.
std::string safe(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += (out.empty() ? "" : "\n") + printable(line.substr(0, 2000));
  return out;
}

void Table::problem(const std::string& what) {
  std::string text = safe(what);
  ++problems_;
  stale_ = true;
  if (typed()) return say(painted(style_, Paint::warning, text));
  if (options_.json) std::printf("%s\n", json_text({{"error", text}}).c_str());
  std::fprintf(stderr, "error: %s\n", text.c_str());
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
  problems_ += static_cast<int>(out.size());
  stale_ = true;
}

void Table::show_moves(std::size_t from) const {
  Scene s = scene();
  for (std::size_t i = from; i < s.position().moves.size(); ++i) say(move_line(s, i));
}

void Table::show() {
  Scene s = scene();
  const Position& p = s.position();
  if (options_.json) {
    std::printf("%s\n", json_text(state_json(s, moves_seen_)).c_str());
  } else {
    std::printf("\n");
    if (!bots_only() || args_.watch) show_moves(moves_seen_);
    if (typed() && moves_seen_ < p.moves.size()) std::printf("\n");
    print_lines(typed() ? screen(style_, s) : plain_lines(s));
    if (typed() && s.asks()) std::printf("\n%s\n", painted(style_, Paint::strong, asked_text(s)).c_str());
    if (p.over()) {
      if (typed()) std::printf("\n");
      print_lines(result_lines(s.game.rules(), p, {}));
    }
  }
  moves_seen_ = p.moves.size();
  fresh_ = stale_ = false;
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
  if (session_.game().over()) return "game over> ";
  if (!session_.waits()) return "Enter for the next turn> ";
  return std::string(seat_name(session_.game().question().seat)) + "> ";
}

// --- the course of things
// ---------------------------------------------------------------------------------------------

// 0, or the exit code.
int Table::open() {
  Diagnostics out;
  Settings settings = parse_settings(args_.set, out);
  auto library = out.has_errors() ? std::nullopt : open_library(options_, out);
  if (!library) return report_all(out), 2;
  if (!args_.variant.empty() && !library->path(FileKind::variant, args_.variant))
    return usage_error("there is no variant '" + args_.variant + "'" +
                       did_you_mean(args_.variant, library->names(FileKind::variant)));
  std::string misfit;
  std::uint64_t seed = args_.seed ? *args_.seed : std::random_device{}() % 1'000'000'000;
  bool opened = args_.load.empty() ? session_.start(args_.variant, settings, seed, out)
                                   : session_.load(args_.load, settings, out, misfit);
  if (!opened) return report_all(out), 1;
  if (!args_.variant.empty() && session_.variant().id != args_.variant)
    return usage_error(args_.load + " is a game of " + session_.variant().id + ", not of " + args_.variant);
  if (!misfit.empty()) problem(misfit + "\nThe game stands before that.");
  if (session_.variant().nigiri && args_.black.empty() && args_.white.empty()) {
    bool white = Random(session_.game().setup().key.seed, 0x6e69676972690aull).below(2) == 1;
    session_.seat_human({!white, white});
  }
  moves_seen_ = session_.game().position().moves.size();
  greet();
  return 0;
}

void Table::greet() const {
  std::string seed = "seed " + std::to_string(session_.game().setup().key.seed),
              title = printable(session_.variant().title);
  if (options_.json) return;
  if (!typed()) {
    Scene s = scene();
    return say(session_.variant().id + ", " + seed + ": black " + s.players[0] + ", white " + s.players[1]);
  }
  say(painted(style_, Paint::heading, title) + painted(style_, Paint::faint, "  " + seed));
  if (!bots_only()) say("Points are answered like D4 F5. Type help for the other words, quit to leave.");
}

void Table::go_on() {
  std::size_t log = session_.game().log().size();
  session_.go_on(bots_only() ? 1 : 1 << 30);
  if (session_.game().log().size() != log) fresh_ = true;
  show_output();
  if (faulted()) fault();
}

int Table::run() {
  if (int code = open(); code != 0) return code;
  while (!LineInput::interrupted()) {
    bool stepping = bots_only() && args_.watch && input_.terminal();
    const Game& game = session_.game();
    if (!faulted() && !game.over() && !session_.waits() && (step_ || !stepping)) go_on();
    step_ = false;
    bool to_show = !bots_only() || args_.watch || game.over();
    if (fresh_ && to_show && !faulted()) show();
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
  return leave();
}

LineInput::Event Table::wait(std::string& line) {
  return input_.next(typed() ? prompt() : "", line,
                     [&] { return args_.watch && !(files_ = watch_.changed()).empty(); });
}

int Table::leave() {
  if (stale_ && !typed()) show();
  if (!args_.save.empty() && !save(args_.save)) return 1;
  return problems_ > 0 && !typed() ? 1 : faulted() ? 1 : 0;
}

// Does the word answer what is asked, although it may be the name of a command too?
bool Table::answers_now(const std::string& word) const {
  if (!session_.waits()) return false;
  const Question& q = session_.game().question();
  auto offered = [&](CardId c) { return session_.game().rules().cards[c].id == word; };
  if (q.kind == Ask::choice) return std::find(q.labels.begin(), q.labels.end(), word) != q.labels.end();
  return q.kind == Ask::offer && std::any_of(q.cards.begin(), q.cards.end(), offered);
}

bool Table::take(const std::string& typed_line) {
  std::string line = trimmed(typed_line);
  if (line.empty()) {
    step_ = true;
    return true;
  }
  bool marked = line[0] == '/' || line[0] == ':';
  if (marked) line = trimmed(line.substr(1));
  std::size_t space = line.find_first_of(" \t");
  std::string word = lower(line.substr(0, space)), rest = space == std::string::npos ? "" : trimmed(line.substr(space));
  std::vector<std::string> words = command_words();
  if (word == "exit") word = "quit";
  if (word == "?") word = "help";
  bool known = std::find(words.begin(), words.end(), word) != words.end();
  if (known && (marked || !answers_now(line))) return command(word, rest);
  if (marked) return problem("there is no word '" + word + "'" + did_you_mean(word, words)), true;
  answer(line);
  return true;
}

bool Table::command(const std::string& word, const std::string& rest) {
  bool needs = word == "save" || word == "load" || word == "show" || word == "dead";
  if (needs && rest.empty() && !(word == "save" && !args_.save.empty()))
    return problem(word + " needs a name; type help"), true;
  stale_ = true;
  if (word == "quit") return false;
  if (word == "help") help();
  if (word == "board") show();
  if (word == "moves") show_moves(0);
  if (word == "why") why();
  if (word == "undo") undo();
  if (word == "reload") reload(watch_.changed());
  if (word == "save") save(rest.empty() ? args_.save : rest);
  if (word == "load") load(rest);
  if (word == "show") show_card(rest);
  if (word == "dead") dead(rest);
  return true;
}

// The notation, brackets optional; the name of the card in play may stand before them.
void Table::answer(const std::string& line) {
  if (!session_.waits())
    return problem(session_.game().over() ? "the game is over; type help" : "nothing is asked of you now; type help");
  const Question& q = session_.game().question();
  const Ruleset& rules = session_.game().rules();
  std::string text = line;
  if (text.back() == ')' && std::count(text.begin(), text.end(), '(') == 1) {
    std::size_t open = text.find('(');
    std::string before = lower(trimmed(text.substr(0, open)));
    if (before.empty() || (q.card != kNoCard && before == rules.cards[q.card].id))
      text = trimmed(text.substr(open + 1, text.size() - open - 2));
  }
  std::vector<std::uint16_t> numbers;
  std::string why;
  refused_text_ = line;
  refused_.reset();
  std::string again;
  if (!parse_answer(rules, q, text, numbers, why) && !parse_answer(rules, q, lower(text), numbers, again)) {
    if (text.find(' ') == std::string::npos) why += did_you_mean(text, command_words());
    return problem(refused_why_ = why + "; asked is " + asked_text(scene()));
  }
  Verdict v = session_.answer(numbers);
  show_output();
  if (v) {
    refused_text_.clear();
    fresh_ = true;
    if (faulted()) fault();
    return;
  }
  refused_ = v;
  refused_why_ = to_string(v);
  problem("refused: " + refused_why_);
  if (options_.json) {
    nlohmann::json j{{"input", line}, {"reason", reason_code(v.reason)}, {"points", to_string(v.points)}};
    std::printf("%s\n", json_text({{"refused", j}}).c_str());
  }
}

// --- the words
// --------------------------------------------------------------------------------------------------------

void Table::help() {
  say("Answer what is asked: points (D4 F5), pass, a card's name, decline, or one of the words offered.");
  for (const Command& c : kCommands)
    say("  " + padded(std::string(c.name) + (*c.argument ? " " : "") + c.argument, 14) + c.text);
  say("Where a word is also an answer, a stroke makes it a command: /undo");
  if (session_.waits()) say("Now asked: " + asked_text(scene()));
}

void Table::why() {
  if (refused_text_.empty()) return say("Nothing was refused since your last answer.");
  say("\"" + printable(refused_text_) + "\" was refused: " + printable(refused_why_));
  if (!refused_) return;
  if (!refused_->detail.empty()) say(std::string(reason_sentence(refused_->reason)));
  if (refused_->points.empty() || options_.json) return;
  print_lines(board_lines(typed() ? style_ : Style{}, session_.game().rules().grid, session_.game().position().board,
                          refused_->points));
}

void Table::undo() {
  if (!session_.undo()) return problem("there is no answer of yours to take back");
  moves_seen_ = session_.game().position().moves.size();
  refused_text_.clear();
  fresh_ = true;
}

void Table::reload(const std::vector<std::string>& files) {
  Diagnostics out;
  std::string misfit, what = files.empty() ? "the rules are read again" : joined(files, ", ") + " changed";
  if (!session_.reload(out, misfit)) {
    report_all(out);
    return say("The game goes on with the rules as they were.");
  }
  show_output();
  say(painted(style_, Paint::good, what + ": the game goes on with the rules as they are now."));
  if (!misfit.empty()) problem(misfit + "\nThe game stands before that.");
  moves_seen_ = std::min(moves_seen_, session_.game().position().moves.size());
  fault_seen_.clear();
  fresh_ = true;
  if (faulted()) fault();
}

bool Table::save(const std::string& file) {
  std::string why = session_.save(file);
  if (!why.empty()) return problem(why), false;
  say("saved: " + file);
  return true;
}

void Table::load(const std::string& file) {
  Diagnostics out;
  std::string misfit;
  if (!session_.load(file, {}, out, misfit)) return report_all(out);
  if (!misfit.empty()) problem(misfit + "\nThe game stands before that.");
  moves_seen_ = session_.game().position().moves.size();
  refused_text_.clear();
  fresh_ = true;
}

void Table::show_card(const std::string& name) {
  const Variant& v = session_.variant();
  std::vector<std::string> ids;
  for (const auto& card : v.cards) {
    ids.push_back(card->id);
    if (card->id == lower(name) || lower(card->name) == lower(name)) {
      for (const std::string& line : script_page(typed() ? style_ : Style{}, *card, &v)) say(line);
      return;
    }
  }
  problem("there is no card '" + name + "' in this game" + did_you_mean(name, ids));
}

void Table::dead(const std::string& text) {
  const Game& game = session_.game();
  if (!game.over()) return problem("the game is not over yet");
  PointSet stones;
  std::istringstream words(text);
  for (std::string w; words >> w;) {
    Point p = game.rules().grid.parse(w);
    Colour c = p == kNoPoint ? Colour::off : game.position().board.at(p);
    if (c != Colour::black && c != Colour::white) return problem("'" + w + "' names no stone");
    game.position().board.chain(p).for_each([&](Point q) { stones.insert(q); });
  }
  if (options_.json)
    return void(
        std::printf("%s\n", json_text({{"result", result_json(game.rules(), game.position(), stones)}}).c_str()));
  print_lines(result_lines(game.rules(), game.position(), stones));
}

void Table::fault() {
  fresh_ = false;
  std::string text = session_.fault_text();
  if (text == fault_seen_) return;
  fault_seen_ = text;
  problem(text);
  if (auto lines = transcript(session_.game()); !lines.empty())
    say("  in turn " + std::to_string(session_.game().position().turn) + ", " + lines.back().who + ": " +
        lines.back().text);
  std::string why, file = session_.write_fault(why);
  if (file.empty()) return problem("the game could not be kept: " + why);
  std::string folders;
  for (const std::string& r : options_.rules) folders += " --rules " + r;
  say("  " + file + " shows it again: gofuda" + folders + " judge " + file);
  if (!bots_only() || args_.watch)
    say(args_.watch ? "  Mend the file and save it, or undo." : "  Mend the file and type reload, or undo.");
}

// ------------------------------------------------------------------------------------------------------------------------

int play(const Options& options, const Play& args) {
  if (args.variant.empty() && args.load.empty())
    return usage_error("name a game, such as gofuda play dango-1996, or give --load FILE");
  if (args.seed && !args.load.empty()) return usage_error("the seed of a saved game stands in its file");
  if (args.seed && *args.seed > kMostSeed)
    return usage_error("a seed is a number from 0 to " + std::to_string(kMostSeed));
  return Table(options, args).run();
}

}  // namespace

void add_play(CLI::App& app, Options& options) {
  auto args = std::make_shared<Play>();
  CLI::App* c = app.add_subcommand("play", "Play a game in the terminal, or through a pipe");
  c->add_option("variant", args->variant, "The game; gofuda show variant lists them")->type_name("VARIANT");
  c->add_option("--seed", args->seed, "For the shuffles and the random player; without it, another game each time")
      ->type_name("N");
  for (auto [name, to] : {std::pair{"--black", &args->black}, {"--white", &args->white}})
    c->add_option(name, *to, "Who plays this colour: human or random")
        ->check(CLI::IsMember({"human", "random"}))
        ->type_name("WHO");
  c->add_option("--set", args->set, "Play with another rule; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  c->add_flag("--watch", args->watch,
              "Go on with the rule files as soon as they are saved; show games of random players turn by turn");
  c->add_option("--load", args->load, "Go on with a saved game, or from a dispute")->type_name("FILE");
  c->add_option("--save", args->save, "Save the game here on leaving")->type_name("FILE");
  c->footer(
      "Without --black and --white you play Black against a random White (where the rules draw the colours, the seed "
      "does).\n\nExamples:\n"
      "  gofuda play dango-1996\n  gofuda play go --set board.size=9x9 --white human\n"
      "  gofuda --rules my-rules play my-game --watch     edit a card, save it, and go on\n"
      "  gofuda play dango-1996 --seed 7 --black random --white random\n"
      "  gofuda play dango-1996 --load game.yaml --save game.yaml\n  printf 'D4 F5\\nwhy\\n' | gofuda play dango-1996 "
      "--seed 1\n\n"
      "Exit code: 0; 1 when an answer in a pipe or a rule file was wrong; 2 for wrong usage.");
  c->callback([&options, args] { options.run = [&options, args] { return play(options, *args); }; });
}

}  // namespace gofuda::tools
