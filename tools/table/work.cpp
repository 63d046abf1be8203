#include "tools/table/work.hpp"

#include <exception>
#include <utility>

#include "core/halt.hpp"

namespace gofuda::tools {

void Job::tell(std::string frame) {
  {
    const std::lock_guard lock(mutex_);
    frame_ = std::move(frame);
  }
  if (on_progress) on_progress();
}

std::string Job::told() {
  const std::lock_guard lock(mutex_);
  return std::exchange(frame_, "");
}

void Work::run() {
  halt_wanted_here = &job_->stop;
  try {
    finish_ = body_(*job_);
  } catch (const std::exception& e) { job_->failure = e.what(); }
  halt_wanted_here = nullptr;
  body_ = nullptr;
}

}  // namespace gofuda::tools
