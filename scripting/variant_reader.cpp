#include "scripting/variant_reader.hpp"

#include <algorithm>
#include <optional>

#include "core/question.hpp"
#include "scripting/board_reader.hpp"
#include "scripting/lua_words.hpp"
#include "scripting/script_count.hpp"
#include "scripting/tally_names.hpp"
#include "scripting/variant_board.hpp"
#include "scripting/variant_layers.hpp"

namespace gofuda {

namespace {

class VariantReading {
 public:
  VariantReading(Library& library, Diagnostics& out) : library_(library), out_(out) {}

  std::shared_ptr<const Variant> read(const std::string& name, const Settings& settings,
                                      const std::vector<std::string>& extra) {
    std::size_t before = out_.errors();
    variant_ = std::make_shared<Variant>();
    variant_->id = name;
    layer_ = read_layers(library_, name, settings, *variant_, broken_, out_);
    build(extra);  // even after a mistake, so that all of them are found at once
    for (const std::string& file : variant_->files) variant_->texts[file] = library_.read_text(file);
    return out_.errors() == before && !broken_ ? variant_ : nullptr;
  }

 private:
  void error(const Library::Mention& at, std::string code, std::string message) {
    out_.error(at.file, at.line, at.column, std::move(code), std::move(message));
  }

  void build(const std::vector<std::string>& extra) {
    auto rules = std::make_shared<Ruleset>();
    rules->id = variant_->id;
    rules->title = variant_->title = layer_.title ? layer_.title->value : variant_->id;
    variant_->source = layer_.source ? layer_.source->value : "";
    variant_->text = layer_.text ? layer_.text->value : "";
    board_ = build_board(layer_, variant_->file, *rules, out_);
    variant_->handicap = board_.handicap;
    for (const auto& [name, placed] : layer_.rules) {
      set_rule(rules->rules, name, placed.value, placed.at, out_);
      variant_->rule_origins[name] =
          placed.at.line > 0 ? placed.at.file + ":" + std::to_string(placed.at.line) : "--set";
    }
    check_preset(*rules);
    check_setup(*rules);
    if (layer_.colours) {
      if (layer_.colours->value == "nigiri")
        variant_->nigiri = true;
      else if (layer_.colours->value != "chosen")
        error(layer_.colours->at, "value",
              "'colours' is chosen or nigiri, not '" + layer_.colours->value + "'" +
                  did_you_mean(layer_.colours->value, {"chosen", "nigiri"}));
    }
    read_changeable();
    build_turn(*rules);
    build_cards(*rules, extra);
    turn_shapes(*rules);
    build_deal(*rules);
    build_wins(*rules);
    build_names(*rules);
    choose_options();
    variant_->ruleset = rules;
    if (!counts(*variant_)) return;
    rules->counting = std::make_shared<ScriptCount>(*variant_);
  }

  void build_names(Ruleset& rules) {
    std::vector<std::shared_ptr<const Script>> scripts = variant_->cards;
    scripts.insert(scripts.end(), variant_->wins.begin(), variant_->wins.end());
    scripts.push_back(variant_->turn);
    for (const auto& s : scripts)
      if (s) add_names(*s, rules.names);
    if (!broken_) check_deck_names(deck_names_, rules.names, deck_file_, scripts, out_);
    add_names(deck_names_, rules.names);
    if (!broken_) check_names(rules.names, variant_->file, scripts, out_);
  }

  // What a set of rules of Go says makes no sense where stones are not captured, or where something else decides.
  void check_preset(const Ruleset& rules) {
    if (!layer_.preset) return;
    variant_->preset = layer_.preset->value;
    const bool stays = rules.rules.captures == CaptureOrder::none;
    if (!stays && (!layer_.wins || layer_.wins->empty())) return;
    error(layer_.preset->at, "preset",
          "the preset '" + layer_.preset->value + "' is rules of Go, and in this game " +
              (stays ? "no stones are captured" : "a win condition decides") +
              "; choose single rules, such as rules.suicide, instead");
  }

