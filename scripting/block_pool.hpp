// Memory for the many small objects that scripts make and drop: blocks of one size are kept for the next of that size,
// which is several times faster than asking the system. What a pool has taken it keeps until its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/sanitized.hpp"

namespace gofuda {

class BlockPool {
 public:
  // Larger blocks come from malloc; all do where a sanitizer is to see each of them.
  static constexpr std::size_t kLargest = kSanitized ? 0 : 256;

  // nullptr when there is no memory; never for size 0.
  void* take(std::size_t size) {
    if (size > kLargest) return std::malloc(size);
    void*& head = free_[line_of(size)];
    if (!head) return carve(line_of(size));
    void* block = head;
    head = *static_cast<void**>(block);
    return block;
  }
  void give(void* block, std::size_t size) {
    if (size > kLargest) return std::free(block);
    void*& head = free_[line_of(size)];
    *static_cast<void**>(block) = head;
    head = block;
  }
  // As realloc: the block, or another with what was in it, or nullptr and the block is as it was.
  void* resize(void* block, std::size_t old_size, std::size_t new_size);

 private:
  static constexpr std::size_t kStep = 16, kSlab = 16 << 10;
  static constexpr std::size_t line_of(std::size_t size) { return (size - 1) / kStep; }
  void* carve(std::size_t line);

  std::array<void*, kLargest / kStep + 1> free_{};  // by size; each block holds the next
  std::vector<std::unique_ptr<std::byte[]>> slabs_;
  std::byte* fresh_ = nullptr;  // what is left of the last slab
  std::size_t left_ = 0;
};

}  // namespace gofuda
