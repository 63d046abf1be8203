#include "tools/lab/report/dealt_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/pair_worth_report.hpp"
#include "tools/lab/report/plot_kinds.hpp"
#include "tools/lab/report/worth_report.hpp"

namespace gofuda::lab {

using nlohmann::json;

json dealt_json(const Stored& stored) {
  const Provenance& p = stored.head.cells[0].provenance;
  std::vector<CardWorth> cards;
  std::vector<PairWorth> pairs;
  std::uint64_t games = 0;
  for (const auto& [key, deal] : stored.cells[0].deals) {
    games = std::max(games, deal.games.games());
    if (deal.games.empty()) continue;
    const auto& [id, name] = p.cards[key.card];
    const auto& [other_id, other_name] = p.cards[key.other];
    if (key.two())
      pairs.push_back({deal.tally, {id, other_id}, {name, other_name}});
    else
      cards.push_back({deal.tally, id, name});
  }
  const auto note = [&](const char* key) {
    const auto it = stored.head.notes.find(key);
    return it == stored.head.notes.end() ? std::string() : it->second;
  };
  json j{{"variant", p.variant}, {"games", games > 0 ? games : p.games}, {"seed", p.seed}, {"how", note("how")}};
  j["at"] = note("at"), j["players"] = {{"black", p.black}, {"white", p.white}};
  const bool two =
      std::any_of(stored.head.deals.begin(), stored.head.deals.end(), [](const DealKey& d) { return d.two(); });
  if (two)
    j["pairs"] = pair_worths_json(std::move(pairs));
  else
    j["cards"] = worths_json(std::move(cards));
  return j;
}

std::vector<std::string> dealt_lines(const tools::Style& style, const json& worths) {
  const bool two = worths.contains("pairs");
  std::vector<std::string> out{
      painted(style, tools::Paint::heading, two ? "What two cards are worth together" : "What a card is worth")};
  if (worths[two ? "pairs" : "cards"].empty()) return out.emplace_back("  no card has been dealt yet"), out;
  for (std::string& line : (two ? pair_worth_lines : worth_lines)(style, worths)) out.push_back(std::move(line));
  return out;
}

namespace {

std::string names_of(const json& row) {
  return row.contains("names") ? row["names"][0].get<std::string>() + " + " + row["names"][1].get<std::string>()
                               : row["name"].get<std::string>();
}

}  // namespace

PlotGroup dealt_plots(const json& s) {
  PlotGroup out{"What a card is worth", "", {}};
  if (!s.contains("card_worths") || !s["card_worths"].contains("how")) return out;
  const json& worths = s["card_worths"];
  const bool two = worths.contains("pairs");
  const std::string what = two ? "together" : "wins";
  IntervalPlot plot;
  plot.reference = 0, plot.axis = "% of games", plot.long_labels = two;
  plot.strong_text = "adjusted p below 0.05", plot.open_text = "not";
  PlotTable table{{two ? "cards" : "card", "deals", "%", "95 %", "p", "p adjusted"}, {}};
  if (two) table.heads.insert(table.heads.begin() + 1, "together"), table.names = 2;
  for (const json& row : worths[two ? "pairs" : "cards"]) {
    const json& w = row[what];
    if (w["mean"].is_null()) continue;
    IntervalRow r;
    r.label = names_of(row), r.value = 100 * w["mean"].get<double>(), r.text = signed_text(r.value, 1);
    r.strong = !w["p_adjusted"].is_null() && w["p_adjusted"] < 0.05;
    if (const json& i = w["interval"]; !i.is_null())
      r.interval = Interval{100 * i[0].get<double>(), 100 * i[1].get<double>()};
    table.rows.push_back(
        {r.label, whole(w["games"]), r.text, range(w["interval"], 100, 1), p_text(w["p"]), p_text(w["p_adjusted"])});
    if (two) table.rows.back().insert(table.rows.back().begin() + 1, row["verdict"].get<std::string>());
    plot.rows.push_back(std::move(r));
  }
  if (plot.rows.empty()) return out;
  const std::string how = worths["how"];
  out.plots.push_back(
      {two ? "pairs-dealt" : "cards-dealt",
       two ? "What two cards do together more than each alone" : "Winning more often for being dealt a card",
       (two ? "How much more often a side wins for being dealt both than for the one and the other, each alone, put "
              "together. "
            : "How much more often a side wins for being dealt the card (" + how + "), on the same seeds. ") +
           std::string("Student's intervals at 95 %") + (two ? ", for all pairs at once (Bonferroni)" : "") +
           "; p is adjusted for all of them (Holm)." +
           (two ? " By strength alone: no more, and no less, than the odds of each, multiplied, may give." : ""),
       interval_svg(plot), std::move(table)});
  return out;
}

}  // namespace gofuda::lab
