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

class Reader {
 public:
  Reader(const Options& options, const Differ& args, int& code) : options_(options), args_(args), code_(code) {}

  std::optional<Asked> read() {
    if (const std::string wrong = wrong_words(); !wrong.empty()) return usage(wrong);
    Settings settings;
    asked_.library = open_plan(options_, args_, settings, code_);
    if (!asked_.library) return std::nullopt;
    const bool set_differs = args_.other.empty() && args_.before.empty() && !args_.every_option;
    base_ = set_differs ? Settings{} : settings;
    if (!read_first()) return std::nullopt;
    const bool read = set_differs            ? against(asked_.a, settings)
                      : args_.every_option   ? against_every_option()
                      : args_.before.empty() ? against(args_.other, base_)
                                             : against_folder();
    if (!read || !players_fit()) return std::nullopt;
    return std::move(asked_);
  }

 private:
  std::optional<Asked> usage(const std::string& wrong) { return code_ = usage_error(wrong), std::nullopt; }
  bool refuse(const std::string& wrong) { return code_ = usage_error(wrong), false; }

  std::string wrong_words() const {
    if (std::string wrong = wrong_number(args_); !wrong.empty()) return wrong;
    const int ways = !args_.other.empty() + !args_.before.empty() + args_.every_option;
    if (ways > 1) return "only one of a second VARIANT, --before and --every-option";
    if (ways == 0 && args_.set.empty())
      return "against what? Give a second VARIANT, --set KEY=VALUE, --before FOLDER or --every-option";
    if (args_.other == args_.variant) return "both are " + args_.variant + "; with --set it is compared with itself";
    std::error_code error;
    if (!args_.before.empty() && !std::filesystem::is_directory(args_.before, error))
      return "there is no folder '" + args_.before + "'";
    if (!args_.before.empty() && options_.rules.empty())
      return "--before FOLDER is an older copy of the folder that --rules names; give both";
    return "";
  }

  // The first reading; with --before that is the older one.
  bool read_first() {
    Diagnostics out;
    if (!args_.before.empty()) {
      Options older = options_;
      older.rules = {args_.before};
      asked_.other_library = std::move(asked_.library);
      asked_.library = open_library(older, out);
      if (!asked_.library) return code_ = 1, report(options_, out), false;
    }
    auto plan = read_plan(*asked_.library, args_, base_, out, code_);
    if (!plan) return report(options_, out), false;
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
    Diagnostics out;
    auto found = library.variant(name, settings, {}, out);
    if (!found) code_ = exit_code(out), report(options_, out);
    return found;
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
    if (!may_be_compared(other)) return false;
    asked_.by_settings = same_but_options(*a.variant, *other.variant);
    asked_.search.match.go_on = !asked_.by_settings;
    other.own = asked_.by_settings ? different_settings(*a.variant, *other.variant) : Settings{};
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
    if (!other.variant) why = out.list().empty() ? "it cannot be read" : out.list()[0].message;
    if (why.empty())
      asked_.search.match.others.push_back(std::move(other));
    else
      asked_.not_set.push_back({key, value, why});
  }

  bool players_fit() {
    for (const Reading& r : asked_.search.match.others)
      for (const std::string& player : asked_.search.match.players) {
        Diagnostics out;
        if (!make_player(player, *r.variant, out)) return code_ = 2, report(options_, out), false;
      }
    return true;
  }

  const Options& options_;
  const Differ& args_;
  int& code_;
  Settings base_;
  Asked asked_;
};

}  // namespace

std::optional<Asked> read_question(const Options& options, const Differ& args, int& code) {
  return Reader(options, args, code).read();
}

}  // namespace gofuda::tools
