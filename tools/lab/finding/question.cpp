#include "tools/lab/finding/question.hpp"

#include <algorithm>
#include <filesystem>

#include "core/notation/text.hpp"
#include "tools/lab/plans/option_values.hpp"
#include "tools/players/player.hpp"

namespace gofuda::tools {

namespace {

using lab::Reading;

// The values that the other game has instead.
Settings different_settings(const Variant& a, const Variant& b) {
  std::map<std::string, std::string> of_a;
  each_option(a, [&](const std::string& key, const std::string& chosen, const auto&) { of_a[key] = chosen; });
  Settings out;
  each_option(b, [&](const std::string& key, const std::string& chosen, const auto&) {
    const auto it = of_a.find(key);
    if (it == of_a.end() || it->second != chosen) out.emplace_back(key, chosen);
  });
  return out;
}

// Are all scripts the same, and everything else that is no option?
bool same_but_options(const Variant& a, const Variant& b) {
  const auto same_script = [](const auto& x, const auto& y) { return x->id == y->id && x->source == y->source; };
  const Ruleset &x = *a.ruleset, &y = *b.ruleset;
  const auto same_opening = [](const Opening& p, const Opening& q) {
    return p.stones == q.stones && p.closed == q.closed;
  };
  return (a.turn == nullptr) == (b.turn == nullptr) && (!a.turn || same_script(a.turn, b.turn)) &&
         std::ranges::equal(a.cards, b.cards, same_script) && std::ranges::equal(a.wins, b.wins, same_script) &&
         x.grid.points() == y.grid.points() && x.grid.topology() == y.grid.topology() && x.names == y.names &&
         x.decks == y.decks && x.deal == y.deal && x.deal_open == y.deal_open && x.setup == y.setup &&
         x.first == y.first && x.first_by_chance == y.first_by_chance &&
         std::ranges::equal(x.openings, y.openings, same_opening) &&
         std::ranges::equal(x.grid.regions(), y.grid.regions(),
                            [](const Region& p, const Region& q) { return p.points == q.points; });
}

// How many of each card a side can draw.
std::map<std::string, int> copies_of(const Ruleset& rules) {
  std::map<std::string, int> out;
  for (const Owner o : {Owner::black, Owner::common})
    for (const CardId c : rules.decks[static_cast<std::size_t>(o)]) ++out[rules.cards[c].id];
  return out;
}

std::vector<DeckChange> deck_changes(const Ruleset& a, const Ruleset& b) {
  std::map<std::string, DeckChange> out;
  for (const auto& [card, n] : copies_of(a)) out.try_emplace(card, DeckChange{card, n, 0});
  for (const auto& [card, n] : copies_of(b)) out.try_emplace(card, DeckChange{card, 0, 0}).first->second.b = n;
  std::vector<DeckChange> changes;
  for (const auto& [card, change] : out)
    if (change.a != change.b) changes.push_back(change);
  return changes;
}

std::string wrong_words(const Options& options, const Differ& args) {
  if (std::string wrong = wrong_number(args); !wrong.empty()) return wrong;
  if (args.games < 1) return "--games is a number from 1 to " + std::to_string(kMostGames);
  const int ways = !args.other.empty() + !args.before.empty() + args.every_option;
  if (ways > 1) return "only one of a second VARIANT, --before and --every-option";
  if (ways == 0 && args.set.empty())
    return "against what? Give a second VARIANT, --set KEY=VALUE, --before FOLDER or --every-option";
  if (args.other == args.variant) return "both are " + args.variant + "; with --set it is compared with itself";
  std::error_code error;
  if (!args.before.empty() && !std::filesystem::is_directory(args.before, error))
    return "there is no folder '" + args.before + "'";
  if (!args.before.empty() && options.rules.empty())
    return "--before FOLDER is an older copy of the folder that --rules names; give both";
  for (const std::string& player : {args.black, args.white})
    if (std::string why = args.isolate.on ? why_not_isolated(player) : ""; !why.empty()) return why;
  return "";
}

class Reader {
 public:
  Reader(Folders folders, const Differ& args, MadeReport& wrong)
      : folders_(std::move(folders)), args_(args), wrong_(wrong) {}

  std::optional<Asked> read() {
    const bool set_differs = args_.other.empty() && args_.before.empty() && !args_.every_option;
    base_ = set_differs ? Settings{} : folders_.settings;
    if (!read_first()) return std::nullopt;
    const bool read = set_differs            ? against(asked_.a, folders_.settings)
                      : args_.every_option   ? against_every_option()
                      : args_.before.empty() ? against(args_.other, base_)
                                             : against_folder();
    if (!read || !players_fit()) return std::nullopt;
    return std::move(asked_);
  }

 private:
  bool refuse(const std::string& why) { return wrong_.usage = why, wrong_.code = 2, false; }

  // The first reading; with --before that is the older one.
  bool read_first() {
    asked_.library = std::move(folders_.library);
    if (folders_.before) asked_.other_library = std::exchange(asked_.library, std::move(folders_.before));
    auto plan = read_plan(*asked_.library, args_, base_, wrong_.wrong, wrong_.code);
    if (!plan) return false;
    lab::Match& match = asked_.search.match;
    match.a = {plan->variant, base_, {}};
    match.players = plan->players;
    match.seed = plan->seed;
    match.most_turns = plan->most_turns;
    asked_.search.games = static_cast<std::uint64_t>(args_.games);
    asked_.search.threads = threads_of(args_.threads);
    asked_.a = args_.variant + (args_.before.empty() ? "" : " of " + args_.before);
    return true;
  }

