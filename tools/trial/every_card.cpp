#include "tools/trial/every_card.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>

#include "scripting/yaml.hpp"
#include "tools/lab/runner/hands.hpp"
#include "tools/print/terminal.hpp"
#include "tools/trial/positions.hpp"
#include "tools/trial/trial.hpp"

namespace gofuda::tools {

namespace {

using VariantPtr = std::shared_ptr<const Variant>;

bool has_in_a_deck(const Ruleset& rules, CardId card) {
  return std::any_of(rules.decks.begin(), rules.decks.end(),
                     [&](const auto& deck) { return std::find(deck.begin(), deck.end(), card) != deck.end(); });
}

// What is wrong with those that are left out goes to `wrong`.
std::vector<VariantPtr> games_of(Library& library, Diagnostics& wrong) {
  std::vector<VariantPtr> out;
  for (const std::string& name : library.names(FileKind::variant))
    if (auto variant = library.variant(name, {}, {}, wrong)) out.push_back(std::move(variant));
  return out;
}

// Why a card is tried in a game that does not deal it.
std::string why_beside(Library& library, const std::string& card) {
  const std::vector<std::string> decks = decks_naming(library, card);
  for (const std::string& name : decks) {
    Diagnostics ignored;
    if (library.deck(name, {}, ignored)) continue;
    return "for there is a mistake in its deck, " + Library::display(*library.path(FileKind::deck, name));
  }
  return decks.empty() ? "for no deck has it" : "for no game without mistakes has its deck, " + decks.front();
}

// For a card that no game deals: a game with cards whose turn can play it, one of its own folder first, with the card
// among its cards.
VariantPtr game_beside(Library& library, const std::vector<VariantPtr>& games, const std::string& card,
                       Diagnostics& wrong) {
  const auto folder_of = [&](FileKind kind, const std::string& name, const char* below) {
    const std::string path = library.path(kind, name).value_or("");
    return path.substr(0, path.rfind(below));
  };
  const std::string folder = folder_of(FileKind::card, card, "/cards/");
  for (const bool beside : {true, false})
    for (const auto& v : games) {
      if (v->deck_id.empty() || (folder_of(FileKind::variant, v->id, "/variants/") == folder) != beside) continue;
      if (auto with = library.variant(v->id, {}, {card}, {}, wrong)) return with;
    }
  return nullptr;
}

// work(0) to work(n - 1), in any order, on all processors.
void in_parallel(std::size_t n, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto go_on = [&] {
    for (std::size_t i; (i = next++) < n;) try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!thrown) thrown = std::current_exception();
      }
  };
  lab::Hands hands;
  hands.begin(static_cast<int>(std::min<std::size_t>(n, lab::processors())), [&](int) { go_on(); });
  hands.join();
  if (thrown) std::rethrow_exception(thrown);
}

constexpr std::size_t kOfAGame = 8, kParts = 4;       // positions; of the games of a variant, each on one thread
constexpr std::uint64_t kStepsOfPlays = 150'000'000;  // of one card
constexpr std::uint64_t kEnough = 20'000'000;         // after so many, as many positions as a few are enough
constexpr int kFewest = 40;

// A game on whose positions cards are tried.
struct Scene {
  struct Part {
    std::vector<Position> positions;
    int early = 0;  // for its games had taken what they may
    std::optional<Fault> fault;
  };
  VariantPtr variant;
  std::vector<Part> parts{kParts};
  std::vector<Position> positions;
  int early = 0;
  bool has_cards = false;  // that are tried
};

struct Trial {
  std::string card;
  std::shared_ptr<const Script> script;
  std::size_t scene = 0;
  std::string beside = {};  // why it is tried in a game that does not deal it
  CardTrial result = {};
};

class Trials {
 public:
  Trials(Library& library, int positions, Diagnostics& out)
      : library_(library), games_(games_of(library, wrong_)), positions_(positions), out_(out) {}

  void add(const std::string& card) {
    Diagnostics ignored;
    auto script = library_.script(FileKind::card, card, {}, ignored);
    if (!script || (!script->has("play") && !script->shape)) return;
    const auto game = std::find_if(games_.begin(), games_.end(), [&](const auto& v) {
      return has_in_a_deck(*v->ruleset, v->ruleset->find_card(card));
    });
    const std::size_t before = out_.size();
    if (game == games_.end())  // its game may be left out because of it
      for (const Diagnostic& d : wrong_.list())
        if (d.file == script->file) out_.add(d);
    if (out_.size() != before) return;
    if (game != games_.end()) return trials_.push_back({card, std::move(script), scene_of(*game, true)});
    Diagnostics refused;
    if (VariantPtr beside = game_beside(library_, games_, card, refused))
      alone_[beside->id].push_back({card, std::move(script), 0, why_beside(library_, card)});
    else
      tell_refused(refused, *script);
  }

