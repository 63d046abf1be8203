#include "tools/isolate/lock.hpp"

#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/sanitized.hpp"

namespace gofuda::isolate {

namespace {

constexpr rlim_t kFiles = kSanitized ? kChannel + 3 : 0;  // sanitizers try by a pipe whether memory can be read

std::string problem(const char* what, int error) { return std::string(what) + ": " + std::strerror(error); }

bool set_limit(decltype(RLIMIT_AS) which, rlim_t now, rlim_t most) {
  const rlimit limit{now, most};
  return ::setrlimit(which, &limit) == 0;
}

// The address sanitizer maps terabytes of address space, so there it has no limit.
bool set_limits(const Limits& limits) {
  rlimit cpu{};
  ::getrlimit(RLIMIT_CPU, &cpu);  // what it may be raised to stays: whoever waits for the answers raises it
  cpu.rlim_cur = std::min<rlim_t>(cpu.rlim_max, static_cast<rlim_t>(limits.seconds) + 1);
  return ::setrlimit(RLIMIT_CPU, &cpu) == 0 && set_limit(RLIMIT_CORE, 0, 0) && set_limit(RLIMIT_FSIZE, 0, 0) &&
         set_limit(RLIMIT_NOFILE, kFiles, kFiles) && (kSanitized || set_limit(RLIMIT_AS, limits.memory, limits.memory));
}

class Filter {
 public:
  Filter() : filter_(seccomp_init(SCMP_ACT_KILL_PROCESS)) {}
  ~Filter() {
    if (filter_) seccomp_release(filter_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  template <class... Arguments>
  void allow(int call, Arguments... arguments) {
    if (error_ == 0)
      error_ = filter_ ? seccomp_rule_add(filter_, SCMP_ACT_ALLOW, call, sizeof...(arguments), arguments...) : -ENOMEM;
  }
  // Of all threads. 0, or the error's number.
  int load() {
    if (error_ == 0) error_ = seccomp_attr_set(filter_, SCMP_FLTATR_CTL_TSYNC, 1);
    if (error_ == 0) error_ = seccomp_attr_set(filter_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    return -(error_ == 0 ? seccomp_load(filter_) : error_);
  }

 private:
  scmp_filter_ctx filter_;
  int error_ = 0;
};

// Signals are neither caught nor held back in there: the processor limit's signal could be, too.
void allow_computing(Filter& filter) {
  filter.allow(SCMP_SYS(read), SCMP_A0(SCMP_CMP_EQ, kChannel, 0));
  filter.allow(SCMP_SYS(write), SCMP_A0(SCMP_CMP_EQ, kChannel, 0));
  filter.allow(SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
               SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS));
  for (const int advice : {MADV_DONTNEED, MADV_FREE})
    filter.allow(SCMP_SYS(madvise), SCMP_A2(SCMP_CMP_EQ, static_cast<scmp_datum_t>(advice), 0));
  for (const int call : {SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(futex), SCMP_SYS(clock_gettime),
                         SCMP_SYS(gettimeofday), SCMP_SYS(rt_sigreturn), SCMP_SYS(exit), SCMP_SYS(exit_group)})
    filter.allow(call);
}

// Each thread's memory grows by itself; seeds of games are drawn by who knows no other source.
void allow_threads(Filter& filter) {
  filter.allow(SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  filter.allow(SCMP_SYS(getrandom));
}

// What the sanitizers' own code asks for, none of which reaches out of the process.
void allow_sanitizers(Filter& filter) {
  filter.allow(SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  for (const int call : {SCMP_SYS(madvise), SCMP_SYS(sigaltstack), SCMP_SYS(rt_sigprocmask), SCMP_SYS(getpid),
                         SCMP_SYS(gettid), SCMP_SYS(sched_yield), SCMP_SYS(pipe2), SCMP_SYS(close), SCMP_SYS(write)})
    filter.allow(call);
}

}  // namespace

std::string words(const Asked& asked) {
  const Limits usual;
  std::string out = asked.on ? " --isolate" : "";
  if (asked.on && asked.limits.memory != usual.memory)
    out += " --isolate-memory " + std::to_string(asked.limits.memory >> 20);
  if (asked.on && asked.limits.seconds != usual.seconds)
    out += " --isolate-seconds " + std::to_string(asked.limits.seconds);
  return out;
}

std::string lock_in(const Limits& limits, bool threads) {
  if (!set_limits(limits)) return problem("the limits of memory and time cannot be set", errno);
  if (::prctl(PR_SET_DUMPABLE, 0) != 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return problem("its privileges cannot be taken", errno);
  Filter filter;
  allow_computing(filter);
  if (threads) allow_threads(filter);
  if (kSanitized) allow_sanitizers(filter);
  if (const int error = filter.load(); error != 0)
    return problem("the system does not filter its calls (seccomp)", error);
  return "";
}

}  // namespace gofuda::isolate
