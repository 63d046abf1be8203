#include "tools/sgf/sgf_commands.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "scripting/dispute.hpp"
#include "tools/print/output_file.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"
#include "tools/sgf/export.hpp"
#include "tools/sgf/import.hpp"

namespace gofuda::tools {

namespace {

int give(const Options& options, const std::string& to, std::optional<Content> kind, const std::string& text,
         Diagnostics& notes) {
  if (!to.empty()) {
    const std::string problem = kind ? write_content(to, text, *kind) : write_made(to, text);
    if (!problem.empty()) return say_error(problem), 1;
  }
  notes.sort();
  if (options.json) {
    nlohmann::json said = nlohmann::json::parse(to_json(notes.list()));
    std::printf("%s\n", json_text({{"text", text}, {"notes", std::move(said)}}).c_str());
    return 0;
  }
  for (const Diagnostic& d : notes.list()) std::fprintf(stderr, "%s\n", to_text(d).c_str());
  if (to.empty()) std::printf("%s", text.c_str());
  return 0;
}

}  // namespace

int import_sgf(const Options& options, const SgfImport& args) {
  Diagnostics out, notes;
  const Settings more = parse_settings(args.set, out);
  SgfChoice choice;
  choice.game = args.game, choice.move = args.move;
  choice.variant = args.variant, choice.lenient = args.lenient;
  if (!args.path.empty()) {
    const auto path = parse_sgf_path(args.path);
    if (!path) return usage_error("--variation is the way to go at each fork, such as 2.1, not '" + args.path + "'");
    choice.path = *path;
  }
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
  if (!library) return report(options, out), 2;
  if (const std::string none = no_such_variant(*library, args.variant); !args.variant.empty() && !none.empty())
    return usage_error(none);
  const auto bytes = read_text_file(args.file, out, kMostSgfBytes);
  if (!bytes) return report(options, out), 1;
  const auto record = play_sgf(*library, Library::display(args.file), *bytes, choice, more, out, notes);
  if (!record) {
    for (const Diagnostic& d : notes.list()) out.add(d);
    return report(options, out), exit_code(out);
  }
  if (args.as == "dispute") return give(options, args.to, std::nullopt, dispute_text(*record), notes);
  return give(options, args.to, Content::game, game_text(*record), notes);
}

int export_sgf(const Options& options, const SgfExport& args) {
  Diagnostics out, notes;
  const Settings more = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
  if (!library) return report(options, out), 2;
  const auto dispute = read_dispute(args.file, out);
  const auto record = dispute ? play_record(*library, *dispute, more, out) : std::nullopt;
  if (!record) return report(options, out), exit_code(out);
  return give(options, args.to, Content::record,
              sgf_of(*record->open.variant, *record->open.game, record->settings, record->title), notes);
}

}  // namespace gofuda::tools
