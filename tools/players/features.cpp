#include "tools/players/features.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace gofuda::tools {

namespace {

struct TraitRow {
  std::string_view name;
  int values;
};
constexpr std::array<TraitRow, kTraits> kRows{{
    {"stop", 1},    {"line", 5},    {"last", 8},    {"near-own", 4}, {"near-theirs", 4}, {"takes", 4},
    {"ataris", 3},  {"presses", 3}, {"rescues", 3}, {"starves", 3},  {"breathes", 8},    {"joins", 3},
    {"touches", 3}, {"eye", 1},     {"own-row", 5}, {"own-fork", 5}, {"their-row", 5},   {"their-fork", 5},
    {"chain", 4},   {"breath", 4},  {"beside", 3},  {"place", 375},  {"reply", 27},
}};
constexpr std::array<std::string_view, kActs> kActNames{"stone", "placement", "vacant", "own", "theirs"};

// Where the values of each trait begin; the last is how many there are.
constexpr auto kBegin = [] {
  std::array<std::uint32_t, kTraits + 1> begin{};
  for (std::size_t i = 0; i < kTraits; ++i) begin[i + 1] = begin[i] + static_cast<std::uint32_t>(kRows[i].values);
  return begin;
}();
constexpr std::uint32_t kSetSize = kBegin[kTraits];

// Around a square: the points two apart are a quarter turn.
std::uint32_t turned(std::uint32_t code) {
  const std::uint32_t around = code & 0xffff, ataris = code >> 16;
  return (((around << 4) | (around >> 12)) & 0xffff) | (((ataris << 1) | (ataris >> 3)) & 0xf) << 16;
}
std::uint32_t mirrored(std::uint32_t code) {
  std::uint32_t out = 0;
  for (std::uint32_t i = 0; i < 8; ++i) out |= (code >> (2 * i) & 3) << (2 * ((8 - i) % 8));
  for (std::uint32_t i = 0; i < 4; ++i) out |= (code >> (16 + i) & 1) << (16 + (4 - i) % 4);
  return out;
}

std::optional<std::uint32_t> number(std::string_view text, int base, std::uint32_t end) {
  std::uint32_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || stop != text.data() + text.size() || value >= end) return std::nullopt;
  return value;
}

// "a b" -> a, and b in `rest`
std::string_view first_word(std::string_view text, std::string_view& rest) {
  const std::size_t at = text.find(' ');
  rest = at == std::string_view::npos ? "" : text.substr(at + 1);
  return text.substr(0, at);
}

constexpr std::string_view kHashed = "other.";
// A label as a file can have it: as it is, where it is a plain word, or else a number made of it.
std::string label_word(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  if (!text.empty() && text.size() <= 40 && std::all_of(text.begin(), text.end(), plain)) return std::string(text);
  std::uint32_t h = 0x811c9dc5u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x01000193u;
  return std::string(kHashed) + std::to_string(h);
}

constexpr std::string_view kTurn = "the-turn", kNone = "none";  // no card's id can be met for these: ids of cards win

}  // namespace

Features::Features(const Ruleset& rules) : rules_(rules), turns_(!rules.grid.topology().hex) {
  const auto cards = static_cast<Index>(rules.cards.size());
  offers_at_ = kSquares + (cards + 1) * kActs * kSetSize;
  labels_at_ = offers_at_ + (cards + 1) * kSituations;
}

Features::Index Features::square(std::uint32_t code) const {
  if (!turns_) return code;
  std::uint32_t least = code;
  for (std::uint32_t c : {code, mirrored(code)})
    for (int i = 0; i < 4; ++i, c = turned(c)) least = std::min(least, c);
  return least;
}

Features::Index Features::set_of(Act act, CardId card) const {
  const Index of_card = card == kNoCard ? 0 : card + Index{1};
  return kSquares + (of_card * kActs + static_cast<Index>(act)) * kSetSize;
}

Features::Index Features::trait(Act act, CardId card, Trait trait, int value) const {
  const auto t = static_cast<std::size_t>(trait);
  return set_of(act, card) + kBegin[t] + static_cast<Index>(std::clamp(value, 1, kRows[t].values) - 1);
}

