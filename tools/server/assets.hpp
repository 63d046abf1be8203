// The files of the page: built into the program, or read from a folder while they are worked on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gofuda::server {

struct Built {  // tools/server/assets.cmake writes the list of them
  std::string_view path, etag, bytes;
};
std::vector<Built> built_assets();

struct Asset {
  std::string bytes;
  std::string_view type;
  std::string_view etag;  // none of what is read from a folder
};

class Assets {
 public:
  explicit Assets(std::string folder) : folder_(std::move(folder)) {}
  // By the path as it stands in a request: nothing in it is decoded, and it is one of those that there are, or none.
  std::optional<Asset> find(std::string_view path) const;

 private:
  std::optional<Asset> read(std::string_view path) const;
  std::string folder_;  // "": those of the program
  std::vector<Built> built_ = built_assets();
};

}  // namespace gofuda::server
