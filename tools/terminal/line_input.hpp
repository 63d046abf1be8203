// Lines typed at a terminal (with editing and a history) or read from a pipe, with something to do while waiting.
#pragma once

#include <functional>
#include <string>

namespace gofuda::tools {

class LineInput {
 public:
  enum class Event { line, end, interrupt, idle };
  using Idle = std::function<bool()>;  // asked about five times a second; true: stop waiting

  LineInput();  // from here on the first SIGINT, SIGTERM or SIGHUP is an event, not the end of the program
  ~LineInput();
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;

  bool terminal() const { return terminal_; }
  void forget();  // what was typed so far
  static bool interrupted();
  // The next line, without its end. `prompt` is shown at a terminal only; what was typed before an `idle` stays to be
  // finished.
  Event next(const std::string& prompt, std::string& line, const Idle& idle);

 private:
  Event next_typed(const std::string& prompt, std::string& line, const Idle& idle);
  Event next_piped(std::string& line, const Idle& idle);

  bool terminal_;
  std::string buffer_, kept_;
  bool ended_ = false;
};

}  // namespace gofuda::tools
