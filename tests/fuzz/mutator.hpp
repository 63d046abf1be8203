// What libFuzzer does to scripts; see writer.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gofuda::fuzz {

// As LLVMFuzzerCustomMutator: changes the script, or one of those among the input's other lines; sometimes bytes of it.
std::size_t mutate_script(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed);

}  // namespace gofuda::fuzz
