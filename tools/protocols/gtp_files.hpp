// The files that a client of the Go Text Protocol may name: records to be read, and where they may be written.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace gofuda::tools {

struct GtpFiles {
  // The bytes of a record; nothing, and why, where they cannot be had.
  std::function<std::optional<std::string>(const std::string& name, std::string& problem)> read;
  // Writes a record; why not, or "". Without it none is written.
  std::function<std::string(const std::string& name, const std::string& text)> save;
  bool convert = true;  // more may be opened, to convert charsets
};

// Of the disk: any record is read; they are written into that folder and those in it, or nowhere where it is "".
GtpFiles gtp_files(const std::string& save_in);

}  // namespace gofuda::tools
