#include "scripting/setting_places.hpp"

#include <tuple>

namespace gofuda {

std::string setting_option(const std::string& key, const std::string& value) { return "--set " + key + "=" + value; }

void SettingPlaces::add(const std::string& key, const std::string& value, int line, int column) {
  places_[setting_option(key, value)] = {line, column};
}

void SettingPlaces::tell(const Diagnostics& wrong, Diagnostics& out) const {
  for (Diagnostic d : wrong.list()) {
    if (const auto at = places_.find(d.file); at != places_.end()) {
      d.file = file_;
      std::tie(d.line, d.column) = at->second;
    }
    out.add(d);
  }
}

}  // namespace gofuda
