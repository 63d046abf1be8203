// Proofs of what `solve` has found: written, and checked.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "core/game.hpp"
#include "tools/cli/actions.hpp"
#include "tools/print/options.hpp"
#include "tools/solver/exact_solver.hpp"

namespace gofuda::tools {

// Why there is no proof of such games; empty where there is one.
std::string unprovable(const Ruleset& rules);

struct WrittenProof {
  std::string file, failure;  // why there is none; empty: it is there, and has been checked
  std::size_t lines = 0, bytes = 0;
  std::uint64_t positions = 0;  // in which a side was to move, as the checker counted them
};

// Of a position that the solver has solved. `limits`: of the search for the moves, for each claim.
WrittenProof write_proof(const std::string& file, Solver& solver, const Variant& variant, const Settings& settings,
                         const Position& position, const Solution& value, const SearchLimits& limits, Scripts& scripts);

int check_proof(const Options& options, const Solve& args);

}  // namespace gofuda::tools
