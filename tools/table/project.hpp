// The files of a project as the page may touch them: rule files, disputes and its README, inside its folder and nowhere
// else. Every step of a path is opened by itself and no link is followed, so that nothing that is swapped meanwhile
// leads out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gofuda::tools {

class Project {
 public:
  explicit Project(const std::string& folder);  // "": there is none
  ~Project();
  Project(Project&& from) noexcept;
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;
  Project& operator=(Project&&) = delete;

  bool exists() const { return root_ >= 0; }
  const std::string& folder() const { return folder_; }
  Project again() const { return Project(folder_); }  // for another thread

  struct File {
    std::string path, etag, kind;  // card, deck, variant, turn, win, dispute, text, other
  };
  std::vector<File> list() const;  // sorted by path

  struct Content {
    std::string text, etag;
  };
  // All of these throw Refusal: bad-request for a path that no file of a project has, not-found, not-allowed for what
  // is no plain file or is too large, conflict (with the present etag) where the file is not what `etag` says; no etag
  // means that there must be none yet, `replace` that it does not matter.
  Content read(const std::string& path) const;
  std::string write(const std::string& path, const std::string& text, const std::optional<std::string>& etag,
                    bool replace = false) const;  // the new etag

  static constexpr std::size_t kMostBytes = 1u << 20;
  static std::string kind_of(const std::string& path);  // throws for what is no path
  static std::string etag_of(const std::string& text);

 private:
  std::string folder_;
  int root_ = -1;
};

}  // namespace gofuda::tools
