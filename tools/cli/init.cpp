#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "scripting/file.hpp"
#include "tools/cli/actions.hpp"
#include "tools/cli/lua_definition.hpp"
#include "tools/cli/project_files.hpp"
#include "tools/cli/schemas.hpp"
#include "tools/print/project.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

struct Text {
  std::string path, text;
};

bool there(const fs::path& path) {
  std::error_code ec;
  return fs::exists(fs::symlink_status(path, ec));  // a link that leads nowhere, too
}

// Rules of somebody's own get no examples among them.
bool has_rules(const fs::path& folder) {
  return there(folder / "cards") || there(folder / "variants") || there(folder / "disputes");
}

std::vector<Text> texts_for(const fs::path& folder) {
  const bool examples = !has_rules(folder);
  std::vector<Text> out;
  for (const ProjectFile& f : project_files())
    if (examples || !f.example) out.push_back({std::string(f.path), std::string(f.text)});
  Diagnostics ignored;  // of the installed library
  Library library({Library::installed_folder()}, ignored);
  const Known known = known_in(library);
  out.push_back({".gofuda/variant.schema.json", variant_schema(known)});
  out.push_back({".gofuda/deck.schema.json", deck_schema(known)});
  out.push_back({".gofuda/preset.schema.json", preset_schema()});
  out.push_back({".gofuda/dispute.schema.json", dispute_schema(known)});
  out.push_back({".gofuda/plan.schema.json", plan_schema(known)});
  out.push_back({".gofuda/gofuda.lua", lua_definition()});
  return out;
}

struct Made {
  std::vector<std::string> written, kept;
};

// A message when something could not be written, else "".
std::string make(const fs::path& folder, Made& made) {
  for (const Text& t : texts_for(folder)) {
    const fs::path path = folder / t.path;
    if (there(path)) {
      made.kept.push_back(t.path);
      continue;
    }
    if (would_lead_out(path.parent_path(), folder))
      return "a link on the way to " + path.string() + " leads nowhere, or out of the folder; take it away";
    std::error_code ec;
    fs::create_directories(path.parent_path(), ec);
    if (ec) return "cannot make the folder " + path.parent_path().string() + ": " + ec.message();
    if (std::string why = write_file(path.string(), t.text); !why.empty()) return why;
    made.written.push_back(t.path);
  }
  return "";
}

}  // namespace

int init(const Options& options, const Init& args) {
  if (args.folder.empty()) return usage_error("name the folder to make");
  const fs::path folder = fs::path(args.folder).lexically_normal();
  const bool examples = !has_rules(folder);
  Made made;
  const std::string why = make(folder, made);
  if (!why.empty()) return say_error(why), 1;
  if (options.json) {
    const nlohmann::ordered_json j{
        {"folder", printable(folder.string())}, {"written", made.written}, {"kept", made.kept}};
    return std::printf("%s\n", j.dump(2).c_str()), 0;
  }
  const auto shown = [&](const std::string& file) { return printable((folder / file).lexically_normal().string()); };
  for (const std::string& file : made.written) std::printf("%s\n", shown(file).c_str());
  for (const std::string& file : made.kept) std::printf("kept: %s (it is there already)\n", shown(file).c_str());
  std::printf("Next:%s\n  gofuda check             reads every file; with --watch, again at each save\n",
              folder == "." ? "" : ("\n  cd " + printable(folder.string())).c_str());
  if (examples)
    std::printf(
        "  gofuda judge             judges disputes/\n  gofuda show card ferry   shows cards/ferry.lua\n"
        "  gofuda try ferry         plays it alone, on positions of random games\n"
        "  gofuda play my-game      plays variants/my-game.yaml\n"
        "  gofuda table my-game     plays it on a page of the browser, and follows each save\n");
  return 0;
}

}  // namespace gofuda::tools
