#include "scripting/charset.hpp"

#include <iconv.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <vector>

#include "core/notation/text.hpp"

namespace gofuda {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";
constexpr std::size_t kLongestName = 60;

class Converter {
 public:
  explicit Converter(const std::string& from) : handle_(iconv_open("UTF-8", from.c_str())) {}
  ~Converter() {
    if (known()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  bool known() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

  std::string convert(std::string_view bytes, std::size_t& bad) {
    std::string out;
    std::vector<char> room(1u << 16);
    std::string in(bytes);
    char* from = in.data();
    std::size_t left = in.size();
    iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    while (left > 0) {
      char* to = room.data();
      std::size_t free = room.size();
      const std::size_t got = iconv(handle_, &from, &left, &to, &free);
      out.append(room.data(), room.size() - free);
      if (got != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
      out += kReplacement, ++bad;  // a byte that begins no character, or the end within one
      ++from, --left;
    }
    char* to = room.data();
    std::size_t free = room.size();
    iconv(handle_, nullptr, nullptr, &to, &free);  // what a charset with states holds back
    out.append(room.data(), room.size() - free);
    return out;
  }

 private:
  iconv_t handle_;
};

// A charset's name as lists have it; "//" would ask the library to do other things than convert.
bool is_name(const std::string& name) {
  if (name.empty() || name.size() > kLongestName) return false;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && std::string_view("-_.:+()").find(c) == std::string_view::npos) return false;
  }
  return true;
}

bool holds_ascii(Converter& converter) {
  constexpr std::string_view kSample = "(;GM[1]\nSZ[19]B[aa:tt])";
  std::size_t bad = 0;
  return converter.convert(kSample, bad) == kSample && bad == 0;
}

// What letters, digits and the signs of a name are in every EBCDIC; 0 for any other.
char from_ebcdic(char c) {
  const auto b = static_cast<unsigned char>(c);
  constexpr std::array<std::string_view, 4> kTens{"ABCDEFGHI", "JKLMNOPQR", "?STUVWXYZ", "0123456789"};
  if (b == 0x60) return '-';
  if (b == 0x6d) return '_';
  const std::size_t ten = b >= 0xc0 ? b / 16u - 12 : b >= 0x80 && b < 0xb0 ? b / 16u - 8 : 4;
  const bool digit = ten == 3;
  const std::size_t one = digit ? b % 16u : b % 16u - 1u;
  if (ten > 3 || one >= kTens[ten].size() || kTens[ten][one] == '?') return 0;
  return b < 0xc0 ? static_cast<char>(kTens[ten][one] - 'A' + 'a') : kTens[ten][one];
}

// Of a record in EBCDIC: what follows the first property CA and its bracket, which is not the same in each.
std::string named_in_ebcdic(std::string_view bytes) {
  std::size_t at = 1;
  do at = bytes.find("\xc3\xc1", at + 1);
  while (at != std::string_view::npos && from_ebcdic(bytes[at - 1]) != 0);
  std::string name;
  for (std::size_t i = at == std::string_view::npos ? bytes.size() : at + 3; i < bytes.size(); ++i) {
    const char c = from_ebcdic(bytes[i]);
    if (c == 0 || name.size() > kLongestName) break;
    name += c;
  }
  return name.empty() ? std::string(kSomeEbcdic) : name;
}

}  // namespace

std::string from_latin1(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto b = static_cast<unsigned char>(c);
    if (b < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xc0 | b >> 6);
      out += static_cast<char>(0x80 | (b & 0x3f));
    }
  }
  return out;
}

std::optional<std::string> to_utf8(std::string_view bytes, const std::string& charset, std::size_t& bad) {
  if (!is_name(charset)) return std::nullopt;
  Converter converter(charset);
  const bool marked = !marked_charset(bytes).empty();  // then it need not be like ASCII
  if (!converter.known() || (!marked && !holds_ascii(converter))) return std::nullopt;
  return converter.convert(bytes, bad);
}

std::string mended_utf8(std::string_view bytes, std::size_t& bad) {
  std::string out;
  while (!bytes.empty()) {
    const std::size_t good = utf8_prefix(bytes);
    out += bytes.substr(0, good);
    bytes.remove_prefix(good);
    if (bytes.empty()) break;
    out += kReplacement, ++bad;
    bytes.remove_prefix(1);
  }
  return out;
}

bool is_ebcdic(std::string_view bytes) {
  return bytes.starts_with("\x4d\x5e") && bytes.find("(;") == std::string_view::npos;
}

std::string marked_charset(std::string_view bytes) {
  if (bytes.starts_with(kUtf8Mark)) return "UTF-8";
  if (bytes.starts_with(std::string_view("\xff\xfe\0\0", 4)) || bytes.starts_with(std::string_view("\0\0\xfe\xff", 4)))
    return "UTF-32";
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return "UTF-16";
  if (bytes.size() < 4) return "";
  if (bytes[0] == '(' && bytes[1] == 0 && bytes[2] != 0 && bytes[3] == 0) return "UTF-16LE";  // by its first sign
  if (bytes[0] == 0 && bytes[1] == '(' && bytes[2] == 0 && bytes[3] != 0) return "UTF-16BE";
  if (is_ebcdic(bytes)) return named_in_ebcdic(bytes);
  return "";
}

}  // namespace gofuda
