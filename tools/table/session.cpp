#include "tools/table/session.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>

#include "core/notation/answers.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "core/notation/tokens.hpp"
#include "core/result.hpp"
#include "scripting/dispute.hpp"
#include "scripting/file.hpp"
#include "scripting/scripts.hpp"
#include "tools/table/game_link.hpp"
#include "tools/table/history.hpp"
#include "tools/table/scene.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

// --- files on disk

std::vector<std::string> rule_folders(const Options& options) {
  std::vector<std::string> out = options.rules;
  out.push_back(Library::installed_folder());
  return out;
}

FileWatch::Stamps FileWatch::look() const {
  Stamps out;
  for (const std::string& folder : folders_)
    for (const char* part : {"cards", "variants"}) {
      std::error_code ec;
      for (fs::recursive_directory_iterator
               it(fs::path(folder) / part, fs::directory_options::skip_permission_denied, ec),
           end;
           !ec && it != end; it.increment(ec)) {
        if (it->path().extension() != ".lua" && it->path().extension() != ".yaml") continue;
        std::error_code none;
        out[it->path().string()] = {
            static_cast<long long>(fs::last_write_time(it->path(), none).time_since_epoch().count()),
            fs::file_size(it->path(), none)};
      }
    }
  return out;
}

std::vector<std::string> FileWatch::changed() {
  Stamps now = look();
  std::vector<std::string> out;
  for (const auto& [path, stamp] : now)
    if (auto it = seen_.find(path); it == seen_.end() || it->second != stamp) out.push_back(Library::display(path));
  for (const auto& [path, stamp] : seen_)
    if (!now.contains(path)) out.push_back(Library::display(path));
  seen_ = std::move(now);
  return out;
}

// --- opening

namespace {

std::string saved_text(const Variant& variant, const Game& game, const Settings& settings) {
  const Position& p = game.position();
  std::string title = variant.title + ", " + (p.over() ? result_of(game.rules(), p) : "turn " + std::to_string(p.turn));
  return saved_game(variant.id, game, settings, title);
}

std::unique_ptr<Scripts> scripts_of(const std::shared_ptr<const Variant>& variant, Diagnostics& out) {
  try {
    return make_scripts(variant);
  } catch (const std::runtime_error& e) {
    out.error(variant->file, 0, 0, "lua", e.what());
    return nullptr;
  }
}

}  // namespace

bool Session::start(const std::string& name, const Settings& settings, std::uint64_t seed, Diagnostics& out) {
  auto library = open_library(options_, out);
  auto loaded = library ? begun(*library, name, settings, seed, out) : std::nullopt;
  if (loaded) take(std::move(*loaded));
  return loaded.has_value();
}

std::optional<Session::Loaded> Session::begun(Library& library, const std::string& name, const Settings& settings,
                                              std::uint64_t seed, Diagnostics& out) {
  auto variant = library.variant(name, settings, {}, out);
  auto scripts = variant ? scripts_of(variant, out) : nullptr;
  if (!scripts) return std::nullopt;
  Setup setup;
  setup.key.seed = seed;
  Game game(variant->ruleset, setup);
  return Loaded{settings, std::move(variant), std::move(scripts), std::move(game), ""};
}

static constexpr const char* kSoFar = "the game so far";  // no file: nobody sees its lines

// Plays what the file says; why and where it ends early goes to `misfit`.
static void feed(Game& game, Scripts& scripts, const DisputeCase& reading, std::string& misfit) {
  TokenFeed tokens(game, scripts, *reading.tokens);
  TokenFeed::Fed outcome = tokens.play();
  const Token* t = tokens.token();
  const bool in_file = t && t->line > 0 && t->file != kSoFar;
  std::string at = t ? t->file + (in_file ? ":" + std::to_string(t->line) : "") + ": " + t->who + ": " +
                           (t->bracket ? "(" + t->text + ")" : t->text)
                     : "";
  if (outcome == TokenFeed::Fed::wrong) misfit = at + ": " + tokens.problem() + "; " + tokens.misfit_text();
  if (outcome == TokenFeed::Fed::refused) {
    std::string why = to_string(tokens.verdict());
    if (why.ends_with('.')) why.pop_back();
    misfit = at + ": refused: " + why + "; " + tokens.misfit_text();
  }
  Status s = game.state();
  if (s != Status::asks && s != Status::done && s != Status::fault) game.rebuild(scripts, game.turn_mark());
}

std::optional<Session::Loaded> Session::opened(const Dispute& dispute, const Settings& settings, Library& library,
                                               Diagnostics& out) {
  auto open = open_dispute(library, dispute, settings, out);
  if (!open) return std::nullopt;
  Loaded l{settings, open->variant, std::move(open->scripts), std::move(*open->game), ""};
  feed(*l.game, *l.scripts, dispute.cases[0], l.misfit);
  return l;
}

