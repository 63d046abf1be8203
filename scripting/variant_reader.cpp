#include "scripting/variant_reader.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace gofuda {

namespace {

// A value and where it was written, so that a mistake found late still points at its line.
struct Placed {
  std::string value;
  Library::Mention at;
  bool own = true;  // written for this game's own deck and turn, not inherited from a game with others
};
using PlacedMap = std::vector<std::pair<std::string, Placed>>;

// The fields of a variant, of its own file or of what it extends; what is nearer wins.
struct Layer {
  std::optional<Placed> title, source, text, size, turn, deck, common_deck, first, colours;
  PlacedMap rules, options;
  const YamlNode* points = nullptr;  // of the drawing, kept alive by `files`
  std::shared_ptr<const YamlFile> points_file;
};

class Reader {
 public:
  Reader(Library& library, Diagnostics& out) : library_(library), out_(out) {}

  std::shared_ptr<const Variant> read(const std::string& name, const Settings& settings,
                                      const std::vector<std::string>& extra) {
    std::size_t before = out_.size();
    variant_ = std::make_shared<Variant>();
    variant_->id = name;
    read_file(name, {}, 0);
    for (const auto& [key, value] : settings) set(key, value);
    build(extra);  // even after a mistake, so that all of them are found at once
    return out_.size() == before && !broken_ ? variant_ : nullptr;
  }

 private:
  void read_file(const std::string& name, const Library::Mention& from, int depth) {
    auto path = library_.path(FileKind::variant, name);
    lost_parent_ = true;  // until it was read
    if (!path) return library_.variant(name, {}, from, out_), void();
    if (!chain_.insert(name).second)
      return out_.error(from.file, from.line, from.column, "extends-cycle",
                        "'" + name + "' extends itself, by way of what it extends; break the circle");
    if (depth > 20)
      return out_.error(from.file, from.line, from.column, "extends-depth", "more than 20 variants extend one another");
    auto file = library_.variant_file(*path, out_);
    if (!file) return bad();
    lost_parent_ = false;
    YamlMap map(*file, file->root, "a variant", out_);
    auto id = map.text("variant", true);
    if (id && *id != name)
      yaml_error(*file, *map.optional("variant"), "name",
                 "the variant calls itself '" + *id + "', but its file is " + name + ".yaml; make them the same", out_);
    if (const YamlNode* parent = map.optional("extends")) {
      if (auto t = yaml_text(*file, *parent, "'extends'", out_))
        read_file(*t, {file->name, parent->line, parent->column}, depth + 1);
      else
        lost_parent_ = true;
    }
    variant_->file = file->name;
    variant_->files.push_back(*path);
    take(map, *file, "title", layer_.title);
    take(map, *file, "source", layer_.source);
    take(map, *file, "text", layer_.text);
    lost_turn_ = !take(map, *file, "turn", layer_.turn);
    take(map, *file, "first", layer_.first);
    take(map, *file, "colours", layer_.colours);
    std::optional<Placed> deck, common;
    lost_deck_ = !take(map, *file, "deck", deck);
    lost_deck_ |= !take(map, *file, "common_deck", common);
    if (deck && common)
      yaml_error(*file, *map.optional("common_deck"), "two-decks",
                 "a game has decks of the players' own (deck) or a common one (common_deck), not both", out_);
    if (deck)
      layer_.deck = deck, layer_.common_deck.reset();
    else if (common)
      layer_.common_deck = common, layer_.deck.reset();
    take_board(map, file);
    take_pairs(*file, map.optional("rules"), "rules", depth, layer_.rules);
    take_pairs(*file, map.optional("options"), "options", depth, layer_.options);
    lost_parent_ |= !map.valid();
    map.finish();
  }

  bool take(YamlMap& map, const YamlFile& file, const char* key,
            std::optional<Placed>& to) {  // false: there, but not to be read
    const YamlNode* node = map.optional(key);
    if (!node) return true;
    auto t = yaml_text(file, *node, std::string("'") + key + "'", out_);
    if (t) to = Placed{*t, {file.name, node->line, node->column}};
    return t.has_value();
  }

