#include "tools/players/weights_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "scripting/yaml.hpp"
#include "tools/solver/proof.hpp"

namespace gofuda::tools {

namespace {

constexpr long kForm = 1;
constexpr float kMost = 20;                   // a weight
constexpr std::size_t kMostWeights = 30'000;  // in a file, which is then not too large to be read again
constexpr float kLeast = 0.0005f;             // what is less is written as nothing

std::string shapes_text(const std::vector<Orientation>& shape) {
  std::string out;
  for (const Orientation& o : shape)
    for (std::size_t i = 0; i < o.offsets.size(); ++i)
      out += (i == 0 ? " |" : " ") + std::to_string(o.offsets[i]) + (o.theirs[i] ? "o" : "x");
  return out;
}

std::string rules_words(const Variant& v) {
  const Ruleset& r = *v.ruleset;
  const Topology& t = r.grid.topology();
  std::string out = rules_text(r) + "topology " + std::to_string(t.wraps_columns) + std::to_string(t.wraps_rows) +
                    std::to_string(t.hex) + "\nfirst " + std::to_string(index(r.first)) +
                    std::to_string(r.first_by_chance) + "\ndeal " + std::to_string(r.deal) +
                    std::to_string(r.deal_open) + "\nsetup";
  for (const Stone& s : r.setup) (out += ' ') += point_name(s.point) + std::to_string(index(s.colour));
  for (const RuleField& f : rule_fields()) (((out += '\n') += f.name) += ' ') += f.get(r.rules);
  for (const auto& deck : r.decks) {
    out += "\ndeck";
    for (CardId c : deck) (out += ' ') += std::to_string(c);
  }
  for (const CardInfo& c : r.cards) out += "\ncard " + c.id + shapes_text(c.shape);
  const auto add = [&](const std::shared_ptr<const Script>& s) {
    out += s ? "\nscript " + s->id + "\n" + s->source : "";
  };
  add(v.turn);
  for (const auto& s : v.cards) add(s);
  for (const auto& s : v.wins) add(s);
  for (const auto& [script, options] : v.options)
    for (const auto& [option, chosen] : options) out += "\noption " + script + "." + option + " " + chosen.value;
  return out;
}

std::string number_text(float w) {
  std::array<char, 32> digits;
  return {digits.data(),
          std::to_chars(digits.data(), digits.data() + digits.size(), w, std::chars_format::fixed, 4).ptr};
}

class Reader {
 public:
  Reader(const YamlFile& file, const Variant& variant, Diagnostics& out) : file_(file), variant_(variant), out_(out) {}
  std::shared_ptr<const Weights> read();

 private:
  bool is_of_these_rules(YamlMap& map);
  bool is_of_this_game(const YamlNode* game);
  void read_learned(const YamlNode& learned);
  void read_weight(const YamlField& field, Weights& weights);
  void read_weights(const YamlNode& all, YamlMap& map, Weights& weights);
  void wrong(const YamlNode& at, const char* code, std::string message) {
    yaml_error(file_, at, code, std::move(message), out_);
  }
  const YamlFile& file_;
  const Variant& variant_;
  Diagnostics& out_;
};

// The same rules under another name are another game, unless its file says so.
bool Reader::is_of_this_game(const YamlNode* game) {
  if (!game || (game->kind == YamlNode::Kind::scalar && game->text == variant_.id)) return game;
  wrong(*game, "other-rules",
        "these weights are said to be of another game than '" + variant_.id +
            "', by whose rules they were learned; write that name here, or run gofuda learn");
  return false;
}

bool Reader::is_of_these_rules(YamlMap& map) {
  map.integer("gofuda-weights", kForm, kForm, true);
  const YamlNode* game = map.required("variant");
  if (const YamlNode* learned = map.optional("learned")) read_learned(*learned);
  const YamlNode* rules = map.required("rules");
  if (!rules || rules->kind != YamlNode::Kind::scalar) return false;
  const std::string wanted = rules_mark(variant_);
  if (rules->text == wanted) return is_of_this_game(game);
  wrong(*rules, "other-rules",
        "these weights were learned by other rules (" + in_quotes(rules->text) + ") than those of '" + variant_.id +
            "' as it is played here (" + wanted + "); run gofuda learn with these");
  return false;
}

// What they were learned from: nothing hangs on it, but it is to be true to its form.
void Reader::read_learned(const YamlNode& learned) {
  if (learned.kind != YamlNode::Kind::map)
    return wrong(learned, "wrong-type", "'learned' is { games: N, answers: N, seed: N, playouts: N }");
  for (const auto& [key, value] : learned.fields) {
    if (key.text != "games" && key.text != "answers" && key.text != "seed" && key.text != "playouts")
      wrong(key, "unknown-field", "'learned' has games, answers, seed and playouts, not " + in_quotes(key.text));
    std::uint64_t n = 0;
    const std::string& text = value.text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (value.kind != YamlNode::Kind::scalar || error != std::errc() || end != text.data() + text.size())
      wrong(value, "wrong-type", in_quotes(key.text) + " of 'learned' is a number such as 100");
  }
}

void Reader::read_weight(const YamlField& field, Weights& weights) {
  const std::string& name = field.first.text;
  const auto feature = weights.features.find(name);
  if (!feature)
    return wrong(field.first, "unknown-weight", in_quotes(name) + " is nothing that a weight is for in this game");
  const std::string& text = field.second.text;
  float w = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), w);
  if (field.second.kind != YamlNode::Kind::scalar || error == std::errc::invalid_argument ||
      end != text.data() + text.size() || std::isnan(w))
    return wrong(field.second, "wrong-type", "the weight of " + in_quotes(name) + " is a number such as 0.25");
  if (error != std::errc() || !(std::abs(w) <= kMost))
    return wrong(field.second, "out-of-range", "the weight of " + in_quotes(name) + " is from -20 to 20");
  weights.put(*feature, w);
}

