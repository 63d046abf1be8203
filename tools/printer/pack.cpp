#include "tools/printer/pack.hpp"

#include <algorithm>
#include <map>

#include "scripting/diagnostic.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::printer {

namespace {

constexpr FileKind kPackedKinds[] = {FileKind::variant, FileKind::deck, FileKind::card};

struct Named {
  FileKind kind;
  std::string name;
};

Named found(const Library& library, const std::string& word) {
  for (FileKind k : kPackedKinds) {
    const std::string start = std::string(file_kind_name(k)) + ":";
    if (!word.starts_with(start)) continue;
    const std::string name = word.substr(start.size());
    if (!library.path(k, name))
      throw Misnamed{"there is no " + std::string(file_kind_name(k)) + " " + in_quotes(name) +
                     did_you_mean(name, library.names(k))};
    return {k, name};
  }
  std::vector<std::string> known;
  for (FileKind k : kPackedKinds) {
    if (library.path(k, word)) return {k, word};
    const std::vector<std::string> names = library.names(k);
    known.insert(known.end(), names.begin(), names.end());
  }
  throw Misnamed{"there is no game, deck or card " + in_quotes(word) + did_you_mean(word, known)};
}

std::string kind_line(const Script& s) {
  std::string out = s.kind;
  for (const auto& [name, value] : s.traits) out += " · " + name + ": " + value;
  return settable(out);
}

// Without a game, `symmetry` is none of its rules, and the most that one may allow is said.
std::string ways_line(const Shape& shape, const Variant* game) {
  const Symmetry symmetry = game ? game->ruleset->rules.symmetry : Symmetry::all;
  static constexpr const char* kHow[] = {"turned and mirrored", "mirrored", "turned", "as it stands"};
  const std::vector<Orientation> ways = shape.orientations(symmetry, game && game->ruleset->grid.topology().hex);
  std::string out = (game || ways.size() == 1 ? "" : "up to ") + std::to_string(ways.size()) +
                    (ways.size() == 1 ? " way to lay it" : " ways to lay it");
  if (symmetry == Symmetry::none || ways.size() > 1)
    out += std::string(", ") + kHow[static_cast<std::size_t>(symmetry)];
  return two_coloured(ways) ? out + "\ndark: yours; light: your opponent's" : out;
}

// The card's text is about its options as they stand by themselves: what was chosen otherwise is said.
std::string options_text(const Script& s, const std::map<std::string, std::string>& chosen) {
  std::string out;
  for (const ScriptOption& o : s.options) {
    auto value = chosen.find(o.name);
    if (value == chosen.end() || value->second == o.values.front()) continue;
    std::string name = o.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    out += (out.empty() ? "" : "\n") + name + ": " + value->second + (o.text.empty() ? "" : ". " + o.text);
  }
  return settable(out);
}

Face face_of(const Script& s, const Variant* game, const std::map<std::string, std::string>& chosen) {
  Face out;
  const FieldLines lines(s.source);
  out.id = s.id, out.file = s.file;
  out.name_line = lines.of("name"), out.text_line = lines.of("text");
  out.title = settable(s.name), out.kind = kind_line(s);
  out.text = settable(s.text), out.source = settable(s.credit);
  out.options = options_text(s, chosen);
  if (!s.shape) return out;
  out.ways = ways_line(*s.shape, game);
  out.stones = s.shape->stones();
  out.columns = s.shape->width(), out.rows = s.shape->height();
  return out;
}

class Packer {
 public:
  Packer(Library& library, const Settings& settings, bool one, Diagnostics& out)
      : library_(library), settings_(settings), one_(one), out_(out) {}

  void add(const Named& named) {
    if (named.kind == FileKind::variant) return add_game(named.name);
    if (named.kind == FileKind::deck) return add_deck(named.name, nullptr);
    if (auto s = library_.script(FileKind::card, named.name, {}, out_))
      add_cards(named.name + "/", *s, nullptr, {}, 1, deck_of("", ""));
  }
  Pack pack;

