#include "tools/print/halt.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <csignal>

#include "core/halt.hpp"

namespace gofuda::tools {

namespace {

static_assert(std::atomic<bool>::is_always_lock_free);
void halt(int) { halt_wanted = true; }

}  // namespace

void expect_halt() {
  halt_wanted = false;
  struct sigaction action {};
  action.sa_handler = halt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, nullptr);
}

void halt_in_a_second() { alarm(1); }

void halt_soon() {
  itimerval soon{};
  soon.it_value.tv_usec = 200'000;
  setitimer(ITIMER_REAL, &soon, nullptr);
}

void forget_halt() {
  alarm(0);
  halt_wanted = false;
}

}  // namespace gofuda::tools
