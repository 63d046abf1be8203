#include "tools/lab/store/sqlite.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/halt.hpp"
#include "core/notation/text.hpp"
#include "scripting/file.hpp"
#include "tools/lab/store/beside.hpp"

namespace gofuda::lab {

namespace {

constexpr const char* kNotOurs = "it is not a store of games";
constexpr int kLongestValue = 1 << 26;    // bytes; the longest of ours is a failed game
constexpr int kStepsBetweenLooks = 1000;  // of SQLite's machine
constexpr std::uint64_t kStepsAtLeast = 2'000'000, kStepsForByte = 16;
constexpr std::uint64_t kTextAtLeast = 1 << 20;

[[noreturn]] void fail(sqlite3* db) {
  const int code = sqlite3_errcode(db) & 0xff;
  std::string what = sqlite3_errmsg(db);
  if (code == SQLITE_NOTADB) throw StoreError(2, kNotOurs);
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED) what = "another process is using it";
  if (code == SQLITE_FULL || code == SQLITE_IOERR)
    what = "it cannot be written (" + what + "); is the disk full, or was the file taken away?";
  if (code == SQLITE_CANTOPEN)  // or there is no leave to read it
    what = "it cannot be opened (" + what + "); where a log (-wal) lies beside it, its folder must be writable";
  if (sqlite3_extended_errcode(db) == SQLITE_READONLY_DBMOVED)
    what = "it was taken away, or another file put in its place";
  else if (code == SQLITE_READONLY)  // a journal beside it has to be played back first
    what = "it was left in the middle of writing; the command that wrote it mends it and goes on";
  if (code == SQLITE_CORRUPT) what = "it is damaged (" + what + ")";
  if (code == SQLITE_INTERRUPT)
    what =
        halted() ? "it was not read to its end" : "it is damaged: it takes longer to read than a file of its size can";
  throw StoreError(1, what);
}

// A pipe would be waited for, and a device does what it likes.
void check_ordinary(const std::string& path, bool must_be) {
  if (path == ":memory:") return;
  struct stat there {};
  if (::stat(path.c_str(), &there) != 0) {
    if (!must_be && errno == ENOENT) return;
    throw StoreError(must_be ? 2 : 1, std::strerror(errno));
  }
  if (S_ISDIR(there.st_mode)) throw StoreError(2, "this is a folder; name a file in it");
  if (!S_ISREG(there.st_mode)) throw StoreError(2, "this is a device, a pipe or a socket; name an ordinary file");
  if (must_be && there.st_size == 0) throw StoreError(2, kNotOurs);  // nor what only looks like a file, as in /proc
}

// Written with a log, of which nothing is left: reading it the usual way would make one.
bool is_without_its_log(const std::string& path) {
  constexpr std::size_t kReadVersion = 19;  // its place: https://www.sqlite.org/fileformat.html
  std::array<char, kReadVersion + 1> header{};
  std::ifstream in(path, std::ios::binary);
  const auto is_there = [&](const char* ending) {
    struct stat there {};
    return ::lstat((path + ending).c_str(), &there) == 0;
  };
  return in.read(header.data(), header.size()) && header[kReadVersion] == 2 && std::ranges::none_of(kBeside, is_there);
}

// As SQLite takes the name of a file with options.
std::string address(const std::string& path) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    if (std::strchr("%?#", c) == nullptr)
      out += c;
    else
      out += {'%', kDigits[static_cast<unsigned char>(c) >> 4], kDigits[c & 15]};
  }
  return out + (is_without_its_log(path) ? "?mode=ro&immutable=1" : "?mode=ro");
}

}  // namespace

Statement::Statement(sqlite3* db, std::string_view sql, std::uint64_t& text_left) : db_(db), text_left_(&text_left) {
  check(sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement_,
                           nullptr));
}

void Statement::check(int code) {
  if (code != SQLITE_OK) fail(db_);
}

bool Statement::status() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3_reset(statement_);
  fail(db_);
}

// The table is the one that the query names first.
void Statement::damaged(int column, const std::string& what) const {
  const std::string_view sql = sqlite3_sql(statement_);
  constexpr std::string_view kFrom = " FROM ";
  const std::string_view from = sql.substr(std::min(sql.size(), sql.find(kFrom) + kFrom.size()));
  throw StoreError(1, "it is damaged: " + in_quotes(sqlite3_column_name(statement_, column)) + " of its table " +
                          in_quotes(from.substr(0, from.find(' '))) + " is " + what);
}

