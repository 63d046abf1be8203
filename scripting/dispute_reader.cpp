#include <algorithm>
#include <filesystem>

#include "core/notation/saved_game.hpp"
#include "core/notation/tokens.hpp"
#include "scripting/dispute.hpp"
#include "scripting/file.hpp"
#include "scripting/sgf_game.hpp"
#include "scripting/variant_reader.hpp"

namespace gofuda {

namespace {

class DisputeReading {
 public:
  DisputeReading(Dispute& d, const DisputeFiles& files, Diagnostics& out)
      : d_(d), file_(*d.file), files_(files), out_(out) {}

  void read() {
    YamlMap map(file_, file_.root, "a dispute", out_);
    d_.title = map.text("dispute", true).value_or("");
    if (const YamlNode* list = map.optional("rulings"))
      for (const YamlNode* item : yaml_list(file_, *list, "'rulings'", out_)) d_.rulings.push_back(item->text);
    d_.ruling = map.text("ruling").value_or("");
    d_.reason = map.text("reason").value_or("");
    d_.source = map.text("source").value_or("");
    d_.variant = map.text("variant", true).value_or("");
    if (auto seed = map.integer("seed", 0, static_cast<long>(kMostSeed)))
      d_.key.seed = static_cast<std::uint64_t>(*seed);
    if (auto number = map.integer("game", 0, 1'000'000'000'000L)) d_.key.game = static_cast<std::uint64_t>(*number);
    d_.board = map.optional("board");
    record(map.optional("from"));
    if (auto t = map.text("to_move")) {
      d_.has_to_move = true;
      if (*t == "white")
        d_.to_move = Seat::white;
      else if (*t != "black")
        yaml_error(file_, *map.optional("to_move"), "value", "'to_move' is black or white, not " + in_quotes(*t), out_);
    }
    d_.ko = map.text("ko");
    d_.walls = map.optional("walls");
    d_.tally = {map.optional("tokens"), map.optional("marks"), map.optional("scored")};
    decks(map.optional("decks"));
    for (auto [key, zone] :
         {std::pair{"hands", Zone::hand}, {"aside", Zone::aside}, {"shown", Zone::shown}, {"discards", Zone::discard}})
      piles(map.optional(key), key, zone);
    effects(map.optional("effects"));
    DisputeCase main;
    main.name = "the ruling";
    settings(map.optional("set"), main.settings);
    main.tokens = plays(map.optional("play"));
    main.expect = map.optional("expect");
    d_.cases.push_back(main);
    otherwise(map.optional("otherwise"));
    map.finish();
  }

 private:
  // from: { sgf: game.sgf, move: 12 }
  void record(const YamlNode* node) {
    if (!(d_.from = node)) return;
    if (d_.board)
      return yaml_error(file_, *node, "conflict", "the position is 'board' or 'from', not both; remove one", out_);
    YamlMap map(file_, *node, "'from'", out_);
    const auto name = map.text("sgf", true);
    SgfChoice choice;
    choice.convert = files_.convert;
    if (const auto move = map.integer("move", 0, 1'000'000)) choice.move = static_cast<int>(*move);
    if (const auto game = map.integer("game", 1, 1'000'000)) choice.game = static_cast<int>(*game);
    if (const auto path = map.text("variation")) {
      const auto ways = parse_sgf_path(*path);
      if (!ways)
        yaml_error(file_, *map.optional("variation"), "value",
                   "'variation' is the way to go at each fork, such as \"2.1\", not " + in_quotes(*path), out_);
      else
        choice.path = *ways;
    }
    map.finish();
    if (!name) return;
    std::string problem = "no file can be named here; say where the stones stand with 'board'";
    const auto bytes = files_.read ? files_.read(*name, problem) : std::nullopt;
    if (!bytes) return yaml_error(file_, *map.optional("sgf"), "no-file", in_quotes(*name) + ": " + problem, out_);
    const std::string path = (std::filesystem::path(file_.name).parent_path() / *name).string();
    d_.record = read_sgf_position(path, *bytes, choice, out_);
  }

  void decks(const YamlNode* node) {
    if (!node) return;
    if (node->kind == YamlNode::Kind::scalar && node->text == "shuffled") return void(d_.shuffled = true);
    piles(node, "decks", Zone::deck);
  }

