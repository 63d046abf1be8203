// The rules library: cards, decks, variants, turn protocols and win conditions in one or more folders. A designer's own
// folder (`--rules DIR`) is searched first, then the installed one.
//
//   cards/**/NAME.lua        cards              variants/NAME.yaml        games
//   cards/decks/NAME.yaml    decks              variants/turns/NAME.lua   turn protocols
//                                               variants/win/NAME.lua     win conditions
//                                               variants/presets/NAME.yaml  rules of stones by name
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scripting/diagnostic.hpp"
#include "scripting/script.hpp"
#include "scripting/variant.hpp"
#include "scripting/yaml.hpp"

namespace gofuda {

struct Deck {
  std::string id, title, source, text, file;
  std::vector<std::pair<std::string, int>> cards;            // card id and number of copies, in the file's order
  std::vector<std::pair<std::string, std::string>> options;  // "card.option" -> value
  std::vector<std::pair<int, int>> option_places;            // line and column of each option
  TallyNames names;                                          // that the deck declares, with what each side begins with
  int total() const;
  int copies(const std::string& card) const;
  void set_copies(const std::string& card, int copies);  // also of one that it has none of
};

// Rules of stones by name, as `rules: { preset: NAME }` takes them.
struct Preset {
  struct Value {
    std::string text;
    int line, column;  // of its key
  };
  std::string id, title, source, text, file;
  std::vector<std::pair<std::string, Value>> rules;  // in the file's order; each a rule field and a value that it takes
};
inline constexpr std::string_view kPresetKey = "preset";

enum class FileKind { card, deck, variant, turn, win, preset };

// What a file of the library can be named, without its ending.
bool is_library_name(std::string_view name);
inline constexpr std::string_view kLibraryNameRule =
    "at most 64 small letters, digits and hyphens, a hyphen not first (null, pass and decline are words of saved "
    "games)";
std::string_view file_kind_name(FileKind k);

// Would it be read if its name ended as it should? `ending`: ".yaml" or ".lua". And the mistake that it is.
bool is_misnamed(const std::filesystem::path& path, std::string_view ending);
void tell_misnamed(const std::filesystem::path& path, const std::string& ending, Diagnostics& out);

// What is looked for in a library, by name, whether it is there or not.
struct Sought {
  FileKind kind;
  std::string name;  // kEveryName: which names there are
  auto operator<=>(const Sought&) const = default;
};
inline constexpr const char* kEveryName = "*";

// All that a library has read of its folders, for who may open nothing.
struct LibraryTexts {
  struct File {
    FileKind kind;
    std::string name, path, shown;
    std::optional<std::string> text;  // nothing where `wrong` says why
    std::vector<Diagnostic> wrong;
  };
  std::vector<std::string> folders;
  std::vector<File> files;
  std::vector<Diagnostic> wrong;  // with the folders
};

class Library {
 public:
  // Folders in the order of search. What is wrong with the folders themselves (two files of one name) goes to `out`.
  Library(std::vector<std::string> folders, Diagnostics& out);
  // Of what another one has read. From here on nothing is opened or looked for on the disk.
  explicit Library(const LibraryTexts& texts);

  const std::vector<std::string>& folders() const { return folders_; }
  std::vector<std::string> names(FileKind k) const;  // sorted
  std::optional<std::string> path(FileKind k, const std::string& name) const;

  // Each is read once; nothing after at least one diagnostic. `from` is where the name was written, for the message
  // when there is no such file.
  struct Mention {
    std::string file;
    int line = 0, column = 0;
  };
  std::shared_ptr<const Script> script(FileKind k, const std::string& name, const Mention& from, Diagnostics& out);
  std::shared_ptr<const Deck> deck(const std::string& name, const Mention& from, Diagnostics& out);
  std::shared_ptr<const Preset> preset(const std::string& name, const Mention& from, Diagnostics& out);
  std::shared_ptr<const Variant> variant(const std::string& name, const Settings& settings, const Mention& from,
                                         Diagnostics& out);
  // The variant with these decks' cards added to its card table, for positions that hold other cards.
  std::shared_ptr<const Variant> variant(const std::string& name, const Settings& settings,
                                         const std::vector<std::string>& extra_cards, const Mention& from,
                                         Diagnostics& out);

