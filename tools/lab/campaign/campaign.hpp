// Games of one or more cells, played into a file: what simulate and sweep have in common.
#pragma once

#include <functional>
#include <string>

#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

struct Campaign {
  StoreHead head;
  std::function<Plan(std::size_t cell)> plan;
  int threads = 1;
  Shard shard;
  std::string out;   // the file; "": none
  std::string also;  // words of the command that games do not hang on: " --isolate"
  PlayBatch play = run_batch;
};

// Plays what the file lacks, and prints what is in it then. The exit code.
int run_campaign(const Campaign& campaign, const std::function<void(const Stored&)>& print);

void say_what_is_there(const std::string& file, const Store& store);
void say_how_to_resume(const StoreHead& head, const std::string& also, Shard shard, const std::string& file,
                       std::uint64_t games, std::uint64_t all);
// After an error while games were written. The exit code.
int lost_store(const std::string& file, const Store& store, const StoreError& e);

// What is said to somebody whose file cannot be written or read. The exit code.
int store_error(const std::string& file, const StoreError& e);

}  // namespace gofuda::lab
