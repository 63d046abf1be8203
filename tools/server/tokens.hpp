// Who may do what: a word of chance for each role, which stands behind the # of a link and so never leaves the browser
// but in the first message.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "tools/table/room.hpp"

namespace gofuda::server {

using tools::Role;
inline constexpr std::array kRoles{Role::owner, Role::arbiter, Role::black, Role::white, Role::onlooker};

class Tokens {
 public:
  Tokens();  // 128 bits of the system's randomness each
  const std::string& of(Role role) const { return tokens_[static_cast<std::size_t>(role)]; }
  std::optional<Role> role_of(std::string_view token) const;  // takes as long whatever is wrong

 private:
  std::array<std::string, kRoles.size()> tokens_;
};

bool same_in_constant_time(std::string_view a, std::string_view b);  // how long they are is no secret

}  // namespace gofuda::server
