// What is to be compared with what, as the words of the command say it.
#pragma once

#include "tools/lab/finding/differ.hpp"
#include "tools/lab/finding/search.hpp"
#include "tools/lab/plans/made_report.hpp"

namespace gofuda::tools {

// Another value of an option that cannot be had, and why.
struct NotSet {
  std::string key, value, why;
};

// A card of which the decks of the two have other numbers.
struct DeckChange {
  std::string card;
  int a, b;
};

struct Asked {
  std::string a, b;  // as they are called
  std::optional<Library> library,
      other_library;  // where the readings come from; the other one where it is not the same
  lab::Search search;
  std::vector<NotSet> not_set;
  std::vector<DeckChange> decks;  // turn by turn both are played with the first one's
  bool same = false;              // no rule differs
  const Library& of_other() const { return other_library ? *other_library : *library; }
  // Are the others the first reading with other settings, so that one dispute says both?
  bool by_settings = true;
};

// The folders of rules, none of whose files has been looked into.
struct Folders {
  Library library;
  std::optional<Library> before;
  Settings settings;
};
// Nothing after a message was printed; `code` is then the exit code.
std::optional<Folders> open_folders(const Options& options, const Differ& args, int& code);
// Nothing, and in `wrong` why.
std::optional<Asked> read_question(Folders folders, const Differ& args, MadeReport& wrong);

}  // namespace gofuda::tools
