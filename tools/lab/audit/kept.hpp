// The games of an audit, kept for gofuda report and SQL.
#pragma once

#include <memory>
#include <string>

#include "tools/lab/audit/measures.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

// Of one part: a file of the kind that simulate writes of one plan, and compare --deals-twice of two. Nothing is kept
// without a folder. Throws StoreError when the file is there already.
class Kept {
 public:
  Kept(const AuditPlan& audit, const std::string& name, const std::vector<Plan>& plans, std::int64_t games);
  ~Kept();
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  // Of the last plan first: the others are compared with it.
  void add(std::size_t plan, const GameRecord& game);
  void close();  // what was added is in the file then

 private:
  void flush();
  std::unique_ptr<Store> store_;
  std::size_t cell_ = 0;
  std::vector<GameRecord> games_;
};

}  // namespace gofuda::lab
