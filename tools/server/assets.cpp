#include "tools/server/assets.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace gofuda::server {

namespace {

namespace fs = std::filesystem;

std::string_view type_of(const std::string& extension) {  // assets.cmake builds these in, and no others
  constexpr std::pair<const char*, std::string_view> kTypes[] = {{".html", "text/html; charset=utf-8"},
                                                                 {".js", "text/javascript; charset=utf-8"},
                                                                 {".css", "text/css; charset=utf-8"},
                                                                 {".txt", "text/plain; charset=utf-8"},
                                                                 {".svg", "image/svg+xml"},
                                                                 {".png", "image/png"},
                                                                 {".woff2", "font/woff2"}};
  for (const auto& [end, type] : kTypes)
    if (extension == end) return type;
  return "";
}

}  // namespace

std::optional<Asset> Assets::find(std::string_view path) const {
  if (path == "/") path = "/index.html";
  if (!folder_.empty()) return read(path);
  for (const Built& b : built_)
    if (b.path == path) return Asset{std::string(b.bytes), type_of(fs::path(path).extension()), b.etag};
  return std::nullopt;
}

std::optional<Asset> Assets::read(std::string_view path) const {
  std::error_code ec;
  for (fs::recursive_directory_iterator it(folder_, ec), end; !ec && it != end; it.increment(ec)) {
    std::error_code none;
    if (it->symlink_status(none).type() != fs::file_type::regular) continue;
    const std::string_view type = type_of(it->path().extension());
    if (type.empty() || "/" + it->path().lexically_relative(folder_).generic_string() != path) continue;
    std::ifstream in(it->path(), std::ios::binary);
    return Asset{std::string(std::istreambuf_iterator<char>(in), {}), type, ""};
  }
  return std::nullopt;
}

}  // namespace gofuda::server
