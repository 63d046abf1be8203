// A table in a process that can do nothing but compute. Here its rule files are read and handed over, byte by byte, and
// the files of the project are read and written for it; what it says is passed on, and is no more than a claim.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "tools/isolate/message.hpp"
#include "tools/isolate/process.hpp"
#include "tools/server/host.hpp"
#include "tools/table/request.hpp"
#include "tools/table/session.hpp"

namespace gofuda::server {

using isolate::MessageReader;
using isolate::MessageWriter;

namespace {

constexpr std::size_t kMostFiles = 1u << 16, kMostName = 4096;
constexpr std::size_t kOrders = 8, kNews = 7;  // kinds
enum class FileOrder { list, read, write };
// What the process says beside news: that it needs a file.
constexpr std::uint64_t kNeedsFile = kNews;
constexpr std::uint64_t kFileAnswer = kOrders;

// --- as messages

void write_optional(MessageWriter& to, const std::optional<std::string>& text) {
  to.number(text.has_value()), to.text(text.value_or(""));
}

std::optional<std::string> read_optional(MessageReader& from) {
  const bool there = from.flag();
  std::string text = from.text(isolate::kMostMessage);
  return there ? std::optional(std::move(text)) : std::nullopt;
}

void write_texts(MessageWriter& to, const LibraryTexts& t) {
  to.texts(t.folders), to.diagnostics(t.wrong), to.number(t.files.size());
  for (const LibraryTexts::File& f : t.files) {
    to.number(static_cast<std::uint64_t>(f.kind)), to.text(f.name), to.text(f.path), to.text(f.shown);
    write_optional(to, f.text), to.diagnostics(f.wrong);
  }
}

LibraryTexts read_texts(MessageReader& from) {
  LibraryTexts t;
  t.folders = from.texts(kMostFiles), t.wrong = from.diagnostics();
  for (std::size_t n = from.count(kMostFiles); n > 0 && !from.bad(); --n) {
    LibraryTexts::File f;
    f.kind = from.one_of<FileKind>(6);
    f.name = from.text(), f.path = from.text(), f.shown = from.text();
    f.text = read_optional(from);
    f.wrong = from.diagnostics();
    t.files.push_back(std::move(f));
  }
  return t;
}

void write_beginning(MessageWriter& to, const Beginning& b) {
  write_optional(to, b.text);
  for (const std::string* t : {&b.variant, &b.name, &b.black, &b.white}) to.text(*t);
  to.number(b.seed.has_value()), to.number(b.seed.value_or(0)), to.number(b.settings.size());
  for (const auto& [key, value] : b.settings) to.text(key), to.text(value);
}

Beginning read_beginning(MessageReader& from) {
  Beginning b;
  b.text = read_optional(from);
  for (std::string* t : {&b.variant, &b.name, &b.black, &b.white}) *t = from.text();
  const bool seeded = from.flag();
  const std::uint64_t seed = from.number(~std::uint64_t{0});
  if (seeded) b.seed = seed;
  for (std::size_t n = from.count(kMostFiles); n > 0 && !from.bad(); --n) {
    std::string key = from.text();
    b.settings.emplace_back(std::move(key), from.text());
  }
  return b;
}

std::string as_message(const Order& o) {
  MessageWriter to;
  to.number(static_cast<std::uint64_t>(o.kind));
  to.signed_number(o.who.connection), to.number(static_cast<std::uint64_t>(o.who.role));
  to.text(o.text), to.texts(o.files), to.number(o.texts != nullptr);
  if (o.texts) write_texts(to, *o.texts);
  if (o.kind == Order::Kind::begin) write_beginning(to, o.beginning);
  return to.take();
}

Order read_order(MessageReader& from, std::uint64_t kind) {
  Order o{static_cast<Order::Kind>(kind)};
  o.who.connection = static_cast<int>(from.signed_number(INT32_MIN, INT32_MAX));
  o.who.role = from.one_of<tools::Role>(5);
  o.text = from.text(isolate::kMostMessage), o.files = from.texts(kMostFiles);
  if (from.flag()) o.texts = std::make_shared<const LibraryTexts>(read_texts(from));
  if (o.kind == Order::Kind::begin) o.beginning = read_beginning(from);
  return o;
}

std::string as_message(const News& n) {
  MessageWriter to;
  to.number(static_cast<std::uint64_t>(n.kind)), to.signed_number(n.connection), to.text(n.text ? *n.text : "");
  if (n.kind != News::Kind::begun) return to.take();
  to.number(n.begun.good), to.diagnostics(n.begun.diagnostics), to.text(n.begun.misfit), to.text(n.begun.refused);
  return to.take();
}

News read_news(MessageReader& from, std::uint64_t kind) {
  News n{static_cast<News::Kind>(kind)};
  if (n.kind == News::Kind::lost) from.refuse();
  n.connection = static_cast<int>(from.signed_number(INT32_MIN, INT32_MAX));
  n.text = std::make_shared<const std::string>(from.text(isolate::kMostMessage));
  if (n.kind != News::Kind::begun) return n;
  n.begun.good = from.flag(), n.begun.diagnostics = from.diagnostics();
  n.begun.misfit = from.text(), n.begun.refused = from.text();
  return n;
}

// --- in the process

// The files of the project, asked for of who may open them, and waited for by the thread that needs them.
class FarFiles : public tools::ProjectFiles {
 public:
  FarFiles(bool exists, std::function<void(const std::string&)> send) : exists_(exists), send_(std::move(send)) {}