  void check_setup(const Ruleset& rules) {
    if (!layer_.setup || rules.setup.empty()) return;
    Board board(rules.grid);
    for (const Stone& s : rules.setup) board.set(s.point, s.colour);
    check_liberties(*layer_.setup.file, *layer_.setup.node, rules.rules, board, out_);
  }

  void read_changeable() {
    if (!layer_.changeable) return;
    const std::vector<std::string> names(changeable_rules().begin(), changeable_rules().end());
    for (const Placed& named : *layer_.changeable) {
      if (std::find(names.begin(), names.end(), named.value) != names.end()) continue;
      std::string list;
      for (const std::string& n : names) list += (list.empty() ? "" : ", ") + n;
      error(named.at, "unknown-rule",
            "no card can change the rule " + in_quotes(named.value) + "; those that one can are " + list +
                did_you_mean(named.value, names));
    }
  }

  // A card changes the rules that the game leaves open to cards, and no other.
  void check_changes(const Script& card) {
    for (const auto& [rule, value] : card.in_force) {
      const auto is_it = [&wanted = rule](const Placed& p) { return p.value == wanted; };
      if (layer_.changeable && std::any_of(layer_.changeable->begin(), layer_.changeable->end(), is_it)) continue;
      const std::string message = "the card changes the rule '" + rule + "', which the game '" + variant_->id +
                                  "' does not leave to cards; write changeable: [" + rule + "] into " + variant_->file;
      const int line = std::max(1, FieldLines(card.source).of("in_force"));
      error({card.file, line, column_in(card.source, line, message)}, "not-changeable", message);
    }
  }

  // Where a card can change how shapes may be turned, all the ways are there from the start.
  void turn_shapes(Ruleset& rules) {
    const auto turns = [](const RuleChange& c) { return c.field->name == "symmetry"; };
    const bool any = std::any_of(rules.cards.begin(), rules.cards.end(), [&](const CardInfo& c) {
      return std::any_of(c.in_force.begin(), c.in_force.end(), turns);
    });
    for (std::size_t i = 0; any && i < rules.cards.size(); ++i)
      if (const auto& shape = variant_->cards[i]->shape)
        for (Symmetry s : {Symmetry::all, Symmetry::mirrors, Symmetry::rotations, Symmetry::none})
          rules.cards[i].turned.push_back(shape->orientations(s));
  }

  void build_turn(Ruleset& rules) {
    if (!layer_.turn && (layer_.lost_turn || layer_.lost_parent)) return;
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
      deck_names_ = deck->names;
      deck_file_ = deck->file;
      variant_->files.push_back(*library_.path(FileKind::deck, chosen->value));
      const Deck changed = with_copies(*deck);
      for (const auto& [card, copies] : changed.cards) add_card(rules, card, {deck->file, 0, 0});
      std::vector<CardId> pile;
      for (const auto& [card, copies] : changed.cards)
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
    if (!chosen && !layer_.copies.empty() && !layer_.lost_deck && !layer_.lost_parent)
      error(layer_.copies[0].second.at, "deck", "the game has no deck to have a card more or less; set a deck, too");
    variant_->deck_cards = rules.cards.size();
    for (const std::string& card : extra) add_card(rules, card, {variant_->file, 0, 0});
  }

