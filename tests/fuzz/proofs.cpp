// Proofs, of the shipped games and of two small ones: read, written and read again, and checked for a while.
#include <atomic>

#include "scripting/scripts.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tools/solver/exact_patterns.hpp"
#include "tools/solver/proof_check.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

namespace {

struct Games {
  Folder folder;
  Library library;
  Games() : library((write_all(), library_with(folder))) {}

 private:
  void write_all() const {
    folder.write("variants/win/three.lua", "return win { name = \"Three\", text = \"Three in a row.\", line = 3 }\n");
    folder.write("variants/noughts.yaml", "variant: noughts\nextends: qango-6\nboard: { size: 3x3 }\nwin: [three]\n");
    folder.write("variants/sixteen.yaml",
                 "variant: sixteen\nextends: noughts\nboard: { size: 4x4 }\nopening:\n  1:\n    - \"....\"\n    - "
                 "\".XX.\"\n    - \".XX.\"\n    - \"....\"\n");
  }
};

void require_said(const tools::ProofMistake& m) {
  require(!m.code.empty() && !m.message.empty() && m.line > 0, "a mistake of a proof has its place", m.message);
}

void check(const std::shared_ptr<const Variant>& variant, const tools::Proof& proof) {
  constexpr std::uint64_t kMostMoves = 4096;
  std::atomic<int> stop = 0;
  const auto scripts = make_scripts(variant);
  tools::ProofChecker checker(variant->ruleset, proof, *scripts);
  const auto wrong = checker.check(&stop, [&](std::uint64_t moves) { stop = moves >= kMostMoves; });
  if (wrong) require_said(*wrong);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Games games;
  const std::string_view text = text_of(bytes, size);
  tools::ProofHead head;
  if (const auto wrong = tools::read_proof_head(text, head)) return require_said(*wrong), 0;
  Library library = games.library;
  Diagnostics out;
  const Settings settings(head.settings.begin(), head.settings.end());
  const auto variant = library.variant(head.variant, settings, {"proof.txt", head.variant_place, 9}, out);
  require(variant || out.has_errors(), "it is said why there is no game");
  require_shown(out);
  if (!variant || !tools::PatternSolver::fits(*variant->ruleset)) return 0;
  if (variant->ruleset->grid.area() > tools::kMostProofPoints) return 0;
  tools::Proof proof, again;
  if (const auto wrong = tools::read_proof(text, *variant->ruleset, proof)) return require_said(*wrong), 0;
  const std::string written = tools::proof_text(proof);
  require(!tools::read_proof(written, *variant->ruleset, again), "a proof that was written can be read", written);
  require(tools::proof_text(again) == written, "a proof is the same when it was written", written);
  check(variant, proof);
  return 0;
}
