#include "scripting/passed_over.hpp"

#include <algorithm>

namespace gofuda {

namespace {

std::string passed_over_start(const CardInfo& card) { return card.name + " cannot be played: "; }

}  // namespace

std::string passed_over_text(const CardInfo& card, const Verdict& why) {
  const bool own_words = why.reason == Reason::unplayable && !why.detail.empty();
  std::string text = own_words ? why.detail : to_string(why);
  const std::string code = std::string(reason_code(Reason::unplayable)) + ": ";
  if (text.starts_with(code)) text.erase(0, code.size());
  return passed_over_start(card) + text;
}

bool is_passed_over(const Ruleset& rules, const Remark& remark) {
  return remark.reason != Reason::legal && remark.card != kNoCard &&
         remark.text.starts_with(passed_over_start(rules.cards[remark.card]));
}

std::vector<std::string> passed_over(const Ruleset& rules, const Move& skip, std::size_t number,
                                     const std::vector<Remark>& remarks) {
  std::vector<std::string> out;
  if (skip.card != kNoCard || !skip.has(Move::kSkip)) return out;
  for (const Remark& r : remarks)
    if (r.move == number && is_passed_over(rules, r) && std::find(out.begin(), out.end(), r.text) == out.end())
      out.push_back(r.text);
  return out;
}

}  // namespace gofuda
