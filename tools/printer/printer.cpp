#include "tools/printer/printer.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>

#include "scripting/file.hpp"
#include "tools/print/output_file.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"
#include "tools/printer/output.hpp"
#include "tools/printer/press.hpp"

namespace gofuda::tools {

namespace {

using namespace printer;

constexpr double kPageDpi = 300;
constexpr double kSheetDpi = 165;      // 409x572 a card: the sheet is below 4096x4096, which every table takes
constexpr double kMostSheetDpi = 400;  // some 10,000 dots across

struct Failure {
  int code;
  std::string message;
};

// The date in a PDF is no reason for other bytes: the one that is agreed upon for builds, or always the same.
std::string date() {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (!epoch || !*epoch) return "2000-01-01T00:00:00Z";
  const std::string_view text = epoch;
  constexpr std::int64_t kMost = 253402300799;  // the year 9999
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || seconds < 0 || seconds > kMost)
    throw Failure{2, "SOURCE_DATE_EPOCH is " + in_quotes(text) + ", not a number of seconds since 1970"};
  const std::time_t time = seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char out[32];
  std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return out;
}

Format format_of(const Print& args) {
  const std::size_t dot = args.out.find_last_of("./");
  const bool ends = dot != std::string::npos && args.out[dot] == '.';
  const std::string ending = ends ? args.out.substr(dot + 1) : "";
  if (const auto format = format_named(args.format.empty() ? ending : args.format)) return *format;
  throw Failure{2, "what is written is told by how the name of the file ends: .pdf, .svg or .png, not " +
                       in_quotes(args.out) + "; or by --format"};
}

void check_usage(const Print& args, Format format) {
  const bool png = format == Format::png;
  if (args.sheet && !png) throw Failure{2, "--sheet is a picture: -o FILE.png"};
  if (args.sheet && (args.bleed || !args.duplex.empty()))
    throw Failure{2, "a --sheet for a virtual table has no bleed and no other side"};
  if (args.dpi > 0 && !png)
    throw Failure{2, "--dpi is for .png; a " + std::string(format_name(format)) + " has no dots"};
  if (args.sheet && args.dpi > kMostSheetDpi)
    throw Failure{2, "a --sheet has at most 400 dots an inch; it is 630 mm wide"};
}

// The pages of a virtual table: all but the last place of each.
std::vector<Page> table_pages(std::size_t cards) {
  std::vector<Page> out;
  for (std::size_t first = 0; first < cards; first += kTableFaces) {
    Page page;
    for (std::size_t i = first; i < cards && i < first + kTableFaces; ++i) page.cards.emplace_back(i);
    page.cards.resize(kTableFaces + 1);
    out.push_back(page);
  }
  return out;
}

std::vector<Page> pages_of(const Print& args, const Pack& pack, const Layout& layout) {
  if (args.sheet) return table_pages(pack.cards.size());
  const Backs backs = !args.duplex.empty() ? Backs::behind : args.backs ? Backs::after : Backs::none;
  return pages_for(pack.cards.size(), layout, backs, args.duplex == "short-edge" ? Flip::short_edge : Flip::long_edge);
}

// How far it is, for whoever waits at a terminal.
class Progress {
 public:
  explicit Progress(std::size_t pages) : pages_(pages), shown_(isatty(2) == 1 && pages > 2) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
  }
  void step() {
    if (shown_) std::fprintf(stderr, "\r\x1b[Kpage %zu of %zu", ++done_, pages_);
  }

 private:
  std::size_t pages_, done_ = 0;
  bool shown_;
};

void write_all(const Job& job, const std::vector<Page>& pages, Format format, const Print& args,
               const std::vector<std::string>& files) {
  Progress progress(pages.size());
  const auto put = [](const std::string& file, const std::string& bytes) {
    if (std::string why = write_file(file, bytes); !why.empty()) throw Failure{1, why};
  };
  if (format == Format::pdf) return put(files[0], pdf_of(job, pages, [&] { progress.step(); }));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    put(files[i], format == Format::svg ? svg_of(job, pages[i]) : png_of(job, pages[i]));
    progress.step();
  }
  if (args.sheet && args.backs) put(files[pages.size()], png_of_back(job, job.pack.decks[0].title));
}

tools::Content content_of(Format format) {
  return format == Format::pdf   ? tools::Content::pdf
         : format == Format::svg ? tools::Content::svg
                                 : tools::Content::png;
}