  // The deck with as many copies of each card as the user has set. A card that it has none of must be one.
  Deck with_copies(Deck deck) {
    for (const auto& [card, placed] : layer_.copies) {
      const std::string& n = placed.value;
      if (n.empty() || n.size() > 4 || n.find_first_not_of("0123456789") != std::string::npos || std::stoi(n) > 1000) {
        error(placed.at, "value", "a deck has from 0 to 1000 copies of a card, not " + in_quotes(n));
        continue;
      }
      if (!library_.script(FileKind::card, card, placed.at, out_)) {
        bad();
        continue;
      }
      if (deck.copies(card) != std::stoi(n)) variant_->copies.emplace_back(card, std::stoi(n));
      deck.set_copies(card, std::stoi(n));
    }
    if (layer_.copies.empty()) return deck;
    const Library::Mention& last = layer_.copies.back().second.at;
    if (deck.total() == 0) error(last, "empty-deck", "no card is left in the deck '" + deck.id + "'");
    if (static_cast<std::size_t>(deck.total()) > kMostCards / 2)
      error(last, "too-many",
            "the deck would have " + std::to_string(deck.total()) + " cards; " + std::to_string(kMostCards / 2) +
                " are the most");
    return deck;
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
      info.shape = s->shape->orientations(rules.rules.symmetry, rules.grid);
      bool fits = std::any_of(info.shape.begin(), info.shape.end(), [&](const Orientation& o) {
        return o.width <= rules.grid.width() && o.height <= rules.grid.height();
      });
      if (!fits && board_.at)
        error(*board_.at, "shape-size",
              "the shape of the card '" + id + "', " + std::to_string(s->shape->width()) + "x" +
                  std::to_string(s->shape->height()) + ", does not fit on a board of " + size_text(rules.grid) +
                  "; make the board larger or leave the card out");
    }
    check_kind(*s, from);
    info.answers = s->has("answer");
    info.before = s->has("announce");
    add_effects(*s, info);
    check_changes(*s);
    rules.cards.push_back(std::move(info));
    variant_->cards.push_back(s);
    variant_->files.push_back(*library_.path(FileKind::card, id));
  }

  // What the turn asks of its cards.
  void check_kind(const Script& card, const Library::Mention& from) {
    if (!variant_->turn) return;
    for (const auto& [name, values] : variant_->turn->cards) {
      auto trait = card.traits.find(name);
      std::string has = name == "kind" ? card.kind : trait == card.traits.end() ? "" : trait->second;
      if (std::find(values.begin(), values.end(), has) != values.end()) continue;
      std::string list;
      for (const std::string& v : values) list += (list.empty() ? "" : ", ") + v;
      error({card.file, 1, 1}, "card-kind",
            "the turn '" + variant_->turn_id + "' plays cards whose '" + name + "' is one of " + list + "; '" +
                card.id + "' has " + (has.empty() ? "none" : "'" + has + "'") + " (it is in the deck of " + from.file +
                "); write it into the card, or choose another turn: gofuda show turn");
    }
  }

  void build_deal(Ruleset& rules) {
    const bool dealt = layer_.deal && layer_.deal->value != "0";
    if (variant_->turn && variant_->turn->needs_hand && !dealt && !broken_)
      error(layer_.deal ? layer_.deal->at : layer_.turn->at, "deal",
            "the turn '" + variant_->turn_id +
                "' plays cards of a hand, and this game deals none, so that both sides lose "
                "turns; add deal: { cards: 3 }");
    if (!layer_.deal) return;
    const std::string& n = layer_.deal->value;
    bool digits = !n.empty() && n.size() <= 3 && n.find_first_not_of("0123456789") == std::string::npos;
    if (n == "all")
      rules.deal = Ruleset::kDealAll;
    else if (digits)
      rules.deal = std::stoi(n);
    else
      error(layer_.deal->at, "value",
            "each side is dealt a number of cards from 0 to 999, or all; not " + in_quotes(n));
    if (rules.decks[0].empty() && rules.decks[2].empty() && rules.deal != 0 && !layer_.lost_deck && !broken_)
      error(layer_.deal->at, "deal", "there is no deck to deal from; add a deck, or leave the deal out");
    std::size_t own = std::min(rules.decks[0].size(), rules.decks[1].size()), common = rules.decks[2].size() / 2;
    std::size_t most = rules.decks[2].empty() ? own : common;
    if (rules.deal > 0 && most > 0 && static_cast<std::size_t>(rules.deal) > most)
      error(layer_.deal->at, "deal", "the deck has cards to deal each side " + std::to_string(most) + ", not " + n);
    if (!layer_.deal_open) return;
    const std::string& open = layer_.deal_open->value;
    rules.deal_open = open == "yes" || open == "true";
    if (!rules.deal_open && open != "no" && open != "false")
      error(layer_.deal_open->at, "value", "'open' is yes or no, not " + in_quotes(open));
  }

  static bool counts_only(const Script& win) { return win.line == 0 && !win.shape && !win.region; }

