// The words that may be typed at the table, and the answers.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/halt.hpp"
#include "core/notation/answers.hpp"
#include "core/notation/feed.hpp"
#include "core/random.hpp"
#include "scripting/file.hpp"
#include "tools/print/pages.hpp"
#include "tools/table/dead_words.hpp"
#include "tools/table/hint.hpp"
#include "tools/table/record.hpp"
#include "tools/terminal/table.hpp"

namespace gofuda::tools {

namespace {

struct Command {
  const char *name, *argument, *text;
};
constexpr Command kCommands[] = {
    {"help", "", "these words"},
    {"board", "", "the board and the cards once more"},
    {"show", "NAME", "a card's text, options and ways to lay it; or turn, goal (what wins), game (all rules)"},
    {"moves", "", "all moves of the game so far"},
    {"why", "CARD", "why a card is not offered; without a name, why the last answer was refused"},
    {"hint", "PLAYER", "what a program would answer; without a name, mcts:ms=1000"},
    {"undo", "", "take back your last answer that declined nothing, and what came after it"},
    {"reload", "", "read the rule files again and replay the game on them"},
    {"save", "FILE", "save the game; save! writes over a file that is not this game's"},
    {"load", "FILE", "go on with a saved game, or from a dispute"},
    {"record", "FILE", "write down the game as you have seen it, with ? for what is hidden from you"},
    {"dead", "POINTS", "at the end: count again without these stones"},
    {"resign", "", "give the game up; undo goes on with it after all"},
    {"rematch", "", "a new game of the same rules, with the colours exchanged"},
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

std::string result_by_resignation(Seat loser) { return loser == Seat::black ? "W+R" : "B+R"; }

std::string lowered(std::string s) {
  for (char& c : s) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return s;
}

// The first words of a long turn.
std::string without_end(const std::string& words) {
  constexpr std::size_t kLongest = 200;
  if (words.size() <= kLongest) return words;
  const std::size_t end = words.rfind(' ', kLongest);
  return words.substr(0, end == std::string::npos ? utf8_prefix(words.substr(0, kLongest)) : end) + " ...";
}

}  // namespace

// --- what is typed

// Does the word answer what is asked, although it may be the name of a command too?
bool Table::answers_now(const std::string& word) const {
  if (!session_.waits()) return false;
  const Question& q = session_.game().question();
  auto offered = [&](CardId c) { return session_.game().rules().cards[c].id == word; };
  if (q.kind == QuestionKind::choice) return std::find(q.labels.begin(), q.labels.end(), word) != q.labels.end();
  return q.kind == QuestionKind::offer && std::any_of(q.cards.begin(), q.cards.end(), offered);
}

bool Table::take(const std::string& typed_line) {
  std::string line = trimmed(typed_line);
  if (line.empty()) {
    status_ = true;
    return true;
  }
  bool marked = line[0] == '/' || line[0] == ':';
  if (marked) line = trimmed(line.substr(1));
  std::size_t space = line.find_first_of(" \t");
  std::string word = lowered(line.substr(0, space)),
              rest = space == std::string::npos ? "" : trimmed(line.substr(space));
  std::vector<std::string> words = command_words();
  if (word == "exit") word = "quit";
  if (word == "?") word = "help";
  write_over_ = word == "save!" || word == "record!";
  if (write_over_) word.pop_back();
  bool known = std::find(words.begin(), words.end(), word) != words.end();
  if (known && (marked || !answers_now(line))) return command(word, rest);
  if (marked) return problem("there is no word '" + word + "'" + did_you_mean(word, words)), true;
  answer(line);
  return true;
}

bool Table::command(const std::string& word, const std::string& rest) {
  bool needs = word == "save" || word == "load" || word == "show" || word == "dead" || word == "record";
  if (needs && rest.empty() && !(word == "save" && !args_.save.empty()))
    return problem(word + " needs a name; type help"), true;
  stale_ = true;
  if (word == "quit") return false;
  if (word == "help") help();
  if (word == "board") show();
  if (word == "moves") show_moves(0);
  if (word == "why") rest.empty() ? why() : why_card(rest);
  if (word == "undo") undo();
  if (word == "hint") hint(rest);
  if (word == "resign") resign();
  if (word == "rematch") rematch();
  if (word == "reload") reload(watch_.changed());
  if (word == "save") own(args_.save);
  if (word == "save" && may_write(word, rest.empty() ? args_.save : rest)) save(rest.empty() ? args_.save : rest);
  if (word == "load") load(rest);
  if (word == "show") show_script(rest);
  if (word == "record" && may_write(word, rest)) record(rest);
  if (word == "dead") dead(rest);
  return true;
}

// The notation, brackets optional; the name of the card in play may stand before them.
bool Table::read_answer(const std::string& line, Answer& answer, std::string& why) const {
  const Question& q = session_.game().question();
  const Ruleset& rules = session_.game().rules();
  std::string text = line;
  if (!text.empty() && text.back() == ')' && std::count(text.begin(), text.end(), '(') == 1) {
    std::size_t open = text.find('(');
    std::string before = lowered(trimmed(text.substr(0, open)));
    if (before.empty() || (q.card != kNoCard && before == rules.cards[q.card].id))
      text = trimmed(text.substr(open + 1, text.size() - open - 2));
  }
  if (q.kind == QuestionKind::dead)
    if (auto said = dead_word(session_.game(), lowered(text))) return answer.make_from(AnswerForm::points, *said), true;
  std::string again;
  if (parse_answer(rules, q, text, answer, why) || parse_answer(rules, q, lowered(text), answer, again)) return true;
  if (text.find(' ') == std::string::npos) why += did_you_mean(text, command_words());
  return false;
}

void Table::answer(const std::string& line) {
  if (!session_.waits())
    return problem(session_.game().over() ? "the game is over; type help" : "nothing is asked of you now; type help");
  if (resigned_)
    return problem(std::string(seat_name(*resigned_)) + " has resigned; undo takes that back, rematch begins anew");
  Answer said;
  std::string why;
  refused_text_ = line;
  refused_.reset();
  const bool claim = claims_unplayable(session_.game().question(), line);
  if (!claim && !read_answer(line, said, why)) return problem(refused_why_ = why + "; asked is " + asked_text(scene()));
  Verdict v = claim ? session_.give_up_card() : session_.answer(said);
  if (halted()) return;  // what the answer led to was stopped
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

void Table::help() {
  say("Answer what is asked: points (D4 F5), pass, a card's name, decline, or one of the words offered.");
  say("Where a card finds no place and the program cannot tell: unplayable.");
  for (const Command& c : kCommands)
    say("  " + padded(std::string(c.name) + (*c.argument ? " " : "") + c.argument, 14) + c.text);
  say("Where a word is also an answer, a stroke makes it a command: /undo");
  say("When the dead stones are asked for: one stone of each dead chain (F4 E2), or one of these");
  say("  none          no stone is dead");
  say("  agree, yes    as the other side says; where it has not spoken yet, as proposed");
  say("  proposal      as the random games propose");
  say("On the board the last move is marked or, where not every empty point may be chosen, what may be.");
  say("Small letters are the regions, and a cross is a point that the opening rule closes to this stone.");
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

// Of the cards before the one who is asked: why the turn does not offer it.
void Table::why_card(const std::string& name) {
  const Scene s = scene();
  const std::string word = lowered(name);
  const auto named = [&](CardId c) {
    const CardInfo& card = s.game.rules().cards[c];
    return card.id == word || lowered(card.name) == word;
  };
  if (!s.asks() || asked_in_secret(s)) return problem("nothing is asked of you now");
  const Question& q = s.game.question();
  if (q.card != kNoCard && named(q.card)) return say("It is being played.");
  if (const auto it = std::find_if(q.cards.begin(), q.cards.end(), named); it != q.cards.end()) {
    const std::string why = session_.reasons().of_card(s.game, *it);
    return say(why.empty() ? "It is offered." : "It is offered, but could not be played: " + printable(why));
  }
  for (const auto& [card, why] : session_.reasons().not_offered(s.game))
    if (named(card))
      return say(why.empty() ? "The turn does not offer it now; show turn tells when it does."
                             : "It could not be played: " + printable(why));
  std::vector<std::string> known;
  for (const CardInfo& card : s.game.rules().cards) known.push_back(card.id);
  const bool exists = std::find(known.begin(), known.end(), word) != known.end();
  problem("there is no card " + in_quotes(name) + " before you that the turn could offer now" +
          (exists ? "" : did_you_mean(word, known)));
}

void Table::begin_anew() {
  moves_seen_ = session_.game().position().moves.size();
  refused_text_.clear();
  resigned_.reset();
  fresh_ = true;
  marking_ = false;
}

void Table::undo() {
  if (resigned_) return begin_anew();
  if (!session_.undo()) return problem("there is no answer of yours to take back");
  begin_anew();
}

void Table::hint(const std::string& player) {
  if (!session_.waits() || resigned_) return problem("nothing is asked of you now");
  const std::string spec = player.empty() ? kHintPlayer : player;
  Diagnostics out;
  if (spec == "human") return problem("a hint comes from a program");
  if (!make_player(spec, session_.variant(), out)) return report_all(out);
  const Hint found = hint_of(session_.shared_variant(), session_.game(), spec);
  if (options_.json)
    return void(std::printf("%s\n", json_text({{"hint", {{"player", spec}, {"text", found.text}}}}).c_str()));
  say(spec + ": " + (found.text.empty() ? "no answer was found" : printable(found.text)));
}

void Table::resign() {
  if (ended()) return problem("the game is over");
  if (!session_.waits()) return problem("nothing is asked of you now; only who is asked can resign");
  resigned_ = session_.game().question().seat;
  const std::string_view loser = seat_name(*resigned_), winner = seat_name(other(*resigned_));
  if (options_.json)
    return void(
        std::printf("%s\n", json_text({{"resigned", loser}, {"result", result_by_resignation(*resigned_)}}).c_str()));
  say("Result: " + result_by_resignation(*resigned_) + "  (" + std::string(loser) + " resigns, " + std::string(winner) +
      " wins)");
}

void Table::rematch() {
  Diagnostics out;
  const std::array<std::string, 2> players{session_.player(Seat::white), session_.player(Seat::black)};
  const std::uint64_t seed = Random(session_.game().setup().key.seed, 0x72656d61746368ull).below(1'000'000'000);
  if (!session_.start(session_.variant().id, session_.settings(), seed, out) || !session_.seat_players(players, out))
    return report_all(out);
  begin_anew();
  fault_seen_.clear();
  greet();
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
  marking_ = false;
  if (faulted()) fault();
}

// A file that is there already is only written over when it is this game's own, or with a word that says so.
bool Table::may_write(const std::string& word, const std::string& file) {
  std::error_code none;
  const std::string path = std::filesystem::weakly_canonical(std::filesystem::absolute(file, none), none).string();
  if (!write_over_ && std::filesystem::is_regular_file(file, none) && !own_.contains({word, path}))
    return problem(file + " is there already; " + word + "! " + file + " writes over it"), false;
  own_.insert({word, path});
  return true;
}

void Table::own(const std::string& file) {
  std::error_code none;
  if (!file.empty())
    own_.insert({"save", std::filesystem::weakly_canonical(std::filesystem::absolute(file, none), none).string()});
}

bool Table::save(const std::string& file) {
  std::string why = session_.save(file);
  if (!why.empty()) return problem(why), false;
  say("saved: " + file);
  return true;
}

// What the seat has seen; of a game in which nobody's view is taken, everything.
void Table::record(const std::string& file) {
  Scene s = scene();
  if (std::string why = write_file(file, record_text(s, session_.settings())); !why.empty()) return problem(why);
  say("recorded" + (s.viewer ? ", as " + std::string(seat_name(*s.viewer)) + " knows it: " : ": ") + file);
}

void Table::load(const std::string& file) {
  Diagnostics out;
  std::string misfit;
  if (!session_.load(file, {}, out, misfit)) return report_all(out);
  if (!misfit.empty()) problem(misfit + "\nThe game stands before that.");
  own(file);
  begin_anew();
}

// A card, a win condition or the turn protocol of this game; or all of its rules.
void Table::show_script(const std::string& name) {
  const Variant& v = session_.variant();
  const Style style = typed() ? style_ : Style{};
  const std::string word = lowered(name);
  if (word == "game") return print_lines(variant_page(style, v));
  if (word == "turn") return print_lines(turn_page(style, v));
  if (word == "goal") return say(goal_text(v)), print_lines(goal_page(style, v));
  std::vector<std::shared_ptr<const Script>> scripts = v.cards;
  scripts.insert(scripts.end(), v.wins.begin(), v.wins.end());
  if (v.turn) scripts.push_back(v.turn);
  std::vector<std::string> ids;
  for (const auto& script : scripts) {
    ids.push_back(script->id);
    if (script->id == word || lowered(script->name) == word) return print_lines(script_page(style, *script, &v));
  }
  problem("there is no card '" + name + "' in this game" + did_you_mean(name, ids));
}

void Table::dead(const std::string& text) {
  const Game& game = session_.game();
  if (session_.waits() && game.question().kind == QuestionKind::dead) return answer(text);
  if (!game.over()) return problem("the game is not over yet");
  PointSet stones;
  std::istringstream words(text);
  for (std::string w; lowered(text) != "none" && words >> w;) {
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
  if (auto lines = seen_transcript(scene()); !lines.empty())
    say("  in turn " + std::to_string(session_.game().position().turn) + ", " + lines.back().who + ": " +
        without_end(lines.back().text));
  std::string why, file = session_.write_fault(why);
  if (file.empty()) return problem("the game could not be kept: " + why);
  std::string folders;
  for (const std::string& r : options_.rules) folders += " --rules " + r;
  say("  " + file +
      (session_.faults_again()
           ? " shows it again: gofuda" + folders + " judge " + file
           : " has the game so far; it failed in what a program only tried out, and that is no part of it"));
  if (!bots_only() || args_.watch)
    say(args_.watch ? "  Mend the file and save it, or undo." : "  Mend the file and type reload, or undo.");
}

}  // namespace gofuda::tools
