// Disputes, judged in every reading and explained.
#include "scripting/dispute.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Diagnostics out;
  const auto dispute = parse_dispute("dispute.yaml", text_of(bytes, size), out);
  require(dispute || out.has_errors(), "it is said what is wrong with a dispute");
  require_shown(out);
  if (!dispute) return 0;
  Library library = shipped();
  const DisputeResult result = judge_dispute(library, *dispute, size % 8 == 0);
  Diagnostics said;
  for (const Diagnostic& d : result.errors) said.add(d);
  for (const CaseResult& c : result.cases)
    for (const Diagnostic& d : c.failures) said.add(d);
  require_shown(said);
  require(result.passed() || said.has_errors(), "it is said why a ruling does not hold");
  return 0;
}
