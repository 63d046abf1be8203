#include "tools/protocols/gtp_files.hpp"

#include <filesystem>

#include "scripting/file.hpp"
#include "scripting/sgf_file.hpp"
#include "scripting/yaml.hpp"
#include "tools/table/project.hpp"
#include "tools/table/request.hpp"

namespace gofuda::tools {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> read_record(const std::string& name, std::string& problem) {
  Diagnostics out;
  auto bytes = read_text_file(name, out, kMostSgfBytes);
  if (!bytes) problem = out.list().front().message;
  return bytes;
}

std::string save_record(const std::string& folder, const std::string& name, const std::string& text) {
  if (!has_sgf_name(name)) return "a record's name ends in .sgf";
  const fs::path file(name);
  const fs::path parent = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code none;
  const bool link_out = fs::symlink_status(file, none).type() == fs::file_type::symlink && leads_out(file, folder);
  if (leads_out(parent, folder) || link_out) return "it is not in the folder of --save";
  const fs::path to = fs::weakly_canonical(parent, none) / file.filename();
  try {  // which follows no link, whatever is swapped from here on
    Project(folder).write(to.lexically_relative(fs::weakly_canonical(folder, none)).generic_string(), text, "", true);
  } catch (const Refusal& refusal) { return refusal.text; }
  return "";
}

}  // namespace

GtpFiles gtp_files(const std::string& save_in) {
  GtpFiles out{read_record, {}};
  if (!save_in.empty())
    out.save = [save_in](const std::string& name, const std::string& text) { return save_record(save_in, name, text); };
  return out;
}

}  // namespace gofuda::tools
