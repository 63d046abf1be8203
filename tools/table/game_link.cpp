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

std::string bytes_of(std::string_view word) {
  std::string out;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char letter : word) {
    held = held << 6 | static_cast<std::uint32_t>(kLetters.find(letter));
    if ((bits += 6) < 8) continue;
    bits -= 8;
    out += static_cast<char>(held >> bits & 0xff);
  }
  return out;
}

// Nothing where it is no gzip, not whole, has more behind it, or unfolds to too much.
std::optional<std::string> unfolded(std::string packed) {
  constexpr int kGzip = 16 + MAX_WBITS;
  z_stream stream{};
  if (inflateInit2(&stream, kGzip) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  int state = Z_OK;
  while (state == Z_OK && text.size() <= kMostText) {
    char buffer[1 << 14];
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    state = inflate(&stream, Z_NO_FLUSH);
    text.append(buffer, sizeof buffer - stream.avail_out);
  }
  const bool more = stream.avail_in > 0;
  inflateEnd(&stream);
  if (state != Z_STREAM_END || more || text.size() > kMostText) return std::nullopt;
  return text;
}

// Mail breaks long lines, and people write on after a link: it ends at the first blank at which it is whole.
std::optional<std::string> game_of(std::string_view held) {
  constexpr std::size_t kMostParts = 200;
  std::string word;
  for (std::size_t parts = 0; parts < kMostParts; ++parts) {
    const std::size_t end = std::min(held.find_first_not_of(kLetters), held.size());
    word += held.substr(0, end);
    held.remove_prefix(end);
    const bool lone = word.size() % 4 == 1;  // a letter that holds no byte
    if (auto text = lone ? std::nullopt : unfolded(bytes_of(word))) return text;
    if (held.empty() || !blank(held.front())) break;
    while (!held.empty() && blank(held.front())) held.remove_prefix(1);
  }
  return std::nullopt;
}

}  // namespace

std::optional<GameText> read_game_text(const std::string& file_or_link, Diagnostics& out) {
  std::string_view given = file_or_link;
  while (!given.empty() && blank(given.front())) given.remove_prefix(1);
  const auto held = is_address(given) || given.starts_with('#') ? held_in(given) : std::nullopt;
  if (held || is_address(given)) {
    if (auto text = held ? game_of(*held) : std::nullopt) return GameText{"the link", std::move(*text)};
    out.error("the link", 0, 0, "link",
              held ? "it holds no whole game; copy it again from the page, to its last letter"
                   : "it holds no game, as the link of a seat does not; Share on the page makes one that does, with "
                     "'#game=' in it");
    return std::nullopt;
  }
  auto text = read_dispute_text(file_or_link, out);
  if (!text) return std::nullopt;
  return GameText{Library::display(file_or_link), std::move(*text)};
}

}  // namespace gofuda::tools
