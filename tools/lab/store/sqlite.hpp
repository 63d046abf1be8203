// SQLite, with errors as exceptions and statements that are kept ready.
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
  explicit Statement(sqlite3* db, std::string_view sql);
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
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
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

  sqlite3* db_;
  sqlite3_stmt* statement_ = nullptr;
};

class Database {
 public:
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
    if (it == statements_.end()) it = statements_.try_emplace(sql, db_, sql).first;
    return it->second.bind(values...);
  }
  bool in_transaction() const { return db_ && sqlite3_get_autocommit(db_) == 0; }
  void close();

 private:
  sqlite3* db_ = nullptr;
  std::map<std::string_view, Statement> statements_;
};

}  // namespace gofuda::lab
