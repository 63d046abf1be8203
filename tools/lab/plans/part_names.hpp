// How the files of parts are called, and where those of very many lie.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tools/lab/store/ranges.hpp"

namespace gofuda::tools {

inline constexpr std::uint64_t kPartsInAFolder = 1000;
// "002": of part 2345.
inline std::string part_folder(std::uint64_t part) { return std::to_string(1000 + part / kPartsInAFolder).substr(1); }

using NameOfPart = std::function<std::string(const lab::Shard&)>;
// How the parts that are there are called, with another number. Nothing where they are called in no such way.
NameOfPart named_like(const std::string& path, const lab::Shard& of_path);

}  // namespace gofuda::tools
