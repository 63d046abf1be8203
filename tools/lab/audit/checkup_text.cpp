#include <algorithm>
#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"
#include "tools/lab/audit/checkup.hpp"
#include "tools/lab/report/figures.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;
using tools::Paint;
using tools::Style;

constexpr std::size_t kEachByItself = 3;  // findings of a kind; more of them are one line
constexpr int kWidestName = 60, kMostDigits = 9;
constexpr std::size_t kCardsShown = 3;  // at either end of the table

std::string joined_items(const std::vector<const json*>& of) {
  std::vector<std::string> names;
  for (const json* f : of)
    names.push_back(f->contains("card") ? (*f).at("card").get<std::string>() : (*f).at("option").get<std::string>());
  return tools::joined(names, ", ");
}

class Text {
 public:
  Text(const Style& style, const json& c) : style_(style), c_(c), width_(std::max(60, style.width - 1)) {}

  std::vector<std::string> lines() {
    head();
    findings();
    figures();
    cards();
    rest();
    return out_;
  }

 private:
  void heading(const std::string& text) {
    out_.emplace_back();
    out_.push_back(painted(style_, Paint::heading, text));
  }
  void paragraph(const std::string& text, const std::string& indent) {
    for (const std::string& l : tools::wrapped(text, width_, indent)) out_.push_back(l);
  }
  void command(const std::string& text) {  // on one line, to be copied
    out_.push_back("    " + painted(style_, Paint::faint, printable(text)));
  }

  void head() {
    out_.push_back(painted(style_, Paint::strong, "Audit of " + printable(c_.at("title").get<std::string>())) + "  " +
                   printable(c_.at("variant").get<std::string>()) + ", seed " + whole(c_.at("seed")));
    std::string set;
    for (const json& s : c_.at("settings")) set += (set.empty() ? "set: " : "  ") + s.get<std::string>();
    if (!set.empty()) paragraph(set, "");
    for (const json& p : c_.at("precision"))
      paragraph(tools::counted(p.at("games"), "game") + " of " + p.at("player").get<std::string>() + ": " +
                    p.at("text").get<std::string>() + (p.at("few") ? ". That is few" : ""),
                "");
    if (c_.at("stopped")) paragraph("It was stopped: this is of the games until then.", "");
  }

  void finding(const json& f, const std::string& text) {
    const std::string level = f.at("level");
    const std::string name = tools::padded(painted(style_, level == "note" ? Paint::faint : Paint::warning, level), 9);
    std::string figure = figure_text(f.at("figure"));
    if (!f.at("p_adjusted").is_null()) figure += ", p adj " + p_text(f.at("p_adjusted"));
    std::string all = text + ": " + figure + " (" + f.at("players").get<std::string>() + ")";
    auto lines = tools::wrapped(all, width_ - 11, "");
    for (std::size_t i = 0; i < lines.size(); ++i)
      out_.push_back((i == 0 ? "  " + name : std::string(11, ' ')) + lines[i]);
    out_.push_back("           " + painted(style_, Paint::faint, printable(f.at("command").get<std::string>())));
    dispute(f);
  }

  // The shortest way back to where a game was.
  void dispute(const json& f) {
    if (!f.contains("dispute") || f.at("dispute").is_null()) return;
    for (const std::string& l : tools::lines_of(f.at("dispute"))) out_.push_back("             " + printable(l));
  }

  void findings() {
    heading("Findings, worst first");
    if (c_.at("findings").empty()) return paragraph(no_findings(c_), "  ");
    const json& all = c_.at("findings");
    for (std::size_t i = 0; i < all.size();) {
      std::vector<const json*> same;
      for (; i < all.size() && (same.empty() || all[i].at("id") == (*same[0]).at("id")); ++i) same.push_back(&all[i]);
      if (same.size() <= kEachByItself || !(same[0]->contains("card") || same[0]->contains("option")))
        for (const json* f : same) finding(*f, (*f).at("text"));
      else
        finding(*same[0], std::to_string(same.size()) + " of a kind (" + joined_items(same) +
                              "). The first: " + (*same[0]).at("text").get<std::string>());
    }
  }

