#include "tools/lab/store/sqlite.hpp"

namespace gofuda::lab {

namespace {

[[noreturn]] void fail(sqlite3* db) {
  const int code = sqlite3_errcode(db) & 0xff;
  std::string what = sqlite3_errmsg(db);
  if (code == SQLITE_NOTADB) throw StoreError(2, "it is not a store of games");
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED) what = "another process is using it";
  if (code == SQLITE_FULL || code == SQLITE_IOERR) what = "it cannot be written (" + what + "); is the disk full?";
  throw StoreError(1, what);
}

}  // namespace

Statement::Statement(sqlite3* db, std::string_view sql) : db_(db) {
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

std::string Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))) : "";
}

Database::Database(const std::string& path, bool write) {
  const int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  if (sqlite3_open_v2(path.c_str(), &db_, flags | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
    const std::string what = db_ ? sqlite3_errmsg(db_) : "there is no memory";
    sqlite3_close(db_);
    throw StoreError(1, what);
  }
  sqlite3_busy_timeout(db_, 5000);
}

void Database::run(const char* sql) {
  if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(db_);
}

std::int64_t Database::number(const char* sql) {
  Statement s(db_, sql);
  return s.status() ? s.number(0) : 0;
}

void Database::close() {
  statements_.clear();
  sqlite3_close(db_);
  db_ = nullptr;
}

}  // namespace gofuda::lab
