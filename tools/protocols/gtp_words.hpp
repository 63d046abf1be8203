// Words of the Go Text Protocol.
#pragma once

#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "core/point.hpp"

namespace gofuda::tools {

inline std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

inline std::optional<Seat> gtp_seat(const std::string& word) {
  const std::string w = lower(word);
  if (w == "b" || w == "black") return Seat::black;
  if (w == "w" || w == "white") return Seat::white;
  return std::nullopt;
}

inline bool is_gtp_pass(const std::string& word) { return lower(word) == "pass"; }

template <class T>
std::optional<T> gtp_number(const std::string& word) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

inline std::optional<double> gtp_float(const std::string& word) {
  const auto value = gtp_number<double>(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace gofuda::tools
