// Plans of sweeps and of what is tuned: read, and every cell of a small one made.
#include "tests/fuzz/fuzz.hpp"
#include "tools/lab/plans/sweep_plan.hpp"
#include "tools/lab/plans/tune_plan.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

namespace {

constexpr std::size_t kMostCells = 6;

void read_sweep(const std::string& path) {
  Diagnostics out;
  const auto plan = lab::read_sweep_plan(path, out);
  require(plan || out.has_errors(), "it is said what is wrong with a plan");
  require_shown(out);
  if (!plan) return;
  lab::sweep_command("plan.yaml", *plan, "");
  if (plan->cells.size() > kMostCells) return;
  Library library = shipped();
  const auto head = lab::sweep_head(*plan, library, out);
  require(head || out.has_errors(), "it is said why a plan cannot be played");
  require_shown(out);
}

void read_tune(const std::string& path) {
  Diagnostics out;
  const auto plan = lab::read_tune_plan(path, out);
  require(plan || out.has_errors(), "it is said what is wrong with a plan");
  require_shown(out);
  if (!plan || plan->cells.cells.size() > kMostCells) return;
  Library library = shipped();
  const auto plans = lab::tune_candidates(*plan, library, out);
  require(plans.size() == plan->cells.cells.size() || out.has_errors(), "it is said why a plan cannot be played");
  require_shown(out);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Folder folder;
  const std::string_view text = text_of(bytes, size);
  const std::string path = folder.write("plan.yaml", text);
  if (text.find("tune:") == std::string_view::npos)
    read_sweep(path);
  else
    read_tune(path);
  return 0;
}