Features::Index Features::offer(CardId offered, int situation) const {
  return offers_at_ + (offered == kNoCard ? 0 : offered + Index{1}) * kSituations + static_cast<Index>(situation);
}

std::optional<Features::Index> Features::label(CardId card, std::string_view text) const {
  const auto found = labels_.find({card, label_word(text)});
  return found == labels_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Features::Index> Features::keep_label(CardId card, const std::string& word) {
  if (const auto known = labels_.find({card, word}); known != labels_.end()) return known->second;
  if (labels_.size() >= kMostLabels) return std::nullopt;
  const Index i = size();
  labels_.emplace(std::pair{card, word}, i);
  label_names_.emplace_back(card, word);
  return i;
}

std::optional<Features::Index> Features::learn_label(CardId card, std::string_view text) {
  return keep_label(card, label_word(text));
}

std::string Features::name(Index i) const {
  if (i < kSquares) {
    std::array<char, 8> hex;
    const auto end = std::to_chars(hex.data(), hex.data() + hex.size(), i, 16).ptr;
    return "square " + std::string(hex.data(), end);
  }
  if (i >= labels_at_) {
    const auto& [card, text] = label_names_[i - labels_at_];
    return "label " + (card == kNoCard ? std::string(kTurn) : card_name(card)) + " " + text;
  }
  if (i >= offers_at_) {
    const Index n = i - offers_at_, card = n / kSituations;
    return "offer " + (card == 0 ? std::string(kNone) : card_name(static_cast<CardId>(card - 1))) + " " +
           std::to_string(n % kSituations);
  }
  const Index n = i - kSquares, set = n / kSetSize, within = n % kSetSize, card = set / kActs;
  const auto t = static_cast<std::size_t>(std::upper_bound(kBegin.begin(), kBegin.end(), within) - kBegin.begin() - 1);
  return std::string(kActNames[set % kActs]) + (card == 0 ? "" : "/" + card_name(static_cast<CardId>(card - 1))) + " " +
         std::string(kRows[t].name) + " " + std::to_string(within - kBegin[t] + 1);
}

std::optional<Features::Index> Features::find_trait(std::string_view head, std::string_view words) const {
  const std::size_t slash = head.find('/');
  const auto act = std::find(kActNames.begin(), kActNames.end(), head.substr(0, slash));
  const CardId card = slash == std::string_view::npos ? kNoCard : rules_.find_card(std::string(head.substr(slash + 1)));
  if (act == kActNames.end() || (slash != std::string_view::npos && card == kNoCard)) return std::nullopt;
  std::string_view rest;
  const std::string_view name = first_word(words, rest);
  for (std::size_t t = 0; t < kTraits; ++t)
    if (kRows[t].name == name) {
      const auto value = number(rest, 10, static_cast<std::uint32_t>(kRows[t].values) + 1);
      if (!value || *value == 0) return std::nullopt;
      return trait(static_cast<Act>(act - kActNames.begin()), card, static_cast<Trait>(t), static_cast<int>(*value));
    }
  return std::nullopt;
}

std::optional<Features::Index> Features::find(std::string_view name) {
  std::string_view rest;
  const std::string_view head = first_word(name, rest);
  if (head == "square") {
    const auto code = number(rest, 16, kSquares);
    return code && square(*code) == *code ? code : std::nullopt;
  }
  if (head != "offer" && head != "label") return find_trait(head, rest);
  std::string_view last;
  const std::string_view who = first_word(rest, last);
  const CardId card = rules_.find_card(std::string(who));
  if (card == kNoCard && who != (head == "offer" ? kNone : kTurn)) return std::nullopt;
  if (head == "label") return last.starts_with(kHashed) ? keep_label(card, std::string(last)) : learn_label(card, last);
  const auto situation = number(last, 10, kSituations);
  return situation ? std::optional(offer(card, static_cast<int>(*situation))) : std::nullopt;
}

}  // namespace gofuda::tools
