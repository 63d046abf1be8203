#include "scripting/block_pool.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace gofuda {

void* BlockPool::carve(std::size_t line) {
  const std::size_t size = (line + 1) * kStep;
  if (left_ < size) {
    std::unique_ptr<std::byte[]> slab(new (std::nothrow) std::byte[kSlab]);
    if (!slab) return nullptr;
    while (left_ >= kStep) {  // what is left of the one before is as good for smaller blocks
      const std::size_t part = std::min(left_, kLargest) / kStep * kStep;
      give(fresh_, part);
      fresh_ += part;
      left_ -= part;
    }
    fresh_ = slab.get();
    left_ = kSlab;
    slabs_.push_back(std::move(slab));
  }
  void* block = fresh_;
  fresh_ += size;
  left_ -= size;
  return block;
}

void* BlockPool::resize(void* block, std::size_t old_size, std::size_t new_size) {
  if (old_size > kLargest && new_size > kLargest) return std::realloc(block, new_size);
  if (old_size <= kLargest && new_size <= kLargest && line_of(old_size) == line_of(new_size)) return block;
  void* moved = take(new_size);
  if (!moved) return nullptr;
  std::memcpy(moved, block, std::min(old_size, new_size));
  give(block, old_size);
  return moved;
}

}  // namespace gofuda
