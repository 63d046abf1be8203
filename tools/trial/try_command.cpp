#include "tools/trial/try_command.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/halt.hpp"
#include "core/notation/board_text.hpp"
#include "scripting/library.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"
#include "tools/trial/every_card.hpp"
#include "tools/trial/trial.hpp"

namespace gofuda::tools {

namespace {

constexpr std::int64_t kMostPositions = 1'000'000;

// A card may be named, or be a file of the library.
std::string card_name(const std::string& word) {
  const std::filesystem::path path(word);
  return path.extension() == ".lua" ? path.stem().string() : word;
}

std::shared_ptr<const Variant> game_for(Library& library, const Try& args, const std::string& card, Diagnostics& out) {
  const Settings settings = parse_settings(args.set, out);
  if (out.has_errors() || !library.script(FileKind::card, card, {}, out)) return nullptr;
  if (!args.variant.empty()) return library.variant(args.variant, settings, {card}, {}, out);
  auto found = game_with(library, card, settings);
  if (!found)
    out.error(
        card, 0, 0, "no-deck",
        "no game has a deck with this card, of those without mistakes in their files (gofuda check tells); say with "
        "--variant on which game it is tried");
  return found;
}

std::vector<std::pair<std::string, int>> by_number(const std::map<std::string, int>& counts) {
  std::vector<std::pair<std::string, int>> out(counts.begin(), counts.end());
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

template <class T>
T median(const std::vector<T>& sorted) {
  return sorted.empty() ? T{} : sorted[sorted.size() / 2];
}

std::string per_cent(int part, int of) { return fixed(of ? 100.0 * part / of : 0.0, 0) + " %"; }

void print_example(const Style& style, const Grid& grid, const CardInfo& card, const TrialPlay& play) {
  std::printf("\n%s plays %s%s%s\n", std::string(seat_name(play.before.to_move)).c_str(), card.id.c_str(),
              play.answers.empty() ? "" : " ", play.answers.c_str());
  const PointSet marks = differing_points(play.before.board, play.after.board);
  const auto left = board_lines(style, grid, play.before.board, {}),
             right = board_lines(style, grid, play.after.board, marks);
  const bool fits = !left.empty() && 2 * display_width(left[0]) + 4 <= std::max(style.width, 80);
  if (fits) return print_lines(beside(left, right, 4));
  print_lines(left);
  std::printf("becomes\n");
  print_lines(right);
}

void print_trial(const Options& options, const Variant& variant, CardId id, const CardTrial& t) {
  const CardInfo& card = variant.ruleset->cards[id];
  const Style style = style_for(use_colour(options, 1), 1);
  std::printf("%s in %s, on %d positions of random games\n",
              painted(style, Paint::strong, printable(card.name)).c_str(), variant.id.c_str(), t.positions);
  if (t.early > 0) std::printf("  %d of them early ones, for random games with such decks take too long\n", t.early);
  std::printf("  played       %d (%s)%s\n", t.played, per_cent(t.played, t.positions).c_str(),
              t.without_change > 0
                  ? (", " + std::to_string(t.without_change) + " of them without a change on the board").c_str()
                  : "");
  int cannot = 0;
  for (const auto& [why, n] : t.unplayable) cannot += n;
  if (cannot > 0) std::printf("  not playable %d (%s)\n", cannot, per_cent(cannot, t.positions).c_str());
  for (const auto& [why, n] : by_number(t.unplayable))
    std::printf("    %d time%s: %s\n", n, n == 1 ? "" : "s", printable(why).c_str());
  if (t.faults > 0) std::printf("  failed       %d (%s)\n", t.faults, per_cent(t.faults, t.positions).c_str());
  if (t.fault) std::printf("    %s\n", to_text(*t.fault).c_str());
  if (t.faults_elsewhere > 0)
    std::printf("  broken off   %d (%s), where what this causes fails in another file\n    %s\n", t.faults_elsewhere,
                per_cent(t.faults_elsewhere, t.positions).c_str(), to_text(*t.fault_elsewhere).c_str());
  if (t.played > 0) {
    std::string asked;
    for (const auto& [kind, n] : by_number(t.asked))
      asked += (asked.empty() ? "" : ", ") + fixed(static_cast<double>(n) / t.played, 2) + " " + kind;
    std::printf("  asks         %s\n", asked.empty() ? "nothing" : (asked + " a play").c_str());
    std::printf("  costs        %s us a play (median; %s at most), %llu steps of its script\n",
                fixed(median(t.microseconds), 1).c_str(), fixed(t.microseconds.back(), 1).c_str(),
                static_cast<unsigned long long>(median(t.steps)));
  }
  for (const TrialPlay& play : t.examples) print_example(style, variant.ruleset->grid, card, play);
}

nlohmann::json trial_json(const Variant& variant, CardId id, const CardTrial& t) {
  nlohmann::json j{{"card", variant.ruleset->cards[id].id},
                   {"variant", variant.id},
                   {"positions", t.positions},
                   {"early", t.early},
                   {"played", t.played},
                   {"faults", t.faults},
                   {"faults_elsewhere", t.faults_elsewhere},
                   {"asked", t.asked},
                   {"without_change", t.without_change},
                   {"unplayable", nlohmann::json::array()}};
  for (const auto& [why, n] : by_number(t.unplayable)) j["unplayable"].push_back({{"reason", why}, {"times", n}});
  if (t.fault) j["fault"] = to_text(*t.fault);
  if (t.fault_elsewhere) j["fault_elsewhere"] = to_text(*t.fault_elsewhere);
  if (t.played > 0)
    j["microseconds"] = {{"median", median(t.microseconds)}, {"most", t.microseconds.back()}},
    j["steps"] = {{"median", median(t.steps)}, {"most", t.steps.back()}};
  j["examples"] = nlohmann::json::array();
  for (const TrialPlay& play : t.examples)
    j["examples"].push_back({{"seat", seat_name(play.before.to_move)},
                             {"answers", play.answers},
                             {"before", board_text(variant.ruleset->grid, play.before.board)},
                             {"after", board_text(variant.ruleset->grid, play.after.board)}});
  return j;
}

}  // namespace

int try_alone(const Options& options, const Try& args) {
  if (args.positions < 1 || args.positions > kMostPositions)
    return usage_error("--positions is a number from 1 to " + std::to_string(kMostPositions));
  Diagnostics out;
  auto library = open_and_tell(options, out);
  const std::string card = card_name(args.card);
  if (library && !library->path(FileKind::card, card))
    return usage_error("there is no card " + in_quotes(card) + did_you_mean(card, library->names(FileKind::card)));
  const auto variant = library ? game_for(*library, args, card, out) : nullptr;
  if (!variant) return report(options, out), exit_code(out);
  const CardId id = variant->ruleset->find_card(card);
  if (!variant->cards[id]->has("play") && variant->ruleset->cards[id].shape.empty())
    return usage_error("'" + card + "' is never played by itself: it only answers or announces");
  TrialOrder order{variant, id, static_cast<int>(args.positions), static_cast<std::uint64_t>(args.seed), args.show};
  order.steps_of_games = std::max<std::uint64_t>(500'000'000, 1'000'000 * static_cast<std::uint64_t>(args.positions));
  const CardTrial t = try_card(order, halted);
  if (options.json)
    std::printf("%s\n", json_text(trial_json(*variant, id, t)).c_str());
  else
    print_trial(options, *variant, id, t);
  return t.faults > 0 || t.played == 0 ? 1 : 0;
}

}  // namespace gofuda::tools