 private:
  void add_game(const std::string& name) {
    auto v = library_.variant(name, settings_, {}, out_);
    if (!v) return;
    if (v->deck_id.empty())
      throw Misnamed{"the game " + in_quotes(name) + " has no cards; name a game with a deck, a deck or a card"};
    add_deck(v->deck_id, v.get());
    pack.one_for_each_side = pack.one_for_each_side || !v->common_deck;
  }

  void add_deck(const std::string& name, const Variant* game) {
    const auto found = library_.deck(name, {}, out_);
    if (!found) return;
    Deck d = *found;
    if (game)
      for (const auto& [card, copies] : game->copies) d.set_copies(card, copies);
    const std::size_t title = deck_of(settable(d.title.empty() ? d.id : d.title), d.file);
    for (const auto& [card, copies] : d.cards) {
      if (copies == 0) continue;
      auto s = library_.script(FileKind::card, card, {d.file}, out_);
      if (s)
        add_cards(card + "/" + (game ? game->id : "") + "/" + name, *s, game, chosen(card, d, game), copies, title);
    }
  }

  static std::map<std::string, std::string> chosen(const std::string& card, const Deck& deck, const Variant* game) {
    std::map<std::string, std::string> out;
    if (!game) {
      for (const auto& [key, value] : deck.options)
        if (key.starts_with(card + ".")) out[key.substr(card.size() + 1)] = value;
    } else if (auto options = game->options.find(card); options != game->options.end()) {
      for (const auto& [name, choice] : options->second) out[name] = choice.value;
    }
    return out;
  }

  // `key`: what is one face wherever it is named.
  void add_cards(const std::string& key, const Script& s, const Variant* game,
                 const std::map<std::string, std::string>& options, int copies, std::size_t deck) {
    auto [at, fresh] = faces_.try_emplace(key, pack.faces.size());
    if (fresh) pack.faces.push_back(face_of(s, game, options));
    if (one_ && !fresh) return;
    for (int i = 0; i < (one_ ? 1 : copies); ++i) pack.cards.push_back({at->second, deck});
  }

  std::size_t deck_of(const std::string& title, const std::string& file) {
    const auto at = std::find_if(pack.decks.begin(), pack.decks.end(),
                                 [&](const Pack::Deck& d) { return d.title == title && d.file == file; });
    if (at != pack.decks.end()) return static_cast<std::size_t>(at - pack.decks.begin());
    pack.decks.push_back({title, file});
    return pack.decks.size() - 1;
  }

  Library& library_;
  const Settings& settings_;
  bool one_;
  Diagnostics& out_;
  std::map<std::string, std::size_t> faces_;
};

}  // namespace

std::string settable(std::string_view text) {
  std::string out;
  bool blank = false;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    const std::size_t bytes = c ? c->bytes : 1;
    const bool control = c && (c->value < 0x20 || (c->value >= 0x7f && c->value < 0xa0));
    if (c && c->value == '\n') {
      out += out.empty() ? "" : "\n";
      blank = false;
    } else if (control || (c && c->value == ' ')) {
      blank = true;
    } else {
      if (blank && !out.empty() && out.back() != '\n') out += ' ';
      blank = false;
      out += c ? text.substr(0, bytes) : "\xef\xbf\xbd";
    }
    text.remove_prefix(bytes);
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

Pack pack_of(Library& library, const std::vector<std::string>& names, const Settings& settings, bool one,
             Diagnostics& out) {
  std::vector<Named> all;
  for (const std::string& name : names) all.push_back(found(library, name));
  const bool game = std::any_of(all.begin(), all.end(), [](const Named& n) { return n.kind == FileKind::variant; });
  if (!settings.empty() && !game) throw Misnamed{"--set is for games: name the game whose deck it is"};
  Packer packer(library, settings, one, out);
  for (const Named& n : all) packer.add(n);
  return std::move(packer.pack);
}

}  // namespace gofuda::printer
