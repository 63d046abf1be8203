#include "tools/lab/campaign/interrupt.hpp"

#include <unistd.h>

#include <string_view>

#include "tools/print/halt.hpp"

namespace gofuda::lab {

namespace {

constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
std::atomic<int> noted{0};
static_assert(std::atomic<int>::is_always_lock_free);

std::atomic<bool> told{false};  // a person watches

void note(int signal) {
  noted = signal;
  constexpr std::string_view kStopping = "\nstopping in order; once more stops at once\n";
  if (told && write(STDERR_FILENO, kStopping.data(), kStopping.size()) < 0) told = false;
  tools::halt_in_a_second();
}

}  // namespace

Interrupt::Interrupt() {
  noted = 0;
  told = isatty(STDERR_FILENO) == 1;
  tools::expect_halt();
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART | SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  tools::forget_halt();
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

const std::atomic<int>& Interrupt::caught() const { return noted; }

}  // namespace gofuda::lab
