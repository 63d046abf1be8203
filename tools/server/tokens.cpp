#include "tools/server/tokens.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace gofuda::server {

namespace {

std::string token() {
  std::array<unsigned char, 16> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0)
    throw std::system_error(errno, std::generic_category(), "no randomness for the links");
  std::string out;
  for (unsigned char b : bytes)
    for (int half : {b >> 4, b & 15}) out += "0123456789abcdef"[half];
  return out;
}

}  // namespace

Tokens::Tokens() {
  for (std::string& t : tokens_) t = token();
}

bool same_in_constant_time(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differ = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    differ |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  volatile unsigned seen = differ;  // no compiler looks earlier
  return seen == 0;
}

std::optional<Role> Tokens::role_of(std::string_view token) const {
  std::optional<Role> out;
  for (Role r : kRoles)
    if (same_in_constant_time(token, of(r))) out = r;
  return out;
}

}  // namespace gofuda::server
