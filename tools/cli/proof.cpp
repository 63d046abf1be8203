#include "tools/cli/proof.hpp"

#include <nlohmann/json.hpp>

#include "core/result.hpp"
#include "scripting/scripts.hpp"
#include "scripting/setting_places.hpp"
#include "tools/lab/campaign/interrupt.hpp"
#include "tools/print/findings.hpp"
#include "tools/print/output_file.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"
#include "tools/solver/proof_builder.hpp"
#include "tools/solver/proof_check.hpp"

namespace gofuda::tools {

namespace {

std::vector<std::pair<Seat, bool>> claims_of(const Solution& value, Seat to_move) {
  if (value.result == Solution::Result::draw) return {{Seat::black, false}, {Seat::white, false}};
  return {{value.result == Solution::Result::win ? to_move : other(to_move), true}};
}

std::string claim_text(const ProofClaim& claim) {
  return std::string(claim.side == Seat::black ? "Black" : "White") + (claim.wins ? " wins" : " does not lose");
}

std::string said_of(const ProofMistake& m) { return m.code + ": " + m.message; }

}  // namespace

std::string unprovable(const Ruleset& rules) {
  if (!PatternSolver::fits(rules)) return "a proof is of a game in which stones stay and patterns win";
  if (rules.grid.area() <= kMostProofPoints) return "";
  return "a proof is of a board of up to " + std::to_string(kMostProofPoints) + " points, and this one has " +
         std::to_string(rules.grid.area());
}

WrittenProof write_proof(const std::string& file, Solver& solver, const Variant& variant, const Settings& settings,
                         const Position& position, const Solution& value, const SearchLimits& limits,
                         Scripts& scripts) {
  WrittenProof out;
  out.file = file;
  Proof proof;
  proof.variant = variant.id;
  proof.settings = settings;
  proof.rules = rules_digest(*variant.ruleset);
  ProofBuilder builder(dynamic_cast<PatternSolver&>(solver));
  for (const auto& [side, wins] : claims_of(value, position.to_move))
    if (!builder.prove(position, side, wins, limits, proof))
      return out.failure = "it was not found within the positions allowed", out;
  builder.finish(position, proof);
  const std::string text = proof_text(proof);
  Proof again;  // what a reader of the file sees
  if (const auto m = read_proof(text, *variant.ruleset, again)) return out.failure = said_of(*m), out;
  ProofChecker checker(variant.ruleset, again, scripts);
  if (const auto m = checker.check(limits.stop)) return out.failure = said_of(*m), out;
  if (checker.stopped()) return out.failure = "stopped", out;
  out.failure = write_content(file, text, Content::proof);
  out.lines = proof.lines.size();
  out.bytes = text.size();
  out.positions = checker.positions();
  return out;
}

namespace {

class CheckedFile {
 public:
  CheckedFile(const Options& options, const Solve& args) : options_(options), args_(args) {}
  int run();

 private:
  bool read();
  bool open();
  void wrong(const ProofMistake& m) { out_.error(shown_, m.line, m.column, m.code, m.message); }
  void print(const ProofChecker& checker) const;
  Board board() const;
  const Options& options_;
  const Solve& args_;
  Diagnostics out_;
  std::string shown_;
  std::optional<std::string> text_;
  Settings settings_;  // of the file, and of the command line
  std::shared_ptr<const Variant> variant_;
  Proof proof_;
};

// The rules are those that the file names, unless the command line names some.
bool CheckedFile::open() {
  ProofHead head;
  if (const auto m = read_proof_head(*text_, head)) return wrong(*m), false;
  settings_ = parse_settings(args_.set, out_);
  auto library = open_and_tell(options_, out_);
  if (out_.has_errors() || !library) return false;
  if (args_.variant.empty()) settings_.insert(settings_.begin(), head.settings.begin(), head.settings.end());
  const std::string name = args_.variant.empty() ? head.variant : args_.variant;
  Diagnostics found;
  variant_ = library->variant(name, settings_, {args_.variant.empty() ? shown_ : "", head.variant_place, 9}, found);
  SettingPlaces places(shown_);
  for (std::size_t i = 0; args_.variant.empty() && i < head.settings.size(); ++i)
    places.add(head.settings[i].first, head.settings[i].second, head.setting_places[i], 5);
  places.tell(found, out_);
  if (!variant_) return false;
  if (const std::string why = unprovable(*variant_->ruleset); !why.empty())
    return wrong({head.variant_place, 9, "other-rules", "'" + name + "': " + why}), false;
  if (head.rules != rules_digest(*variant_->ruleset))
    return wrong({head.rules_place, 7, "other-rules",
                  "the proof is of other rules than '" + name + "' has now, which are " +
                      rules_digest(*variant_->ruleset)}),
           false;
  return true;
}

bool CheckedFile::read() {
  shown_ = Library::display(args_.check);
  text_ = read_text_file(args_.check, out_, kMostProof);
  if (!text_ || !open()) return false;
  const auto m = read_proof(*text_, *variant_->ruleset, proof_);
  if (m) wrong(*m);
  return !m;
}

Board CheckedFile::board() const {
  Board out(variant_->ruleset->grid);
  for (Seat s : {Seat::black, Seat::white}) proof_.stones[slot(s)].for_each([&](Point p) { out.set(p, colour_of(s)); });
  return out;
}

void CheckedFile::print(const ProofChecker& checker) const {
  const auto stones = proof_.stones[0].count() + proof_.stones[1].count();
  if (options_.json) {
    nlohmann::json j{{"variant", variant_->id},
                     {"settings", settings_json(settings_)},
                     {"rules", proof_.rules},
                     {"black", points_json(proof_.stones[0])},
                     {"white", points_json(proof_.stones[1])},
                     {"to_move", std::string(seat_name(proof_.to_move))},
                     {"stones", stones},
                     {"claims", nlohmann::json::array()},
                     {"lines", proof_.lines.size()},
                     {"positions", checker.positions()},
                     {"moves", checker.moves()}};
    for (const ProofClaim& c : proof_.claims)
      j["claims"].push_back({{"side", std::string(seat_name(c.side))}, {"claim", c.wins ? "wins" : "holds"}});
    std::printf("%s\n", json_text(j).c_str());
    return;
  }
  print_lines(heading_lines(*variant_, settings_));
  if (stones > 0) print_lines(board_lines(style_for(use_colour(options_, 1), 1), variant_->ruleset->grid, board(), {}));
  std::printf("%s is to move, %s.\n", proof_.to_move == Seat::black ? "Black" : "White",
              stones == 0 ? "on the empty board" : (std::to_string(stones) + " stones on the board").c_str());
  for (const ProofClaim& c : proof_.claims) std::printf("Proved: %s.\n", claim_text(c).c_str());
  std::printf("%zu lines, %llu positions, %llu moves\n", proof_.lines.size(),
              static_cast<unsigned long long>(checker.positions()), static_cast<unsigned long long>(checker.moves()));
}

int CheckedFile::run() {
  if (!read()) return report(options_, out_), exit_code(out_);
  auto scripts = make_scripts(variant_);
  lab::Interrupt interrupt;
  ProofChecker checker(variant_->ruleset, proof_, *scripts);
  if (const auto m = checker.check(&interrupt.caught())) return wrong(*m), report(options_, out_), 1;
  if (checker.stopped()) return std::fprintf(stderr, "stopped: nothing is proved\n"), 128 + interrupt.caught();
  print(checker);
  return 0;
}

}  // namespace

int check_proof(const Options& options, const Solve& args) { return CheckedFile(options, args).run(); }

}  // namespace gofuda::tools
