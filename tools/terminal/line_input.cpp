#include "tools/terminal/line_input.hpp"

#include <editline/readline.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "tools/print/halt.hpp"

namespace gofuda::tools {

namespace {

constexpr int kTick = 200;  // milliseconds
constexpr std::size_t kLongest = 1u << 16;

volatile std::sig_atomic_t caught = 0;
void catch_signal(int) {
  caught = 1;
  halt_soon();
}

// The library hands a finished line to a plain function.
struct Typed {
  bool done = false;
  std::optional<std::string> line;  // nothing: the end
};
Typed typed;
void take_typed(char* text) {
  typed.done = true;
  if (text) typed.line = text;
  std::free(text);
  rl_callback_handler_remove();
}

// Bytes. With more than 1020 the library moves its buffer and goes on to write where it was; a file's name that it
// completes has 255.
constexpr int kLongestTyped = 700;

void begin_typed(const std::string& prompt, const std::string& text) {
  rl_callback_handler_install(prompt.c_str(), take_typed);
  rl_end = static_cast<int>(text.size());  // which the library sees to with the first key only
  if (text.empty()) return;
  rl_insert_text(text.c_str());
  rl_forced_update_display();
}

// A key after the longest line: it ends it, or takes a character back, or is not heard.
void read_key_at_end(const std::string& prompt) {
  char key = 0;
  if (::read(STDIN_FILENO, &key, 1) != 1) return take_typed(nullptr);
  const bool ends = key == '\r' || key == '\n', erases = key == '\x7f' || key == '\b';
  if (!ends && !erases) return;
  std::string text = rl_line_buffer;
  if (ends) return take_typed(strdup(text.c_str()));
  while (!text.empty() && (text.back() & 0xc0) == 0x80) text.pop_back();  // of one character
  text.resize(std::min<std::size_t>(text.empty() ? 0 : text.size() - 1, kLongestTyped - 1));
  rl_callback_handler_remove();
  begin_typed(prompt, text);
}

// Waits for input: 1 when there is some, 0 after a tick, -1 when a signal came.
int wait_for_input() {
  pollfd in{STDIN_FILENO, POLLIN, 0};
  int n = poll(&in, 1, kTick);
  return caught || (n < 0 && errno == EINTR) ? -1 : n > 0 ? 1 : 0;
}

}  // namespace

LineInput::LineInput() : terminal_(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
  struct sigaction action {};
  action.sa_handler = catch_signal;
  action.sa_flags = SA_RESETHAND;  // the second one ends the program
  expect_halt();
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  if (!terminal_) return;
  rl_catch_signals = 0;
  using_history();
  // No key inserts more than one character: none is repeated, and what was cut is not put in again.
  for (const char* key : {"^[0", "^[1", "^[2", "^[3", "^[4", "^[5", "^[6", "^[7", "^[8", "^[9", "^Y"})
    rl_parse_and_bind((std::string("bind ") + key + " ed-unassigned").c_str());
}

LineInput::~LineInput() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  forget_halt();
}

void LineInput::forget() {
  if (terminal_) clear_history();
}

bool LineInput::interrupted() { return caught != 0; }

LineInput::Event LineInput::next(const std::string& prompt, std::string& line, const Idle& idle) {
  std::fflush(stdout);
  return terminal_ ? next_typed(prompt, line, idle) : next_piped(line, idle);
}

LineInput::Event LineInput::next_typed(const std::string& prompt, std::string& line, const Idle& idle) {
  typed = {};
  begin_typed(prompt, kept_);
  bool keyed = false;  // until then the library's buffer may hold the line before
  while (!typed.done) {
    int n = wait_for_input();
    if (n > 0) {
      keyed = true;
      rl_end < kLongestTyped ? rl_callback_read_char() : read_key_at_end(prompt);
      continue;
    }
    if (n == 0 && !idle()) continue;
    if (n < 0 && !caught) continue;  // another signal, such as a new window size
    if (n == 0 && keyed && rl_line_buffer) kept_ = rl_line_buffer;
    rl_callback_handler_remove();
    std::printf("\n");
    return n < 0 ? Event::interrupt : Event::idle;
  }
  kept_.clear();
  if (!typed.line) {
    std::printf("\n");
    return Event::end;
  }
  line = typed.line->substr(0, kLongest);
  if (!line.empty()) add_history(line.c_str());
  return Event::line;
}

LineInput::Event LineInput::next_piped(std::string& line, const Idle& idle) {
  while (true) {
    std::size_t end = buffer_.find('\n');
    if (end != std::string::npos || (ended_ && !buffer_.empty()) || buffer_.size() > kLongest) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end == std::string::npos ? end : end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return Event::line;
    }
    if (ended_) return Event::end;
    int n = wait_for_input();
    if (n < 0 && caught) return Event::interrupt;
    if (n == 0 && idle()) return Event::idle;
    if (n <= 0) continue;
    char part[4096];
    ssize_t got = ::read(STDIN_FILENO, part, sizeof part);
    if (got > 0)
      buffer_.append(part, static_cast<std::size_t>(got));
    else if (got == 0 || errno != EINTR)
      ended_ = true;
  }
}

}  // namespace gofuda::tools
