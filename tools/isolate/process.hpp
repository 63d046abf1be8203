// A child process for the files of strangers: it can compute and answer, and do nothing else. What it says is a claim;
// what happens to it is the trouble of one answer.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tools/isolate/lock.hpp"

namespace gofuda::isolate {

inline constexpr std::size_t kMostMessage = 32u << 20;  // bytes

// The child's side.
class Inside {
 public:
  std::optional<std::string> receive();  // the next order; nothing when there will be none
  void send(std::string_view message);
};

// What the child does, with what it was given as it is in memory here. It ends when this returns. Whatever it opens, or
// asks the system for in another way, kills it.
using Work = std::function<void(Inside&)>;
// What the child does before it is locked in: it may begin threads here, and waits until they are under way.
using Threads = std::function<void(Inside&)>;

// The system does not allow it. Nothing of the work was begun.
struct CannotIsolate : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Process {
 public:
  // Forks; to be called by a thread that lives as long as the child shall, for the child dies with it. Throws
  // CannotIsolate.
  Process(const Limits& limits, const Work& work, const Threads& threads = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void send(std::string_view order);
  void allow();  // it has the whole of its time again, for the next answer
  int descriptor() const { return channel_; }
  void look();                          // takes what has come, without waiting
  std::optional<std::string> take();    // the next message of what has come
  std::optional<std::string> answer();  // waits for the next message; nothing when it is lost

  bool lost() const { return lost_; }  // it has died, was silent for too long, or spoke nonsense
  void distrust();                     // what it said cannot be
  void give_up();                      // it was told to stop, and has not
  const std::string& end();            // ends it, and says why it was lost, as the end of "its process ..."

 private:
  enum class Trouble { none, ended, silent, nonsense, deaf };
  void lose(Trouble t);
  bool wait_for(short events);
  bool silent();
  std::chrono::nanoseconds used() const;  // of the processor's time
  std::string reason(int status) const;

  Limits limits_;
  int channel_ = -1;
  pid_t child_ = -1;
  std::string heard_;
  std::size_t read_ = 0;  // of what was heard
  std::chrono::steady_clock::time_point asked_, deadline_;
  std::chrono::nanoseconds used_before_{0};  // it was asked
  Trouble trouble_ = Trouble::none;
  bool lost_ = false;
  std::string why_;
};

}  // namespace gofuda::isolate
