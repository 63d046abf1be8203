#include "tools/isolate/message.hpp"

#include <algorithm>

namespace gofuda::isolate {

namespace {

// What has no line ends reads the same when it is made printable.
bool plain(std::string_view text) { return printable(text) == text; }

}  // namespace

// Seven bits a byte, the lowest first.
void MessageWriter::number(std::uint64_t n) {
  for (; n >= 0x80; n >>= 7) out_ += static_cast<char>(n | 0x80);
  out_ += static_cast<char>(n);
}

void MessageWriter::signed_number(std::int64_t n) {
  const auto bits = static_cast<std::uint64_t>(n);
  number(n < 0 ? ~(bits << 1) : bits << 1);
}

void MessageWriter::text(std::string_view t) {
  number(t.size());
  out_ += t;
}

void MessageWriter::points(const PointSet& set) {
  number(static_cast<std::uint64_t>(set.count()));
  set.for_each([&](Point p) { number(p); });
}

void MessageWriter::diagnostics(const std::vector<Diagnostic>& list) {
  number(list.size());
  for (const Diagnostic& d : list) {
    text(d.file), signed_number(d.line), signed_number(d.column), text(d.code), text(d.message);
    number(static_cast<std::uint64_t>(d.severity));
  }
}

void MessageWriter::texts(const std::vector<std::string>& list) {
  number(list.size());
  for (const std::string& t : list) text(t);
}

std::uint64_t MessageReader::number(std::uint64_t most) {
  std::uint64_t n = 0;
  for (int shift = 0; !bad_; shift += 7) {
    const auto byte = left_.empty() ? 0u : static_cast<unsigned char>(left_[0]);
    if (left_.empty() || (shift == 63 && byte > 1)) break;
    left_.remove_prefix(1);
    n |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    if (n > most) break;
    return n;
  }
  bad_ = true;
  return 0;
}

std::int64_t MessageReader::signed_number(std::int64_t least, std::int64_t most) {
  const std::uint64_t bits = number(~std::uint64_t{0});
  const auto n = static_cast<std::int64_t>(bits & 1 ? ~(bits >> 1) : bits >> 1);
  if (n >= least && n <= most && !bad_) return n;
  bad_ = true;
  return least;
}

std::size_t MessageReader::count(std::size_t most) {
  const std::size_t n = number(most);
  if (n <= left_.size() && n <= kMostThings - things_) return things_ += n, n;
  bad_ = true;
  return 0;
}

std::string MessageReader::text(std::size_t most) {
  const std::size_t n = number(most);
  bad_ |= n > left_.size();
  if (bad_) return "";
  std::string out(left_.substr(0, n));
  left_.remove_prefix(n);
  return out;
}

std::string MessageReader::line(std::size_t most) {
  std::string out = text(most);
  bad_ |= !plain(out);
  return bad_ ? "" : out;
}

std::string MessageReader::lines(std::size_t most) {
  std::string out = text(most);
  for (std::string_view rest = out; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find('\n'));
    bad_ |= !plain(one);
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
  }
  return bad_ ? "" : out;
}

PointSet MessageReader::points() {
  PointSet out;
  for (std::size_t n = count(kCells); n > 0 && !bad_; --n) {
    const auto p = static_cast<Point>(number(kCells - 1));
    const bool on_board = p != kNoPoint && column_of(p) < kMaxSide && row_of(p) >= 0 && row_of(p) < kMaxSide;
    if (on_board && !out.contains(p))
      out.insert(p);
    else
      bad_ = true;
  }
  return out;
}

std::vector<Diagnostic> MessageReader::diagnostics() {
  std::vector<Diagnostic> out;
  for (std::size_t n = count(kMostDiagnostics); n > 0 && !bad_; --n) {
    Diagnostic& d = out.emplace_back();
    d.file = text(), d.line = static_cast<int>(signed_number(0, 1 << 30));
    d.column = static_cast<int>(signed_number(0, 1 << 30));
    d.code = text(), d.message = text(), d.severity = one_of<Severity>(2);
  }
  return out;
}

std::vector<std::string> MessageReader::texts(std::size_t most) {
  std::vector<std::string> out;
  for (std::size_t n = count(most); n > 0 && !bad_; --n) out.push_back(text());
  return out;
}

}  // namespace gofuda::isolate
