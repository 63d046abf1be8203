#include "tools/learn/trainer.hpp"

#include <algorithm>
#include <cmath>

namespace gofuda::tools {

namespace {

constexpr float kStep = 0.1f;
constexpr float kForget = 2e-5f;  // of a weight, each time it is met: what is met by chance alone fades
constexpr double kLatest = 500;   // lessons that the figures are of, about

}  // namespace

float& Trainer::slope(Features::Index i) {
  if (i >= slopes_.size()) slopes_.resize(weights_.features.size(), 0.0f);
  return slopes_[i];
}

std::shared_ptr<const Weights> Trainer::copy() const {
  auto out = std::make_shared<Weights>(weights_);
  out->spread();
  return out;
}

void Trainer::note(const Lesson& lesson) {
  std::size_t likeliest = 0, visited = 0;
  double answers = 0;
  for (std::size_t i = 0; i < lesson.cases.size(); ++i) {
    const auto likelihood = [&](std::size_t k) { return shares_[k] / lesson.cases[k].stands_for; };
    if (likelihood(i) > likelihood(likeliest)) likeliest = i;
    if (lesson.cases[i].target > lesson.cases[visited].target) visited = i;
    answers += lesson.cases[i].stands_for;
  }
  const double weight = 1 / std::min(kLatest, static_cast<double>(learned_ + 1));
  agreed_ += ((likeliest == visited) - agreed_) * weight;
  by_chance_ += (1 / answers - by_chance_) * weight;
}

void Trainer::learn(Lesson& lesson) {
  if (!lesson.labels.empty()) {
    lesson.features.clear();
    for (std::size_t i = 0; i < lesson.labels.size(); ++i) {
      if (const auto f = weights_.features.learn_label(lesson.card, lesson.labels[i]))
        lesson.features.push_back({*f, 1});
      lesson.cases[i].end = lesson.features.size();
    }
    lesson.labels.clear();
  }
  shares_.clear();
  float most = -1e30f, sum = 0;
  std::size_t f = 0;
  for (const Lesson::Case& c : lesson.cases) {
    float score = std::log(c.stands_for);
    for (; f < c.end; ++f) score += weights_[lesson.features[f].index] * lesson.features[f].value;
    shares_.push_back(score);
    most = std::max(most, score);
  }
  for (float& s : shares_) sum += s = std::exp(s - most);
  for (float& s : shares_) s /= sum;
  note(lesson);
  f = 0;
  for (std::size_t i = 0; i < lesson.cases.size(); ++i) {
    const float missing = lesson.cases[i].target - shares_[i];
    for (; f < lesson.cases[i].end; ++f) {
      const auto [index, value] = lesson.features[f];
      const float w = weights_[index], up = missing * value;
      float& steep = slope(index);
      steep += up * up;
      if (steep > 0) weights_.put(index, w * (1 - kForget) + kStep * up / std::sqrt(steep + 1e-3f));
    }
  }
  ++learned_;
}

}  // namespace gofuda::tools
