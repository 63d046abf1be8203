#include "tools/lab/finding/recital.hpp"

#include <algorithm>

#include "core/hash.hpp"
#include "core/question_kinds.hpp"
#include "core/result.hpp"

namespace gofuda::lab {

namespace {

std::uint64_t form_hash(const Question& q) {
  Hash h;
  for (const int n : {q.least, q.most, int{q.ordered}, int{q.may_pass}}) h.add(n);
  h.add(index(q.colour));
  h.add(q.from);
  for (const std::string& label : q.labels) {
    h.add(label.size());
    for (const char c : label) h.add(static_cast<unsigned char>(c));
  }
  for (const CardId card : q.cards) h.add(card);
  for (const Orientation& o : q.shape) {
    for (const int offset : o.offsets) h.add(offset);
    for (const bool theirs : o.theirs) h.add(theirs);
  }
  return h.value();
}

// How the record's answer is given to this question, whose words and cards may stand elsewhere.
void put_into(const Question& q, const Given& given, Answer& out) {
  if (given.form == AnswerForm::label) {
    const auto at = std::find(q.labels.begin(), q.labels.end(), unpack_label(given.numbers));
    out.make_label(static_cast<std::size_t>(at - q.labels.begin()));
  } else if (given.form == AnswerForm::card) {
    const OfferedCard taken = unpack_card(given.numbers);
    out.make_card(taken.id == kNoCard ? 0 : q.place_of(taken));
  } else {
    out.make_from(given.form, given.numbers);
  }
}

}  // namespace

std::vector<Given> answers_of(const Log& log, std::size_t first, std::size_t end) {
  std::vector<Given> out;
  for (std::size_t i = first; i < end; ++i) {
    if (log[i].kind != LogItem::answer) continue;
    const auto numbers = log.numbers(log[i]);
    out.push_back({log[i].key, form_of(log[i].key.kind), {numbers.begin(), numbers.end()}});
  }
  return out;
}

bool Reciter::answer(const Question& q, const Observation&, Answer& out) {
  asked_.push_back({q.key.hash(), form_hash(q)});
  last_ = q;
  if (used_ >= given_.size() || given_[used_].key != q.key) return false;
  put_into(q, given_[used_++], out);
  said_ = out;
  return true;
}

Recited recite(const Ruleset& rules, Scripts& scripts, const ChanceKey& key, Position& position,
               const std::vector<Given>& given) {
  Recited out;
  Reciter reciter(given);
  Run run(rules, scripts, key);
  out.status = run.turn(position, out.log, 0, {&reciter, &reciter, &reciter});
  out.asked = reciter.asked();
  out.used = reciter.used();
  out.last = reciter.last();
  if (out.status == Status::illegal || out.status == Status::unplayable) {
    out.verdict = run.verdict();
    std::size_t answers = 0;
    for (std::size_t i = 0; i < out.log.size(); ++i) answers += out.log[i].kind == LogItem::answer;
    // What does not answer the question at all is not written down.
    if (answers < out.used && judge(reciter.last(), reciter.said(), rules.grid).reason != Reason::not_an_option)
      out.log.push_answer(reciter.last(), reciter.said());
  }
  if (out.status == Status::fault) out.fault = run.fault();
  for (std::size_t i = 0; i < out.log.size(); ++i) {
    const LogItem& item = out.log[i];
    if (item.kind == LogItem::shown) out.in_play = out.log.numbers(item)[0];
    if (item.kind == LogItem::answer && item.key.card != kNoCard) out.in_play = item.key.card;
    if (item.answers(QuestionKind::offer))
      if (const OfferedCard taken = unpack_card(out.log.numbers(item)); taken.id != kNoCard) out.in_play = taken.id;
  }
  return out;
}

std::string_view parting_name(Parting p) {
  switch (p) {
    case Parting::asked:
      return "asked-otherwise";
    case Parting::refused_a:
      return "refused-by-a";
    case Parting::refused_b:
      return "refused-by-b";
    case Parting::board:
      return "another-board";
    case Parting::cards:
      return "other-piles";
    case Parting::result:
      return "another-result";
    case Parting::turn:
      return "another-turn";
    case Parting::failed:
      return "failed";
  }
  return "";
}

std::string parting_text(Parting p) {
  switch (p) {
    case Parting::asked:
      return "asked differently";
    case Parting::refused_a:
      return "refused by a alone";
    case Parting::refused_b:
      return "refused by b alone";
    case Parting::board:
      return "another board";
    case Parting::cards:
      return "other hands or piles";
    case Parting::result:
      return "another result";
    case Parting::turn:
      return "another side to move";
    case Parting::failed:
      return "a script fails";
  }
  return "";
}

std::optional<Parting> visible_difference(const Ruleset& a, const Position& in_a, const Ruleset& b,
                                          const Position& in_b) {
  for (const Colour c : {Colour::empty, Colour::black, Colour::white})
    if (in_a.board.points_of(c) != in_b.board.points_of(c)) return Parting::board;
  if (in_a.prisoners != in_b.prisoners) return Parting::board;
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      const auto owner = static_cast<Owner>(o);
      const auto zone = static_cast<Zone>(z);
      if (!std::ranges::equal(in_a.cards.in(owner, zone), in_b.cards.in(owner, zone))) return Parting::cards;
    }
  if (in_a.ending != in_b.ending || in_a.marking != in_b.marking) return Parting::result;
  if (in_a.over() && result_of(a, in_a) != result_of(b, in_b)) return Parting::result;
  if (in_a.to_move != in_b.to_move) return Parting::turn;
  return std::nullopt;
}

std::optional<Parting> difference(const Ruleset& a, const Recited& by_a, const Position& in_a, const Ruleset& b,
                                  const Recited& by_b, const Position& in_b) {
  if (by_a.status == Status::fault || by_b.status == Status::fault)
    return by_a.status == by_b.status ? std::nullopt : std::optional(Parting::failed);
  const auto [at, other_at] =
      std::ranges::mismatch(by_a.asked, by_b.asked, {}, &Reciter::Asked::question, &Reciter::Asked::question);
  if (at != by_a.asked.end() && other_at != by_b.asked.end()) return Parting::asked;
  const auto refused = [](const Recited& r) { return r.status == Status::illegal || r.status == Status::unplayable; };
  if (refused(by_a) && refused(by_b)) return std::nullopt;
  if (refused(by_a)) return Parting::refused_a;
  if (refused(by_b)) return Parting::refused_b;
  if (by_a.asked.size() != by_b.asked.size() || by_a.status != by_b.status || by_a.used != by_b.used)
    return Parting::asked;
  return visible_difference(a, in_a, b, in_b);
}

std::optional<std::size_t> other_answers(const Recited& by_a, const Recited& by_b) {
  const auto at = std::ranges::mismatch(by_a.asked, by_b.asked, {}, &Reciter::Asked::form, &Reciter::Asked::form).in1;
  if (at == by_a.asked.end()) return std::nullopt;
  return static_cast<std::size_t>(at - by_a.asked.begin());
}

}  // namespace gofuda::lab
