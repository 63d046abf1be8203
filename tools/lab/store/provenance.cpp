#include "tools/lab/store/provenance.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "scripting/library.hpp"
#include "tools/lab/store/sha256.hpp"
#include "tools/lab/store/sqlite.hpp"
#include "tools/players/player.hpp"
#include "tools/print/build.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

namespace {

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in && !in.eof()) throw StoreError(1, path + " cannot be read any more");
  return text;
}

constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";

}  // namespace

std::string shell_word(const std::string& word) {
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool are_shell_words(const std::string& text, std::string_view first) {
  if (!text.empty() && !text.starts_with(first)) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\'' && (i = text.find('\'', i + 1)) == std::string::npos) return false;
    if (c == '\\' && (++i == text.size() || text[i] != '\'')) return false;
    if (c != '\'' && c != '\\' && c != ' ' && kPlain.find(c) == std::string_view::npos) return false;
  }
  return true;
}

bool is_one_line(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

std::string Provenance::command() const {
  std::string out = "gofuda simulate " + shell_word(variant) + " --games " + std::to_string(games);
  if (!from.empty()) out += " --from " + shell_word(from);
  out += common_words();
  if (deal_seed) out += " --deal-seed " + std::to_string(*deal_seed);
  return out + " --max-turns " + std::to_string(most_turns);
}

std::string Provenance::common_words() const {
  std::string out;
  for (const std::string& s : settings) out += " --set " + shell_word(s);
  return out + " --black " + shell_word(black) + " --white " + shell_word(white) + " --seed " + std::to_string(seed);
}

std::string Provenance::short_text() const {
  return variant + (from.empty() ? "" : " from " + from) +
         (settings.empty() ? "" : " " + tools::joined(settings, " ")) + ", " + black + " - " + white;
}

std::vector<std::string> Provenance::differences(const Provenance& other) const {
  std::vector<std::string> out;
  auto compare = [&](const char* what, const std::string& mine, const std::string& theirs) {
    if (mine != theirs) out.push_back(std::string(what) + ": " + theirs + ", not " + mine);
  };
  auto listed = [](std::vector<std::string> words) {  // in whatever order they were given
    std::ranges::stable_sort(words, {}, [](const std::string& w) { return w.substr(0, w.find('=')); });
    return words.empty() ? std::string("none") : tools::joined(words, " ");
  };
  compare("variant", variant, other.variant);
  compare("settings", listed(settings), listed(other.settings));
  compare("from", from.empty() ? "the start" : "a position", other.from.empty() ? "the start" : "a position");
  compare("black", black, other.black);
  compare("white", white, other.white);
  compare("seed", std::to_string(seed), std::to_string(other.seed));
  compare("deal-seed", deal_seed ? std::to_string(*deal_seed) : "none",
          other.deal_seed ? std::to_string(*other.deal_seed) : "none");
  compare("max-turns", std::to_string(most_turns), std::to_string(other.most_turns));
  compare("keep", keep, other.keep);
  compare("program", program, other.program);
  if (!out.empty()) return out;
  for (std::size_t i = 0; i < std::max(files.size(), other.files.size()); ++i) {
    if (i < files.size() && i < other.files.size() && files[i].second == other.files[i].second) continue;
    out.push_back("rules: " + (i < files.size() ? files[i].first : other.files[i].first) + " has other content");
  }
  return out;
}

Settings in_order(Settings settings) {
  auto rank = [](const std::string& key) {
    return key == "deck" || key == "common_deck" || key == "turn" ? 0 : key == "board.size" ? 1 : 2;
  };
  std::stable_sort(settings.begin(), settings.end(), [&](const auto& a, const auto& b) {
    return std::pair{rank(a.first), a.first} < std::pair{rank(b.first), b.first};
  });
  return settings;
}

std::string cell_id(const Provenance& p) {
  std::vector<std::string> settings = p.settings;
  std::sort(settings.begin(), settings.end());
  std::string text = p.variant + "\n";
  for (const std::string& s : settings) text += s + "\n";
  return sha256(text + "\n" + p.black + "\n" + p.white).substr(0, 12);
}

void add_file(Provenance& p, FileHashes& known, const std::string& path, const std::function<std::string()>& bytes) {
  const auto [at, fresh] = known.try_emplace(path);
  if (fresh) at->second = {Library::display(path), sha256(bytes())};
  p.files.push_back(at->second);
}

Provenance words_of(const Plan& plan, const std::string& variant, const std::string& keep, std::uint64_t games) {
  Provenance p;
  p.program = tools::program_version();
  p.variant = variant, p.keep = keep;
  p.black = plan.players[0], p.white = plan.players[1];
  for (const auto& [key, value] : plan.settings) p.settings.push_back(key + "=" + value);
  p.seed = plan.seed, p.deal_seed = plan.deal_seed, p.games = games, p.most_turns = plan.most_turns,
  p.from = plan.from_file;
  return p;
}

Provenance provenance_of(const Plan& plan, const std::string& keep, std::uint64_t games, FileHashes& known) {
  const Variant& v = *plan.variant;
  Provenance p = words_of(plan, v.id, keep, games);
  p.title = v.title, p.komi = v.ruleset->rules.komi;
  for (const std::string& f : v.files) add_file(p, known, f, [&] { return *v.texts.at(f); });
  if (!p.from.empty()) add_file(p, known, p.from, [&] { return content(p.from); });
  for (const std::string& player : plan.players)
    for (const std::string& f : tools::player_files(player)) add_file(p, known, f, [&] { return content(f); });
  for (const CardInfo& c : v.ruleset->cards) p.cards.emplace_back(c.id, c.name);
  for (const WinCondition& w : v.ruleset->wins.conditions()) p.conditions.emplace_back(w.id, w.name);
  return p;
}

Provenance provenance_of(const Plan& plan, const std::string& keep, std::uint64_t games) {
  FileHashes none;
  return provenance_of(plan, keep, games, none);
}

}  // namespace gofuda::lab
