// Where a table is kept: on a thread of this process, or in a process of its own that can do nothing but compute.
#pragma once

#include <memory>
#include <vector>

#include "tools/isolate/lock.hpp"
#include "tools/server/keeper.hpp"

namespace gofuda::server {

// To be used by one thread, which lives as long as it does.
class Host {
 public:
  virtual ~Host() = default;
  virtual void give(Order order) = 0;
  virtual int descriptor() const = 0;  // can be read when there are news
  virtual std::vector<News> news() = 0;
  // Waits for news of that kind; other news are thrown away. Nothing when they do not come in time.
  virtual std::optional<News> await(News::Kind kind, std::chrono::milliseconds patience);
  // The rule files are others now.
  virtual void files_changed(const std::vector<std::string>& files) = 0;
  virtual bool may_be_lost() const { return false; }  // then it is asked again and again whether it is there
  virtual bool end() = 0;                             // stops what runs. False: something does not stop

  static constexpr std::chrono::milliseconds kPatience{300};
};

std::unique_ptr<Host> host_here(const tools::RoomOptions& options);
// Throws isolate::CannotIsolate.
std::unique_ptr<Host> host_apart(const tools::RoomOptions& options, const isolate::Limits& limits);

// The first folder of rules that holds files of somebody else than the user; "": none does.
std::string folder_of_others(const std::vector<std::string>& folders);

}  // namespace gofuda::server
