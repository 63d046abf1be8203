#include "tools/table/game_link.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "scripting/dispute.hpp"
#include "scripting/library.hpp"

namespace gofuda::tools {

namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kMostText = 1u << 20;

bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool is_address(std::string_view text) { return text.starts_with("http://") || text.starts_with("https://"); }

// What stands after "#game=" or "&game=" of an address; nothing where there is none.
std::optional<std::string_view> held_in(std::string_view address) {
  constexpr std::string_view kKey = "game=";
  const std::size_t hash = address.find('#');
  for (std::size_t at = address.find(kKey); at != std::string_view::npos; at = address.find(kKey, at + 1))
    if (hash < at && (address[at - 1] == '#' || address[at - 1] == '&')) return address.substr(at + kKey.size());
  return std::nullopt;
}

// Bytes in letters of six bits, handed over piece by piece.
class Letters {
 public:
  std::string take(std::string_view word) {
    std::string out;
    for (const char letter : word) {
      held_ = held_ << 6 | static_cast<std::uint32_t>(kLetters.find(letter));
      if ((bits_ += 6) < 8) continue;
      bits_ -= 8;
      out += static_cast<char>(held_ >> bits_ & 0xff);
    }
    return out;
  }
  bool lone() const { return bits_ == 6; }  // the last one holds no byte

 private:
  std::uint32_t held_ = 0;
  int bits_ = 0;
};

// Gzip, likewise.
class Unfolding {
 public:
  Unfolding() { state_ = inflateInit2(&stream_, 16 + MAX_WBITS); }
  ~Unfolding() { inflateEnd(&stream_); }
  Unfolding(const Unfolding&) = delete;
  Unfolding& operator=(const Unfolding&) = delete;

  // False where it is no gzip, has more behind it, or unfolds to too much.
  bool take(std::string bytes) {
    stream_.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      char buffer[1 << 14];
      stream_.next_out = reinterpret_cast<Bytef*>(buffer);
      stream_.avail_out = sizeof buffer;
      const int state = inflate(&stream_, Z_NO_FLUSH);
      state_ = state == Z_BUF_ERROR ? Z_OK : state;  // it waits for more
      text.append(buffer, sizeof buffer - stream_.avail_out);
    } while (state_ == Z_OK && stream_.avail_out == 0 && text.size() <= kMostText);
    return (state_ == Z_OK || whole()) && stream_.avail_in == 0 && text.size() <= kMostText;
  }
  bool whole() const { return state_ == Z_STREAM_END; }
  std::string text;

 private:
  z_stream stream_{};
  int state_;
};

// Mail breaks long lines, and people write on after a link: it ends at the first blank at which it is whole.
std::optional<std::string> game_of(std::string_view held) {
  Letters letters;
  Unfolding game;
  for (;;) {
    const std::size_t end = std::min(held.find_first_not_of(kLetters), held.size());
    if (!game.take(letters.take(held.substr(0, end)))) return std::nullopt;
    if (game.whole()) return letters.lone() ? std::nullopt : std::make_optional(std::move(game.text));
    held.remove_prefix(end);
    if (held.empty() || !blank(held.front())) return std::nullopt;
    while (!held.empty() && blank(held.front())) held.remove_prefix(1);
  }
}

}  // namespace

std::optional<GameText> read_game_text(const std::string& file_or_link, Diagnostics& out) {
  std::string_view given = file_or_link;
  while (!given.empty() && blank(given.front())) given.remove_prefix(1);
  const auto held = is_address(given) || given.starts_with('#') ? held_in(given) : std::nullopt;
  if (held || is_address(given)) {
    if (auto text = held ? game_of(*held) : std::nullopt) return GameText{"the link", std::move(*text), {}};
    out.error("the link", 0, 0, "link",
              held ? "it holds no whole game; copy it again from the page, to its last letter"
                   : "it holds no game, as the link of a seat does not; Share on the page makes one that does, with "
                     "'#game=' in it");
    return std::nullopt;
  }
  auto text = read_dispute_text(file_or_link, out);
  if (!text) return std::nullopt;
  return GameText{Library::display(file_or_link), std::move(*text), gofuda::files_beside(file_or_link)};
}

}  // namespace gofuda::tools
