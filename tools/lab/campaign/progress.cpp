#include "tools/lab/campaign/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tools/lab/statistics/stats.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

Progress::Progress(std::uint64_t start, std::uint64_t end, int fd)
    : start_(start), end_(end), fd_(fd), terminal_(isatty(fd) == 1) {}

std::string Progress::text(std::uint64_t done) const {
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  const double rate = static_cast<double>(done - start_) / std::max(seconds, 1e-3);
  char number[64];
  std::snprintf(number, sizeof number, rate < 10 ? "%.2f" : "%.0f", rate);
  std::string out = std::to_string(done) + "/" + tools::counted(static_cast<std::int64_t>(end_), "game") + ", " +
                    number + " a second";
  if (rate > 0) out += ", " + duration_text(static_cast<double>(end_ - done) / rate) + " left";
  return where_.empty() ? out : out + "; " + where_;
}

void Progress::show(std::uint64_t done) {
  const auto now = Clock::now();
  const auto pause = terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10000);
  if (now - last_ < pause) return;
  last_ = now;
  if (!terminal_) return void(dprintf(fd_, "%s\n", text(done).c_str()));
  constexpr std::size_t kBar = 24;
  const std::size_t full =
      end_ == 0 ? kBar : static_cast<std::size_t>(static_cast<double>(done) * kBar / static_cast<double>(end_));
  std::string line = "[" + std::string(full, '#') + std::string(kBar - full, ' ') + "] " + text(done);
  const auto width = static_cast<std::size_t>(std::max(20, tools::style_for(false, fd_).width - 1));
  dprintf(fd_, "\r\x1b[K%s", line.substr(0, width).c_str());
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) dprintf(fd_, "\r\x1b[K");
  drawn_ = false;
}

std::string precision_text(std::int64_t games) {
  const Interval i = wilson(games / 2, games);
  const auto seen = static_cast<std::int64_t>(1 / most_unseen(games));
  return "a share is known to " + tools::fixed(50 * (i.high - i.low), 1) + " points either way" +
         (seen < 2 ? "" : ", and what happens in fewer than one game of " + std::to_string(seen) + " may go unseen");
}

std::string pair_precision_text(std::int64_t pairs, const std::string& what, double part) {
  const double points = 100 * kZ * std::sqrt(0.5 / static_cast<double>(pairs));
  return what + " is known to " + tools::fixed(part * std::min(points, 100.0), 1) +
         " points either way, or better where the same seeds save variance";
}

std::string duration_text(double seconds) {
  const auto s = std::llround(std::min(seconds, 1e12));
  if (s < 60) return std::to_string(s) + " s";
  if (s < 3600) return std::to_string(s / 60) + " min " + std::to_string(s % 60) + " s";
  return std::to_string(s / 3600) + " h " + std::to_string(s % 3600 / 60) + " min";
}

}  // namespace gofuda::lab
