#include "scripting/diagnostic.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace gofuda {
namespace {

auto order(const Diagnostic& d) { return std::tie(d.file, d.line, d.column, d.severity, d.code, d.message); }

std::string_view severity_name(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

}  // namespace

std::string to_text(const Diagnostic& d) {
  std::string out;
  if (!d.file.empty()) out += printable(d.file) + ":";
  if (d.line > 0) out += std::to_string(d.line) + ":";
  if (d.line > 0 && d.column > 0) out += std::to_string(d.column) + ":";
  if (!out.empty()) out += " ";
  out += severity_name(d.severity);
  out += "[" + printable(d.code) + "]: " + printable(d.message);
  return out;
}

std::string to_json(std::span<const Diagnostic> list) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const Diagnostic& d : list) {
    array.push_back({{"file", printable(d.file)},
                     {"line", d.line},
                     {"column", d.column},
                     {"severity", severity_name(d.severity)},
                     {"code", printable(d.code)},
                     {"message", printable(d.message)}});
  }
  return array.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void Diagnostics::error(std::string file, int line, int column, std::string code, std::string message) {
  push({std::move(file), line, column, std::move(code), std::move(message), Severity::error, 0});
}

void Diagnostics::warning(std::string file, int line, int column, std::string code, std::string message) {
  push({std::move(file), line, column, std::move(code), std::move(message), Severity::warning, 0});
}

bool Diagnostics::names_more(const std::string& file, const std::string& code) const {
  const auto kind = kinds_.find({file, code});
  return kind == kinds_.end() || kind->second.named < kMostNamed;
}

void Diagnostics::push(Diagnostic d) {
  const std::size_t all = std::max<std::size_t>(d.more, 1);
  size_ += all;
  if (d.severity == Severity::error) errors_ += all;
  Kind& kind = kinds_[{d.file, d.code}];
  if (d.more > 0 || kind.named == kMostNamed) return close(d, kind);
  ++kind.named;
  list_.push_back(std::move(d));
}

void Diagnostics::close(const Diagnostic& d, Kind& kind) {
  if (!kind.closing) {
    kind.closing = list_.size();
    list_.push_back({d.file, d.line, 0, d.code, "", d.severity, 0});
  }
  Diagnostic& closing = list_[*kind.closing];
  closing.line = std::max(closing.line, d.line);
  closing.more += std::max<std::size_t>(d.more, 1);
  closing.message = "and " + std::to_string(closing.more) + " more of this kind; mend those above first";
}

const Diagnostic* first_error(std::span<const Diagnostic> list) {
  const auto error =
      std::find_if(list.begin(), list.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
  return error == list.end() ? nullptr : &*error;
}

void Diagnostics::sort() {
  std::sort(list_.begin(), list_.end(), [](const auto& a, const auto& b) { return order(a) < order(b); });
  const auto same = [](const auto& a, const auto& b) { return order(a) == order(b); };
  std::vector<Diagnostic> told = std::move(list_);
  list_.clear();
  for (Diagnostic& d : told) {
    if (list_.empty() || !same(list_.back(), d)) {
      list_.push_back(std::move(d));
      continue;
    }
    --size_;
    if (d.severity == Severity::error) --errors_;
  }
  for (std::size_t i = 0; i < list_.size(); ++i)
    if (list_[i].more > 0) kinds_[{list_[i].file, list_[i].code}].closing = i;
}

}  // namespace gofuda
