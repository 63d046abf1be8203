// A file that one process writes at a time.
#pragma once

#include <string>

namespace gofuda::lab {

// Locked until this ends, and so when the process does, however that happens. Throws StoreError where another process
// has it, or where it is no file that can be written. It is made if it is not there; one that was made and stayed empty
// does not stay.
class LockedFile {
 public:
  // `follow`: links, too.
  LockedFile(std::string path, bool follow);
  ~LockedFile();
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  int descriptor() const { return file_; }
  // Has nobody taken it away, or put another one in its place?
  bool is_there() const;
  bool is_empty() const;
  // As write_file: in place of the file, and locked as it was.
  std::string replace(const std::string& text);
  // Under another name from now on.
  void renamed(std::string path) { path_ = std::move(path); }

 private:
  bool open_once(int flags);  // false: it was given its name meanwhile
  std::string path_;
  int file_ = -1;
  bool made_ = false;
};

}  // namespace gofuda::lab