  void figures() {
    heading("Figures; 95 % intervals, each for itself");
    int name = 10;
    for (const json& r : c_.at("figures"))
      name = std::max(name, std::min(kWidestName, tools::display_width(r.at("name").get<std::string>())));
    const std::string weak = c_.at("players").at("weak"), strong = c_.at("players").at("strong");
    out_.push_back("  " + tools::padded("", name) + "  " +
                   painted(style_, Paint::faint, tools::padded(weak, 26) + strong));
    std::string last;
    for (const json& r : c_.at("figures")) {
      std::string left, right_cell, own;
      for (const json& f : r.at("figures"))
        (f.at("players") == weak     ? left
         : f.at("players") == strong ? right_cell
                                     : own) = figure_text(f) + (f.at("players") == weak || f.at("players") == strong
                                                                    ? ""
                                                                    : "  (" + f.at("players").get<std::string>() + ")");
      const std::string line =
          "  " + tools::padded(r.at("name"), name) + "  " + (own.empty() ? tools::padded(left, 26) + right_cell : own);
      if (const std::string now = r.at("command"); now != last) {
        if (!last.empty()) command(last);
        last = now;
      }
      out_.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
    }
    if (!last.empty()) command(last);
  }

  void cards() {
    const json& cards = c_.at("cards");
    if (cards.empty()) return;
    heading("What cards are worth, in % of games won (" + c_.at("players").at("weak").get<std::string>() + "; " +
            whole(c_.at("games").at("cards")) + " deals, Student)");
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (i == kCardsShown && cards.size() > 2 * kCardsShown) {
        i = cards.size() - kCardsShown;
        out_.push_back("  ...");
      }
      const json& w = cards[i].at("wins");
      if (w.at("mean").is_null()) continue;
      out_.push_back("  " + tools::padded(printable(cards[i].at("name").get<std::string>()), 28) +
                     signed_text(100 * w.at("mean").get<double>(), 1) + " " + range(w.at("interval"), 100, 1) +
                     "  p adj " + p_text(w.at("p_adjusted")));
    }
    for (const json& l : c_.at("longer"))
      if (l.at("command").get<std::string>().find(" cards ") != std::string::npos) command(l.at("command"));
  }

  void rest() {
    if (!c_.at("left_out").empty()) {
      heading("Left out");
      for (const json& l : c_.at("left_out"))
        paragraph(l.at("what").get<std::string>() + ": " + l.at("why").get<std::string>(), "  ");
    }
    heading("What a longer run would add");
    for (const json& l : c_.at("longer")) paragraph(l.at("what"), "  "), command(l.at("command"));
    heading("The same games again");
    command(c_.at("command"));
  }

  const Style& style_;
  const json& c_;
  int width_;
  std::vector<std::string> out_;
};

}  // namespace

std::string figure_text(const json& f) {
  if (f.at("value").is_null()) return "-";
  const std::string unit = f.at("unit");
  const int digits = std::clamp(f.value("digits", 1), 0, kMostDigits);
  std::string text = with_range(f.at("value"), f.at("interval"), unit == "%" ? 100 : 1, digits);
  if (unit.empty()) return text;
  const std::size_t space = text.find(' ');
  return text.substr(0, space) + " " + unit + (space == std::string::npos ? "" : text.substr(space));
}

std::string no_findings(const json& checkup) {
  for (const json& n : checkup.at("games"))
    if (n > 0) return "None: nothing that these games show is out of the way.";
  return "No games were played, so that nothing is known.";
}

std::vector<std::string> checkup_lines(const Style& style, const json& checkup) {
  json plain = shown(checkup);
  for (std::size_t i = 0; i < plain["findings"].size(); ++i)  // of several lines, each shown by itself
    if (const json& f = checkup.at("findings")[i]; f.contains("dispute"))
      plain["findings"][i]["dispute"] = f.at("dispute");
  return Text(style, plain).lines();
}

}  // namespace gofuda::lab
