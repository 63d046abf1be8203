// Who of many has closed the connection, or half of it: told at once, whatever was sent before and is not read yet.
#pragma once

#include <vector>

namespace gofuda::server {

class Partings {
 public:
  Partings();
  ~Partings();
  Partings(const Partings&) = delete;
  Partings& operator=(const Partings&) = delete;

  int descriptor() const { return watched_; }  // can be read when somebody has gone; -1: the system has no more
  void expect(int socket, int number);         // until it is closed here
  std::vector<int> gone();                     // the numbers of those who have gone since the last call

 private:
  int watched_;
};

}  // namespace gofuda::server
