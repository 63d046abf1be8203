#include "tools/lab/plans/isolated_plan.hpp"

#include <cstdio>

#include "tools/isolate/message.hpp"
#include "tools/players/player.hpp"

namespace gofuda::tools {

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kLongestName = 1u << 16, kMostFiles = 1u << 16, kMostDeck = 1u << 16;

template <class T>
void write_names(isolate::MessageWriter& to, const std::vector<T>& things) {
  to.number(things.size());
  for (const T& t : things) to.text(t.id), to.text(t.name);
}

Names read_names(isolate::MessageReader& from, std::size_t most) {
  Names out;
  for (std::size_t n = from.count(most); n > 0 && !from.bad(); --n) {
    std::string id = from.line(kLongestName);
    out.emplace_back(std::move(id), from.text(kLongestName));
  }
  return out;
}

void write_facts(isolate::MessageWriter& to, const RulesFacts& facts) {
  to.signed_number(facts.komi), to.signed_number(facts.points);
  to.number(facts.first ? index(*facts.first) : 2), to.number(facts.only_top);
  for (const auto& deck : facts.decks) {
    to.number(deck.size());
    for (const CardId c : deck) to.number(c);
  }
}

// `cards`: all that the rules know.
RulesFacts read_facts(isolate::MessageReader& from, const Names& cards) {
  RulesFacts facts;
  facts.komi = static_cast<int>(from.signed_number(-kMostKomi, kMostKomi));
  facts.points = static_cast<int>(from.signed_number(0, kCells));
  if (const std::uint64_t first = from.number(2); first < 2) facts.first = first == 0 ? Seat::black : Seat::white;
  facts.only_top = from.flag();
  for (auto& deck : facts.decks)
    for (std::size_t n = from.count(kMostDeck); n > 0 && !from.bad(); --n) {
      const std::uint64_t card = from.number(kMostCards);
      if (card >= cards.size()) return from.refuse(), facts;
      deck.push_back(static_cast<CardId>(card));
    }
  for (const CardId c : lab::kinds_in_decks(facts.decks)) facts.cards.push_back({c, cards[c].first, cards[c].second});
  return facts;
}

// False when it names a file that was never handed out.
bool fill(const PlanNews& news, const Library& library, lab::Provenance& p) {
  p.title = news.title, p.komi = news.facts.komi, p.cards = news.cards, p.conditions = news.conditions;
  lab::FileHashes hashes;
  for (const std::string& f : news.files) {
    const std::string* text = library.kept_text(f);
    if (!text) return false;
    lab::add_file(p, hashes, f, [&] { return *text; });
  }
  return true;
}

}  // namespace

RulesFacts facts_of(const Ruleset& rules) {
  RulesFacts facts;
  facts.decks = rules.decks, facts.cards = lab::dealable_cards(rules);
  facts.only_top = lab::only_top_can_be_dealt(rules);
  facts.komi = rules.rules.komi, facts.points = rules.grid.points().count();
  if (!rules.first_by_chance) facts.first = rules.first;
  return facts;
}

lab::PlayBatch IsolatedPlan::play() const {
  return [games = games.get()](const lab::Batch& batch, const auto& fold, const auto& tick) {
    games->run(batch, fold, tick);
  };
}

std::optional<PlayablePlan> playable_plan(const Options& options, const PlanArgs& args, const isolate::Asked& asked,
                                          const std::string& keep, int& code) {
  PlayablePlan out;
  if (asked.on) {
    out.isolated = isolate_plan(options, args, asked.limits, keep, code);
    if (!out.isolated) return std::nullopt;
    out.plan = out.isolated->plan, out.facts = out.isolated->facts, out.play = out.isolated->play();
  } else {
    auto plan = make_plan(options, args, code);
    if (!plan) return std::nullopt;
    out.plan = std::move(*plan), out.facts = facts_of(*out.plan.variant->ruleset);
  }
  return out;
}

