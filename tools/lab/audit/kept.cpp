#include "tools/lab/audit/kept.hpp"

#include <unistd.h>

#include <cstring>

#include "tools/lab/campaign/pairs.hpp"

namespace gofuda::lab {

namespace {

constexpr std::size_t kAtOnce = 500;

StoreHead head_of(const AuditPlan& audit, const std::vector<Plan>& plans, std::int64_t games) {
  FileHashes files = audit.files;
  const auto provenance = [&](const Plan& plan) {
    return provenance_of(plan, "all", static_cast<std::uint64_t>(games), files);
  };
  const StoreHead one = lab::head_of(provenance(plans[0]), audit.rules);
  if (plans.size() == 1) return one;
  StoreHead head = comparison_head(provenance(plans[0]), provenance(plans[1]));
  head.notes = {{kDealsNote, "twice"}}, head.rules = audit.rules;
  head.command = "gofuda compare" + one.command.substr(std::strlen("gofuda simulate")) + " --deals-twice";
  return head;
}

}  // namespace

Kept::Kept(const AuditPlan& audit, const std::string& name, const std::vector<Plan>& plans, std::int64_t games) {
  if (audit.folder.empty() || games == 0) return;
  const std::string path = audit.folder + "/" + name + ".sqlite";
  if (::access(path.c_str(), F_OK) == 0)
    throw StoreError(2, path + " is there already; remove it, or name another folder");
  store_ = std::make_unique<Store>(path, head_of(audit, plans, games));
}

Kept::~Kept() = default;

void Kept::add(std::size_t plan, const GameRecord& game) {
  if (!store_) return;
  if (plan != cell_) flush();
  cell_ = plan;
  games_.push_back(game);
  if (games_.size() >= kAtOnce) flush();
}

void Kept::flush() {
  if (!store_ || games_.empty()) return;
  const Provenance& p = store_->now().head.cells[cell_].provenance;
  Chunk chunk;
  chunk.first = games_.front().number, chunk.end = games_.back().number + 1;
  chunk.tally = Tally(p.conditions.size(), p.cards.size());
  for (const GameRecord& g : games_) chunk.tally.add(g);
  chunk.games = std::move(games_);
  games_.clear();
  store_->add(cell_, chunk);
  store_->commit();
}

void Kept::close() {
  if (!store_) return;
  flush();
  store_->close();
  store_.reset();
}

}  // namespace gofuda::lab
