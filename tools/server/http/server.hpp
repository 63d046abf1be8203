// Carries a table to browsers of this machine: the files of the page, and a WebSocket for each who looks at it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/server/host.hpp"
#include "tools/server/tokens.hpp"

namespace gofuda::server {

struct Settings {
  std::uint16_t port = 8080;
  bool next = true;                  // where the port is taken, the next free one
  std::size_t connections = 64;      // at a time
  std::string assets;                // a folder with the page; "": what is built in
  std::vector<std::string> watched;  // folders of rules,
  std::string project;               // and the one of them that is the user's own, or ""
};

struct Hub;

class Server {
 public:
  Server(Host& host, const Settings& settings);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::string listen();               // what went wrong, or ""
  std::string link(Role role) const;  // with its token
  bool run();                         // until Ctrl-C. False: the table was lost

 private:
  std::unique_ptr<Hub> hub_;
};

}  // namespace gofuda::server
