// Files of games: the bytes of one, or SQL that changes a sound one before it is reported on.
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "tests/fuzz/fuzz.hpp"
#include "tools/lab/report/html_report.hpp"
#include "tools/lab/report/report.hpp"
#include "tools/lab/store/gaps.hpp"
#include "tools/lab/store/provenance.hpp"
#include "tools/lab/store/store.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

namespace {

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string sound_file(const Folder& folder) {
  Library library = library_with(folder);
  Diagnostics out;
  lab::Batch batch;
  batch.plan.variant = library.variant("gomoku-skills", {{"board.size", "5x5"}}, {}, out);
  require(batch.plan.variant != nullptr, "there is a game to play", to_json(out.list()));
  batch.end = 6, batch.keep_games = true;
  lab::StoreHead head = lab::head_of(lab::provenance_of(batch.plan, "all", 8), "");
  head.kind = "cards", head.notes = {{"how", "swapped"}, {"at", "anywhere"}}, head.deals = {{0, 0}, {0, 1}};
  {
    lab::Store store(folder.path("sound.sqlite"), head);
    lab::run_batch(
        batch, [&](lab::Chunk& chunk) { store.add(0, chunk); }, [] {});
    lab::DealTally alike;
    alike.half_wins[0] = alike.leads[0] = 6;
    store.add(lab::DealKey{0, 0}, {0, 6}, alike);
    alike.one[0] = alike.other[0] = alike.both[0] = 6;
    store.add(lab::DealKey{0, 1}, {0, 6}, alike);
    store.commit();
    store.close();
  }
  std::string bytes = read_all(folder.path("sound.sqlite"));
  bytes[18] = bytes[19] = 1;  // no log beside it
  return bytes;
}

// SQL may change the tables, but reach nothing outside.
int permit(void*, int action, const char*, const char* what, const char*, const char*) {
  if (action == SQLITE_ATTACH || action == SQLITE_DETACH || action == SQLITE_PRAGMA) return SQLITE_DENY;
  if (action == SQLITE_RECURSIVE) return SQLITE_DENY;
  return action == SQLITE_FUNCTION && what && std::strcmp(what, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
}

std::string changed(const std::string& sound, const std::string& sql) {
  sqlite3* db = nullptr;
  sqlite3_open(":memory:", &db);
  auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(sound.size()));
  std::copy(sound.begin(), sound.end(), copy);
  const auto size = static_cast<sqlite3_int64>(sound.size());
  sqlite3_deserialize(db, "main", copy, size, size, SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  sqlite3_set_authorizer(db, permit, nullptr);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 100'000);
  sqlite3_limit(db, SQLITE_LIMIT_VDBE_OP, 20'000);
  sqlite3_progress_handler(
      db, 100'000, [](void*) { return 1; }, nullptr);
  sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr);
  sqlite3_int64 now = 0;
  unsigned char* bytes = sqlite3_serialize(db, "main", &now, 0);
  std::string out(reinterpret_cast<const char*>(bytes), bytes ? static_cast<std::size_t>(now) : 0);
  sqlite3_free(bytes);
  sqlite3_close(db);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Folder folder;
  static const std::string sound = sound_file(folder);
  const std::string_view input = text_of(bytes, size);
  const bool whole = input.starts_with("SQLite format 3");
  tools::Report args;
  args.file = folder.write("file.sqlite", whole ? input : changed(sound, std::string(input)));
  tools::Options options;
  options.json = size % 3 == 0;
  args.csv = size % 3 == 1;
  tools::report_batch(options, args);
  if (size % 4 != 0) return 0;
  args.html = folder.path("page.html");
  tools::report_batch(options, args);
  return 0;
}
