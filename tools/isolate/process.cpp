#include "tools/isolate/process.hpp"

#include <malloc.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <limits>
#include <new>
#include <utility>

#include "core/halt.hpp"
#include "core/sanitized.hpp"

namespace gofuda::isolate {

namespace {

constexpr std::string_view kLocked = "locked";
constexpr std::size_t kHead = 4;  // bytes that say how long a message is
constexpr int kSilence = 10;      // times its time, by the clock on the wall
constexpr int kIdle = 100;        // who gets less than one in so many of a processor's time is not at work
enum Exit { kDone = 0, kNoMemory = 3, kFailed = 4, kParentGone = 5 };

std::chrono::seconds patience(const Limits& limits) { return std::chrono::seconds(kSilence) * limits.seconds; }

std::array<char, kHead> head_of(std::size_t size) {
  std::array<char, kHead> out{};
  for (std::size_t i = 0; i < kHead; ++i) out[i] = static_cast<char>(size >> 8 * i);
  return out;
}

std::size_t size_in(std::string_view head) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < kHead; ++i) n |= static_cast<std::size_t>(static_cast<unsigned char>(head[i])) << 8 * i;
  return n;
}

// --- in the child

bool read_all(char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::read(kChannel, to, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n, size -= static_cast<std::size_t>(n);
  }
  return true;
}

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(kChannel, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) ::_exit(kParentGone);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

// Ctrl-C goes to all processes of a terminal: what it leads to is decided outside.
void forget_signals() {
  for (int s = 1; s < NSIG; ++s) ::signal(s, SIG_DFL);
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(s, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void forget_environment() {
  for (char** e = environ; e && *e; ++e) explicit_bzero(*e, std::strlen(*e));
  ::clearenv();
}

// Under the sanitizers, their reports still go to standard error.
bool close_all(int channel) {
  if (::dup2(channel, kChannel) < 0) return false;
  const unsigned last = kSanitized ? 1 : 2;
  return ::close_range(0, last, 0) == 0 && ::close_range(kChannel + 1, ~0u, 0) == 0;
}

// Malloc asks the system how much memory may be given back, and how many processors there are, by reading files: what
// is freed in a thread's own part of the memory, or has to wait for another thread, would be the end once it is locked
// in.
void keep_memory() {
  ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  ::mallopt(M_ARENA_MAX, 1);
}

[[noreturn]] void live(pid_t parent, int channel, const Limits& limits, const Work& work, const Threads& threads) {
  Inside inside;
  std::string wrong;
  forget_signals();
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || !close_all(channel)) ::_exit(kFailed);
  if (::getppid() != parent) ::_exit(kParentGone);
  forget_environment();
  try {
    keep_memory();
    if (threads) threads(inside);
    wrong = lock_in(limits, threads != nullptr);
    inside.send(wrong.empty() ? kLocked : std::string_view(wrong));
    if (!wrong.empty()) ::_exit(kFailed);
    work(inside);
  } catch (const std::bad_alloc&) { ::_exit(kNoMemory); } catch (...) {
    ::_exit(kFailed);
  }
  ::_exit(kDone);
}

}  // namespace

std::optional<std::string> Inside::receive() {
  std::array<char, kHead> head{};
  if (!read_all(head.data(), head.size())) return std::nullopt;
  std::string out(size_in({head.data(), head.size()}), '\0');
  if (!read_all(out.data(), out.size())) return std::nullopt;
  return out;
}

void Inside::send(std::string_view message) {
  const auto head = head_of(message.size());
  write_all({head.data(), head.size()});
  write_all(message);
}

// --- in the parent

Process::Process(const Limits& limits, const Work& work, const Threads& threads) : limits_(limits) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw CannotIsolate(std::string("no channel to a process: ") + std::strerror(errno));
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ == 0) live(parent, ends[1], limits_, work, threads);
  const int error = errno;
  ::close(ends[1]);
  channel_ = ends[0];
  if (child_ < 0) {
    ::close(channel_);
    throw CannotIsolate(std::string("no process: ") + std::strerror(error));
  }
  asked_ = std::chrono::steady_clock::now();
  deadline_ = asked_ + patience(limits_);
  const std::optional<std::string> locked = answer();
  if (locked == kLocked || trouble_ == Trouble::deaf) return;  // lost, not impossible
  const std::string why = locked.value_or(end());
  end();
  ::close(channel_);
  throw CannotIsolate(locked ? why : "the process " + why);
}

Process::~Process() {
  end();
  ::close(channel_);
}

void Process::lose(Trouble t) {
  if (lost_) return;
  lost_ = true;
  trouble_ = t;
}

void Process::distrust() {
  lost_ = true;
  trouble_ = Trouble::nonsense;
}

void Process::give_up() { lose(Trouble::deaf); }

