// What a file of games lacks of what was asked for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

// In cell `cell`.
Ranges missing_games(const Stored& stored, std::size_t cell);
// The shards that are not there in full. Nothing when it was put together from shards of different numbers, or of none.
std::vector<Shard> missing_shards(const Stored& stored);
// "shard 2/4: gofuda simulate ... --shard 2/4 --out part-2-of-4.sqlite", or the games where it is not a matter of
// shards. `file`: how the file of a shard is called; unless it is known, part-I-of-N.sqlite.
std::vector<std::string> missing_lines(const Stored& stored, const std::function<std::string(const Shard&)>& file = {});

}  // namespace gofuda::lab
