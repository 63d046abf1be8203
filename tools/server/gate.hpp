// Which requests are answered: what a page of another origin, or a name that was bent to this machine, cannot pass.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gofuda::server {

struct Head {
  std::string_view method, target;
  std::vector<std::string_view> hosts, origins, types;  // the values of Host, Origin and Content-Type
};

inline constexpr std::size_t kMostHeader = 8 << 10;  // bytes
inline constexpr std::size_t kMostBody = 256 << 10;

bool own_host(std::string_view host, std::uint16_t port);
bool own_origin(std::string_view origin, std::uint16_t port);

// The status that refuses it before a body is read, or 0.
unsigned refused(const Head& head, std::uint16_t port);
// The same when it was read: what has a body must be JSON, and nothing but reading is offered.
unsigned refused_body(const Head& head, bool body);

std::string_view path_of(std::string_view target);  // without its query

}  // namespace gofuda::server