std::chrono::nanoseconds Process::used() const {
  clockid_t clock = 0;
  timespec time{};
  if (child_ < 0 || ::clock_getcpuclockid(child_, &clock) != 0) return std::chrono::nanoseconds(0);
  clock &=
      ~clockid_t{3};  // of the process's clocks the one that its limit goes by, which may differ from the exact one
  if (::clock_gettime(clock, &time) != 0)
    return std::chrono::nanoseconds(0);  // it is dead, which its silence will tell
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// On a busy machine the clock on the wall alone says little: who is at work comes to the end of the processor's time.
bool Process::silent() {
  const auto now = std::chrono::steady_clock::now();
  if (now < deadline_) return false;
  if (used() - used_before_ < (now - asked_) / kIdle) return true;
  deadline_ = now + patience(limits_);
  return false;
}

bool Process::wait_for(short events) {
  while (!lost_) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now());
    if (silent()) return lose(Trouble::silent), false;
    if (halted()) return give_up(), false;
    pollfd one{channel_, events, 0};
    const int n = ::poll(&one, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1000)));
    if (n > 0) return true;
    if (n < 0 && errno != EINTR) lose(Trouble::ended);
  }
  return false;
}

void Process::send(std::string_view order) {
  const auto head = head_of(order.size());
  const std::string text = std::string(head.data(), head.size()) + std::string(order);
  for (std::string_view left = text; !left.empty() && !lost_;) {
    const ssize_t n = ::send(channel_, left.data(), left.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n > 0)
      left.remove_prefix(static_cast<std::size_t>(n));
    else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      wait_for(POLLOUT);
    else if (n == 0 || errno != EINTR)
      lose(Trouble::ended);
  }
}

void Process::allow() {
  asked_ = std::chrono::steady_clock::now();
  deadline_ = asked_ + patience(limits_);
  used_before_ = used();
  rlimit cpu{};
  if (child_ < 0 || ::prlimit(child_, RLIMIT_CPU, nullptr, &cpu) != 0) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(used_before_).count() + 1 + limits_.seconds;
  cpu.rlim_cur = std::min<rlim_t>(cpu.rlim_max, static_cast<rlim_t>(seconds));
  ::prlimit(child_, RLIMIT_CPU, &cpu, nullptr);
}

void Process::look() {
  if (!lost_ && silent()) lose(Trouble::silent);
  std::array<char, 1 << 16> buffer{};
  while (!lost_ && heard_.size() - read_ < kHead + kMostMessage) {
    const ssize_t n = ::recv(channel_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (n > 0)
      heard_.append(buffer.data(), static_cast<std::size_t>(n));
    else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return;
    else if (n == 0 || errno != EINTR)
      lose(Trouble::ended);
  }
}

std::optional<std::string> Process::take() {
  if (trouble_ == Trouble::nonsense) return std::nullopt;
  const std::string_view left = std::string_view(heard_).substr(read_);
  if (left.size() < kHead) return std::nullopt;
  const std::size_t size = size_in(left);
  if (size > kMostMessage) return distrust(), std::nullopt;
  if (left.size() < kHead + size) return std::nullopt;
  std::string out(left.substr(kHead, size));
  read_ += kHead + size;
  if (read_ == heard_.size() || read_ > kMostMessage) heard_.erase(0, std::exchange(read_, 0));
  return out;
}

std::optional<std::string> Process::answer() {
  for (;;) {
    if (std::optional<std::string> message = take()) return message;
    if (lost_ || !wait_for(POLLIN)) return std::nullopt;
    look();
  }
}

const std::string& Process::end() {
  if (child_ < 0) return why_;
  ::kill(child_, SIGKILL);  // of no effect on how it ended, where it has
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {}
  child_ = -1;
  lost_ = true;
  return why_ = reason(status);
}

std::string Process::reason(int status) const {
  const std::string time = std::to_string(limits_.seconds) + (limits_.seconds == 1 ? " second" : " seconds");
  if (trouble_ == Trouble::nonsense) return "gave an answer that cannot be, and was ended";
  if (trouble_ == Trouble::deaf) return "was told to stop, did not, and was ended";
  if (trouble_ == Trouble::silent)
    return "gave no answer in " + std::to_string(kSilence) + " times " + time + ", and was ended";
  const std::string memory = "the memory limit of " + std::to_string(limits_.memory >> 20) + " MiB";
  if (WIFEXITED(status))
    return WEXITSTATUS(status) == kNoMemory ? "came to an end at " + memory : "came to an end by itself";
  switch (WTERMSIG(status)) {
    case SIGXCPU:
      return "was killed by the processor limit of " + time;
    case SIGSYS:
      return "was killed because it asked the system for what it may not have";
    case SIGKILL:
      return "was killed from outside, perhaps for want of memory";
    default:
      return std::string("crashed (") + ::strsignal(WTERMSIG(status)) + ")";
  }
}

}  // namespace gofuda::isolate
