#include "tools/lab/plans/sweep_plan.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <unordered_set>

#include "core/notation/saved_game.hpp"
#include "scripting/setting_places.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/store/sha256.hpp"
#include "tools/players/player.hpp"

namespace gofuda::lab {

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kMostPlayers = 100, kMostKeys = 100;

// One of the things that are combined.
struct Axis {
  std::string name;
  const YamlNode* node;
  std::vector<std::array<std::string, 2>> values;  // of players: black and white; otherwise the first is the value
};

class Reader {
 public:
  Reader(SweepPlan& plan, bool tuned, Diagnostics& out) : plan_(plan), tuned_(tuned), out_(out), file_(plan.file) {}

  bool read() {
    YamlMap map(file_, file_.root, tuned_ ? "a plan to tune" : "a sweep", out_);
    plan_.title = map.text(tuned_ ? "tune" : "sweep", true).value_or("");
    for (const char* key : kTuneKeys)
      if (tuned_) map.optional(key);
    read_variants(map);
    read_settings(map);
    read_players(map);
    read_numbers(map);
    compared_ = tuned_ ? nullptr : map.optional("compare");
    map.finish();
    if (out_.has_errors() || !bounded()) return false;
    choose_compared();
    combine();
    return !out_.has_errors();
  }

 private:
  void wrong(const YamlNode& node, const char* code, std::string message) {
    yaml_error(file_, node, code, std::move(message), out_);
  }

  // 0.50 as 0.5, which is the same komi.
  static std::string plain_number(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return text;
    char room[32];
    return {room, std::to_chars(room, room + sizeof room, number).ptr};
  }

  // False after a diagnostic.
  bool few(const YamlNode& node, const std::string& what, std::size_t have, std::size_t most) {
    if (have <= most) return true;
    wrong(node, "too-many",
          what + " has " + std::to_string(have) + " entries; " + std::to_string(most) +
              " are the most, so leave some out or make several plans");
    return false;
  }

  Words words(const YamlNode& node, const std::string& what, std::size_t most = kMostCells) {
    Words out;
    if (!few(node, what, node.items.size(), most)) return out;
    std::unordered_set<std::string> seen;
    for (const YamlNode* item : yaml_list(file_, node, what, out_)) {
      if (!seen.insert(plain_number(item->text)).second)
        wrong(*item, "duplicate", what + " has " + in_quotes(item->text) + " twice: both would be the same cell");
      out.push_back(item->text);
    }
    if (node.kind == YamlNode::Kind::sequence && node.items.empty())
      wrong(node, "empty", what + " has no values, so that the sweep has no cells; give one, or leave it out");
    return out;
  }

  void add_axis(const std::string& name, const YamlNode& node, const std::string& what, std::size_t most = kMostCells) {
    Axis axis{name, &node, {}};
    for (const std::string& w : words(node, what, most)) axis.values.push_back({w, ""});
    axes_.push_back(std::move(axis));
  }

  void read_variants(YamlMap& map) {
    if (const YamlNode* node = map.required("variant")) add_axis("variant", *node, "'variant'");
  }

  void read_settings(YamlMap& map) {
    const YamlNode* node = map.optional("set");
    if (!node) return;
    if (node->kind != YamlNode::Kind::map)
      return wrong(*node, "wrong-type", "'set' is written as 'key: value' or 'key: [value, value]' lines");
    if (!few(*node, "'set'", node->fields.size(), kMostKeys)) return;
    for (const YamlField& f : node->fields) add_axis(f.first.text, f.second, in_quotes(f.first.text));
  }

  void read_players(YamlMap& map) {
    const YamlNode* all = map.optional("players");
    const YamlNode* pairs = map.optional("pairs");
    const YamlNode* sides[2] = {map.optional("black"), map.optional("white")};
    const YamlNode* colours = map.optional("colours");
    if ((all != nullptr) + (pairs != nullptr) + (sides[0] || sides[1]) > 1)
      return wrong(all ? *all : *pairs, "players",
                   "who plays is said by 'black' and 'white', or 'pairs', or 'players'");
    if (colours && !all) wrong(*colours, "players", "'colours' belongs to 'players', where everyone meets everyone");
    if (all)
      read_round(*all, colours);
    else if (pairs)
      read_pairs(*pairs);
    else
      for (std::size_t s = 0; s < 2; ++s) {
        if (sides[s])
          add_axis(s == 0 ? "black" : "white", *sides[s], s == 0 ? "'black'" : "'white'", kMostPlayers);
        else
          axes_.push_back({s == 0 ? "black" : "white", &file_.root, {{"random", ""}}});
      }
  }