std::int64_t Statement::number(int column, std::int64_t least, std::int64_t most) const {
  if (sqlite3_column_type(statement_, column) != SQLITE_INTEGER) damaged(column, "no whole number");
  const std::int64_t n = sqlite3_column_int64(statement_, column);
  if (n < least || n > most) damaged(column, std::to_string(n) + ", which cannot be");
  return n;
}

// More text than the file has bytes is read where damage leads to the same bytes again and again.
std::string Statement::text(int column) const {
  if (sqlite3_column_type(statement_, column) != SQLITE_TEXT) damaged(column, "no text");
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (!bytes) fail(db_);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  if (size > *text_left_) damaged(column, "longer than the file");
  *text_left_ -= size;
  return {bytes, size};
}

Database::Database(const std::string& named, bool write) {
  check_ordinary(named, !write);
  const std::string path = followed(named);
  check_beside(path, write);
  check_own(path);
  const int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const std::string plain = path.starts_with("file:") ? "./" + path : path;  // no address with options
  const std::string name = write ? plain : address(plain);
  if (sqlite3_open_v2(name.c_str(), &db_, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nullptr) != SQLITE_OK) {
    const std::string what = db_ ? sqlite3_errmsg(db_) : "there is no memory";
    sqlite3_close(db_);
    throw StoreError(1, what);
  }
  sqlite3_busy_timeout(db_, 5000);
  try {
    guard();
    if (!write) bound(bytes_of(path));
  } catch (...) {
    sqlite3_close(db_);
    throw;
  }
}

// Nothing that a schema says runs, and no statement is larger than ours are.
void Database::guard() {
  for (const auto& [option, on] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                   {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                   {SQLITE_DBCONFIG_ENABLE_VIEW, 0}})
    sqlite3_db_config(db_, option, on, nullptr);
  for (const auto& [what, most] : {std::pair{SQLITE_LIMIT_LENGTH, kLongestValue},
                                   {SQLITE_LIMIT_SQL_LENGTH, 100'000},
                                   {SQLITE_LIMIT_COLUMN, 50},
                                   {SQLITE_LIMIT_EXPR_DEPTH, 50},
                                   {SQLITE_LIMIT_COMPOUND_SELECT, 5},
                                   {SQLITE_LIMIT_VDBE_OP, 100'000},
                                   {SQLITE_LIMIT_FUNCTION_ARG, 8},
                                   {SQLITE_LIMIT_ATTACHED, 1},
                                   {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
                                   {SQLITE_LIMIT_VARIABLE_NUMBER, 50},
                                   {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                   {SQLITE_LIMIT_WORKER_THREADS, 0}})
    sqlite3_limit(db_, what, most);
  run("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
}

void Database::bound(std::uint64_t bytes) {
  steps_left_ = kStepsAtLeast + kStepsForByte * bytes;
  text_left_ = kTextAtLeast + 2 * bytes;
  auto look = [](void* self) {
    std::uint64_t& left = static_cast<Database*>(self)->steps_left_;
    left -= left < kStepsBetweenLooks ? left : kStepsBetweenLooks;
    return left == 0 || halted() ? 1 : 0;
  };
  sqlite3_progress_handler(db_, kStepsBetweenLooks, look, this);
}

void Database::unbound() {
  sqlite3_progress_handler(db_, 0, nullptr, nullptr);
  text_left_ = UINT64_MAX;
}

void Database::attach(const std::string& named) {
  check_ordinary(named, true);
  const std::string path = followed(named);
  check_beside(path, false);
  check_own(path);
  statement("ATTACH ? AS part", address(path)).run();
}

void Database::run(const char* sql) {
  if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(db_);
}

std::int64_t Database::number(const char* sql) {
  Statement s(db_, sql, text_left_);
  return s.status() ? s.number(0) : 0;
}

void Database::leave_log() { sqlite3_db_config(db_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr); }

void Database::close() {
  statements_.clear();
  sqlite3_close(db_);
  db_ = nullptr;
}

}  // namespace gofuda::lab
