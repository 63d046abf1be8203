// What the commands that belong to no other room do. Each gives the exit code: 0 well, 1 problems found, 2 wrong usage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/isolate/lock.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Judge {
  std::vector<std::string> paths;
  bool explain = false;
  int threads = 0;
  isolate::Asked isolate;
};

struct Check {
  std::vector<std::string> paths;
  bool watch = false;
};

struct Show {
  std::string kind, name;
  std::vector<std::string> set;
};

struct Perft {
  std::string variant;
  int depth = 0;
  std::uint64_t seed = 1, limit = 5'000'000;
  std::vector<std::string> set;
};

struct Solve {
  std::string variant, load, moves, proof, check;
  std::vector<std::string> set;
  std::uint64_t nodes = 20'000'000;
  std::int64_t move_nodes = -1;
  int memory = 256;
};

struct New {
  std::string kind, name;
};

struct Init {
  std::string folder;
};

struct Docs {
  std::string folder;  // the source tree; "": the one the program was built from
  bool check = false;
};

int judge(const Options& options, const Judge& args);
int check(const Options& options, const Check& args);
int show(const Options& options, const Show& args);
int perft(const Options& options, const Perft& args);
int solve(const Options& options, const Solve& args);
int make_new(const Options& options, const New& args);
int init(const Options& options, const Init& args);
int docs(const Options& options, const Docs& args);

}  // namespace gofuda::tools
