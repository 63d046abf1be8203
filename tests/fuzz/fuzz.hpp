// What the harnesses have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/game.hpp"
#include "scripting/library.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::fuzz {

// What always holds; the fuzzer keeps the input for which it does not.
void require(bool holds, const char* what, const std::string& more = "");

// A folder of files, gone at the program's end. tools/fuzz sees to it that it is one in memory.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path(const std::string& name = "") const { return (path_ / name).string(); }
  std::string write(const std::string& name, std::string_view text) const;  // its path
  void remove(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

// The project's own rules, and before them those in the folder. A copy of it has read the former already.
Library library_with(const Folder& folder);
const Library& shipped();  // the project's own rules alone

// Everything that is said about an input can be shown.
void require_shown(const Diagnostics& said);

// Runs no more turns, those that are only tried out among them, when it has run many or called scripts often. A turn
// may do, and a search, a twentieth of what they may elsewhere.
class ShortScripts : public LuaScripts {
 public:
  struct Enough {};
  static LuaLimits limits() {
    LuaLimits less;
    less.steps /= 20;
    return less;
  }
  explicit ShortScripts(std::shared_ptr<const Variant> variant) : LuaScripts(std::move(variant), limits()) {}
  void begin_game() { left_ = kMostTurns, called_ = calls(); }
  Status turn(Run& run) override {
    if (--left_ < 0 || calls() - called_ > kMostCalls) throw Enough();
    return LuaScripts::turn(run);
  }

 private:
  static constexpr std::uint64_t kMostCalls = 20'000;
  static constexpr int kMostTurns = 600;
  int left_ = kMostTurns;
  std::uint64_t called_ = 0;  // before this game
};

// So many turns at most, by answers at random: all at once, or one question after the other. False when the scripts
// have run enough; the game is of no more use then.
struct Course {
  std::uint64_t seed = 1;
  int turns = 6;
  bool at_once = false;
};
bool play(Game& game, Scripts& scripts, const Course& course);

// As many more turns by programs that look ahead, twice from here: they play the same. False as above.
bool look_ahead(Game& game, Scripts& scripts, const Variant& variant, const Course& course);

// What the moves did leads, in its order, from the first board to this one, every change to what allows it; and what
// undoes moves leads to the board on which the first of them was begun. Empty, or what is not so.
std::string misrecorded(const Board& first, const Position& p);

// The game written down and read again is the same game, and its record tells what has happened to the board.
void require_same_when_saved(Library& library, const Variant& variant, const Game& game, const Settings& settings);

}  // namespace gofuda::fuzz

// Each harness is this one function; LLVM's documentation says when it is called.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

inline std::string_view text_of(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}
