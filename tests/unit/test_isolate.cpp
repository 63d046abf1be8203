// What a process for the files of strangers can do, and what is believed of what it says.
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

#include "core/sanitized.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"
#include "tests/unit/spin.hpp"
#include "tools/isolate/disputes.hpp"
#include "tools/isolate/process.hpp"

using namespace gofuda;
using gofuda::test::spin;
using namespace gofuda::isolate;

namespace {

Limits few_seconds() {
  Limits limits;
  limits.seconds = 20;
  return limits;
}

// What becomes of a process that does this: what it says of it, or how it was lost.
std::string fate(const std::function<std::string()>& act, const Limits& limits = few_seconds()) {
  Process process(limits, [&](Inside& inside) { inside.send(act()); });
  const auto answer = process.answer();
  return answer ? *answer : process.end();
}

std::string call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) {
  return fate([=] { return "it gave " + std::to_string(::syscall(number, a, b, c, d, e, 0)); });
}

long address(const void* p) { return reinterpret_cast<long>(p); }

const std::string kForbidden = "was killed because it asked the system for what it may not have";

template <std::size_t N>
void send_raw(const char (&bytes)[N]) {
  if (::write(kChannel, bytes, N - 1) < 0) ::_exit(9);
}

}  // namespace

TEST_CASE("A process that is locked in computes") {
  CHECK(fate([] {
          std::vector<std::vector<std::uint64_t>> large;
          for (std::size_t n = 1; n <= 100; ++n) large.emplace_back(n * 10000, n);
          large.clear();
          try {
            throw std::runtime_error("caught");
          } catch (const std::runtime_error& e) { return std::string(e.what()); }
        }) == "caught");
  CHECK(fate([] {
          Diagnostics out;
          const bool bad = !parse_yaml("x", "a: [1, 2", out) && out.has_errors();
          const test::Bench bench({{"leap", test::card_text("me:place(me:pick(1, board.empty))")}});
          return std::string(bad ? "read " : "") + test::play(bench, {"leap"}).refusal.detail + "and played";
        }) == "read and played");
  CHECK(fate([] {
          void* p = ::mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return std::string(p != MAP_FAILED && ::munmap(p, 1 << 20) == 0 ? "mapped" : "not mapped");
        }) == "mapped");
}

