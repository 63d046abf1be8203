// Plans of sweeps: read, and every cell of a small one made.
#include "tests/fuzz/fuzz.hpp"
#include "tools/lab/plans/sweep_plan.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Folder folder;
  constexpr std::size_t kMostCells = 6;
  Diagnostics out;
  const auto plan = lab::read_sweep_plan(folder.write("plan.yaml", text_of(bytes, size)), out);
  require(plan || out.has_errors(), "it is said what is wrong with a plan");
  require_shown(out);
  if (!plan) return 0;
  lab::sweep_command("plan.yaml", *plan, "");
  if (plan->cells.size() > kMostCells) return 0;
  Library library = shipped();
  const auto head = lab::sweep_head(*plan, library, out);
  require(head || out.has_errors(), "it is said why a plan cannot be played");
  require_shown(out);
  return 0;
}
