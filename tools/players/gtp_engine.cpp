#include "tools/players/gtp_engine.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <thread>

#include "core/halt.hpp"
#include "scripting/diagnostic.hpp"
#include "tools/players/player.hpp"

namespace gofuda::tools {

namespace {

constexpr std::size_t kLongestAnswer = 1 << 20;
constexpr std::int64_t kBetweenLooks = 100;  // milliseconds between two looks at whether the program is to stop

// In a group of its own: Ctrl-C is for the program that plays the games, which ends them in order. What this one does
// about SIGPIPE is not the engine's.
int spawn(std::vector<std::string>& words, int socket, pid_t& pid) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&how, 0);
  sigset_t ignored;
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  sigaddset(&ignored, SIGXFSZ);
  posix_spawnattr_setsigdefault(&how, &ignored);
  const int error = posix_spawn(&pid, argv[0], &files, &how, argv.data(), environ);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

}  // namespace

GtpEngine::GtpEngine(std::vector<std::string> words, int seconds) : words_(std::move(words)), seconds_(seconds) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(std::strerror(errno));
  const int error = spawn(words_, ends[1], pid_);
  close(ends[1]);
  socket_ = ends[0];
  if (error == 0) return;
  pid_ = 0;
  close(socket_);
  fail(std::string("it cannot be started: ") + std::strerror(error));
}

// A Go program leaves at the end of its input; one that does not is made to.
GtpEngine::~GtpEngine() {
  close(socket_);
  if (pid_ == 0 || reap(300)) return;
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool GtpEngine::reap(int milliseconds) {
  const auto until = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    if (waitpid(pid_, &status_, WNOHANG) != 0) return pid_ = 0, true;
    if (Clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void GtpEngine::fail(const std::string& what) { throw PlayerFailure(words_[0] + ": " + what); }

// How it went.
std::string GtpEngine::last_words() {
  if (pid_ != 0 && !reap(300)) return "it has closed its output";
  if (WIFSIGNALED(status_)) return "it was ended by signal " + std::to_string(WTERMSIG(status_));
  return "it has ended with exit code " + std::to_string(WEXITSTATUS(status_));
}

void GtpEngine::await(short event, Clock::time_point until, const std::string& command) {
  pollfd socket{socket_, event, 0};
  for (;;) {
    if (halted()) throw Halted{};
    const std::int64_t left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0)
      fail("no answer to '" + command + "' in " + std::to_string(seconds_) + (seconds_ == 1 ? " second" : " seconds"));
    if (poll(&socket, 1, static_cast<int>(std::min(left, kBetweenLooks))) > 0) return;
  }
}

void GtpEngine::send_line(const std::string& command, Clock::time_point until) {
  const std::string line = command + '\n';
  for (std::size_t sent = 0; sent < line.size();) {
    await(POLLOUT, until, command);
    const ssize_t n = send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0)
      sent += static_cast<std::size_t>(n);
    else if (errno != EAGAIN && errno != EINTR)
      fail(last_words() + ", before '" + command + "'");
  }
}

// An answer ends with an empty line.
std::string GtpEngine::read_answer(const std::string& command, Clock::time_point until) {
  for (;;) {
    if (const std::size_t end = buffer_.find("\n\n"); end != std::string::npos) {
      std::string answer = buffer_.substr(0, end);
      buffer_.erase(0, end + 2);
      return answer;
    }
    if (buffer_.size() > kLongestAnswer) fail("its answer to '" + command + "' does not end");
    await(POLLIN, until, command);
    std::array<char, 4096> chunk{};
    const ssize_t n = recv(socket_, chunk.data(), chunk.size(), MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (n <= 0) fail(last_words() + ", asked '" + command + "'");
    std::copy_if(chunk.begin(), chunk.begin() + n, std::back_inserter(buffer_), [](char c) { return c != '\r'; });
    buffer_.erase(0, std::min(buffer_.find_first_not_of('\n'), buffer_.size()));
  }
}

std::string GtpEngine::ask(const std::string& command) {
  const auto until = Clock::now() + std::chrono::seconds(seconds_);
  send_line(command, until);
  const std::string answer = read_answer(command, until);
  const std::size_t text = std::min(answer.find_first_not_of(" \t", 1), answer.size());
  if (answer[0] == '=') return answer.substr(text);
  if (answer[0] == '?') fail("it refuses '" + command + "': " + in_quotes(answer.substr(text)));
  fail("its answer to '" + command + "' is none of the Go Text Protocol: " + in_quotes(answer));
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path ? path : "") + ":/usr/games");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / name;
    std::error_code none;
    if (access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file, none)) return file.string();
  }
  return "";
}

}  // namespace gofuda::tools
