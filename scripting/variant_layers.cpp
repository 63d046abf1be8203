#include "scripting/variant_layers.hpp"

#include <set>
#include <sstream>

#include "scripting/setting_places.hpp"
#include "scripting/variant_reader.hpp"

namespace gofuda {

namespace {

constexpr std::string_view kPresetSetting = "rules.preset";

class LayerReader {
 public:
  LayerReader(Library& library, Variant& variant, Diagnostics& out) : library_(library), variant_(variant), out_(out) {}

  Layer read(const std::string& name, const Settings& settings, bool& broken) {
    read_file(name, {}, 0);
    for (const auto& [key, value] : settings)
      if (key == kPresetSetting) take_preset(placed_by_setting(key, value));
    for (const auto& [key, value] : settings)
      if (key != kPresetSetting) set(key, value);
    broken = broken_;
    return std::move(layer_);
  }

 private:
  void read_file(const std::string& name, const Library::Mention& from, int depth) {
    auto path = library_.path(FileKind::variant, name);
    layer_.lost_parent = true;  // until it was read
    if (!path) return library_.variant(name, {}, from, out_), void();
    if (!chain_.insert(name).second)
      return out_.error(from.file, from.line, from.column, "extends-cycle",
                        "'" + name + "' extends itself, by way of what it extends; break the circle");
    if (depth > 20)
      return out_.error(from.file, from.line, from.column, "extends-depth", "more than 20 variants extend one another");
    auto file = library_.variant_file(*path, out_);
    if (!file) return void(broken_ = true);
    layer_.lost_parent = false;
    YamlMap map(*file, file->root, "a variant", out_);
    auto id = map.text("variant", true);
    if (id && *id != name)
      yaml_error(*file, *map.optional("variant"), "name",
                 "the variant calls itself '" + *id + "', but its file is " + name + ".yaml; make them the same", out_);
    if (const YamlNode* parent = map.optional("extends")) {
      if (auto t = yaml_text(*file, *parent, "'extends'", out_))
        read_file(*t, {file->name, parent->line, parent->column}, depth + 1);
      else
        layer_.lost_parent = true;
    }
    variant_.file = file->name;
    variant_.files.push_back(*path);
    take(map, *file, "title", layer_.title);
    take(map, *file, "source", layer_.source);
    take(map, *file, "text", layer_.text);
    layer_.lost_turn = !take(map, *file, "turn", layer_.turn);
    take(map, *file, "first", layer_.first);
    take(map, *file, "colours", layer_.colours);
    std::optional<Placed> deck, common;
    layer_.lost_deck = !take(map, *file, "deck", deck);
    layer_.lost_deck |= !take(map, *file, "common_deck", common);
    if (deck && common)
      yaml_error(*file, *map.optional("common_deck"), "two-decks",
                 "a game has decks of the players' own (deck) or a common one (common_deck), not both", out_);
    if (deck)
      layer_.deck = deck, layer_.common_deck.reset();
    else if (common)
      layer_.common_deck = common, layer_.deck.reset();
    take_board(map, file);
    take_list(*file, map.optional("win"), "'win'", layer_.wins);
    take_list(*file, map.optional("changeable"), "'changeable'", layer_.changeable);
    take_deal(map, *file);
    take(map, *file, "handicap", layer_.handicap);
    for (auto [key, to] : {std::pair{"opening", &layer_.opening},
                           {"setup", &layer_.setup},
                           {"handicap_points", &layer_.handicap_points}})
      if (const YamlNode* node = map.optional(key)) *to = {file, node};
    take_rules(*file, map.optional("rules"), depth);
    take_pairs(*file, map.optional("options"), "options", depth, layer_.options);
    layer_.lost_parent |= !map.valid();
    for (const RuleField& f : rule_fields())
      map.belongs(f.name, "it under 'rules', as in rules: { " + std::string(f.name) + ": " + f.get(Rules{}) + " }");
    for (const char* key : {"size", "points", "regions", "wrap", "neighbours"})
      map.belongs(key, std::string("it under 'board', as in board: { ") + key + ": ... }");
    map.belongs("cards", "the cards and their numbers into a file of cards/decks, and its name here: deck: NAME");
    for (const char* key : {"players", "seats", "sides"})
      map.explain(key, "a game has two sides, Black and White, and no more than two can be had; remove it");
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
    if (node->kind == YamlNode::Kind::scalar && node->text.find(':') == std::string::npos) {
      layer_.lost_board = true;
      const bool drawn = node->text.find_first_of("X.#") != std::string::npos;
      return yaml_error(*file, *node, "wrong-type",
                        drawn ? "the board is written as 'key: value' lines; a drawing of its points stands under "
                                "'points: |', one of the stones that stand at the start under 'setup: |'"
                              : "the board is written as 'key: value' lines: board: { size: " +
                                    printable(node->text.substr(0, 20)) + " }",
                        out_);
    }
    YamlMap board(*file, *node, "the board", out_);
    const YamlNode* size = board.optional("size");
    const YamlNode* points = board.optional("points");
    layer_.lost_board = !board.valid() || (size && size->kind != YamlNode::Kind::scalar);
    if (size && points)
      yaml_error(*file, *size, "two-sizes", "the board is drawn below, which tells its size; remove 'size'", out_);
    if (size)
      if (auto t = yaml_text(*file, *size, "the board's size", out_))
        layer_.size = Placed{*t, {file->name, size->line, size->column}};
    if (points)
      layer_.points = {file, points}, layer_.size.reset();
    else if (size)
      drop_drawing();
    take(board, *file, "regions", layer_.regions);
    take(board, *file, "region_size", layer_.region_size);
    take(board, *file, "wrap", layer_.wrap);
    take(board, *file, "neighbours", layer_.neighbours);
    board.finish();
  }