  void build_wins(Ruleset& rules) {
    if (!layer_.wins) return;
    if (layer_.wins->size() > WinTable::kMost)
      return error(layer_.wins->back().at, "win",
                   "a game has at most " + std::to_string(WinTable::kMost) + " win conditions");
    std::vector<WinCondition> conditions;
    std::size_t pairs = 0;
    for (const Placed& named : *layer_.wins) {
      auto twice = [&](const WinCondition& w) { return w.id == named.value; };
      if (std::any_of(conditions.begin(), conditions.end(), twice)) {
        error(named.at, "win", "the win condition '" + named.value + "' is listed twice");
        continue;
      }
      auto s = library_.script(FileKind::win, named.value, named.at, out_);
      if (!s) {
        bad();
        continue;
      }
      WinCondition w{s->id, s->name, s->text, {}, s->line, s->has("check")};
      if (s->line > 0) w.patterns = line_patterns(rules.grid, s->line);
      if (s->shape) w.patterns = shape_patterns(rules.grid, *s->shape);
      if (s->region) w.patterns = region_patterns(rules.grid);
      if (w.patterns.empty() && !w.scripted && board_.at && !counts_only(*s))
        error(named.at, "win-size",
              s->region
                  ? "the win condition '" + s->id + "' needs a board with regions; draw them as letters in 'points'"
                  : "the win condition '" + s->id + "' fits nowhere on a board of " + size_text(rules.grid));
      pairs += WinTable::pairs(w);
      if (pairs > WinTable::kMostPairs)
        return error(named.at, "win-size",
                     "the win condition '" + s->id + "' has too many points in too many places (" +
                         std::to_string(w.patterns.size()) +
                         " on this board); draw a smaller pattern, or test it in a 'check' function");
      conditions.push_back(std::move(w));
      variant_->wins.push_back(s);
      variant_->files.push_back(*library_.path(FileKind::win, named.value));
    }
    rules.wins = WinTable(std::move(conditions));
  }

  void choose_options() {
    auto defaults = [&](const std::string& id, const Script& s) {
      for (const ScriptOption& o : s.options) variant_->options[id][o.name] = {&o, o.values.front(), "default"};
    };
    if (variant_->turn) defaults("turn", *variant_->turn);
    for (const auto& s : variant_->cards) defaults(s->id, *s);
    for (const auto& s : variant_->wins) defaults(s->id, *s);
    for (const auto& [key, placed] : deck_options_) choose(key, placed);
    for (const auto& [key, placed] : layer_.options) choose(key, placed);
  }