  void read_round(const YamlNode& node, const YamlNode* colours) {
    const Words all = words(node, "'players'", kMostPlayers);
    std::string how = "both";
    if (colours) how = yaml_text(file_, *colours, "'colours'", out_).value_or(how);
    if (how != "both" && how != "fixed")
      wrong(*colours, "value",
            "'colours' is both (each pair plays with either colour) or fixed (who comes first is Black), not " +
                in_quotes(how) + did_you_mean(how, {"both", "fixed"}));
    if (all.size() == 1) wrong(node, "empty", "'players' needs two or more, who play against one another");
    Axis axis{"players", &node, {}};
    for (std::size_t a = 0; a < all.size(); ++a)
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        axis.values.push_back({all[a], all[b]});
        if (how == "both") axis.values.push_back({all[b], all[a]});
      }
    axes_.push_back(std::move(axis));
  }

  void read_pairs(const YamlNode& node) {
    Axis axis{"players", &node, {}};
    if (node.kind != YamlNode::Kind::sequence || node.items.empty())
      return wrong(node, "wrong-type", "'pairs' is a list of who is Black and who is White: [[random, greedy]]");
    if (!few(node, "'pairs'", node.items.size(), kMostCells)) return;
    std::set<std::array<std::string, 2>> seen;
    for (const YamlNode& pair : node.items) {
      const auto two = yaml_list(file_, pair, "a pair", out_);
      if (two.size() != 2) {
        wrong(pair, "wrong-type", "a pair is two players: who is Black and who is White");
        continue;
      }
      std::array<std::string, 2> players{two[0]->text, two[1]->text};
      if (!seen.insert(players).second)
        wrong(pair, "duplicate", "these two are there twice: both would be the same cell");
      axis.values.push_back(players);
    }
    axes_.push_back(std::move(axis));
  }

  void read_numbers(YamlMap& map) {
    plan_.games = static_cast<std::uint64_t>(map.integer("games", 1, tools::kMostGames, true).value_or(1));
    plan_.seed = static_cast<std::uint64_t>(map.integer("seed", 0, static_cast<long>(kMostSeed)).value_or(1));
    plan_.most_turns = static_cast<int>(map.integer("max_turns", 1, tools::kMostTurns).value_or(plan_.most_turns));
    plan_.paired = tuned_ || map.boolean("paired", true).value_or(false);
    if (tuned_) return;
    const YamlNode* keep = map.optional("keep");
    if (keep) plan_.keep = yaml_text(file_, *keep, "'keep'", out_).value_or(plan_.keep);
    if (plan_.keep != "all" && plan_.keep != "summary")
      wrong(*keep, "value",
            "'keep' is all (a row for each game and card) or summary, not " + in_quotes(plan_.keep) +
                did_you_mean(plan_.keep, {"all", "summary"}));
  }

  bool bounded() {
    Wide cells = 1;
    const Axis* longest = &axes_[0];
    for (const Axis& a : axes_) {
      if (cells <= kMostCells * kMostCells * kMostCells) cells *= a.values.size();
      if (a.values.size() > longest->values.size()) longest = &a;
    }
    if (cells <= kMostCells) return true;
    const bool countable = cells <= kMostCells * kMostCells * kMostCells;
    wrong(*longest->node, "too-many-cells",
          "the plan has " + (countable ? std::to_string(static_cast<std::uint64_t>(cells)) : "more than 10^12") +
              " cells; a sweep has at most " + std::to_string(kMostCells) + ", so leave values out or make several");
    return false;
  }