  // A board of another size has no use for the drawing, nor for what it promises.
  void drop_drawing() {
    layer_.points = {};
    layer_.regions.reset();
    layer_.region_size.reset();
  }

  void take_list(const YamlFile& file, const YamlNode* node, const char* what, std::optional<std::vector<Placed>>& to) {
    if (!node) return;
    to.emplace();
    if (node->kind == YamlNode::Kind::null) return;
    for (const YamlNode* item : yaml_list(file, *node, what, out_))
      to->push_back({item->text, {file.name, item->line, item->column}});
  }

  void take_deal(YamlMap& map, const YamlFile& file) {
    const YamlNode* node = map.optional("deal");
    if (!node) return;
    if (node->kind == YamlNode::Kind::scalar && node->text.find(':') == std::string::npos)
      return yaml_error(
          file, *node, "wrong-type",
          "the deal is written as 'key: value' lines: deal: { cards: " + printable(node->text.substr(0, 20)) + " }",
          out_);
    YamlMap deal(file, *node, "the deal", out_);
    if (deal.valid() && !deal.required("cards")) return;
    take(deal, file, "cards", layer_.deal);
    layer_.deal_open.reset();
    take(deal, file, "open", layer_.deal_open);
    deal.finish();
  }

  void take_pairs(const YamlFile& file, const YamlNode* node, const char* what, int depth, PlacedMap& to) {
    if (!node) return;
    const std::string form = std::string("'") + what + "' must be a map of names and values";
    for (const auto& [key, value] : setting_fields(file, *node, form, out_))
      if (auto t = yaml_text(file, value, "'" + key.text + "'", out_))
        put(to, key.text, {*t, {file.name, key.line, key.column}, depth == 0});
  }

  // A preset first: the keys beside it say what is otherwise.
  void take_rules(const YamlFile& file, const YamlNode* node, int depth) {
    PlacedMap rules;
    take_pairs(file, node, "rules", depth, rules);
    for (const auto& [name, placed] : rules)
      if (name == kPresetKey) take_preset(placed);
    for (auto& [name, placed] : rules)
      if (name != kPresetKey) put(layer_.rules, name, std::move(placed));
  }

  void take_preset(const Placed& named) {
    const auto preset = library_.preset(named.value, named.at, out_);
    if (!preset) return void(broken_ = true);
    layer_.preset = named;
    variant_.files.push_back(*library_.path(FileKind::preset, named.value));
    for (const auto& [name, value] : preset->rules)
      put(layer_.rules, name, {value.text, {preset->file, value.line, value.column}});
  }

  static void put(PlacedMap& map, const std::string& key, Placed value) {
    for (auto& [k, v] : map)
      if (k == key) return void(v = std::move(value));
    map.emplace_back(key, std::move(value));
  }

  static Placed placed_by_setting(const std::string& key, const std::string& value) {
    return {value, {setting_option(key, value), 0, 0}};
  }

  void set(const std::string& key, const std::string& value) {
    const Placed placed = placed_by_setting(key, value);
    if (key == "board.size")
      layer_.size = placed, drop_drawing();
    else if (key == "board.wrap")
      layer_.wrap = placed;
    else if (key == "board.neighbours")
      layer_.neighbours = placed;
    else if (key == "deck")
      layer_.deck = placed, layer_.common_deck.reset();
    else if (key == "common_deck")
      layer_.common_deck = placed, layer_.deck.reset();
    else if (key == "turn")
      layer_.turn = placed;
    else if (key == "first")
      layer_.first = placed;
    else if (key == "deal")
      layer_.deal = placed;
    else if (key == "handicap")
      layer_.handicap = placed;
    else if (key == "win")
      set_wins(placed);
    else if (key.rfind("rules.", 0) == 0)
      put(layer_.rules, key.substr(6), placed);
    else if (key.rfind("deck.", 0) == 0)
      put(layer_.copies, key.substr(5), placed);
    else if (key.find('.') != std::string::npos)
      put(layer_.options, key, placed);
    else
      return out_.error(placed.at.file, 0, 0, "setting",
                        "'" + key +
                            "' cannot be set; a setting is rules.NAME, turn.OPTION, CARD.OPTION, board.size, "
                            "board.wrap, board.neighbours, deck, "
                            "deck.CARD, common_deck, turn, first, win, deal or handicap");
    if (key == "deck" || key == "common_deck" || key == "turn")
      for (auto& [name, option] : layer_.options) option.own = false;
  }

  void set_wins(const Placed& placed) {
    layer_.wins.emplace();
    std::istringstream words(placed.value);
    for (std::string w; words >> w;) {
      if (w.ends_with(',')) w.pop_back();
      layer_.wins->push_back({w, placed.at});
    }
  }

  Library& library_;
  Variant& variant_;
  Diagnostics& out_;
  Layer layer_;
  std::set<std::string> chain_;
  bool broken_ = false;
};

}  // namespace

void put_setting(Settings& settings, const std::string& key, const std::string& value) {
  for (auto& [k, v] : settings)
    if (k == key) return void(v = value);
  settings.emplace_back(key, value);
}

Layer read_layers(Library& library, const std::string& name, const Settings& settings, Variant& variant, bool& broken,
                  Diagnostics& out) {
  return LayerReader(library, variant, out).read(name, settings, broken);
}

}  // namespace gofuda
