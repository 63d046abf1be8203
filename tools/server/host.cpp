#include "tools/server/host.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

namespace gofuda::server {

namespace {

class Here : public Host {
 public:
  explicit Here(const tools::RoomOptions& options)
      : bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        keeper_(options, [this](News n) { tell(std::move(n)); }),
        thread_([this] { keeper_.run(); }) {}
  ~Here() override {
    end();
    if (thread_.joinable()) thread_.join();
    ::close(bell_);
  }

  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;

  void give(Order order) override { keeper_.take(std::move(order)); }
  int descriptor() const override { return bell_; }
  std::vector<News> news() override {
    eventfd_t ignored = 0;
    ::eventfd_read(bell_, &ignored);
    const std::lock_guard lock(mutex_);
    return std::exchange(told_, {});
  }
  void files_changed(const std::vector<std::string>& files) override {
    Order order{Order::Kind::files};
    order.files = files;
    give(std::move(order));
  }
  bool end() override { return keeper_.end(kPatience); }

 private:
  void tell(News n) {
    bool first = false;
    {
      const std::lock_guard lock(mutex_);
      first = told_.empty();
      told_.push_back(std::move(n));
    }
    if (first) ::eventfd_write(bell_, 1);
  }

  const int bell_;
  std::mutex mutex_;
  std::vector<News> told_;
  Keeper keeper_;
  std::thread thread_;
};

}  // namespace

std::optional<News> Host::await(News::Kind kind, std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    for (News& n : news())
      if (n.kind == kind || n.kind == News::Kind::lost) return std::move(n);
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    if (left <= 0) return std::nullopt;
    pollfd one{descriptor(), POLLIN, 0};
    ::poll(&one, 1, static_cast<int>(left));
  }
}

std::unique_ptr<Host> host_here(const tools::RoomOptions& options) { return std::make_unique<Here>(options); }

std::string folder_of_others(const std::vector<std::string>& folders) {
  namespace fs = std::filesystem;
  const auto foreign = [me = ::geteuid()](const fs::path& p) {
    struct stat s {};
    return ::lstat(p.c_str(), &s) == 0 && s.st_uid != me;
  };
  for (const std::string& folder : folders) {
    if (foreign(folder)) return folder;
    for (const char* part : {"cards", "variants", "disputes"}) {
      std::error_code ec;
      for (fs::recursive_directory_iterator
               it(fs::path(folder) / part, fs::directory_options::skip_permission_denied, ec),
           end;
           !ec && it != end; it.increment(ec))
        if (foreign(it->path())) return folder;
    }
  }
  return "";
}

}  // namespace gofuda::server