  // An inherited option of a card or turn that this game does not have is no mistake, as long as there is such an
  // option at all.
  bool spoken_of_elsewhere(const std::string& id, const std::string& name, const Placed& placed) {
    if (placed.own) return false;
    Diagnostics ignored;
    for (FileKind kind : {FileKind::card, FileKind::turn, FileKind::win})
      for (const std::string& file :
           kind == FileKind::turn && id == "turn" ? library_.names(kind) : std::vector<std::string>{id}) {
        if (kind != FileKind::turn && id == "turn") continue;
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
    if (!known && (id == "turn" ? !variant_->turn : broken_ || layer_.lost_parent || layer_.lost_deck))
      return;  // who knows what it is about
    if (it == variant_->options.end()) return unknown_owner(key, id, placed);
    std::vector<const ScriptOption*> options;
    for (const auto& [n, o] : it->second) options.push_back(o.option);
    const auto [code, wrong] = wrong_option(options, id, name, placed.value);
    if (!wrong.empty()) return error(placed.at, code, wrong);
    it->second[name].value = placed.value;
    it->second[name].origin = placed.at.file;
  }

  void unknown_owner(const std::string& key, const std::string& id, const Placed& placed) {
    std::vector<std::string> ids{"turn"};
    for (const auto& s : variant_->cards) ids.push_back(s->id);
    for (const auto& s : variant_->wins) ids.push_back(s->id);
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
      return error(placed.at, "unknown-option", "'" + id + "' has no options, so not '" + key + "'");
    error(placed.at, "unknown-option",
          "there is no card '" + id + "' in this game to have the option '" + key + "'" + did_you_mean(id, ids));
  }

  Library& library_;
  Diagnostics& out_;
  std::shared_ptr<Variant> variant_;
  Layer layer_;
  BuiltBoard board_;
  PlacedMap deck_options_;
  TallyNames deck_names_;
  std::string deck_file_;
  bool broken_ = false;  // by another file's mistake
};

}  // namespace

void add_effects(const Script& card, CardInfo& info) {
  for (int m = static_cast<int>(Moment::set); m < kMoments; ++m)
    if (const auto moment = static_cast<Moment>(m); card.has(row_of(moment).hook)) info.when |= bit(moment);
  for (const auto& [rule, value] : card.in_force) {
    if (const RuleField* field = find_rule_field(rule))
      info.in_force.push_back({field, value});
    else
      info.passing = value == "owner"      ? Passing::owner
                     : value == "opponent" ? Passing::opponent
                     : value == "neither"  ? Passing::neither
                                           : Passing::both;
  }
}

void set_rule(Rules& rules, const std::string& name, const std::string& value, const Library::Mention& at,
              Diagnostics& out) {
  const auto error = [&](const char* code, const std::string& message) {
    out.error(at.file, at.line, at.column, code, message);
  };
  const RuleField* field = find_rule_field(name);
  if (!field) {
    std::vector<std::string> names{std::string(kPresetKey)};
    for (const RuleField& f : rule_fields()) names.emplace_back(f.name);
    return error("unknown-rule", "there is no rule '" + name + "'" + did_you_mean(name, names));
  }
  if (field->set(rules, value)) return;
  std::vector<std::string> values(field->values.begin(), field->values.end());
  std::string list;
  for (const std::string& v : values) list += (list.empty() ? "" : ", ") + v;
  if (values.empty()) {
    const std::string_view text = field->text.substr(0, field->text.find(". "));  // its first sentence
    return error("value", in_quotes(value) + " is no value for 'rules." + name +
                              "', which is: " + std::string(text.substr(0, text.size() - text.ends_with('.'))));
  }
  error("value",
        in_quotes(value) + " is no value for 'rules." + name + "'; it is one of " + list + did_you_mean(value, values));
}

std::shared_ptr<const Variant> read_variant(Library& library, const std::string& name, const Settings& settings,
                                            const std::vector<std::string>& extra_cards, Diagnostics& out) {
  return VariantReading(library, out).read(name, settings, extra_cards);
}

std::span<const YamlField> setting_fields(const YamlFile& file, const YamlNode& node, const std::string& form,
                                          Diagnostics& out, std::size_t most) {
  if (node.kind != YamlNode::Kind::map) return yaml_error(file, node, "type", form, out), std::span<const YamlField>{};
  if (node.fields.size() <= most) return node.fields;
  yaml_error(file, node.fields[most].first, "too-many",
             "there are " + std::to_string(node.fields.size()) + " lines of this kind; " + std::to_string(most) +
                 " are the most, so leave some out",
             out);
  return {};
}

std::pair<std::string, std::string> wrong_option(std::span<const ScriptOption* const> options, const std::string& id,
                                                 const std::string& name, const std::string& value) {
  std::vector<std::string> names;
  for (const ScriptOption* o : options) {
    names.push_back(o->name);
    if (o->name != name) continue;
    if (std::find(o->values.begin(), o->values.end(), value) != o->values.end()) return {};
    std::string list;
    for (const std::string& v : o->values) list += (list.empty() ? "" : ", ") + v;
    return {"value", "'" + value + "' is no value for '" + id + "." + name + "'; it is one of " + list +
                         did_you_mean(value, o->values)};
  }
  return {"unknown-option", "'" + id + "' has no option '" + name + "'" + did_you_mean(name, names)};
}

void read_options(const YamlFile& file, const YamlNode* node, const char* key,
                  std::vector<std::pair<std::string, std::string>>& options, Diagnostics& out,
                  std::vector<std::pair<int, int>>* places) {
  if (!node) return;
  for (const auto& [key, value] :
       setting_fields(file, *node, std::string("'") + key + "' must be a map such as 'twice.mode: at-once'", out))
    if (auto t = yaml_text(file, value, "'" + key.text + "'", out)) {
      options.emplace_back(key.text, *t);
      if (places) places->emplace_back(key.line, key.column);
    }
}

}  // namespace gofuda
