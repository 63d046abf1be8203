#include "tools/server/gate.hpp"

#include <algorithm>
#include <string>

namespace gofuda::server {

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

bool own_host(std::string_view host, std::uint16_t port) {
  const std::string said = lower(host);
  for (const char* name : {"127.0.0.1", "localhost"})
    if (said == name + (":" + std::to_string(port)) || (port == 80 && said == name)) return true;
  return false;
}

bool own_origin(std::string_view origin, std::uint16_t port) {
  constexpr std::string_view kScheme = "http://";
  return origin.substr(0, kScheme.size()) == kScheme && own_host(origin.substr(kScheme.size()), port);
}

unsigned refused(const Head& head, std::uint16_t port) {
  if (head.hosts.size() != 1 || !own_host(head.hosts.front(), port)) return 421;
  const auto own = [port](std::string_view o) { return own_origin(o, port); };
  return std::all_of(head.origins.begin(), head.origins.end(), own) ? 0 : 403;
}

unsigned refused_body(const Head& head, bool body) {
  const bool json =
      head.types.size() == 1 && lower(head.types.front()).substr(0, head.types.front().find(';')) == "application/json";
  if (body && !json) return 415;
  return head.method == "GET" || head.method == "HEAD" ? 0 : 405;
}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

}  // namespace gofuda::server
