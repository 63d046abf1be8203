#include "scripting/expected_lines.hpp"

#include <algorithm>
#include <vector>

#include "core/notation/tokens.hpp"

namespace gofuda {

namespace {

constexpr std::size_t kMostLines = 250;  // each is played in a copy of the game

class Lines {
 public:
  Lines(const YamlFile& file, bool legal, const Judged& seen, Diagnostics& out)
      : file_(file), legal_(legal), seen_(seen), out_(out) {}

  void check(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::sequence)
      return mistake(node, "write a list of lines such as '- black: leap (D4 F5)'");
    if (node.items.size() > kMostLines)
      return yaml_error(file_, node.items[kMostLines], "too-many",
                        "there are " + std::to_string(node.items.size()) + " lines here; " +
                            std::to_string(kMostLines) + " are the most, so make several disputes",
                        out_);
    for (const YamlNode& item : node.items)
      if (Line line{item, {}}; read_line(line)) judge_line(line);
  }

 private:
  struct Line {
    const YamlNode& node;
    std::vector<Token> tokens;
    const YamlNode* because = nullptr;
  };

  void fail(const YamlNode& node, std::string message) { yaml_error(file_, node, "failed", std::move(message), out_); }
  void mistake(const YamlNode& node, std::string message) {
    yaml_error(file_, node, "expectation", std::move(message), out_);
  }

  // One map of it: { black: leap (D4 F5) }, with the reason of a refusal.
  void read_part(const YamlNode& part, Line& line) {
    YamlMap map(file_, part, "a line of play", out_);
    for (const char* who : {"black", "white", "chance"}) map.optional(who);
    if (const YamlNode* why = legal_ ? nullptr : map.optional("because"); why)
      if (auto text = yaml_text(file_, *why, "'because'", out_); text && is_reason(file_, *why, *text, out_))
        line.because = why;
    map.finish();
    if (!map.valid()) return;
    const std::size_t before = line.tokens.size();
    const std::size_t said = out_.size();
    for (const auto& [who, value] : part.fields) {
      if (who.text == "because") continue;
      std::string problem;
      const auto play = yaml_text(file_, value, "a play", out_);
      if (play && !tokenize(who.text, *play, file_.name, value.line, value.column, line.tokens, problem))
        mistake(value, problem);
    }
    if (line.tokens.size() == before && out_.size() == said)
      mistake(part, "no play is written here; write one, such as '- black: leap (D4 F5)'");
  }

  // False after a mistake in it.
  bool read_line(Line& line) {
    const std::size_t before = out_.size();
    if (line.node.kind != YamlNode::Kind::sequence)
      read_part(line.node, line);
    else if (line.node.items.empty())
      mistake(line.node, "this line of play is empty; write what is played, such as '- black: leap (D4 F5)'");
    for (const YamlNode& part : line.node.items) {
      if (line.because) mistake(*line.because, "'because' is about the last play of a line; write it there");
      line.because = nullptr;
      read_part(part, line);
    }
    return out_.size() == before;
  }

  void judge_line(const Line& line) {
    const YamlNode* because = line.because;
    Game game = seen_.waiting;
    TokenFeed feed(game, seen_.scripts, line.tokens);
    feed.skip_to(game.log().size());
    const TokenFeed::Fed o = feed.play();
    if (o == TokenFeed::Fed::wrong && feed.misspelt())
      return yaml_error(file_, line.node, "notation", feed.problem(), out_);
    if (o == TokenFeed::Fed::wrong || o == TokenFeed::Fed::fault) {
      const bool ended = because && because->text == reason_code(Reason::game_over) && game.over();
      if (legal_ || o == TokenFeed::Fed::fault || feed.misread() || !because || (because->text != kNotAsked && !ended))
        fail(line.node, o == TokenFeed::Fed::wrong ? feed.problem() : game.fault().message);
      return;
    }
    const bool refused = o == TokenFeed::Fed::refused;
    if (legal_ && refused) fail(line.node, "this is refused: " + to_string(feed.verdict()));
    if (!legal_ && !refused) fail(line.node, "this is legal");
    if (refused && because && reason_code(feed.verdict().reason) != because->text)
      fail(*because, "this is refused, but so: " + to_string(feed.verdict()));
  }

  const YamlFile& file_;
  const bool legal_;
  const Judged& seen_;
  Diagnostics& out_;
};

}  // namespace

void check_lines(const YamlFile& file, const YamlNode& node, bool legal, const Judged& seen, Diagnostics& out) {
  Lines(file, legal, seen, out).check(node);
}

bool is_reason(const YamlFile& file, const YamlNode& node, const std::string& text, Diagnostics& out) {
  std::vector<std::string> codes{std::string(kNotAsked)};
  for (const ReasonText& r : kReasons)
    if (r.code != reason_code(Reason::legal)) codes.emplace_back(r.code);
  if (std::find(codes.begin(), codes.end(), text) != codes.end()) return true;
  yaml_error(file, node, "expectation", "there is no reason " + in_quotes(text) + did_you_mean(text, codes), out);
  return false;
}

}  // namespace gofuda
