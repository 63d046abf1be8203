#include "scripting/tally_file.hpp"

#include <charconv>

#include "core/notation/tally_text.hpp"
#include "scripting/board_reader.hpp"

namespace gofuda {

namespace {

class TallyReading {
 public:
  TallyReading(const YamlFile& file, const Ruleset& rules, Diagnostics& out) : file_(file), rules_(rules), out_(out) {}

  std::vector<TallyLine> read(const TallyNodes& nodes) {
    if (nodes.tokens && is_map(*nodes.tokens, "'tokens' must be a map such as { black: { coin: 2 } }"))
      for (const auto& [who, held] : nodes.tokens->fields)
        if (const auto seat = seat_of_key(who); seat && is_map(held, "write how many of each: { coin: 2 }"))
          for (const auto& [name, number] : held.fields) token(*seat, name, number);
    if (nodes.scored && is_map(*nodes.scored, "'scored' must be a map such as { black: 2.5 }"))
      for (const auto& [who, number] : nodes.scored->fields)
        if (const auto seat = seat_of_key(who)) points(*seat, number);
    if (nodes.marks && is_map(*nodes.marks, "'marks' must be a map such as { holy: D4 E5 }"))
      for (const auto& [name, area] : nodes.marks->fields) mark(name, area);
    return std::move(lines_);
  }

 private:
  bool is_map(const YamlNode& node, const char* form) {
    if (node.kind == YamlNode::Kind::map) return true;
    yaml_error(file_, node, "type", form, out_);
    return false;
  }
  std::optional<Seat> seat_of_key(const YamlNode& key) {
    for (Seat seat : {Seat::black, Seat::white})
      if (key.text == seat_name(seat)) return seat;
    yaml_error(file_, key, "value", "this is of black or white, not " + in_quotes(key.text), out_);
    return std::nullopt;
  }
  void unknown(const YamlNode& key, const char* kind, const std::vector<std::string>& known) {
    yaml_error(file_, key, std::string("unknown-") + kind,
               std::string("the game has no ") + kind + " " + in_quotes(key.text) + did_you_mean(key.text, known),
               out_);
  }
  void token(Seat seat, const YamlNode& name, const YamlNode& number) {
    std::vector<std::string> known;
    for (const TallyNames::Token& t : rules_.names.tokens) known.push_back(t.name);
    const int n = rules_.names.token(name.text);
    if (n < 0) return unknown(name, "token", known);
    if (const auto held = yaml_integer(file_, number, "the number of tokens", 0, Tally::kMostTokens, out_))
      lines_.push_back(
          {{TallyChange::tokens, static_cast<std::uint8_t>(n), seat, static_cast<int>(*held), {}, 0}, &number});
  }
  void points(Seat seat, const YamlNode& number) {
    const auto text = yaml_text(file_, number, "a number of points", out_);
    if (!text) return;
    const auto n = read_decimal(*text);
    if (const char* wrong = n ? wrong_points(*n) : "must be a number")
      return yaml_error(file_, number, "value", std::string("what was scored ") + wrong, out_);
    lines_.push_back({{TallyChange::points, 0, seat, static_cast<int>(2 * *n), {}, 0}, &number});
  }
  void mark(const YamlNode& name, const YamlNode& area) {
    const int n = rules_.names.mark(name.text);
    if (n < 0) return unknown(name, "mark", rules_.names.marks);
    if (const auto set = read_points(file_, area, rules_.grid, out_))
      lines_.push_back({{TallyChange::marked, static_cast<std::uint8_t>(n), Seat::black, 0, *set, 0}, &area});
  }

  const YamlFile& file_;
  const Ruleset& rules_;
  Diagnostics& out_;
  std::vector<TallyLine> lines_;
};

}  // namespace

std::vector<TallyLine> read_tally(const YamlFile& file, const TallyNodes& nodes, const Ruleset& rules,
                                  Diagnostics& out) {
  return TallyReading(file, rules, out).read(nodes);
}

Tally tally_at_start(const Ruleset& rules, std::span<const TallyLine> lines) {
  Tally out = first_tally(rules.names);
  for (const TallyLine& line : lines) {
    TallyChange change = line.wanted;
    if (change.kind == TallyChange::tokens) change.by -= out.tokens(change.name, change.seat);
    out.apply(change);
  }
  return out;
}

std::string tally_difference(const TallyNames& names, const Tally& seen, const TallyLine& line) {
  const TallyChange& want = line.wanted;
  const std::string who(seat_name(want.seat));
  if (want.kind == TallyChange::tokens) {
    const int held = seen.tokens(want.name, want.seat);
    return held == want.by ? ""
                           : who + " has " + std::to_string(held) + " " + names.tokens[want.name].name + ", not " +
                                 std::to_string(want.by);
  }
  if (want.kind == TallyChange::points) {
    const int twice = seen.points2[static_cast<std::size_t>(index(want.seat))];
    return twice == want.by
               ? ""
               : who + " has scored " + points_text(kHalfPoint * twice) + ", not " + points_text(kHalfPoint * want.by);
  }
  const PointSet area = seen.marked(want.name);
  if (area == want.area) return "";
  return "the mark " + names.marks[want.name] + " is on " + (area.empty() ? "no point" : to_string(area));
}

}  // namespace gofuda
