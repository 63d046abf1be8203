// Directions, lines and ways on a board, across edges that are joined. In hexagons up-left and down-right lead nowhere.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/grid.hpp"

namespace gofuda {

enum class Direction : std::uint8_t { up, up_right, right, down_right, down, down_left, left, up_left };
inline constexpr std::array<std::string_view, 8> kDirectionNames{"up",   "up-right",  "right", "down-right",
                                                                 "down", "down-left", "left",  "up-left"};
std::optional<Direction> parse_direction(std::string_view name);

Point step(const Grid& grid, Point from, Direction d);             // kNoPoint where the board ends or has a hole
PointSet edge(const Grid& grid);                                   // points that lack a neighbour
PointSet row(const Grid& grid, int number);                        // from 0
PointSet column(const Grid& grid, int number);                     // from 0
PointSet diagonals(const Grid& grid, const PointSet& through);     // both, as far as the board goes without a hole
PointSet ray(const Grid& grid, const PointSet& from, Direction d,  // beyond each point, as long as it is in `over`
             const PointSet& over);
PointSet line(const Grid& grid, Point a, Point b);  // the shortest row, column or diagonal from one to the other, both
                                                    // included; empty where there is none
// Ways go from neighbour to neighbour, all between their ends over points of `over`.
int distance(const Grid& grid, const PointSet& from, const PointSet& to, const PointSet& over);  // -1: there is no way
PointSet shortest_ways(const Grid& grid, const PointSet& from, const PointSet& to,
                       const PointSet& over);  // their points
PointSet within(const Grid& grid, const PointSet& from, int steps);
PointSet connected(const Grid& grid, const PointSet& from, const PointSet& over);  // those of `over` that ways lead to
// The parts of `empty` that have points of `by` around them, and nothing else but `walls`; the edge is a wall, too.
PointSet surrounded(const Grid& grid, const PointSet& empty, const PointSet& by, const PointSet& walls);
PointSet enclosed(const Grid& grid, const PointSet& walls);  // from where each way to the edge leads over `walls`

enum class Mirror : std::uint8_t {
  columns,
  rows,
  diagonal
};  // what is exchanged: left and right, top and bottom, both
// As far as the board has the points. A diagonal or a quarter of a turn takes a board that is as wide as high.
PointSet reflected(const Grid& grid, const PointSet& points, Mirror mirror);
PointSet turned(const Grid& grid, const PointSet& points, int quarters);  // clockwise

}  // namespace gofuda