  std::shared_ptr<const Variant> variant(Library& library, const std::string& name, const Settings& settings) {
    auto found = library.variant(name, settings, {}, wrong_.wrong);
    if (!found) wrong_.code = exit_code(wrong_.wrong);
    return found;
  }

  // The other game with the first one's numbers of cards, where these are all that its decks have otherwise.
  void deal_alike(Library& library, const std::string& name, Reading& other) {
    const Reading& a = asked_.search.match.a;
    const std::vector<DeckChange> changes = deck_changes(*a.variant->ruleset, *other.variant->ruleset);
    if (changes.empty()) return;
    Reading alike = other;
    for (const DeckChange& c : changes) put_setting(alike.settings, "deck." + c.card, std::to_string(c.a));
    Diagnostics ignored;
    alike.variant = library.variant(name, alike.settings, {}, ignored);
    if (!alike.variant || !begins_otherwise(a, alike).empty()) return;
    other = std::move(alike);
    asked_.decks = changes;
  }

  bool may_be_compared(const Reading& other) {
    const std::string why = begins_otherwise(asked_.search.match.a, other);
    return why.empty() || refuse("nothing can be compared turn by turn: " + why);
  }

  // Against a whole, and against each of the settings that it consists of.
  bool against(const std::string& name, const Settings& settings) {
    const Reading& a = asked_.search.match.a;
    if (const std::string none = no_such_variant(*asked_.library, name); !none.empty()) return refuse(none);
    Reading other{variant(*asked_.library, name, settings), settings, {}};
    if (!other.variant) return false;
    asked_.b = name;
    if (name == args_.variant)
      for (const auto& [k, v] : settings) asked_.b += " with " + k + "=" + v;
    deal_alike(*asked_.library, name, other);
    if (!may_be_compared(other)) return false;
    asked_.by_settings = same_but_options(*a.variant, *other.variant);
    asked_.search.match.go_on = !asked_.by_settings;
    other.own = asked_.by_settings ? different_settings(*a.variant, *other.variant) : Settings{};
    if (asked_.by_settings && other.own.empty() && !asked_.decks.empty()) return asked_.same = true;
    if (asked_.by_settings && other.own.empty())
      return refuse(asked_.a + " and " + asked_.b + " have the same rules; show variant " + args_.variant +
                    " lists them");
    const Settings own = other.own;
    asked_.search.match.others.push_back(std::move(other));
    if (own.size() < 2) return true;
    asked_.search.first_is_whole = true;
    for (const auto& [key, value] : own) add_value(key, value);
    return true;
  }

  bool against_folder() {
    const Reading& a = asked_.search.match.a;
    Reading other{variant(*asked_.other_library, args_.variant, base_), base_, {}};
    if (!other.variant) return false;
    asked_.b = args_.variant + " as it is now";
    deal_alike(*asked_.other_library, args_.variant, other);
    if (!may_be_compared(other)) return false;
    asked_.by_settings = false;
    asked_.search.match.go_on = true;
    asked_.same =
        same_but_options(*a.variant, *other.variant) && different_settings(*a.variant, *other.variant).empty();
    asked_.search.match.others.push_back(std::move(other));
    return true;
  }

  bool against_every_option() {
    asked_.b = "each other value of each option";
    each_option(*asked_.search.match.a.variant,
                [&](const std::string& key, const std::string& chosen, const std::vector<std::string>& values) {
                  for (const std::string& value : values)
                    if (value != chosen) add_value(key, value);
                });
    return !asked_.search.match.others.empty() || refuse(asked_.a + " has no options");
  }

  // The first reading with one other value. That it cannot be had is no mistake of the user's.
  void add_value(const std::string& key, const std::string& value) {
    Reading other{nullptr, base_, {{key, value}}};
    put_setting(other.settings, key, value);
    Diagnostics out;
    other.variant = asked_.library->variant(args_.variant, other.settings, {}, out);
    std::string why = other.variant ? begins_otherwise(asked_.search.match.a, other) : "";
    if (!other.variant) why = out.first_error() ? out.first_error()->message : "it cannot be read";
    if (why.empty())
      asked_.search.match.others.push_back(std::move(other));
    else
      asked_.not_set.push_back({key, value, why});
  }

  bool players_fit() {
    for (const Reading& r : asked_.search.match.others)
      for (const std::string& player : asked_.search.match.players)
        if (!make_player(player, *r.variant, wrong_.wrong)) return wrong_.code = 2, false;
    return true;
  }

  Folders folders_;
  const Differ& args_;
  MadeReport& wrong_;
  Settings base_;
  Asked asked_;
};

}  // namespace

std::optional<Folders> open_folders(const Options& options, const Differ& args, int& code) {
  if (const std::string wrong = wrong_words(options, args); !wrong.empty())
    return code = usage_error(wrong), std::nullopt;
  Settings settings;
  auto library = open_plan(options, args, settings, code);
  if (!library) return std::nullopt;
  Folders out{std::move(*library), std::nullopt, std::move(settings)};
  if (!args.before.empty()) {
    Diagnostics wrong;
    Options older = options;
    older.rules = {args.before};
    out.before = open_library(older, wrong);
    if (!out.before) return code = 1, report(options, wrong), std::nullopt;
  }
  if (args.isolate.on)
    for (Library* l : {&out.library, out.before ? &*out.before : nullptr})
      if (l) l->keep_texts();
  return out;
}

std::optional<Asked> read_question(Folders folders, const Differ& args, MadeReport& wrong) {
  return Reader(std::move(folders), args, wrong).read();
}

}  // namespace gofuda::tools
