// The protocol of the table: requests in, replies and events out, for as many connections as there are. README.md has
// its table. No socket, no clock and no thread in it: whoever carries it has those.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/print/options.hpp"
#include "tools/table/project.hpp"
#include "tools/table/work.hpp"

namespace gofuda::tools {

enum class Role { owner, arbiter, black, white, onlooker };
std::string_view role_name(Role role);

struct Who {
  int connection;  // a number that the carrier gives out and does not use again
  Role role;
};
inline bool is_seat(const Who& who) { return who.role == Role::black || who.role == Role::white; }

struct Event {
  int connection;
  std::shared_ptr<const std::string> frame;  // JSON in one line, shared by all who get the same
};

struct RoomOptions {
  Options options;                                 // the folders of rules, as every command is told
  std::string project;                             // the one folder in which files are read and written; "": none
  bool other_programs = true;                      // players may start them
  std::shared_ptr<const ProjectFiles> files = {};  // who reads and writes in it; without, the disk itself
};

// One row of the table of requests, for tests and for whoever documents them.
struct RequestRow {
  std::string_view name, who;                // "all", "seats", "owner, arbiter", "owner"
  std::span<const std::string_view> fields;  // beside "do" and "id"
};

class Room {
 public:
  explicit Room(RoomOptions options);
  ~Room();
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  void join(const Who& who);  // from here on it gets events
  void leave(int connection);

  // Never throws for what is asked. Events that follow wait in take_events(), work in take_work(). A reply that takes
  // long is null, or "", and comes among the events once its work is finished.
  nlohmann::json handle(const Who& who, const nlohmann::json& request);
  std::string handle_text(const Who& who, std::string_view request);  // text that is no JSON is a bad-request
  std::vector<Event> take_events();

  // Long work, to be run on any thread, each once; as many at a time as the carrier likes. What nobody wants any more
  // is told to stop by itself, and is to be finished all the same.
  std::optional<Work> take_work();
  void finish(const Work& work);  // on the thread that handles requests
  void look_at_progress();        // likewise, after Work::on_progress called: makes events of it
  void stop_all();                // before the end

  // Rule files or disputes were saved: reads them again, and works for it.
  void files_changed(const std::vector<std::string>& files);
  void texts_changed(std::shared_ptr<const LibraryTexts> texts);  // before that, where the options have texts

  // Begins without a request: as `new` and `load` of the owner. What is wrong goes to `out`.
  bool begin(const std::string& variant, const Settings& settings, std::optional<std::uint64_t> seed,
             const std::string& black, const std::string& white, Diagnostics& out);
  bool open(const std::string& name, const std::string& text, const Settings& settings, Diagnostics& out,
            std::string& misfit);
  std::string saved() const;  // the whole game as the text of a file, whoever may see it; "" without a game

  static std::vector<RequestRow> requests();

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace gofuda::tools