  void piles(const YamlNode* node, const char* key, Zone zone) {
    if (!node) return;
    if (node->kind != YamlNode::Kind::map)
      return yaml_error(file_, *node, "type", std::string("'") + key + "' must be a map such as { black: [leap] }",
                        out_);
    for (const auto& [owner, list] : node->fields) {
      int o = owner.text == "black" ? 0 : owner.text == "white" ? 1 : owner.text == "common" ? 2 : -1;
      if (o < 0) {
        yaml_error(file_, owner, "value", "cards belong to black, white or common, not '" + owner.text + "'", out_);
        continue;
      }
      Dispute::PileNames pile{static_cast<Owner>(o), zone, {}, &list};
      if (list.kind != YamlNode::Kind::null)
        for (const YamlNode* card : yaml_list(file_, list, "a pile", out_))
          pile.cards.push_back(card->text), d_.turned_up.push_back(card->text);
      cards_ += pile.cards.size();
      if (cards_ > kMostCards && cards_ - pile.cards.size() <= kMostCards)
        yaml_error(file_, owner, "too-many",
                   "with these there are " + std::to_string(cards_) + " cards; a game has at most " +
                       std::to_string(kMostCards),
                   out_);
      d_.piles.push_back(std::move(pile));
    }
  }

  // effects: [{ black: watch, turns: 2 }]
  void effects(const YamlNode* node) {
    if (!node) return;
    if (node->kind != YamlNode::Kind::sequence)
      return yaml_error(file_, *node, "type",
                        "'effects' must be a list of lines such as '- { black: watch, turns: 2 }'", out_);
    for (const YamlNode& item : node->items) {
      YamlMap map(file_, item, "an effect", out_);
      const auto black = map.text("black"), white = map.text("white");
      Dispute::EffectName e{
          white ? Seat::white : Seat::black, black.value_or(white.value_or("")), 0, 0, 0, nullptr, &item};
      for (auto [key, to] :
           {std::pair{"turns", &e.turns}, {"their_turns", &e.their_turns}, {"until_turn", &e.until_turn}})
        if (const auto n = map.integer(key, 1, 1000)) *to = static_cast<int>(*n);
      e.until_captured = map.optional("until_captured");
      map.finish();
      if (!map.valid()) continue;
      if (black.has_value() == white.has_value())
        yaml_error(file_, item, "value", "an effect is one side's; write '- { black: watch, turns: 2 }'", out_);
      else if (!lies_there(e))
        yaml_error(file_, item, "value",
                   "there is no further '" + e.card + "' among what " + std::string(seat_name(e.seat)) +
                       " has laid aside; list it under 'shown' or 'aside'",
                   out_);
      else
        d_.effects.push_back(std::move(e));
    }
  }

  bool lies_there(const Dispute::EffectName& e) const {
    std::ptrdiff_t left = 0;
    for (const Dispute::PileNames& pile : d_.piles)
      if (pile.owner == owner_of(e.seat) && (pile.zone == Zone::shown || pile.zone == Zone::aside))
        left += std::count(pile.cards.begin(), pile.cards.end(), e.card);
    const auto same = [&](const Dispute::EffectName& x) { return x.seat == e.seat && x.card == e.card; };
    return std::count_if(d_.effects.begin(), d_.effects.end(), same) < left;
  }

  void settings(const YamlNode* node, Settings& to) { read_options(file_, node, "set", to, out_); }

  std::shared_ptr<const std::vector<Token>> plays(const YamlNode* node) {
    auto to = std::make_shared<std::vector<Token>>();
    if (!node || node->kind == YamlNode::Kind::null) return to;
    if (node->kind != YamlNode::Kind::sequence)
      yaml_error(file_, *node, "type", "'play' must be a list of lines such as '- black: leap (D4 F5)'", out_);
    for (const YamlNode& item : node->items) line(item, *to);
    return to;
  }

  void line(const YamlNode& item, std::vector<Token>& to) {
    if (item.kind != YamlNode::Kind::map || item.fields.size() != 1)
      return yaml_error(file_, item, "type", "a line of play is 'black: ...', 'white: ...' or 'chance: ...'", out_);
    const auto& [who, text] = item.fields[0];
    if (who.text != "black" && who.text != "white" && who.text != "chance")
      return yaml_error(file_, who, "value", "a line of play belongs to black, white or chance, not '" + who.text + "'",
                        out_);
    std::string problem;
    auto t = yaml_text(file_, text, "a play", out_);
    if (t && !tokenize(who.text, *t, file_.name, text.line, text.column, to, problem))
      yaml_error(file_, text, "notation", problem, out_);
  }

