// A table and the threads that work for it: orders in, news out. It is the same in this process and in one of its own.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/table/room.hpp"

namespace gofuda::server {

// How a game begins without a request: as `new` and `load` of the owner.
struct Beginning {
  std::string variant;  // "": the game of `text`, which is called `name`
  std::optional<std::string> text = {};
  std::string name = {};
  Settings settings = {};
  std::optional<std::uint64_t> seed = {};
  std::string black = {}, white = {};  // "": as it is usual
};

struct Begun {
  bool good = false;
  std::vector<Diagnostic> diagnostics = {};
  std::string misfit = {}, refused = {};
};

struct Order {
  enum class Kind { begin, join, leave, ask, files, save, ping, halt };
  Kind kind;
  tools::Who who{0, tools::Role::onlooker};
  std::string text = {};                           // of what is asked
  std::vector<std::string> files = {};             // that were saved,
  std::shared_ptr<const LibraryTexts> texts = {};  // and what the library holds then, for who may not look
  Beginning beginning = {};
};

struct News {
  // `reply` is to what was asked last; `frame` is all else that somebody is sent; `handled`: the next may be asked.
  enum class Kind { reply, frame, handled, begun, saved, pong, lost };
  Kind kind;
  int connection = 0;
  std::shared_ptr<const std::string> text = {};
  Begun begun = {};
};

class Keeper {
 public:
  // `tell` is called by the thread that runs it.
  Keeper(tools::RoomOptions options, std::function<void(News)> tell);
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  void begin_threads();                          // all that there will be; returns when they are under way
  void take(Order order);                        // from any thread
  void run();                                    // on this thread, until end()
  bool end(std::chrono::milliseconds patience);  // stops all. False: something does not stop

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gofuda::server