// Their number stands after them: a file that ends early can be a file all the same.
void Reader::read_weights(const YamlNode& all, YamlMap& map, Weights& weights) {
  for (const YamlField& field : all.fields) read_weight(field, weights);
  const YamlNode* count = map.optional("count");
  const std::string there = std::to_string(all.fields.size());
  if (!count)
    wrong(file_.root, "cut",
          "the file ends without 'count', the number of its weights, and may have been cut off; where it is whole, add "
          "count: " +
              there + " at its end");
  else if (count->kind != YamlNode::Kind::scalar || count->text != there)
    wrong(*count, "cut",
          "there are " + there + " weights, not " + in_quotes(count->text) +
              ": the file was cut off or edited; where it is whole, write count: " + there);
}

std::shared_ptr<const Weights> Reader::read() {
  YamlMap map(file_, file_.root, "a file of weights", out_);
  auto weights = std::make_shared<Weights>(*variant_.ruleset);
  if (map.valid() && is_of_these_rules(map)) {
    const YamlNode* all = map.required("weights");
    if (all && all->kind != YamlNode::Kind::map)
      wrong(*all, "wrong-type", "'weights' is a list of names with a number each");
    else if (all && all->fields.size() > kMostWeights)
      wrong(*all, "too-many", "more than " + std::to_string(kMostWeights) + " weights");
    else if (all)
      read_weights(*all, map, *weights);
    map.finish();
  }
  if (out_.has_errors()) return nullptr;
  weights->spread();
  return weights;
}

}  // namespace

std::string rules_mark(const Variant& variant) { return digest(rules_words(variant)); }

std::string weights_text(const Weights& weights, const Variant& variant, const Learned& learned) {
  std::vector<std::pair<Features::Index, float>> all;
  weights.for_each([&](Features::Index i, float w) {
    if (std::abs(w) >= kLeast) all.emplace_back(i, std::clamp(w, -kMost, kMost));
  });
  if (all.size() > kMostWeights) {  // the heaviest
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
    all.resize(kMostWeights);
    std::sort(all.begin(), all.end());
  }
  std::string out = "gofuda-weights: " + std::to_string(kForm) + "\nvariant: " + variant.id + "\nrules: \"" +
                    rules_mark(variant) + "\"\nlearned: { games: " + std::to_string(learned.games) +
                    ", answers: " + std::to_string(learned.answers) + ", seed: " + std::to_string(learned.seed) +
                    ", playouts: " + std::to_string(learned.playouts) + " }\nweights:\n";
  for (const auto& [i, w] : all) out += "  " + weights.features.name(i) + ": " + number_text(w) + "\n";
  if (all.empty()) out += "  {}\n";
  return out + "count: " + std::to_string(all.size()) + "\n";
}

std::shared_ptr<const Weights> parse_weights(const std::string& name, std::string_view text, const Variant& variant,
                                             Diagnostics& out) {
  Diagnostics own;
  std::shared_ptr<const Weights> weights;
  if (const auto file = parse_yaml(name, text, own)) weights = Reader(*file, variant, own).read();
  for (const Diagnostic& d : own.list()) out.add(d);
  return weights;
}

std::shared_ptr<const Weights> read_weights(const std::string& path, const Variant& variant, Diagnostics& out) {
  const auto text = read_text_file(path, out);
  return text ? parse_weights(path, *text, variant, out) : nullptr;
}

}  // namespace gofuda::tools