  // The last setting that varies, else the variant or the players.
  void choose_compared() {
    Words names;
    for (const Axis& a : axes_) {
      names.push_back(a.name);
      if (a.values.size() < 2) continue;
      const bool setting = &a != &axes_[0] && a.name != "players" && a.name != "black" && a.name != "white";
      if (setting || plan_.compared.empty()) plan_.compared = a.name;
    }
    if (!compared_) return;
    const auto name = yaml_text(file_, *compared_, "'compare'", out_);
    if (!name) return;
    const auto axis = std::find_if(axes_.begin(), axes_.end(), [&](const Axis& a) { return a.name == *name; });
    if (!plan_.paired)
      wrong(*compared_, "compare", "'compare' needs games on the same seeds; add 'paired: true'");
    else if (axis == axes_.end())
      wrong(*compared_, "compare", "there is no " + in_quotes(*name) + " in the plan" + did_you_mean(*name, names));
    else if (axis->values.size() < 2)
      wrong(*compared_, "compare", in_quotes(*name) + " has one value, so that there is nothing to compare");
    plan_.compared = *name;
  }

  // The first axis varies slowest.
  void combine() {
    std::size_t cells = 1;
    for (const Axis& a : axes_) cells *= a.values.size();
    std::map<std::vector<std::size_t>, std::size_t> rows;  // by what the cells have in common; the first cell
    std::vector<std::size_t> firsts;
    for (std::size_t i = 0; i < cells; ++i) {
      PlanCell cell;
      std::vector<std::size_t> common;
      std::size_t rest = i, unit = cells;
      for (const Axis& a : axes_) {
        unit /= a.values.size();
        const std::size_t at = rest / unit;
        rest %= unit;
        common.push_back(a.name == plan_.compared ? 0 : at);
        take(a, a.values[at], cell);
      }
      cell.settings = in_order(std::move(cell.settings));
      const auto [row, fresh] = rows.try_emplace(common, rows.size());
      if (fresh) firsts.push_back(i);
      cell.row = row->second;
      if (plan_.paired && !fresh) cell.base = firsts[cell.row];
      plan_.cells.push_back(std::move(cell));
    }
  }

  static void take(const Axis& axis, const std::array<std::string, 2>& value, PlanCell& cell) {
    if (axis.name == "variant")
      cell.variant = value[0];
    else if (axis.name == "players")
      cell.players = value;
    else if (axis.name == "black")
      cell.players[0] = value[0];
    else if (axis.name == "white")
      cell.players[1] = value[0];
    else
      cell.settings.emplace_back(axis.name, value[0]);
  }

  SweepPlan& plan_;
  const bool tuned_;
  Diagnostics& out_;
  const YamlFile& file_;
  const YamlNode* compared_ = nullptr;
  std::vector<Axis> axes_;
};

const YamlNode* item(const YamlNode* node, const std::string& text) {
  if (!node) return nullptr;
  if (node->kind == YamlNode::Kind::scalar) return node->text == text ? node : nullptr;
  for (const YamlNode& i : node->items)
    if (const YamlNode* found = item(&i, text)) return found;
  return nullptr;
}

// Where the plan says this setting, player or variant.
const YamlNode& place_of(const SweepPlan& plan, std::initializer_list<const char*> keys, const std::string& text) {
  for (const char* key : keys)
    if (const YamlNode* found = item(plan.file.root.find(key), text)) return *found;
  return plan.file.root;
}

const YamlNode& place_of_setting(const SweepPlan& plan, const std::string& key, const std::string& value) {
  const YamlNode* set = plan.file.root.find("set");
  const YamlNode* values = set ? set->find(key) : nullptr;
  const YamlNode* found = item(values, value);
  return found ? *found : values ? *values : plan.file.root;
}

void add_at_settings(const SweepPlan& plan, const PlanCell& cell, const Diagnostics& found, Diagnostics& out) {
  if (found.size() == 0) return;
  SettingPlaces places(plan.file.name);
  for (const auto& [key, value] : cell.settings) {
    const YamlNode& at = place_of_setting(plan, key, value);
    places.add(key, value, at.line, at.column);
  }
  places.tell(found, out);
}

// What a cell's own games are shuffled by.
std::uint64_t seed_of(const SweepPlan& plan, const std::string& id) {
  if (plan.paired) return plan.seed;
  const std::string digits = sha256(id + "\n" + std::to_string(plan.seed)).substr(0, 15);
  return std::stoull(digits, nullptr, 16) % (kMostSeed + 1);
}

}  // namespace

