#include <algorithm>
#include <cstring>
#include <vector>

#include "core/random.hpp"
#include "scripting/block_pool.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;

TEST_CASE("block pool: blocks do not overlap, keep what is in them and are used again") {
  struct Block {
    unsigned char* at;
    std::size_t size;
    unsigned char mark;
  };
  BlockPool pool;
  std::vector<Block> blocks;
  Random random(1);
  auto fill = [](Block& b) { std::memset(b.at, b.mark, b.size); };
  auto intact = [](const Block& b) {
    for (std::size_t i = 0; i < b.size; ++i)
      if (b.at[i] != b.mark) return false;
    return true;
  };
  for (int n = 0; n < 20000; ++n) {
    const std::size_t size = 1 + random.below(n % 7 == 0 ? 2000 : 300);
    const auto mark = static_cast<unsigned char>(n);
    if (blocks.size() < 200 || random.below(3) == 0) {
      blocks.push_back({static_cast<unsigned char*>(pool.take(size)), size, mark});
      fill(blocks.back());
      continue;
    }
    Block& b = blocks[random.below(static_cast<std::uint32_t>(blocks.size()))];
    REQUIRE(intact(b));
    if (random.below(2)) {
      const std::size_t kept = std::min(b.size, size);
      b.at = static_cast<unsigned char*>(pool.resize(b.at, b.size, size));
      b.size = kept;
      REQUIRE(intact(b));
      b.size = size;
      b.mark = mark;
      fill(b);
    } else {
      pool.give(b.at, b.size);
      b = blocks.back();
      blocks.pop_back();
    }
  }
  for (const Block& b : blocks) {
    CHECK(intact(b));
    pool.give(b.at, b.size);
  }
  if (BlockPool::kLargest < 100) return;
  void* first = pool.take(100);
  pool.give(first, 100);
  CHECK(pool.take(97) == first);
}