  bool exists() const override { return exists_; }
  std::vector<File> list() const override {
    MessageWriter order;
    const std::string said = ask(FileOrder::list, order);
    MessageReader from(said);
    need(from);
    std::vector<File> out;
    for (std::size_t n = from.count(kMostFiles); n > 0 && !from.bad(); --n) {
      std::string path = from.text(), etag = from.text();
      out.push_back({std::move(path), std::move(etag), from.text()});
    }
    return out;
  }
  Content read(const std::string& path) const override {
    MessageWriter order;
    order.text(path);
    const std::string said = ask(FileOrder::read, order);
    MessageReader from(said);
    need(from);
    std::string text = from.text(isolate::kMostMessage);
    return {std::move(text), from.text()};
  }
  std::string write(const std::string& path, const std::string& text, const std::optional<std::string>& etag,
                    bool replace) const override {
    MessageWriter order;
    order.text(path), order.text(text), write_optional(order, etag), order.number(replace);
    const std::string said = ask(FileOrder::write, order);
    MessageReader from(said);
    need(from);
    return from.text();
  }

  void hear(std::uint64_t number, std::string answer) const {
    const std::lock_guard lock(mutex_);
    answers_[number] = std::move(answer);
    heard_.notify_all();
  }

 private:
  std::string ask(FileOrder what, MessageWriter& rest) const {
    std::unique_lock lock(mutex_);
    const std::uint64_t number = ++last_;
    MessageWriter to;
    to.number(kNeedsFile), to.number(number), to.number(static_cast<std::uint64_t>(what)), to.text(rest.take());
    send_(to.take());
    heard_.wait(lock, [&] { return answers_.contains(number); });
    return answers_.extract(number).mapped();
  }
  static void need(MessageReader& from) {
    if (from.flag()) return;
    tools::Refusal r;
    r.code = from.text(), r.text = from.text(), r.etag = from.text();
    throw r;
  }

  const bool exists_;
  const std::function<void(const std::string&)> send_;
  mutable std::mutex mutex_;
  mutable std::condition_variable heard_;
  mutable std::map<std::uint64_t, std::string> answers_;
  mutable std::uint64_t last_ = 0;
};

// The keeper, what sends for it, and the thread that hears the orders.
class Indoors {
 public:
  Indoors(tools::RoomOptions options, bool has_project)
      : files_(std::make_shared<FarFiles>(has_project, [this](const std::string& m) { send(m); })),
        keeper_(with_files(std::move(options)), [this](const News& n) { send(as_message(n)); }) {}

  void begin_threads(isolate::Inside& inside) {
    inside_ = &inside;
    keeper_.begin_threads();
    std::thread([this] { hear(); }).detach();  // it ends with the process
    std::unique_lock lock(mutex_);
    begun_.wait(lock, [this] { return hearing_; });
  }
  void run() { keeper_.run(); }

 private:
  tools::RoomOptions with_files(tools::RoomOptions options) {
    options.files = files_;
    options.other_programs = false;
    return options;
  }
  void send(const std::string& message) {
    const std::lock_guard lock(mutex_);
    inside_->send(message);
  }
  void hear() {
    {
      const std::lock_guard lock(mutex_);
      hearing_ = true;
      begun_.notify_all();
    }
    while (const std::optional<std::string> message = inside_->receive()) {
      MessageReader from(*message);
      const std::uint64_t kind = from.number(kFileAnswer);
      if (kind != kFileAnswer) {
        keeper_.take(read_order(from, kind));
        continue;
      }
      const std::uint64_t number = from.number(~std::uint64_t{0});
      files_->hear(number, from.text(isolate::kMostMessage));
    }
    ::_exit(0);
  }

  isolate::Inside* inside_ = nullptr;
  std::mutex mutex_;
  std::condition_variable begun_;
  bool hearing_ = false;
  std::shared_ptr<FarFiles> files_;
  Keeper keeper_;
};

// --- outside

class Apart : public Host {
 public:
  Apart(const tools::RoomOptions& options, const isolate::Limits& limits)
      : options_(options), project_(options.project) {
    read_library();
    start(limits);
  }

  void give(Order order) override {
    if (order.kind == Order::Kind::ask && order.who.role == tools::Role::owner) grant(order.text);
    process_->send(as_message(order));
  }
  int descriptor() const override { return process_->descriptor(); }
  std::vector<News> news() override;
  void files_changed(const std::vector<std::string>& files) override {
    read_library();
    Order order{Order::Kind::files};
    order.files = files, order.texts = options_.options.texts;
    give(std::move(order));
  }
  bool may_be_lost() const override { return true; }
  bool end() override {
    process_->end();
    return true;
  }