  void otherwise(const YamlNode* node) {
    if (!node) return;
    if (node->kind != YamlNode::Kind::sequence)
      return yaml_error(file_, *node, "type",
                        "'otherwise' must be a list of other readings, each with 'set' and 'expect'", out_);
    if (node->items.size() >= kMostReadings)
      return yaml_error(file_, node->items[kMostReadings - 1], "too-many",
                        "there are " + std::to_string(node->items.size()) + " other readings; " +
                            std::to_string(kMostReadings - 1) + " are the most, so make several disputes",
                        out_);
    std::size_t tokens = d_.cases[0].tokens->size();
    for (const YamlNode& item : node->items) {
      YamlMap map(file_, item, "another reading", out_);
      DisputeCase other;
      other.settings = d_.cases[0].settings;
      const YamlNode* set = map.required("set");
      Settings own;
      settings(set, own);
      for (const auto& [k, v] : own)
        other.name += (other.name.empty() ? "" : ", ") + k + "=" + v, other.settings.emplace_back(k, v);
      const YamlNode* play = map.optional("play");
      other.tokens = play ? plays(play) : d_.cases[0].tokens;
      tokens += other.tokens->size();
      other.expect = map.required("expect");
      map.text("because");
      map.finish();
      d_.cases.push_back(std::move(other));
    }
    if (tokens > kMostTokens)
      yaml_error(file_, *node, "too-many",
                 "all readings together play " + std::to_string(tokens) + " words; " + std::to_string(kMostTokens) +
                     " are the most, so make several disputes",
                 out_);
  }

  Dispute& d_;
  const YamlFile& file_;
  const DisputeFiles& files_;
  Diagnostics& out_;
  std::size_t cards_ = 0;  // named so far
};

}  // namespace

std::optional<Dispute> parse_yaml_dispute(const std::string& name, std::string_view text, Diagnostics& out,
                                          const DisputeFiles& files) {
  std::size_t before = out.errors();
  auto yaml = parse_yaml(name, text, out, kMostDisputeBytes);
  if (!yaml) return std::nullopt;
  Dispute d;
  if (const YamlNode* record = yaml->root.find("record"); record && !yaml->root.find("dispute")) {
    yaml_error(
        *yaml, *record, "record",
        "this is a record, which says what was seen of a game and cannot be played on or judged; 'save' writes a "
        "file that can",
        out);
    return std::nullopt;
  }
  d.file = std::make_shared<YamlFile>(std::move(*yaml));
  DisputeReading(d, files, out).read();
  if (out.errors() != before) return std::nullopt;
  return d;
}

std::optional<Dispute> parse_dispute(const std::string& name, std::string_view text, Diagnostics& out,
                                     const DisputeFiles& files) {
  if (!is_sgf(name, text)) return parse_yaml_dispute(name, text, out, files);
  SgfChoice choice;
  choice.convert = files.convert;
  Diagnostics notes;
  auto game = read_sgf_game(name, text, choice, out, notes);
  if (!game) return std::nullopt;
  return std::move(game->dispute);
}

DisputeFiles files_beside(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  return {[folder](const std::string& name, std::string& problem) -> std::optional<std::string> {
    const fs::path file = folder / name;
    if (name.empty() || name.find('\0') != std::string::npos || fs::path(name).is_absolute() || !has_sgf_name(name)) {
      problem = "name a file that ends in .sgf, from the folder of the dispute on";
      return std::nullopt;
    }
    std::error_code none;
    if (fs::exists(file, none) && leads_out(file, folder.empty() ? fs::path(".") : folder)) {
      problem = "this leads out of the folder of the dispute; put the file beside the dispute";
      return std::nullopt;
    }
    Diagnostics wrong;
    auto bytes = read_text_file(file.string(), wrong, kMostSgfBytes);
    if (!bytes) problem = wrong.list().front().message;
    return bytes;
  }};
}

std::optional<std::string> read_dispute_text(const std::string& path, Diagnostics& out) {
  if (has_sgf_name(path)) return read_text_file(path, out, kMostSgfBytes);
  return read_text_file(path, out, kMostDisputeBytes);
}

std::optional<Dispute> read_dispute(const std::string& path, Diagnostics& out) {
  auto text = read_dispute_text(path, out);
  if (!text) return std::nullopt;
  return parse_dispute(Library::display(path), *text, out, files_beside(path));
}

}  // namespace gofuda