void Session::take(Loaded loaded) {
  settings_ = std::move(loaded.settings);
  variant_ = std::move(loaded.variant);
  scripts_ = std::move(loaded.scripts);
  game_.emplace(std::move(*loaded.game));
  reasons_.reset();
}

bool Session::load(const std::string& path, const Settings& more, Diagnostics& out, std::string& misfit) {
  const auto game = read_game_text(path, out);
  return game && load_text(game->name, game->text, more, out, misfit, game->files);
}

bool Session::load_text(const std::string& name, const std::string& text, const Settings& more, Diagnostics& out,
                        std::string& misfit, const DisputeFiles& files) {
  auto loaded = read_game(options_, name, text, more, out, files);
  if (!loaded) return false;
  misfit = loaded->misfit;
  take(std::move(*loaded));
  return true;
}

std::optional<Session::Loaded> Session::read_game(const Options& options, const std::string& name,
                                                  const std::string& text, const Settings& more, Diagnostics& out,
                                                  const DisputeFiles& files) {
  auto library = open_library(options, out);
  auto dispute = library ? parse_dispute(name, text, out, files) : std::nullopt;
  if (!dispute) return std::nullopt;
  Settings settings = dispute->cases[0].settings;
  for (const auto& [key, value] : more) put_setting(settings, key, value);
  return opened(*dispute, settings, *library, out);
}

// --- the rules have been edited

static bool same_cards(const Ruleset& old, const Ruleset& rules) {
  auto same = [](const CardInfo& a, const CardInfo& b) { return a.id == b.id; };
  return std::equal(old.cards.begin(), old.cards.end(), rules.cards.begin(), rules.cards.end(), same) &&
         old.decks == rules.decks && old.grid.points() == rules.grid.points();
}

// What the record has, and what the rules now do instead.
static std::string misfit_text(const Game& game) {
  const Ruleset& rules = game.rules();
  const LogItem& item = game.log()[*game.misfit()];
  const std::string had = "in the record " + record_text(rules, item, game.log().numbers(item)) + "; now ";
  if (game.misfit_card() != kNoCard) return had + rules.cards[game.misfit_card()].name + " is turned up";
  const Question& q = game.question();
  return had + asked_text(rules, q);
}

// Of the turn that this item of the log was recorded in. Under other rules it may lie in another one.
static int recorded_turn(const Session::Present& record, std::size_t item) {
  const auto& marks = record.game.turn_marks();
  const auto after = std::upper_bound(marks.begin() + 1, marks.end(), item);
  Game there = record.game;
  there.rebuild(*make_scripts(record.variant), *(after - 1));
  return there.turn_start().turn;
}

// A log that does not fit is cut at the turn that changed.
static std::string cut_misfit(Game& game, Scripts& scripts, const Session::Present& record) {
  const Status s = game.state();
  const bool ended = s == Status::done || s == Status::fault;
  if (s == Status::asks || (ended && game.turn_marks().size() >= record.game.turn_marks().size())) return "";
  const std::size_t item = s == Status::mismatch ? *game.misfit() : game.turn_mark();
  std::string why = "turn " + std::to_string(recorded_turn(record, item)) + ": ";
  if (s == Status::mismatch)
    why += misfit_text(game);
  else if (s == Status::fault)
    why += "a script now fails there, and the record goes on: " + to_text(to_diagnostic(game.fault()));
  else if (s == Status::done)
    why += "the game now ends there, and the record goes on";
  else
    why += "an answer is now refused: " + to_string(game.last_refusal());
  game.rebuild(scripts, game.turn_mark());
  return why;
}

std::optional<Session::Loaded> Session::reread(Library& library, const Present& now, Diagnostics& out) {
  std::vector<std::string> held;
  for (const CardInfo& c : now.game.rules().cards) held.push_back(c.id);
  auto variant = library.variant(now.variant->id, now.settings, held, {}, out);
  if (!variant) return std::nullopt;
  if (!same_cards(now.game.rules(), *variant->ruleset)) {  // card numbers mean other cards now: go by the names
    auto dispute = parse_dispute(kSoFar, saved_text(*now.variant, now.game, now.settings), out);
    return dispute ? opened(*dispute, now.settings, library, out) : std::nullopt;
  }
  auto scripts = scripts_of(variant, out);
  if (!scripts) return std::nullopt;
  Game game = now.game.replayed(variant->ruleset, *scripts);
  std::string misfit = cut_misfit(game, *scripts, now);
  return Loaded{now.settings, std::move(variant), std::move(scripts), std::move(game), std::move(misfit)};
}