namespace {

std::optional<SweepPlan> parse_plan(const std::string& name, std::string text, bool tuned, Diagnostics& out) {
  SweepPlan plan;
  auto file = parse_yaml(name, text, out);
  if (!file) return std::nullopt;
  plan.file = std::move(*file), plan.text = std::move(text);
  if (!Reader(plan, tuned, out).read()) return std::nullopt;
  return plan;
}

std::optional<SweepPlan> read_plan_file(const std::string& path, bool tuned, Diagnostics& out) {
  auto text = read_text_file(path, out);
  return text ? parse_plan(path, std::move(*text), tuned, out) : std::nullopt;
}

}  // namespace

std::optional<SweepPlan> read_sweep_plan(const std::string& path, Diagnostics& out) {
  return read_plan_file(path, false, out);
}

std::optional<SweepPlan> read_tune_cells(const std::string& path, Diagnostics& out) {
  return read_plan_file(path, true, out);
}

std::optional<SweepPlan> parse_tune_cells(const std::string& name, std::string text, Diagnostics& out) {
  return parse_plan(name, std::move(text), true, out);
}

std::optional<Plan> make_cell(const SweepPlan& plan, const PlanCell& cell, Library& library, Diagnostics& out) {
  Plan made;
  const YamlNode& variant = place_of(plan, {"variant"}, cell.variant);
  Diagnostics found;
  made.variant = library.variant(cell.variant, cell.settings, {plan.file.name, variant.line, variant.column}, found);
  add_at_settings(plan, cell, found, out);
  if (!made.variant) return std::nullopt;
  made.settings = cell.settings;
  for (std::size_t s = 0; s < 2; ++s) {
    Diagnostics why;
    const std::string& spec = cell.players[s];
    const bool stands_in = !plan.reads_files && !tools::player_files(spec).empty();
    auto agent = tools::make_player(stands_in ? tools::without_files(spec) : spec, *made.variant, why);
    if (agent) made.players[s] = stands_in ? "as " + spec : agent->name();  // no player's name, so that no file is read
    const YamlNode& at = place_of(plan, {s == 0 ? "black" : "white", "pairs", "players"}, spec);
    const std::vector<std::string> read = tools::player_files(spec);
    for (Diagnostic d : why.list()) {
      if (std::find(read.begin(), read.end(), d.file) != read.end()) d.message = in_quotes(d.file) + ": " + d.message;
      d.file = plan.file.name, d.line = at.line, d.column = at.column;
      out.add(d);
    }
    if (!agent) return std::nullopt;
  }
  made.most_turns = plan.most_turns;
  made.seed = plan.seed;
  return made;
}

std::string sweep_command(const std::string& path, const SweepPlan& plan, const std::string& rules) {
  return "gofuda sweep " + shell_word(path) + " --games " + std::to_string(plan.games) + rules;
}

std::optional<StoreHead> sweep_head(const SweepPlan& plan, Library& library, Diagnostics& out) {
  FileHashes files;
  const auto read = [&](const PlanCell& c) {
    const auto made = make_cell(plan, c, library, out);
    return made ? std::optional(provenance_of(*made, plan.keep, plan.games, files)) : std::nullopt;
  };
  return sweep_head(plan, read, out);
}

std::optional<StoreHead> sweep_head(const SweepPlan& plan, const CellReader& read, Diagnostics& out) {
  constexpr std::size_t kEnough = 20;  // mistakes
  StoreHead head;
  head.kind = "sweep", head.title = plan.title, head.plan = plan.text;
  head.notes["paired"] = plan.paired ? "true" : "false";
  if (plan.paired) head.notes["compare"] = plan.compared;
  std::set<std::string> ids;
  bool whole = true;
  for (const PlanCell& c : plan.cells) {
    auto known = read(c);
    whole &= known.has_value();
    if (out.errors() >= kEnough || (!known && !out.has_errors())) break;
    if (!known) continue;
    StoreCell& cell = head.cells.emplace_back();
    cell.provenance = std::move(*known);
    cell.id = cell_id(cell.provenance);
    cell.provenance.seed = seed_of(plan, cell.id);
    cell.row = c.row, cell.base = c.base;
    if (!ids.insert(cell.id).second)
      yaml_error(plan.file, plan.file.root, "duplicate",
                 "two cells are the same: " + cell.provenance.short_text() + "; leave one out", out);
  }
  if (out.has_errors() || !whole) return std::nullopt;
  return head;
}

}  // namespace gofuda::lab
