#include "tests/fuzz/mutator.hpp"

#include <algorithm>
#include <string>

#include "core/random.hpp"
#include "tests/fuzz/writer.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

namespace gofuda::fuzz {

std::size_t mutate_script(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  Random random(seed);
  if (random.below(12) == 0) return LLVMFuzzerMutate(bytes, size, most);
  const std::string before(reinterpret_cast<const char*>(bytes), size);
  const std::string after = random.below(12) == 0 ? written_card(random.next()) : changed_script(before, random.next());
  if (after.size() > most) return LLVMFuzzerMutate(bytes, size, most);
  std::copy(after.begin(), after.end(), bytes);
  return after.size();
}

}  // namespace gofuda::fuzz