  void take_board(YamlMap& map, const std::shared_ptr<const YamlFile>& file) {
    const YamlNode* node = map.optional("board");
    if (!node) return;
    YamlMap board(*file, *node, "the board", out_);
    const YamlNode* size = board.optional("size");
    const YamlNode* points = board.optional("points");
    lost_board_ = !board.valid() || (size && size->kind != YamlNode::Kind::scalar);
    if (size && points)
      yaml_error(*file, *size, "two-sizes", "the board is drawn below, which tells its size; remove 'size'", out_);
    if (size)
      if (auto t = yaml_text(*file, *size, "the board's size", out_))
        layer_.size = Placed{*t, {file->name, size->line, size->column}};
    if (points)
      layer_.points = points, layer_.points_file = file;
    else if (size)
      layer_.points = nullptr;
    board.finish();
  }

  void take_pairs(const YamlFile& file, const YamlNode* node, const char* what, int depth, PlacedMap& to) {
    if (!node) return;
    if (node->kind != YamlNode::Kind::map)
      return yaml_error(file, *node, "type", std::string("'") + what + "' must be a map of names and values", out_);
    for (const auto& [key, value] : node->fields)
      if (auto t = yaml_text(file, value, "'" + key.text + "'", out_))
        put(to, key.text, {*t, {file.name, key.line, key.column}, depth == 0});
  }

  static void put(PlacedMap& map, const std::string& key, Placed value) {
    for (auto& [k, v] : map)
      if (k == key) return void(v = std::move(value));
    map.emplace_back(key, std::move(value));
  }

  void set(const std::string& key, const std::string& value) {
    Placed placed{value, {"--set " + key + "=" + value, 0, 0}};
    if (key == "board.size")
      layer_.size = placed, layer_.points = nullptr;
    else if (key == "deck")
      layer_.deck = placed, layer_.common_deck.reset();
    else if (key == "common_deck")
      layer_.common_deck = placed, layer_.deck.reset();
    else if (key == "turn")
      layer_.turn = placed;
    else if (key.rfind("rules.", 0) == 0)
      put(layer_.rules, key.substr(6), placed);
    else if (key.find('.') != std::string::npos)
      put(layer_.options, key, placed);
    else
      return error(placed.at, "setting",
                   "'" + key +
                       "' cannot be set; a setting is rules.NAME, turn.OPTION, CARD.OPTION, board.size, deck, "
                       "common_deck or turn");
    if (key == "deck" || key == "common_deck" || key == "turn")
      for (auto& [name, option] : layer_.options) option.own = false;
  }

  void error(const Library::Mention& at, std::string code, std::string message) {
    out_.error(at.file, at.line, at.column, std::move(code), std::move(message));
  }

  // --- from the fields to the rules

  void build(const std::vector<std::string>& extra) {
    auto rules = std::make_shared<Ruleset>();
    rules->id = variant_->id;
    rules->title = variant_->title = layer_.title ? layer_.title->value : variant_->id;
    variant_->source = layer_.source ? layer_.source->value : "";
    variant_->text = layer_.text ? layer_.text->value : "";
    build_grid(*rules);
    for (const auto& [name, placed] : layer_.rules) set_rule(rules->rules, name, placed);
    if (layer_.first) {
      if (layer_.first->value == "white")
        rules->first = Seat::white;
      else if (layer_.first->value != "black")
        error(layer_.first->at, "value", "'first' is black or white, not '" + layer_.first->value + "'");
    }
    if (layer_.colours) {
      if (layer_.colours->value == "nigiri")
        variant_->nigiri = true;
      else if (layer_.colours->value != "chosen")
        error(layer_.colours->at, "value", "'colours' is chosen or nigiri, not '" + layer_.colours->value + "'");
    }
    build_turn(*rules);
    build_cards(*rules, extra);
    choose_options();
    variant_->ruleset = rules;
  }

