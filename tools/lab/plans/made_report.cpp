#include "tools/lab/plans/made_report.hpp"

#include <poll.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/halt.hpp"
#include "core/notation/text.hpp"
#include "tools/isolate/message.hpp"
#include "tools/isolate/process.hpp"
#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/campaign/progress.hpp"

namespace gofuda::tools {

namespace {

using isolate::MessageReader;
using isolate::MessageWriter;

constexpr int kMostDepth = 32;
constexpr std::int64_t kMostFigure = 1'000'000'000'000'000;
constexpr std::size_t kMostSaid = 1000, kLongestWhere = 200;
constexpr std::uint64_t kAny = ~std::uint64_t{0};
constexpr std::chrono::seconds kUntilHalt{1}, kUntilEnd{10};  // after a signal

enum class Told : std::uint8_t { said, began, shown, ended, made };
constexpr std::size_t kTold = 5;

// --- here

class TellerHere : public Teller {
 public:
  void say(const std::string& line) override { std::fprintf(stderr, "%s\n", printable(line).c_str()); }
  const std::atomic<int>& begin() override {
    interrupt_.emplace();
    return interrupt_->caught();
  }
  void show(const std::string& where, std::uint64_t done, std::uint64_t all) override {
    if (!progress_) progress_.emplace(0, all);
    progress_->say(where);
    progress_->show(std::min(done, all));
  }
  int end() override {
    progress_.reset();
    const int caught = interrupt_ ? interrupt_->caught().load() : 0;
    interrupt_.reset();
    return caught;
  }
  int caught() const { return interrupt_ ? interrupt_->caught().load() : 0; }

 private:
  std::optional<lab::Interrupt> interrupt_;
  std::optional<lab::Progress> progress_;
};

// --- in the process

class TellerInside : public Teller {
 public:
  explicit TellerInside(isolate::Inside& inside) : inside_(inside) {}

  void say(const std::string& line) override {
    MessageWriter to = message(Told::said);
    to.text(line), inside_.send(to.take());
  }
  const std::atomic<int>& begin() override {
    halt_wanted = false, signal_ = 0;
    inside_.send(message(Told::began).take());
    return signal_;
  }
  void show(const std::string& where, std::uint64_t done, std::uint64_t all) override {
    MessageWriter to = message(Told::shown);
    to.text(where), to.number(done), to.number(all);
    inside_.send(to.take());
  }
  // Each part ends with an answer, so that no signal of the one is heard in the next.
  int end() override {
    inside_.send(message(Told::ended).take());
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return confirmed_; });
    confirmed_ = false;
    return signal_;
  }
  void made(const MadeReport& made) {
    MessageWriter to = message(Told::made);
    to.number(static_cast<std::uint64_t>(made.code)), to.text(made.report), to.text(made.usage);
    to.diagnostics(made.wrong.list());
    inside_.send(to.take());
  }
  // On a thread of its own. 0: the part is over; a signal; the same once more: what runs long is to end, too.
  void hear() {
    {
      std::lock_guard lock(mutex_);
      hears_ = true;
    }
    changed_.notify_all();
    while (const std::optional<std::string> order = inside_.receive()) {
      MessageReader from(*order);
      const int signal = static_cast<int>(from.number(kAny));
      if (signal != 0 && signal_ == signal) halt_wanted = true;
      if (signal != 0) signal_ = signal;
      std::lock_guard lock(mutex_);
      confirmed_ = signal == 0;
      changed_.notify_all();
    }
  }
  // Begins that thread, which ends with the process, and returns when it is under way.
  void begin_to_hear() {
    std::thread([this] { hear(); }).detach();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return hears_; });
  }

 private:
  static MessageWriter message(Told what) {
    MessageWriter to;
    to.number(static_cast<std::uint64_t>(what));
    return to;
  }

  isolate::Inside& inside_;
  std::atomic<int> signal_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool confirmed_ = false, hears_ = false;
};

// They are there until the process is no more.
struct Within {
  TellerInside teller;
  std::optional<lab::Hands> hands;
};

// --- outside of it

class Listener {
 public:
  explicit Listener(isolate::Process& process) : process_(process) {}

