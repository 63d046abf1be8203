// A file in the Smart Game Format: its bytes as text, and the line of nodes that was asked for.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation/sgf.hpp"
#include "scripting/diagnostic.hpp"

namespace gofuda {

inline constexpr std::size_t kMostSgfBytes = 16u << 20;

struct SgfChoice {
  int game = 1;              // of a collection, from 1
  std::optional<int> move;   // so many moves of it; all of them otherwise
  bool or_all = false;       // of a game with fewer moves, all
  std::vector<int> path;     // which way to go where the game forks, from 1
  std::string variant;       // whose rules; those of the file, or of Go, otherwise
  bool lenient = false;      // what no rules of Go allow is done as the editor of the file did it
  std::set<SgfId> put;       // these moves only put their stone
  bool agreed = false;       // as in Go, its sides may pass, and agree on what is dead after two passes
  bool never_asked = false;  // by these rules two passes are not the end, or nobody says then what is dead
  bool convert = true;       // files may be opened, as the C library does to convert charsets
};

inline bool as_go(const SgfChoice& choice) { return choice.variant.empty() || choice.agreed; }

struct SgfFile {
  std::string name;
  std::shared_ptr<const SgfTree> tree;
  std::string charset;
  SgfId root = kNoSgfNode;
  std::vector<SgfId> line;
};

bool has_sgf_name(const std::string& name);                    // it ends in .sgf
bool is_sgf(const std::string& name, std::string_view bytes);  // rather than a file in YAML

// Nothing after an error in `out`. What was damaged, and read nevertheless, goes to `notes`, as warnings.
std::optional<SgfFile> open_sgf(const std::string& name, std::string_view bytes, const SgfChoice& choice,
                                Diagnostics& out, Diagnostics& notes);

// "2.1.3": which way to go at each fork. Nothing where it is none.
std::optional<std::vector<int>> parse_sgf_path(std::string_view text);

}  // namespace gofuda