 private:
  void start(const isolate::Limits& limits);
  void read_library();
  void grant(const std::string& request);
  void answer_file(MessageReader& from);
  std::string done(FileOrder what, MessageReader& order);

  tools::RoomOptions options_;
  const tools::Project project_;
  std::unique_ptr<isolate::Process> process_;
  using Clock = std::chrono::steady_clock;
  std::deque<std::pair<std::string, Clock::time_point>> granted_;  // files that the owner asked to be written, and when
};

void Apart::read_library() {
  Diagnostics out;
  Library library(tools::rule_folders(options_.options), out);
  library.keep_texts();
  LibraryTexts texts = library.texts();
  texts.wrong = out.list();
  options_.options.texts = std::make_shared<const LibraryTexts>(std::move(texts));
}

void Apart::start(const isolate::Limits& limits) {
  auto indoors = std::make_shared<std::unique_ptr<Indoors>>();
  const auto begin = [indoors, options = options_, has_project = project_.exists()](isolate::Inside& inside) {
    *indoors = std::make_unique<Indoors>(options, has_project);
    (*indoors)->begin_threads(inside);
  };
  process_ = std::make_unique<isolate::Process>(
      limits, [indoors](isolate::Inside&) { (*indoors)->run(); }, begin);
  process_->allow();
}

constexpr std::chrono::minutes kGranted{1};  // what was refused is not written later
constexpr std::size_t kMostGranted = 64;

// Only what the owner has asked for is written, once for each time.
void Apart::grant(const std::string& request) {
  const auto j = nlohmann::json::parse(request, nullptr, false);
  if (!j.is_object() || !j.contains("do") || !j["do"].is_string()) return;
  const std::string& what = j["do"].get_ref<const std::string&>();
  const char* field = what == "write" ? "path" : what == "save" || what == "dispute" ? "file" : nullptr;
  if (field && j.contains(field) && j[field].is_string())
    granted_.emplace_back(j[field].get<std::string>(), Clock::now());
  if (granted_.size() > kMostGranted) granted_.pop_front();
}

std::string Apart::done(FileOrder what, MessageReader& order) {
  MessageWriter to;
  to.number(1);
  if (what == FileOrder::list) {
    const auto files = project_.list();
    to.number(files.size());
    for (const auto& f : files) to.text(f.path), to.text(f.etag), to.text(f.kind);
    return to.take();
  }
  const std::string path = order.text(kMostName);
  if (what == FileOrder::read) {
    const auto content = project_.read(path);
    to.text(content.text), to.text(content.etag);
    return to.take();
  }
  const std::string text = order.text(isolate::kMostMessage);
  const auto etag = read_optional(order);
  const bool replace = order.flag();
  while (!granted_.empty() && Clock::now() - granted_.front().second > kGranted) granted_.pop_front();
  const auto grant =
      std::find_if(granted_.begin(), granted_.end(), [&](const auto& granted) { return granted.first == path; });
  if (!order.whole() || grant == granted_.end())
    throw tools::Refusal{"not-allowed", "nobody asked for this to be written"};
  granted_.erase(grant);
  to.text(project_.write(path, text, etag, replace));
  return to.take();
}

void Apart::answer_file(MessageReader& from) {
  const std::uint64_t number = from.number(~std::uint64_t{0});
  const auto what = from.one_of<FileOrder>(3);
  const std::string rest = from.text(isolate::kMostMessage);
  if (!from.whole()) return process_->distrust();
  MessageReader order(rest);
  MessageWriter to;
  to.number(kFileAnswer), to.number(number);
  try {
    to.text(done(what, order));
  } catch (const tools::Refusal& r) {
    MessageWriter refused;
    refused.number(0), refused.text(r.code), refused.text(r.text), refused.text(r.etag);
    to.text(refused.take());
  }
  process_->send(to.take());
}

std::vector<News> Apart::news() {
  std::vector<News> out;
  process_->look();
  while (const std::optional<std::string> message = process_->take()) {
    MessageReader from(*message);
    const std::uint64_t kind = from.number(kNeedsFile);
    if (kind == kNeedsFile) {
      answer_file(from);
      continue;
    }
    News n = read_news(from, kind);
    if (!from.whole()) {
      process_->distrust();
      break;
    }
    if (n.kind == News::Kind::pong) process_->allow();
    out.push_back(std::move(n));
  }
  if (!process_->lost()) return out;
  out.push_back({News::Kind::lost, 0, std::make_shared<const std::string>(process_->end())});
  return out;
}

}  // namespace

std::unique_ptr<Host> host_apart(const tools::RoomOptions& options, const isolate::Limits& limits) {
  return std::make_unique<Apart>(options, limits);
}

}  // namespace gofuda::server
