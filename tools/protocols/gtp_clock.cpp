#include "tools/protocols/gtp_clock.hpp"

#include <algorithm>

namespace gofuda::tools {

namespace {

constexpr double kReserve = 1, kReserveShare = 0.02;  // seconds that are never spent on purpose, and of what is left
constexpr double kMostReserved = 0.2;                 // of what is left, where that is little
constexpr double kLag = 0.1;                          // seconds that a move takes beside the search
constexpr double kMostLag = 0.5;                      // of a move's time, where that is little
constexpr double kOfExtra = 0.8;                      // of what a stone has in the extra time

}  // namespace

void GtpClock::set(double main, double extra, int stones) {
  main_ = main, extra_ = extra, stones_ = stones;
  limited_ = !(extra > 0 && stones == 0);
  restart();
}

void GtpClock::restart() { sides_.fill(main_ > 0 || stones_ == 0 ? Side{main_, 0} : Side{extra_, stones_}); }

void GtpClock::put(Seat seat, double seconds, int stones) {
  limited_ = true;
  sides_[static_cast<std::size_t>(index(seat))] = {seconds, stones};
}

// Of the main time, as much as leaves the same for each of the moves; so it never runs out, for the moves to come are
// never thought to be few.
std::optional<double> GtpClock::share(Seat seat, int moves) const {
  if (!limited_) return std::nullopt;
  const Side& side = sides_[static_cast<std::size_t>(index(seat))];
  const double reserve = std::max(std::min(kReserve, kMostReserved * side.left), kReserveShare * side.left);
  double share = side.stones > 0 ? kOfExtra * side.left / side.stones : (side.left - reserve) / std::max(moves, 1);
  if (side.stones == 0 && stones_ > 0) share = std::max(share, std::min(kOfExtra * extra_ / stones_, side.left));
  return std::max(0.0, share - std::min(kLag, kMostLag * share));
}

void GtpClock::take(Seat seat, double seconds) {
  if (!limited_) return;
  Side& side = sides_[static_cast<std::size_t>(index(seat))];
  side.left -= seconds;
  if (side.stones == 0 && (side.left > 0 || stones_ == 0)) return;
  if (side.stones == 0) side = {std::max(0.0, extra_ + side.left), stones_};  // the main time ended within the move
  if (--side.stones <= 0) side = {extra_, stones_};
}

}  // namespace gofuda::tools
