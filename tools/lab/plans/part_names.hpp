// Where the files of very many parts lie.
#pragma once

#include <cstdint>
#include <string>

namespace gofuda::tools {

inline constexpr std::uint64_t kPartsInAFolder = 1000;
// "002": of part 2345.
inline std::string part_folder(std::uint64_t part) { return std::to_string(1000 + part / kPartsInAFolder).substr(1); }

}  // namespace gofuda::tools