  void build_grid(Ruleset& rules) {
    if (layer_.points) return build_drawn_grid(rules);
    if (lost_board_ || (lost_parent_ && !layer_.size)) return;
    if (!layer_.size)
      return error({variant_->file, 1, 1}, "missing-key", "the variant has no board; add board: { size: 13x13 }");
    const std::string& s = layer_.size->value;
    std::size_t cross = s.find('x');
    int w = side(s.substr(0, cross)), h = cross == std::string::npos ? w : side(s.substr(cross + 1));
    if (w == 0 || h == 0)
      return error(layer_.size->at, "board-size",
                   in_quotes(s) + " is no board size; write columns x rows from 1x1 to 25x25, such as 13x13");
    rules.grid = Grid(w, h);
    board_at_ = layer_.size->at;
  }

  static int side(const std::string& digits) {  // 0 when it is none
    if (digits.empty() || digits.size() > 2 || digits[0] == '0' ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      return 0;
    int n = std::stoi(digits);
    return n <= kMaxSide ? n : 0;
  }

  void build_drawn_grid(Ruleset& rules) {
    const YamlFile& file = *layer_.points_file;
    auto rows = yaml_list(file, *layer_.points, "the board's points", out_);
    std::vector<std::string> text;
    for (const YamlNode* row : rows) {
      std::string t;
      for (char c : row->text)
        if (c != ' ') t += c;
      text.push_back(t);
    }
    if (text.empty() || text.size() > kMaxSide)
      return yaml_error(file, *layer_.points, "board-size", "a board has from 1 to 25 rows", out_);
    PointSet holes;
    std::map<char, PointSet> regions;
    for (std::size_t r = 0; r < text.size(); ++r) {
      if (text[r].empty() || text[r].size() > kMaxSide)
        return yaml_error(file, *rows[r], "board-row",
                          "a row has from 1 to 25 points, this one " + std::to_string(text[r].size()), out_);
      if (text[r].size() != text[0].size())
        return yaml_error(file, *rows[r], "board-row",
                          "this row has " + std::to_string(text[r].size()) + " points, the first one " +
                              std::to_string(text[0].size()),
                          out_);
      for (std::size_t c = 0; c < text[r].size(); ++c) {
        Point p = point_at(static_cast<int>(c), static_cast<int>(text.size() - 1 - r));
        char ch = text[r][c];
        if (ch == '#')
          holes.insert(p);
        else if (std::isalpha(static_cast<unsigned char>(ch)))
          regions[ch].insert(p);
        else if (ch != '.')
          return yaml_error(
              file, *rows[r], "board-row",
              std::string("a board is drawn with '.', '#' for holes and letters for regions, not '") + ch + "'", out_);
      }
    }
    if (static_cast<std::size_t>(holes.count()) == text.size() * text[0].size())
      return yaml_error(file, *layer_.points, "board-size", "the board has no points, only holes", out_);
    board_at_ = {file.name, layer_.points->line, layer_.points->column};
    std::vector<Region> list;
    for (auto& [letter, points] : regions) list.push_back({std::string(1, letter), points});
    rules.grid = Grid(static_cast<int>(text[0].size()), static_cast<int>(text.size()), holes, std::move(list));
  }

  void set_rule(Rules& rules, const std::string& name, const Placed& placed) {
    const RuleField* field = find_rule_field(name);
    if (!field) {
      std::vector<std::string> names;
      for (const RuleField& f : rule_fields()) names.emplace_back(f.name);
      return error(placed.at, "unknown-rule", "there is no rule '" + name + "'" + did_you_mean(name, names));
    }
    if (field->set(rules, placed.value)) return;
    std::vector<std::string> values(field->values.begin(), field->values.end());
    std::string list;
    for (const std::string& v : values) list += (list.empty() ? "" : ", ") + v;
    if (values.empty()) {
      std::string text(field->text.substr(0, field->text.size() - field->text.ends_with('.')));
      return error(placed.at, "value", in_quotes(placed.value) + " is no value for '" + name + "', which is: " + text);
    }
    error(placed.at, "value",
          "'" + placed.value + "' is no value for '" + name + "'; it is one of " + list +
              did_you_mean(placed.value, values));
  }

  void build_turn(Ruleset& rules) {
    if (!layer_.turn && (lost_turn_ || lost_parent_)) return;
    if (!layer_.turn)
      return error({variant_->file, 1, 1}, "missing-key", "the variant has no turn protocol; add turn: stone");
    variant_->turn_id = layer_.turn->value;
    variant_->turn = library_.script(FileKind::turn, layer_.turn->value, layer_.turn->at, out_);
    if (!variant_->turn) return bad();
    rules.plain = variant_->turn->plain;
    variant_->files.push_back(*library_.path(FileKind::turn, layer_.turn->value));
  }

  void bad() {
    broken_ = true;
    if (!out_.has_errors()) error({variant_->file, 1, 1}, "broken", "a file that the variant needs is broken");
  }

  void build_cards(Ruleset& rules, const std::vector<std::string>& extra) {
    const std::optional<Placed>& chosen = layer_.deck ? layer_.deck : layer_.common_deck;
    if (chosen) {
      variant_->deck_id = chosen->value;
      variant_->common_deck = !layer_.deck;
      auto deck = library_.deck(chosen->value, chosen->at, out_);
      if (!deck) return bad();
      for (std::size_t i = 0; i < deck->options.size(); ++i) {
        auto [line, column] = deck->option_places[i];
        deck_options_.emplace_back(deck->options[i].first, Placed{deck->options[i].second, {deck->file, line, column}});
      }
      variant_->files.push_back(*library_.path(FileKind::deck, chosen->value));
      for (const auto& [card, copies] : deck->cards) add_card(rules, card, {deck->file, 0, 0});
      std::vector<CardId> pile;
      for (const auto& [card, copies] : deck->cards)
        pile.insert(pile.end(), static_cast<std::size_t>(copies), rules.find_card(card));
      if (variant_->common_deck)
        rules.decks[2] = pile;
      else
        rules.decks[0] = rules.decks[1] = pile;
      if (rules.plain)
        error(chosen->at, "unused-deck",
              "the turn '" + variant_->turn_id +
                  "' plays no cards, so the deck would never be used; choose another turn");
    }
    for (const std::string& card : extra) add_card(rules, card, {variant_->file, 0, 0});
  }

  void add_card(Ruleset& rules, const std::string& id, const Library::Mention& from) {
    if (rules.find_card(id) != kNoCard) return;
    auto s = library_.script(FileKind::card, id, from, out_);
    if (!s) return bad();
    CardInfo info;
    info.id = id;
    info.name = s->name;
    info.text = s->text;
    info.kind = s->kind;
    if (s->shape) {
      info.shape = s->shape->orientations(rules.rules.symmetry);
      bool fits = std::any_of(info.shape.begin(), info.shape.end(), [&](const Orientation& o) {
        return o.width <= rules.grid.width() && o.height <= rules.grid.height();
      });
      if (!fits && board_at_)
        error(*board_at_, "shape-size",
              "the shape of the card '" + id + "', " + std::to_string(s->shape->width()) + "x" +
                  std::to_string(s->shape->height()) + ", does not fit on a board of " +
                  std::to_string(rules.grid.width()) + "x" + std::to_string(rules.grid.height()) +
                  "; make the board larger or leave the card out");
    }
    info.answers = s->has("answer");
    info.before = s->has("announce");
    rules.cards.push_back(std::move(info));
    variant_->cards.push_back(s);
    variant_->files.push_back(*library_.path(FileKind::card, id));
  }

  void choose_options() {
    auto defaults = [&](const std::string& id, const Script& s) {
      for (const ScriptOption& o : s.options) variant_->options[id][o.name] = {&o, o.values.front(), "default"};
    };
    if (variant_->turn) defaults("turn", *variant_->turn);
    for (const auto& s : variant_->cards) defaults(s->id, *s);
    for (const auto& [key, placed] : deck_options_) choose(key, placed);
    for (const auto& [key, placed] : layer_.options) choose(key, placed);
  }

  // An inherited option of a card or turn that this game does not have is no mistake, as long as there is such an
  // option at all.
  bool spoken_of_elsewhere(const std::string& id, const std::string& name, const Placed& placed) {
    if (placed.own) return false;
    Diagnostics ignored;
    for (FileKind kind : {FileKind::card, FileKind::turn})
      for (const std::string& file :
           kind == FileKind::turn && id == "turn" ? library_.names(kind) : std::vector<std::string>{id}) {
        if (kind == FileKind::card && id == "turn") continue;
        auto script = library_.path(kind, file) ? library_.script(kind, file, placed.at, ignored) : nullptr;
        if (script && script->option(name)) return true;
      }
    return false;
  }

  void choose(const std::string& key, const Placed& placed) {
    std::size_t dot = key.find('.');
    std::string id = key.substr(0, dot), name = dot == std::string::npos ? "" : key.substr(dot + 1);
    if (name.empty()) return error(placed.at, "option", "'" + key + "' is no option; write turn.OPTION or CARD.OPTION");
    auto it = variant_->options.find(id);
    bool known = it != variant_->options.end() && it->second.contains(name);
    if (!known && spoken_of_elsewhere(id, name, placed)) return;
    if (!known && (id == "turn" ? !variant_->turn : broken_ || lost_parent_ || lost_deck_))
      return;  // who knows what it is about
    if (it == variant_->options.end()) return unknown_owner(key, id, placed);
    auto option = it->second.find(name);
    if (option == it->second.end()) {
      std::vector<std::string> names;
      for (const auto& [n, o] : it->second) names.push_back(n);
      return error(placed.at, "unknown-option",
                   "'" + id + "' has no option '" + name + "'" + did_you_mean(name, names));
    }
    const auto& values = option->second.option->values;
    if (std::find(values.begin(), values.end(), placed.value) == values.end()) {
      std::string list;
      for (const std::string& v : values) list += (list.empty() ? "" : ", ") + v;
      return error(placed.at, "value",
                   "'" + placed.value + "' is no value for '" + key + "'; it is one of " + list +
                       did_you_mean(placed.value, values));
    }
    option->second.value = placed.value;
    option->second.origin = placed.at.file;
  }

  void unknown_owner(const std::string& key, const std::string& id, const Placed& placed) {
    std::vector<std::string> ids{"turn"};
    for (const auto& s : variant_->cards) ids.push_back(s->id);
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
      return error(placed.at, "unknown-option", "'" + id + "' has no options, so not '" + key + "'");
    error(placed.at, "unknown-option",
          "there is no card '" + id + "' in this game to have the option '" + key + "'" + did_you_mean(id, ids));
  }

  Library& library_;
  Diagnostics& out_;
  std::shared_ptr<Variant> variant_;
  Layer layer_;
  std::set<std::string> chain_;
  PlacedMap deck_options_;
  std::optional<Library::Mention> board_at_;
  bool broken_ = false;                                                                    // by another file's mistake
  bool lost_parent_ = false, lost_board_ = false, lost_turn_ = false, lost_deck_ = false;  // there, but not to be read
};

}  // namespace

std::shared_ptr<const Variant> read_variant(Library& library, const std::string& name, const Settings& settings,
                                            const std::vector<std::string>& extra_cards, Diagnostics& out) {
  return Reader(library, out).read(name, settings, extra_cards);
}

void read_options(const YamlFile& file, const YamlNode* node, std::vector<std::pair<std::string, std::string>>& options,
                  Diagnostics& out, std::vector<std::pair<int, int>>* places) {
  if (!node) return;
  if (node->kind != YamlNode::Kind::map)
    return yaml_error(file, *node, "type", "'options' must be a map such as 'twice.mode: at-once'", out);
  for (const auto& [key, value] : node->fields)
    if (auto t = yaml_text(file, value, "'" + key.text + "'", out)) {
      options.emplace_back(key.text, *t);
      if (places) places->emplace_back(key.line, key.column);
    }
}

}  // namespace gofuda