  // Games of one's own folders are played even where all their cards are tried in others.
  void add_games() {
    and_games_ = true;
    for (const VariantPtr& v : games_)
      if (!is_installed(library_, FileKind::variant, v->id)) scene_of(v, false);
  }

  void carry_out() {
    seat_those_alone();
    in_parallel(scenes_.size() * kParts, [&](std::size_t i) { play_games(i / kParts, i % kParts); });
    for (Scene& s : scenes_)
      for (Scene::Part& part : s.parts) {
        s.early += part.early;
        std::move(part.positions.begin(), part.positions.end(), std::back_inserter(s.positions));
      }
    in_parallel(trials_.size(), [&](std::size_t i) { try_one(trials_[i]); });
  }

  void tell() {
    for (const Trial& t : trials_) tell_what_is_wrong(t);
    if (and_games_)
      for (const Scene& s : scenes_) tell_fault_of_game(s);
    for (std::size_t i = 0; i < scenes_.size(); ++i) {
      if (scenes_[i].early == 0 || !scenes_[i].has_cards) continue;
      std::string cards;
      for (const Trial& t : trials_)
        if (t.scene == i) cards += (cards.empty() ? "" : ", ") + t.card;
      const std::string& id = scenes_[i].variant->id;
      out_.warning(
          Library::display(library_.path(FileKind::variant, id).value_or(id)), 1, 0, "slow",
          "its random games take too long to try cards late in them, so these were tried on early positions: " + cards +
              "; 'gofuda try' tells of each what it costs");
    }
  }

 private:
  std::size_t scene_of(const VariantPtr& variant, bool has_cards) {
    std::size_t i = 0;
    while (i < scenes_.size() && scenes_[i].variant != variant) ++i;
    if (i == scenes_.size()) scenes_.push_back({variant, std::vector<Scene::Part>(kParts), {}, 0, false});
    scenes_[i].has_cards |= has_cards;
    return i;
  }

  // Cards that no deck has share a game where it can hold them all.
  void seat_those_alone() {
    for (auto& [id, trials] : alone_) {
      std::vector<std::string> cards;
      for (const Trial& t : trials) cards.push_back(t.card);
      Diagnostics of_all;
      const VariantPtr together = library_.variant(id, {}, cards, {}, of_all);
      for (Trial& t : trials) {
        Diagnostics ignored;
        t.scene = scene_of(together ? together : library_.variant(id, {}, {t.card}, {}, ignored), true);
        trials_.push_back(std::move(t));
      }
    }
    std::sort(trials_.begin(), trials_.end(), [](const Trial& a, const Trial& b) { return a.card < b.card; });
  }

  void play_games(std::size_t scene, std::size_t number) {
    const Variant& variant = *scenes_[scene].variant;
    Scene::Part& part = scenes_[scene].parts[number];
    LuaScripts scripts(scenes_[scene].variant);
    const std::size_t wanted =
        scenes_[scene].has_cards ? static_cast<std::size_t>(positions_) / (kOfAGame * kParts) : 0;
    const std::size_t games = std::max<std::size_t>(1, wanted);
    const std::uint64_t most =
        std::max<std::uint64_t>(300, static_cast<std::uint64_t>(positions_)) * 1'000'000 / kParts;
    for (std::size_t g = 0; g < games; ++g) {
      const std::uint64_t left = most - std::min(most, scripts.steps());
      const ChanceKey key{1, g * kParts + number};
      RandomGame game = random_game(variant, scripts, key, left > 0 ? kOfAGame : 1, left);
      if (scripts.steps() >= most) part.early += static_cast<int>(game.positions.size());
      if (!part.fault) part.fault = std::move(game.fault);
      std::move(game.positions.begin(), game.positions.end(), std::back_inserter(part.positions));
    }
  }

  void try_one(Trial& t) {
    const Scene& scene = scenes_[t.scene];
    TrialOrder order{.variant = scene.variant,
                     .card = scene.variant->ruleset->find_card(t.card),
                     .positions = positions_,
                     .most_steps = kStepsOfPlays,
                     .enough_steps = kEnough,
                     .fewest = kFewest};
    t.result = try_card_on(order, scene.positions);
  }

  // Of a card that no game takes; each game may say so again. That the turn of one has no use for it is said only where
  // that is all.
  void tell_refused(const Diagnostics& refused, const Script& script) {
    const std::size_t before = out_.size();
    for (const bool kind : {false, true})
      for (const Diagnostic& d : refused.list())
        if (d.file == script.file && (d.code == "card-kind") == kind && (!kind || out_.size() == before) && !is_told(d))
          out_.add(d);
  }

