// Words of the Go Text Protocol.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/point.hpp"

namespace gofuda::tools {

inline constexpr const char* kNoMove = "no legal move was found";
inline constexpr const char* kWouldTell = "that would tell what this side hides; see gofuda-view";

inline PointSet set_of(std::span<const Point> points) {
  PointSet out;
  for (Point p : points) out.insert(p);
  return out;
}

// As the protocol wants a line read: no control characters, a tab is a blank, nothing after '#'.
inline std::vector<std::string> gtp_words(std::string_view line) {
  std::vector<std::string> words;
  bool inside = false;
  for (char c : line.substr(0, line.find('#'))) {
    if (c == ' ' || c == '\t') {
      inside = false;
    } else if (static_cast<unsigned char>(c) >= 32 && c != 127) {
      if (!inside) words.emplace_back();
      words.back() += c;
      inside = true;
    }
  }
  return words;
}

inline bool is_gtp_id(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

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

// GNU Go takes the seed of its chance after some commands. What is answered here has no chance in it, or its own.
inline bool is_seed(const std::vector<std::string>& words, std::size_t at) {
  return words.size() <= at || gtp_number<long long>(words[at]).has_value();
}

inline std::optional<double> gtp_float(const std::string& word) {
  const auto value = gtp_number<double>(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace gofuda::tools