std::vector<std::string> files_of(const Print& args, std::size_t pages, Format format) {
  std::vector<std::string> out;
  if (format == Format::pdf || pages == 1)
    out.push_back(args.out);
  else
    for (std::size_t i = 1; i <= pages; ++i) out.push_back(numbered(args.out, std::to_string(i)));
  if (args.sheet && args.backs) out.push_back(numbered(args.out, "back"));
  if (out.size() > 1 && (!is_file_or_none(args.out) || is_standard_output(args.out)))
    throw Failure{2, args.out + " is no file, and there are " + std::to_string(out.size()) + " to write; print a .pdf"};
  for (const std::string& file : out)
    if (std::string why = tools::other_kind(file, content_of(format)); !args.force && !why.empty())
      throw Failure{1, why + "; --force writes over it"};
  return out;
}

void say(const Options& options, const Print& args, const Pack& pack, const Layout& layout, std::size_t pages,
         const std::vector<std::string>& files, const Diagnostics& warnings) {
  std::FILE* to = is_standard_output(args.out) ? stderr : stdout;
  if (options.json) {
    nlohmann::json j{{"files", files},
                     {"pages", pages},
                     {"cards", pack.cards.size()},
                     {"columns", layout.columns},
                     {"rows", layout.rows},
                     {"one_for_each_side", pack.one_for_each_side},
                     {"warnings", nlohmann::json::parse(to_json(warnings.list()))}};
    std::fprintf(to, "%s\n", json_text(j).c_str());
    return;
  }
  for (const Diagnostic& d : warnings.list()) std::fprintf(stderr, "%s\n", to_text(d).c_str());
  const std::string places = std::to_string(layout.columns) + "x" + std::to_string(layout.rows);
  std::fprintf(to, "%s, %s of %s places\n", counted(static_cast<std::int64_t>(pack.cards.size()), "card").c_str(),
               counted(static_cast<std::int64_t>(pages), args.sheet ? "sheet" : "page").c_str(), places.c_str());
  if (pack.one_for_each_side) std::fprintf(to, "the game gives such a deck to each side: two prints make a game\n");
  for (const std::string& file : files) std::fprintf(to, "written: %s\n", printable(file).c_str());
}

int print_pack(const Options& options, const Print& args, Library& library, const Settings& settings, Format format) {
  Diagnostics out;
  const Pack pack = pack_of(library, args.names, settings, args.copies == "one", out);
  if (out.has_errors()) return report(options, out), exit_code(out);
  if (std::string why = Type::problem(args.font); !why.empty()) throw Failure{args.font.empty() ? 1 : 2, why};
  const Type type(args.font);
  std::vector<Sizes> sizes;
  for (const Face& face : pack.faces) sizes.push_back(fitted(type, face, out).value_or(Sizes{}));
  if (out.has_errors()) return report(options, out), 1;
  warn_missing(type, pack, out);
  out.sort();
  const Paper paper = args.paper == "a4" ? Paper::a4 : Paper::letter;
  const Layout layout = args.sheet ? table_layout() : paper_layout(paper, args.bleed);
  Job job{type, pack, sizes, layout};
  job.dpi = args.dpi > 0 ? args.dpi : args.sheet ? kSheetDpi : kPageDpi;
  job.title = pack.decks[0].title;
  job.date = date();
  if (args.sheet) job.corner = 0;
  const std::vector<Page> pages = pages_of(args, pack, layout);
  const std::vector<std::string> files = files_of(args, pages.size(), format);
  write_all(job, pages, format, args, files);
  say(options, args, pack, layout, pages.size(), files, out);
  return 0;
}

}  // namespace

int print_cards(const Options& options, const Print& args) {
  try {
    const Format format = format_of(args);
    check_usage(args, format);
    Diagnostics out;
    const Settings settings = parse_settings(args.set, out);
    auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
    if (!library) return report(options, out), 2;
    // Where a script is written in several countries, its letters would be those of the user's.
    for (const char* name : {"PANGO_LANGUAGE", "LANGUAGE"}) unsetenv(name);
    return print_pack(options, args, *library, settings, format);
  } catch (const Misnamed& e) { return usage_error(e.message); } catch (const Failure& e) {
    return say_error(e.message), e.code;
  }
}

}  // namespace gofuda::tools
