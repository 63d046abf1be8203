// SQLite, with errors as exceptions and statements that are kept ready. A file may come from a stranger: it is opened
// so that no more of SQLite runs than our own tables need.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gofuda::lab {

// exit_code: 2 when the file was refused, 1 when it could not be read or written.
struct StoreError : std::runtime_error {
  StoreError(int code, const std::string& what) : std::runtime_error(what), exit_code(code) {}
  int exit_code;
};

class Statement {
 public:
  // `text_left`: how many bytes of text may still be read.
  Statement(sqlite3* db, std::string_view sql, std::uint64_t& text_left);
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <class... Values>
  Statement& bind(const Values&... values) {
    sqlite3_reset(statement_);
    int at = 0;
    (bind_one(++at, values), ...);
    return *this;
  }
  bool status();                               // whether there is a row
  void reset() { sqlite3_reset(statement_); }  // it holds nothing open then
  void run() { status(), reset(); }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  // Throw where the file says something else: a whole number of this range, a text.
  std::int64_t number(int column, std::int64_t least = INT64_MIN, std::int64_t most = INT64_MAX) const;
  std::string text(int column) const;

 private:
  void bind_one(int at, std::int64_t n) { check(sqlite3_bind_int64(statement_, at, n)); }
  void bind_one(int at, const std::string& s) {
    check(sqlite3_bind_text64(statement_, at, s.data(), s.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  }
  void bind_one(int at, const std::int64_t* n) {  // nullptr: NULL
    check(n ? sqlite3_bind_int64(statement_, at, *n) : sqlite3_bind_null(statement_, at));
  }
  void check(int code);
  [[noreturn]] void damaged(int column, const std::string& what) const;

  sqlite3* db_;
  std::uint64_t* text_left_;
  sqlite3_stmt* statement_ = nullptr;
};

class Database {
 public:
  // `write`: makes the file where there is none. What is no ordinary file is refused.
  Database(const std::string& path, bool write);
  ~Database() { close(); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const char* sql);
  std::int64_t number(const char* sql);  // the one value of a query
  // Prepared once for each text, which must be a literal.
  template <class... Values>
  Statement& statement(const char* sql, const Values&... values) {
    auto it = statements_.find(sql);
    if (it == statements_.end()) it = statements_.try_emplace(sql, db_, sql, text_left_).first;
    return it->second.bind(values...);
  }
  // For reading alone, under the name `part`.
  void attach(const std::string& path);
  void detach() { run("DETACH part"); }
  // From here on no more is done than reading so many bytes a few times takes, nor when the program is to stop; damage
  // can make a small file look endless.
  void bound(std::uint64_t bytes);
  void unbound();
  void leave_log();  // when it is closed, what is in its log does not go into the file
  void close();

 private:
  void guard();

  sqlite3* db_ = nullptr;
  std::map<std::string_view, Statement> statements_;
  std::uint64_t steps_left_ = 0, text_left_ = UINT64_MAX;
};

}  // namespace gofuda::lab
