#include "tools/table/game_link.hpp"

#include <zlib.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "scripting/dispute.hpp"
#include "scripting/library.hpp"

namespace gofuda::tools {

namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kMostText = 1u << 20;

// The word after "#game=" or "&game=" of an address; nothing where it is none, or a file's name.
std::optional<std::string_view> held_word(std::string_view text) {
  constexpr std::string_view kKey = "game=";
  if (!text.starts_with("http://") && !text.starts_with("https://") && !text.starts_with('#')) return std::nullopt;
  const std::size_t hash = text.find('#');
  for (std::size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + 1)) {
    if (hash >= at || (text[at - 1] != '#' && text[at - 1] != '&')) continue;
    const std::string_view rest = text.substr(at + kKey.size());
    return rest.substr(0, rest.find_first_not_of(kLetters));
  }
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

// Nothing where it is no gzip, not whole, or unfolds to too much.
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
  inflateEnd(&stream);
  if (state != Z_STREAM_END || text.size() > kMostText) return std::nullopt;
  return text;
}

}  // namespace

std::optional<GameText> read_game_text(const std::string& file_or_link, Diagnostics& out) {
  if (const auto word = held_word(file_or_link)) {
    if (auto text = unfolded(bytes_of(*word))) return GameText{"the link", std::move(*text)};
    out.error("the link", 0, 0, "link", "it holds no whole game; copy it again from the page, to its last letter");
    return std::nullopt;
  }
  auto text = read_dispute_text(file_or_link, out);
  if (!text) return std::nullopt;
  return GameText{Library::display(file_or_link), std::move(*text)};
}

}  // namespace gofuda::tools
