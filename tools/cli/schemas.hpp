// JSON schemas (draft-07) of the YAML files, for editors: what `check` finds, as far as one file shows it.
#pragma once

#include <string>
#include <vector>

namespace gofuda {
class Library;
}

namespace gofuda::tools {

// A house rule of the library: "twice.mode", or "turn.rounds" with the values of all turn protocols that have it.
struct KnownOption {
  std::string key, text;
  std::vector<std::string> values;
};

// What the schemas know of the library. Other names are allowed, for one's own files may have them.
struct Known {
  std::vector<KnownOption> options;
  std::vector<std::string> cards, decks, variants, turns, wins, presets;
};
Known known_in(Library& library);

std::string variant_schema(const Known& known);
std::string deck_schema(const Known& known);
std::string preset_schema();
std::string dispute_schema(const Known& known);
std::string plan_schema(const Known& known);

}  // namespace gofuda::tools
