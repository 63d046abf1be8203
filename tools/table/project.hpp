// The files of a project as the page may touch them: rule files, disputes and its README, inside its folder and nowhere
// else. Every step of a path is opened by itself and no link is followed, so that nothing that is swapped meanwhile
// leads out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scripting/dispute.hpp"

namespace gofuda::tools {

class ProjectFiles {
 public:
  virtual ~ProjectFiles() = default;
  virtual bool exists() const = 0;

  struct File {
    std::string path, etag, kind;  // card, deck, variant, turn, win, dispute, record, text, other
  };
  virtual std::vector<File> list() const = 0;  // sorted by path

  struct Content {
    std::string text, etag;
  };
  // All of these throw Refusal: bad-request for a path that no file of a project has, not-found, not-allowed for what
  // is no plain file or is too large, conflict (with the present etag) where the file is not what `etag` says; no etag
  // means that there must be none yet, `replace` that it does not matter.
  virtual Content read(const std::string& path) const = 0;
  virtual std::string write(const std::string& path, const std::string& text, const std::optional<std::string>& etag,
                            bool replace) const = 0;  // the new etag
};

// What a dispute of the project may name: records beside it, or below. For as long as the files are there.
DisputeFiles files_beside(const ProjectFiles& files, const std::string& dispute);

// On the disk. For as many threads as there are.
class Project : public ProjectFiles {
 public:
  explicit Project(const std::string& folder);  // "": there is none
  ~Project() override;
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  bool exists() const override { return root_ >= 0; }
  std::vector<File> list() const override;
  Content read(const std::string& path) const override;
  std::string write(const std::string& path, const std::string& text, const std::optional<std::string>& etag,
                    bool replace = false) const override;

  static constexpr std::size_t kMostBytes = 1u << 20;
  static std::string kind_of(const std::string& path);  // throws for what is no path
  static std::string etag_of(const std::string& text);

 private:
  int root_ = -1;
};

}  // namespace gofuda::tools