  void tell_what_is_wrong(const Trial& trial) {
    const CardTrial& t = trial.result;
    const Script& script = *trial.script;
    const Scene& scene = scenes_[trial.scene];
    // What is shipped without a deck is there to be put into decks by whoever wants it.
    if (!trial.beside.empty() && is_installed(library_, FileKind::card, trial.card) && !t.fault && !t.fault_elsewhere &&
        !t.slow)
      return;
    const std::string where = "random positions of " + scene.variant->id +
                              (trial.beside.empty() ? "" : ", on which it was tried, " + trial.beside);
    if (t.slow)
      out_.warning(script.file, std::max(1, FieldLines(script.source).of("play")), 1, "slow",
                   "it takes long to find out whether it can be played: more than " + std::to_string(kStepsOfPlays) +
                       " steps for " + std::to_string(t.positions) + " of the " + where +
                       "; say cannot(...) before anything is asked, or have less asked");
    if (t.fault) tell_fault(trial, *t.fault, t.faults, where);
    if (t.fault_elsewhere)
      tell_fault(trial, *t.fault_elsewhere, t.faults_elsewhere,
                 "random positions of " + scene.variant->id + ", where " + trial.card + " was tried");
    const bool early = 2 * scene.early > static_cast<int>(scene.positions.size());
    if (t.played > 0 || t.faults + t.faults_elsewhere > 0 || t.slow || t.unplayable.empty() || early) return;
    const auto most = std::max_element(t.unplayable.begin(), t.unplayable.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    out_.warning(script.file, 1, 0, "never-playable",
                 "it could not be played in any of " + std::to_string(t.positions) + " " + where +
                     ", mostly because: " + clause(most->first) + "; 'gofuda try " + trial.card +
                     (trial.beside.empty() ? "" : " --variant " + scene.variant->id) + "' tells more");
  }

  void tell_fault(const Trial& trial, Diagnostic d, int times, const std::string& where) {
    if (d.file.empty()) d.file = trial.script->file;
    d.message +=
        "; so it is in " + std::to_string(times) + " of " + std::to_string(trial.result.positions) + " " + where;
    if (d.file == trial.script->file || !is_told(d)) out_.add(d);
  }

  bool is_told(const Diagnostic& d) const {
    return std::any_of(out_.list().begin(), out_.list().end(), [&](const Diagnostic& known) {
      return known.file == d.file && known.line == d.line && known.code == d.code;
    });
  }

  // A turn or a win condition that fails, or a card as its turn plays it.
  void tell_fault_of_game(const Scene& s) {
    const auto part = std::find_if(s.parts.begin(), s.parts.end(), [](const auto& p) { return p.fault.has_value(); });
    if (part == s.parts.end()) return;
    Diagnostic d = to_diagnostic(*part->fault);
    if (d.file.empty()) d.file = s.variant->file;
    d.message += "; so it is in random games of " + s.variant->id;
    if (!is_told(d)) out_.add(d);
  }

  Library& library_;
  Diagnostics wrong_;
  std::vector<VariantPtr> games_;
  int positions_;
  bool and_games_ = false;
  Diagnostics& out_;
  std::vector<Scene> scenes_;
  std::vector<Trial> trials_;
  std::map<std::string, std::vector<Trial>> alone_;  // by the game beside them
};

}  // namespace

std::vector<std::string> decks_naming(Library& library, const std::string& card) {
  std::vector<std::string> out;
  for (const std::string& name : library.names(FileKind::deck)) {
    const std::string path = library.path(FileKind::deck, name).value_or("");
    Diagnostics ignored;
    const std::string* kept = library.kept_text(path);
    const auto text = kept ? std::optional(*kept) : read_text_file(path, ignored);
    const auto yaml = text ? parse_yaml(path, *text, ignored) : std::nullopt;
    const YamlNode* cards = yaml ? yaml->root.find("cards") : nullptr;
    const bool may = text && !yaml && text->find(card) != std::string::npos;  // it cannot be read
    if (may || (cards && cards->find(card))) out.push_back(name);
  }
  return out;
}

bool is_installed(const Library& library, FileKind kind, const std::string& name) {
  return library.path(kind, name).value_or("").starts_with(Library::installed_folder() + "/");
}

VariantPtr game_with(Library& library, const std::string& card, const Settings& settings) {
  for (const std::string& name : library.names(FileKind::variant)) {
    Diagnostics ignored;
    auto variant = library.variant(name, settings, {}, ignored);
    if (variant && has_in_a_deck(*variant->ruleset, variant->ruleset->find_card(card))) return variant;
  }
  return nullptr;
}

void check_cards(Library& library, const std::vector<std::string>& cards, bool and_games, int positions,
                 Diagnostics& out) {
  Trials trials(library, positions, out);
  for (const std::string& card : cards) trials.add(card);
  if (and_games) trials.add_games();
  trials.carry_out();
  trials.tell();
}

}  // namespace gofuda::tools