  // From here on, all that is looked for goes to `to`, too, and what that needs in turn. nullptr: no more.
  void note_sought(std::set<Sought>* to) { sought_ = to; }

  // Reads the bytes of every file now, unless it has them: from here on nothing of the library is opened or looked for
  // on the disk.
  void keep_texts();
  LibraryTexts texts() const;                          // that are kept
  static constexpr std::size_t kMostKept = 64u << 20;  // bytes, of all files together
  // The bytes of a file by its path, where they are kept.
  const std::string* kept_text(const std::string& file_path) const;

  // The bytes of one as they were when it was parsed; nothing where it was not.
  std::shared_ptr<const std::string> read_text(const std::string& file_path) const;

  // Is there such a file, by its path?
  bool has_file(const std::string& file_path) const;

  // What a file is to hold, whatever the disk says: before anything of it was read.
  void put_text(const std::string& file_path, std::string text);

  // A variant's file, parsed once. Nothing after a diagnostic.
  std::shared_ptr<const YamlFile> variant_file(const std::string& file_path, Diagnostics& out);

  // Reads everything in the folders; every mistake of every file goes to `out`. How many files of each kind were read.
  std::map<FileKind, int> check_all(Diagnostics& out);
  // Checks one file of the library, or a stray one, by its path.
  bool check_file(const std::string& file_path, Diagnostics& out);

  // The installed library: beside the program when it is installed, else in the source tree it was built from.
  static std::string installed_folder();
  // How diagnostics name a path: relative to the current folder when it is below it.
  static std::string display(const std::string& path);
  // Is the file, which was met below the folder, a link that leads out of it? Then says so. One to nothing leads
  // nowhere.
  static bool refuse_outside(const std::filesystem::path& file, const std::filesystem::path& folder, Diagnostics& out);

 private:
  struct Found {
    std::string path;
  };
  struct Kept {
    std::string shown;
    std::optional<std::string> text;
    Diagnostics wrong;  // where there is no text
  };
  void scan(const std::string& folder, Diagnostics& out);
  void missing(FileKind k, const std::string& name, const Mention& from, Diagnostics& out) const;
  std::optional<std::string> text_of(const std::string& file_path, Diagnostics& out) const;
  std::string shown(const std::string& file_path) const;
  bool same_file(const std::string& a, const std::string& b) const;

  std::vector<std::string> folders_;
  bool on_disk_ = true;
  std::map<FileKind, std::map<std::string, Found>> index_;
  std::map<std::string, Kept> kept_;                                        // by path
  mutable std::map<std::string, std::shared_ptr<const std::string>> read_;  // what was parsed, by path
  std::map<std::string, std::shared_ptr<const Script>> scripts_;            // by path; null when it was bad
  std::map<std::string, std::shared_ptr<const Deck>> decks_;
  std::map<std::string, std::shared_ptr<const Preset>> presets_;
  std::map<std::string, std::shared_ptr<const YamlFile>> variant_files_;

  // What was looked for to make something that is kept, for who notes it.
  using Needs = std::set<Sought>;
  void check_options(const std::string& deck_name, Diagnostics& out);
  void note(const Sought& sought) const {
    if (sought_) sought_->insert(sought);
  }
  void note(const Needs& needs) const {
    if (sought_) sought_->insert(needs.begin(), needs.end());
  }
  Needs* sought_ = nullptr;
  std::map<std::string, Needs> deck_needs_;  // by path
  // Games are asked for again and again under the same settings, by one dispute after the other.
  static constexpr std::size_t kMostBuilt = 16;
  struct Built {
    std::string name;
    Settings settings;
    std::shared_ptr<const Variant> variant;
    Needs needs;
  };
  std::vector<Built> built_;  // without a mistake; the last asked for last
  const Built* built(const std::string& name, const Settings& settings, const std::vector<std::string>& extra_cards);
};

}  // namespace gofuda
