// A sweep as its file says it: rules and players in every combination, each a cell of so many games.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scripting/library.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

struct PlanCell {
  std::string variant;
  Settings settings;
  std::array<std::string, 2> players;
  std::size_t row = 0;
  std::optional<std::size_t> base;
};

struct SweepPlan {
  YamlFile file;
  std::string title, text;
  std::string compared;  // what the cells of a row differ in: variant, players, or the key of a setting
  std::vector<PlanCell> cells;
  std::uint64_t games = 0, seed = 1;
  int most_turns = 5000;
  std::string keep = "summary";
  bool paired = false;
  bool reads_files = true;  // that its players name; otherwise the players are made without
};

// Nothing after a diagnostic. Reads the words alone: whether the rules and players exist is seen when they are made.
std::optional<SweepPlan> read_sweep_plan(const std::string& path, Diagnostics& out);
// The same of a plan that is tuned: its cells are what there is to choose from, all on the same seeds. `aims` and the
// numbers of games that go with them are left to who asks.
std::optional<SweepPlan> read_tune_cells(const std::string& path, Diagnostics& out);
std::optional<SweepPlan> parse_tune_cells(const std::string& name, std::string text, Diagnostics& out);  // of its text
inline constexpr const char* kTuneKeys[] = {"aims", "confirm", "deals"};

// The plan of games of a cell. Nothing after diagnostics, which stand where the plan's file says what is wrong.
std::optional<Plan> make_cell(const SweepPlan& plan, const PlanCell& cell, Library& library, Diagnostics& out);

// As it would be typed, without the store's file.
std::string sweep_command(const std::string& path, const SweepPlan& plan, const std::string& rules);

// Cells and all. Makes every cell once, and gives up soon when they are wrong.
std::optional<StoreHead> sweep_head(const SweepPlan& plan, Library& library, Diagnostics& out);
// The same by what somebody else has made of the cells, who may give none and say why.
using CellReader = std::function<std::optional<Provenance>(const PlanCell& cell)>;
std::optional<StoreHead> sweep_head(const SweepPlan& plan, const CellReader& read, Diagnostics& out);

}  // namespace gofuda::lab