  MadeReport listen() {
    process_.allow();
    while (!done_) {
      while (const std::optional<std::string> message = done_ ? std::nullopt : process_.take()) hear(*message);
      if (done_) break;
      if (process_.lost()) {
        made_ = {};
        made_.code = caught_ == 0 ? 1 : 128 + caught_, made_.lost = process_.end();
        break;
      }
      pollfd one{process_.descriptor(), POLLIN, 0};
      ::poll(&one, 1, 100);
      process_.look();
      pass_on();
    }
    made_.caught = caught_;
    return std::move(made_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void order(int signal) {
    MessageWriter to;
    to.number(static_cast<std::uint64_t>(signal));
    process_.send(to.take());
  }

  // A signal, once more after a second; who does not obey then is ended.
  void pass_on() {
    const int signal = here_.caught();
    if (signal == 0) return;
    caught_ = signal;
    if (!told_) {
      told_ = Clock::now();
      order(signal);
    } else if (const auto since = Clock::now() - *told_; !halted_ && since > kUntilHalt) {
      halted_ = true;
      order(signal);
    } else if (since > kUntilEnd) {
      process_.give_up();
    }
  }

  void hear(const std::string& message) {
    MessageReader from(message);
    const Told what = from.one_of<Told>(kTold);
    if (what == Told::said) {
      const std::string line = from.line();
      if (from.bad() || ++said_ > kMostSaid) return process_.distrust();
      here_.say(line);
    } else if (what == Told::began) {
      here_.begin();
      done_so_far_ = 0, told_.reset(), halted_ = false;
    } else if (what == Told::shown) {
      show(from);
    } else if (what == Told::ended) {
      if (const int signal = here_.end(); signal != 0) caught_ = signal;
      order(0);
    } else {
      made_.code = static_cast<int>(from.number(2)), made_.report = from.text(isolate::kMostMessage);
      made_.usage = from.lines();
      for (const Diagnostic& d : from.diagnostics()) made_.wrong.add(d);
      done_ = from.whole();
    }
    if (!from.whole()) process_.distrust();
  }

  // It has its time for each game again, or for each position.
  void show(MessageReader& from) {
    const std::string where = from.line(kLongestWhere);
    const std::uint64_t done = from.number(kAny), all = from.number(kAny);
    if (!from.whole()) return;
    if (done > done_so_far_ && done <= all) process_.allow(), done_so_far_ = done;
    here_.show(where, done, all);
  }

  isolate::Process& process_;
  TellerHere here_;
  MadeReport made_;
  bool done_ = false, halted_ = false;
  int caught_ = 0;
  std::size_t said_ = 0;
  std::uint64_t done_so_far_ = 0;
  std::optional<Clock::time_point> told_;
};

MadeReport made_apart(isolate::Limits limits, int threads, const MakeReport& make) {
  limits.seconds *= threads;  // of all of its threads together
  Within* within = nullptr;
  isolate::Process process(
      limits, [&](isolate::Inside&) { within->teller.made(make(within->teller, *within->hands)); },
      [&](isolate::Inside& inside) {
        within = new Within{TellerInside(inside), std::nullopt};
        within->hands.emplace(threads);
        within->teller.begin_to_hear();
      });
  return Listener(process).listen();
}

bool believable(nlohmann::json& j, int depth) {
  if (depth > kMostDepth) return false;
  if (j.is_number_float()) return std::abs(j.get<double>()) < static_cast<double>(kMostFigure);
  if (j.is_string()) {
    std::string out;
    const std::string text = j;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      out += (at == 0 ? "" : "\n") + printable(std::string_view(text).substr(at, end - at));
      at = end + 1;
    }
    j = out;
  }
  if (j.is_structured())
    for (nlohmann::json& part : j)
      if (!believable(part, depth + 1)) return false;
  return true;
}

}  // namespace

MadeReport make_report(const isolate::Asked& asked, int threads, const MakeReport& make) {
  if (asked.on) return made_apart(asked.limits, threads, make);
  TellerHere teller;
  lab::Hands hands;
  return make(teller, hands);
}

int say_refused(const Options& options, MadeReport& made) {
  if (!made.usage.empty()) return usage_error(made.usage);
  if (made.wrong.size() > 0) report(options, made.wrong);
  if (!made.lost.empty())
    std::fprintf(stderr, "error: the process that reads the rules and plays the games %s\n",
                 printable(made.lost).c_str());
  return made.code;
}

int print_unless_lie(const isolate::Asked& asked, const std::function<int()>& print) {
  if (!asked.on) return print();
  try {
    return print();
  } catch (const nlohmann::json::exception&) {
  } catch (const std::logic_error&) {}
  std::fprintf(stderr, "error: the process that reads the rules and plays the games gave an answer that cannot be\n");
  return 1;
}

nlohmann::json read_report(const isolate::Asked& asked, const std::string& report) {
  if (!asked.on) return nlohmann::json::parse(report);
  nlohmann::json out = nlohmann::json::parse(report, nullptr, false);
  if (out.is_discarded() || !believable(out, 0)) return nullptr;
  return out;
}

}  // namespace gofuda::tools