TEST_CASE("Threads of a process that is locked in take memory and give it back") {
  std::atomic<int> under_way = 0, done = 0;
  std::atomic<bool> locked = false;
  const auto take_and_give = [&] {
    ++under_way;
    while (!locked) {}
    for (int n = 0; n < 20; ++n) {
      std::vector<std::string> much;
      for (int i = 0; i < 500; ++i) much.emplace_back(100'000, 'x');  // each below what has a mapping of its own
    }
    ++done;
    spin();
  };
  const auto begin = [&](Inside&) {
    for (int n = 0; n < 2; ++n) std::thread(take_and_give).detach();
    while (under_way < 2) {}
  };
  Process process(
      few_seconds(),
      [&](Inside& inside) {
        locked = true;
        while (done < 2) {}
        inside.send("given back");
      },
      begin);
  const auto answer = process.answer();
  CHECK((answer ? *answer : process.end()) == "given back");
}

TEST_CASE("A process that is locked in dies of all else that it asks for") {
  static const char kPath[] = "/etc/hostname", kProgram[] = "/bin/true";
  static char* const no_words[] = {nullptr};
  static const rlimit more{RLIM_INFINITY, RLIM_INFINITY};
  const long parent = ::getpid(), anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
  CHECK(call(SYS_openat, AT_FDCWD, address(kPath), O_RDONLY) == kForbidden);
  CHECK(call(SYS_openat, AT_FDCWD, address("/tmp/x"), O_WRONLY | O_CREAT, 0600) == kForbidden);
  CHECK(call(SYS_readlinkat, AT_FDCWD, address("/proc/self/exe"), address(kPath), 0) == kForbidden);
  CHECK(call(SYS_unlinkat, AT_FDCWD, address("/tmp/no such file"), 0) == kForbidden);
  CHECK(call(SYS_socket, AF_INET, SOCK_STREAM, 0) == kForbidden);
  CHECK(call(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, address(kPath)) == kForbidden);
  CHECK(call(SYS_sendmsg, kChannel, 0, 0) == kForbidden);
  CHECK(call(SYS_recvmsg, kChannel, 0, 0) == kForbidden);
  CHECK(call(SYS_clone, SIGCHLD, 0, 0, 0, 0) == kForbidden);
  CHECK(call(SYS_execve, address(kProgram), address(no_words), address(no_words)) == kForbidden);
  CHECK(call(SYS_kill, parent, 0) == kForbidden);
  CHECK(call(SYS_ptrace, PTRACE_ATTACH, parent, 0, 0) == kForbidden);
  CHECK(call(SYS_process_vm_readv, parent, 0, 0, 0, 0) == kForbidden);
  CHECK(call(SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, anonymous, -1) == kForbidden);
  CHECK(call(SYS_mmap, 0, 4096, PROT_READ, MAP_PRIVATE, kChannel) == kForbidden);
  CHECK(call(SYS_mprotect, 0, 4096, PROT_READ | PROT_EXEC) == kForbidden);
  CHECK(call(SYS_read, 0, address(kPath), 0) == kForbidden);
  CHECK(call(SYS_dup, kChannel) == kForbidden);
  CHECK(call(SYS_fcntl, kChannel, F_GETFL) == kForbidden);
  CHECK(call(SYS_ioctl, kChannel, 0, 0) == kForbidden);
  CHECK(call(SYS_setrlimit, RLIMIT_CPU, address(&more)) == kForbidden);
  CHECK(call(SYS_prlimit64, 0, RLIMIT_CPU, address(&more), 0) == kForbidden);
  CHECK(call(SYS_rt_sigaction, SIGXCPU, 0, 0, 8) == kForbidden);
  CHECK(call(SYS_prctl, PR_SET_DUMPABLE, 1) == kForbidden);
  CHECK(call(SYS_seccomp, 0, 0, 0) == kForbidden);
  CHECK(call(SYS_memfd_create, address("x"), 0) == kForbidden);
  CHECK(call(SYS_getrandom, address(kPath), 0, 0) == kForbidden);
  CHECK(call(SYS_nanosleep, 0, 0) == kForbidden);
#ifdef __x86_64__
  CHECK(fate([] {  // a call of the 32-bit system: getpid
          long result = 20;
          asm volatile("int $0x80" : "+a"(result)::"memory");
          return "it gave " + std::to_string(result);
        }) == kForbidden);
  CHECK(call(0x40000000 + SYS_getppid) == kForbidden);  // and of the x32 one
#endif
  if (kSanitized) return;
  CHECK(call(SYS_write, 1, address(kPath), 1) == kForbidden);
  CHECK(call(SYS_write, 2, address(kPath), 1) == kForbidden);
  CHECK(call(SYS_write, kChannel + 1, address(kPath), 1) == kForbidden);
  CHECK(call(SYS_pipe2, address(kPath), 0) == kForbidden);
  CHECK(call(SYS_close, kChannel) == kForbidden);
  CHECK(call(SYS_rt_sigprocmask, SIG_BLOCK, 0, 0, 8) == kForbidden);
  CHECK(call(SYS_mprotect, 0, 4096, PROT_READ) == kForbidden);
  CHECK(call(SYS_madvise, 0, 4096, MADV_WILLNEED) == kForbidden);
  CHECK(call(SYS_getpid) == kForbidden);
}

TEST_CASE("A process that is locked in ends at its limits") {
  Limits limits;
  limits.seconds = 1;
  CHECK(fate(
            [] {
              spin();
              return std::string();
            },
            limits) == "was killed by the processor limit of 1 second");
  if (kSanitized) return;
  limits = few_seconds(), limits.memory = std::uint64_t{256} << 20;
  const auto hold = [](std::size_t mib) {
    return [mib] { return std::to_string(std::vector<char>(mib << 20, 'x').size() >> 20); };
  };
  CHECK(fate(hold(100), limits) == "100");
  CHECK(fate(hold(300), limits) == "came to an end at the memory limit of 256 MiB");
  CHECK(fate([] { return ::raise(SIGSEGV), std::string(); }).starts_with(kForbidden));
  CHECK(fate([]() -> std::string { throw 1; }) == "came to an end by itself");
  CHECK(fate([] {
          char* volatile nowhere = nullptr;
          return std::string(*nowhere, 'x');
        }) == "crashed (Segmentation fault)");
}

TEST_CASE("A process that waits for nothing is ended") {
  Limits limits;
  limits.seconds = 1;
  alignas(4) int word = 0;
  CHECK(fate([&] { return std::to_string(::syscall(SYS_futex, &word, 0, 0, nullptr, nullptr, 0)); }, limits) ==
        "gave no answer in 10 times 1 second, and was ended");
}

TEST_CASE("The processor limit is of one answer, not of all") {
  Limits limits;
  limits.seconds = 1;
  Process process(limits, [](Inside& inside) {
    while (inside.receive()) {
      const std::clock_t end = std::clock() + CLOCKS_PER_SEC * 6 / 10;
      while (std::clock() < end) {}
      inside.send("done");
    }
  });
  for (int i = 0; i < 6; ++i) {
    process.allow();
    process.send("go on");
    const auto answer = process.answer();
    INFO(process.lost());
    REQUIRE(answer == "done");
  }
}

TEST_CASE("A process that is locked in does not see the environment") {
  ::setenv("GOFUDA_SECRET", "known", 1);
  const char* before = ::getenv("GOFUDA_SECRET");
  CHECK(fate([&] { return (::getenv("GOFUDA_SECRET") ? "there " : "not there ") + std::string(before); }) ==
        "not there ");
  CHECK(std::string(before) == "known");
  ::unsetenv("GOFUDA_SECRET");
}

TEST_CASE("Without the system's filter nothing is begun") {
  const pid_t child = ::fork();
  if (child == 0) {
    const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(seccomp), 0) != 0 ||
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP, 0)) !=
            0 ||
        seccomp_load(filter) != 0)
      ::_exit(2);
    try {
      const Process process({}, [](Inside& inside) { inside.send("begun"); });
      ::_exit(3);
    } catch (const CannotIsolate& e) {
      ::_exit(std::string(e.what()).starts_with("the system does not filter its calls (seccomp)") ? 0 : 4);
    }
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("Messages: what fits is read") {
  MessageWriter to;
  for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, ~std::uint64_t{0}})
    to.number(n);
  for (const std::int64_t n : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) to.signed_number(n);
  to.text(std::string("a\0b\xff", 4)), to.texts({"x", ""});
  PointSet points;
  points.insert(parse_point("A1")), points.insert(parse_point("Z25"));
  to.points(points);
  to.diagnostics({{"file", 3, 0, "code", "message", Severity::warning}});
  const std::string message = to.take();
  const auto read = [&](std::string_view text) {
    MessageReader from(text);
    bool same = true;
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, ~std::uint64_t{0}})
      same &= from.number(n) == n;
    for (const std::int64_t n : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX})
      same &= from.signed_number(INT64_MIN, INT64_MAX) == n;
    same &= from.text() == std::string("a\0b\xff", 4) && from.texts(2) == std::vector<std::string>{"x", ""};
    same &= from.points() == points;
    const auto list = from.diagnostics();
    return same && list.size() == 1 && list[0].severity == Severity::warning && from.whole();
  };
  CHECK(read(message));
  CHECK_FALSE(read(message + "x"));
  for (std::size_t n = 0; n < message.size(); ++n) CHECK_FALSE(read(message.substr(0, n)));
}