std::optional<Options> with_texts(const Options& options, int& code) {
  Diagnostics out;
  auto library = open_and_tell(options, out);
  if (!library) return report(options, out), code = 2, std::nullopt;
  library->keep_texts();
  Options kept = options;
  kept.texts = std::make_shared<const LibraryTexts>(library->texts());
  return kept;
}

int cannot_isolate(const isolate::CannotIsolate& e) { return usage_error(std::string("--isolate: ") + e.what()); }

std::string news_of(const lab::Plan& plan) {
  const Variant& v = *plan.variant;
  isolate::MessageWriter to;
  to.number(0), to.text(v.title);
  for (const std::string& name : plan.players) to.text(name);
  to.texts(v.files);
  write_names(to, v.ruleset->cards);
  write_facts(to, facts_of(*v.ruleset));
  write_names(to, v.ruleset->wins.conditions());
  return to.take();
}

std::string news_of(const Diagnostics& wrong, int code) {
  isolate::MessageWriter to;
  to.number(static_cast<std::uint64_t>(code)), to.diagnostics(wrong.list());
  return to.take();
}

std::optional<PlanNews> read_news(const std::string& message) {
  isolate::MessageReader from(message);
  PlanNews news;
  news.code = static_cast<int>(from.number(2));
  if (news.code != 0) {
    for (const Diagnostic& d : from.diagnostics()) news.wrong.add(d);
    if (!news.wrong.has_errors()) from.refuse();
  } else {
    news.title = from.text();
    for (std::string& name : news.players) name = from.line(kLongestName);
    news.files = from.texts(kMostFiles);
    news.cards = read_names(from, kMostCards), news.facts = read_facts(from, news.cards),
    news.conditions = read_names(from, WinTable::kMost);
  }
  return from.whole() ? std::optional(std::move(news)) : std::nullopt;
}

std::optional<IsolatedPlan> isolate_plan(const Options& options, const PlanArgs& args, const isolate::Limits& limits,
                                         const std::string& keep, int& code) {
  for (const std::string& player : {args.black, args.white})
    if (const std::string why = why_not_isolated(player); !why.empty()) return code = usage_error(why), std::nullopt;
  if (!args.from.empty())
    return code = usage_error("--from reads its file in this process, which --isolate is to keep from it"),
           std::nullopt;
  IsolatedPlan out;
  auto opened = open_plan(options, args, out.plan.settings, code);
  if (!opened) return std::nullopt;
  auto library = std::make_shared<Library>(std::move(*opened));
  if (!options.texts) library->keep_texts();
  auto work = [library, args, settings = out.plan.settings](isolate::Inside& inside) {
    Diagnostics wrong;
    int bad = 0;
    const auto plan = read_plan(*library, args, settings, wrong, bad);
    inside.send(plan ? news_of(*plan) : news_of(wrong, bad));
    if (plan) lab::answer_orders(inside, *plan);
  };
  out.games = std::make_unique<lab::IsolatedBatch>(limits, work, threads_of(args.threads));
  std::string why = "gave an answer that cannot be";
  const auto message = out.games->begin(why);
  auto news = message ? read_news(*message) : std::nullopt;
  if (news && news->code != 0)
    return code = news->code, news->wrong = as_said(args, news->wrong), report(options, news->wrong), std::nullopt;
  out.plan.seed = static_cast<std::uint64_t>(args.seed);
  if (args.deal_seed) out.plan.deal_seed = static_cast<std::uint64_t>(*args.deal_seed);
  out.plan.most_turns = args.max_turns;
  if (news) out.plan.players = news->players;
  out.provenance = lab::words_of(out.plan, args.variant, keep, static_cast<std::uint64_t>(args.games));
  if (!news || !fill(*news, *library, out.provenance)) {
    std::fprintf(stderr, "error: the process that reads the rules of %s %s\n", printable(args.variant).c_str(),
                 printable(why).c_str());
    return code = 1, std::nullopt;
  }
  out.facts = std::move(news->facts);
  out.games->know({args.variant, news->cards.size(), news->conditions.size()});
  return out;
}

}  // namespace gofuda::tools