bool Session::reload(Diagnostics& out, std::string& misfit) {
  auto library = open_library(options_, out);
  auto loaded = library ? reread(*library, present(), out) : std::nullopt;
  if (!loaded) return false;
  misfit = loaded->misfit;
  take(std::move(*loaded));
  return true;
}

// --- playing

Reasons& Session::reasons() const {
  if (!reasons_ || reasons_->variant() != variant_) reasons_.emplace(variant_);
  return *reasons_;
}

bool Session::seat_players(std::array<std::string, 2> players, Diagnostics& out) {
  players_ = std::move(players);
  return seat_programs(out);
}

bool Session::seat_programs(Diagnostics& out) {
  programs_for_ = variant_.get();
  for (Seat s : {Seat::black, Seat::white}) {
    auto& program = programs_[static_cast<std::size_t>(index(s))];
    program.reset();
    if (human(s)) continue;
    program = make_player(player(s), *variant_, out);
    if (!program) return false;
  }
  return true;
}

ChanceKey key_for(const Game& game, const Player& program, int refused) {
  const Log& log = game.log();
  std::size_t at = log.size();
  if (program.at_once())
    for (std::size_t i = game.turn_mark(); i < log.size(); ++i) at -= !log[i].by_player();
  return {game.setup().key.seed, at + (static_cast<std::uint64_t>(refused) << 32)};
}

DriveResult drive_programs(Game& game, Scripts& scripts, const std::array<Player*, 2>& programs, int last_turn,
                           const std::function<bool()>& interrupt) {
  DriveLimits limits;
  limits.last_turn = last_turn;
  limits.kept = game.log().size();  // for it was seen; but a program may give its card up
  limits.interrupt = interrupt;
  // What looks ahead keeps what it has found while its answers are refused.
  limits.before = [&](const Game&, int refused) {
    if (refused > 0 && game.state() == Status::asks) return;
    for (Seat s : {Seat::black, Seat::white})
      if (Player* program = programs[static_cast<std::size_t>(index(s))])
        program->go_on(key_for(game, *program, refused), s);
  };
  return drive(game, scripts, programs, limits);
}

void Session::go_on(int max_turns) {
  Diagnostics ignored;
  if (programs_for_ != variant_.get() && !seat_programs(ignored)) return;
  const int last_turn = max_turns < (1 << 30) ? game_->turn_start().turn + max_turns - 1 : max_turns;
  const DriveResult how =
      drive_programs(*game_, *scripts_, {programs_[0].get(), programs_[1].get()}, last_turn, interrupt_);
  failure_.clear();
  if (how.why == Stopped::player_failed || how.why == Stopped::step_limit) failure_ = how.told();
  if (how.why == Stopped::mismatch)
    failure_ =
        "what was answered in this turn does not come about again, perhaps because its cards take too much work to "
        "look into";
  if (how.why == Stopped::no_answer)
    failure_ = "no legal answer was found" + (how.text.empty() ? "" : "; the last one was refused: " + how.text);
}

void Session::go_to_question() {
  game_->advance(*scripts_, {}, 1 << 30, [&](const Game&) { return !interrupt_ || !interrupt_(); });
}

std::optional<std::size_t> Session::last_answer() const {
  std::optional<std::size_t> last;
  for (Seat s : {Seat::black, Seat::white})
    if (const auto at = tools::last_answer(*game_, s); at && human(s)) last = std::max(last.value_or(0), *at);
  return last;
}

bool Session::undo() {
  const auto at = last_answer();
  if (at) game_->take_back(*scripts_, *at);
  return at.has_value();
}

std::string Session::saved() const { return saved_text(*variant_, *game_, settings_); }

std::string Session::save(const std::string& path) const { return write_file(path, saved()); }

std::string Session::write_fault(std::string& problem) const {
  std::error_code ec;
  for (int n = 1; n < 1000; ++n) {
    std::string path = "gofuda-fault-" + variant_->id + "-" + std::to_string(n) + ".yaml";
    if (fs::exists(path, ec)) continue;
    problem = save(path);
    return problem.empty() ? path : "";
  }
  problem = "there are too many gofuda-fault files here";
  return "";
}

bool Session::faults_again() const {
  const auto scripts = make_scripts(variant_);
  Game again = game_->replayed(variant_->ruleset, *scripts);
  if (again.state() == Status::done && !again.over()) again.advance(*scripts, {}, 1);
  return again.state() == Status::fault;
}

std::string Session::fault_text() const { return to_text(to_diagnostic(game_->fault())); }

std::string Session::take_output() { return take_output(*scripts_); }

std::string Session::take_output(Scripts& scripts) {
  auto* lua = dynamic_cast<LuaScripts*>(&scripts);
  if (!lua) return "";
  std::string out = lua->output();
  lua->clear_output();
  return out;
}

}  // namespace gofuda::tools
