// Where the settings of a game are written, if that is a file: the library calls one "--set key=value", without a
// place.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>

#include "scripting/diagnostic.hpp"

namespace gofuda {

std::string setting_option(const std::string& key, const std::string& value);  // "--set key=value"

class SettingPlaces {
 public:
  explicit SettingPlaces(std::string file) : file_(std::move(file)) {}
  void add(const std::string& key, const std::string& value, int line, int column);  // the last of several counts
  void tell(const Diagnostics& wrong, Diagnostics& out) const;  // all of them, those of settings at their places

 private:
  std::string file_;
  std::unordered_map<std::string, std::pair<int, int>> places_;
};

}  // namespace gofuda
