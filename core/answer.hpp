// What a player, or chance, answers to a question.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cards.hpp"
#include "core/point.hpp"

namespace gofuda {

enum class AnswerForm : std::uint8_t {
  points,  // different points; ascending where their order does not matter
  stone,   // one point, or none: a pass
  label,   // one of the question's labels, by its index
  card,    // one of the cards offered, by its place from 1; 0: none of them
  pile,    // cards in their new order, bottom first
};

// It is read in the form in which it was made. Made again, it keeps its memory.
class Answer {
 public:
  Answer() = default;
  Answer(AnswerForm form, std::span<const std::uint16_t> numbers) { make_from(form, numbers); }

  std::vector<Point>& make_points() { return make(AnswerForm::points); }  // to be filled
  void make_stone(Point p) { make(AnswerForm::stone).assign(p == kNoPoint ? 0 : 1, p); }
  void make_pass() { make(AnswerForm::stone); }
  void make_label(std::size_t i) { make(AnswerForm::label).push_back(static_cast<std::uint16_t>(i)); }
  void make_card(std::size_t place) { make(AnswerForm::card).push_back(static_cast<std::uint16_t>(place)); }
  std::vector<CardId>& make_pile() { return make(AnswerForm::pile); }  // to be filled

  // As a record keeps it; whether it answers a question, judge() tells.
  void make_from(AnswerForm form, std::span<const std::uint16_t> numbers) {
    make(form).assign(numbers.begin(), numbers.end());
  }

  AnswerForm form() const { return form_; }
  std::span<const Point> points() const { return read(AnswerForm::points); }
  Point stone() const { return read(AnswerForm::stone).empty() ? kNoPoint : numbers_[0]; }
  std::size_t label() const { return read(AnswerForm::label)[0]; }
  std::size_t card() const { return read(AnswerForm::card)[0]; }
  std::span<const CardId> pile() const { return read(AnswerForm::pile); }
  std::span<const std::uint16_t> numbers() const { return numbers_; }  // in whatever form

  friend bool operator==(const Answer&, const Answer&) = default;

 private:
  std::vector<std::uint16_t>& make(AnswerForm form) {
    form_ = form;
    numbers_.clear();
    return numbers_;
  }
  std::span<const std::uint16_t> read([[maybe_unused]] AnswerForm form) const {
    assert(form == form_);
    return numbers_;
  }

  AnswerForm form_ = AnswerForm::stone;
  std::vector<std::uint16_t> numbers_;
};

}  // namespace gofuda