TEST_CASE("Messages: what does not fit is refused") {
  const auto refused = [](auto write, auto read) {
    MessageWriter to;
    write(to);
    const std::string message = to.take();
    MessageReader from(message);
    read(from);
    return from.bad();
  };
  const auto text = [](const char* t) { return [t](MessageWriter& to) { to.text(t); }; };
  const auto number = [](std::uint64_t n) { return [n](MessageWriter& to) { to.number(n); }; };
  CHECK(refused(number(3), [](MessageReader& from) { from.one_of<Severity>(2); }));
  CHECK(refused(number(5), [](MessageReader& from) { from.number(4); }));
  CHECK(refused(number(8), [](MessageReader& from) { from.signed_number(-3, 3); }));
  CHECK(refused(number(2), [](MessageReader& from) { from.flag(); }));
  CHECK(refused(number(1000), [](MessageReader& from) { from.count(2000); }));  // there are not so many
  CHECK(refused(text("abc"), [](MessageReader& from) { from.text(2); }));
  CHECK(refused(text("a\x1b[2J"), [](MessageReader& from) { from.line(); }));
  CHECK(refused(text("a\nb"), [](MessageReader& from) { from.line(); }));
  CHECK_FALSE(refused(text("a\nb\n"), [](MessageReader& from) { from.lines(); }));
  CHECK(refused(text("a\n\xff\n"), [](MessageReader& from) { from.lines(); }));
  for (const std::uint64_t p : {0, kStride, kCells - 1})  // no points of a board
    CHECK(refused([p](MessageWriter& to) { to.number(1), to.number(p); }, [](MessageReader& from) { from.points(); }));
  CHECK(refused(
      [](MessageWriter& to) {
        for (int i = 0; i < 3; ++i) to.texts(std::vector<std::string>(400000));
      },
      [](MessageReader& from) {
        for (int i = 0; i < 3; ++i) from.texts(400000);
      }));
  MessageReader endless("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  CHECK(endless.number(~std::uint64_t{0}) == 0);
  CHECK(endless.bad());
}

TEST_CASE("A process that speaks nonsense is ended, and so is one that stops in the middle") {
  const auto answer_of = [](const std::function<void()>& speak) {
    Process process(few_seconds(), [&](Inside&) { speak(); });
    const auto answer = process.answer();
    return answer ? "said " + *answer : process.end();
  };
  CHECK(answer_of([] { send_raw("\x02\0\0\0ok"); }) == "said ok");
  CHECK(answer_of([] { send_raw("\xff\xff\xff\xff"); }) == "gave an answer that cannot be, and was ended");
  CHECK(answer_of([] { send_raw("\x01\0\0\x02x"); }) == "gave an answer that cannot be, and was ended");  // too long
  CHECK(answer_of([] { send_raw("\x10\0\0\0half"); }) == "came to an end by itself");
  CHECK(answer_of([] { send_raw("\x10\0"); }) == "came to an end by itself");
  CHECK(answer_of([] {}) == "came to an end by itself");
}

TEST_CASE("An order to a process that has died is no trouble") {
  Process process(few_seconds(), [](Inside&) {});
  process.allow();
  process.send(std::string(10 << 20, 'x'));
  CHECK_FALSE(process.answer());
  CHECK(process.end() == "came to an end by itself");
  process.send("again");
  process.allow();
  CHECK(process.lost());
}

TEST_CASE("What a judge in another process says is read with care") {
  Judged j;
  j.read = true, j.title = "t", j.rulings = {"r"};
  CaseResult c;
  c.name = "the ruling", c.board = "X .\n. O\n", c.explanation = {"one", "two"};
  PointSet points;
  points.insert(parse_point("B2"));
  c.verdict = Verdict::no(Reason::ko, points, "why");
  c.failures.push_back({"f", 1, 2, "failed", "m", Severity::error});
  j.result.cases = {c};
  const auto message_of = [](const Judged& what) {
    MessageWriter to;
    write_judged(to, what);
    return to.take();
  };
  const auto whole = [](std::string_view message) {
    MessageReader from(message);
    read_judged(from);
    return from.whole();
  };
  const std::string message = message_of(j);
  MessageReader from(message);
  const Judged back = read_judged(from);
  REQUIRE(from.whole());
  CHECK(message_of(back) == message);
  for (std::size_t n = 0; n < message.size(); ++n) CHECK_FALSE(whole(message.substr(0, n)));
  j.result.cases[0].board = "\x1b[2J";
  CHECK_FALSE(whole(message_of(j)));
  j.read = false, j.result.cases.clear();
  CHECK_FALSE(whole(message_of(j)));  // not read, and nothing wrong
}
