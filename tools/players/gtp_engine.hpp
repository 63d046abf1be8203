// A program outside that speaks the Go Text Protocol, version 2.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace gofuda::tools {

// Throws PlayerFailure when the program cannot be started, has died, answers what is not in the protocol or nothing in
// time. Nothing of it is left behind in any case.
class GtpEngine {
 public:
  // words: the program's path and its arguments. It has so many seconds for each answer.
  GtpEngine(std::vector<std::string> words, int seconds);
  ~GtpEngine();
  GtpEngine(const GtpEngine&) = delete;
  GtpEngine& operator=(const GtpEngine&) = delete;

  // Thrown where the program is to stop before the answer has come: what the engine says next is late.
  struct Halted {};

  // What it answers to a command, without the "= ". Throws when it refuses.
  std::string ask(const std::string& command);

 private:
  using Clock = std::chrono::steady_clock;
  [[noreturn]] void fail(const std::string& what);
  void await(short event, Clock::time_point until, const std::string& command);
  void send_line(const std::string& command, Clock::time_point until);
  std::string read_answer(const std::string& command, Clock::time_point until);
  std::string last_words();
  bool reap(int milliseconds);

  std::vector<std::string> words_;
  int seconds_;
  pid_t pid_ = 0;
  int socket_ = -1;     // both its standard input and its standard output
  int status_ = 0;      // once it has been waited for
  std::string buffer_;  // read, and not taken yet
};

// Where a program is: in a folder of PATH or, as Debian has its games there, in /usr/games. "" when it is in none.
std::string find_program(const std::string& name);

}  // namespace gofuda::tools
