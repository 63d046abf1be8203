// Tells at once when a rule file of some folders of rules was saved, moved or removed. Of a folder of rules the parts
// that hold them are watched; of a project all its folders, for its disputes may stand anywhere.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace gofuda::server {

class FolderWatch {
 public:
  explicit FolderWatch(const std::vector<std::string>& roots, const std::string& project = "");
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  int descriptor() const {
    return descriptor_;
  }                                 // can be read when something happened; -1 where nothing can be watched
  std::vector<std::string> look();  // the files that changed since the last call

 private:
  void watch_all();
  void watch(const std::string& folder);  // and those within it, but for hidden ones
  void add(const std::string& folder);
  void folder_changed(const std::string& in, const std::string& name, bool came, std::set<std::string>& out);
  bool is_part(const std::string& root, const std::string& name) const;
  std::vector<std::string> roots_;
  std::string project_;                 // one of them, or ""
  std::map<int, std::string> watched_;  // by the number that the system gave
  int descriptor_;
};

}  // namespace gofuda::server
