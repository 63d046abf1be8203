#include "tools/server/partings.hpp"

#include <sys/epoll.h>
#include <unistd.h>

namespace gofuda::server {

Partings::Partings() : watched_(::epoll_create1(EPOLL_CLOEXEC)) {}

Partings::~Partings() {
  if (watched_ >= 0) ::close(watched_);
}

void Partings::expect(int socket, int number) {
  epoll_event event{};
  event.events = EPOLLRDHUP | EPOLLONESHOT;  // and errors, which are always told
  event.data.fd = number;
  ::epoll_ctl(watched_, EPOLL_CTL_ADD, socket, &event);
}

std::vector<int> Partings::gone() {
  std::vector<int> out;
  epoll_event events[64];
  for (int n = 64; n == 64;) {
    n = ::epoll_wait(watched_, events, 64, 0);
    for (int i = 0; i < n; ++i) out.push_back(events[i].data.fd);
  }
  return out;
}

}  // namespace gofuda::server
