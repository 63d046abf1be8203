// What takes long and runs beside the table: it has all that it needs, and can be stopped.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "tools/lab/runner/hands.hpp"

namespace gofuda::tools {

// What the room and a work that runs share.
struct Job {
  int number = 0;
  std::atomic<bool> stop{false};
  void tell(std::string frame);                    // the last one told counts
  std::string told();                              // "": nothing since the last call
  bool may_tell() const { return !due || due(); }  // who tells of every game would do nothing else
  std::function<void()> on_progress;
  std::function<bool()> due;
  lab::Hands* lent = nullptr;  // so many threads for nobody else meanwhile; nullptr: only the one that runs it
  int threads = 1;
  std::string failure;  // of a work that has ended so; for finish() alone

 private:
  std::mutex mutex_;
  std::string frame_;
};

class Work {
 public:
  // A course takes the game elsewhere, a reply tells of it; both answer a request.
  enum class Kind { turn, hint, judge, simulate, reply, course };
  // What run() leaves for the room, on the thread that finishes it.
  using Finish = std::function<void()>;
  using Body = std::function<Finish(Job&)>;

  Work(Kind kind, std::shared_ptr<Job> job, std::chrono::milliseconds wait, Body body)
      : kind_(kind), job_(std::move(job)), wait_(wait), body_(std::move(body)) {}

  Kind kind() const { return kind_; }
  int job() const { return job_->number; }
  // Of a turn: not to be begun sooner than so long after the turn before it was finished.
  std::chrono::milliseconds wait() const { return wait_; }
  bool stopped() const { return job_->stop; }
  void stop() { job_->stop = true; }
  // Called on the thread that runs it, whenever there is something new for Room::look_at_progress(). Set before run().
  void on_progress(std::function<void()> call) { job_->on_progress = std::move(call); }
  // Whether it is time to tell of what goes on all the time; asked on that thread, too. Without it, it always is.
  void paced_by(std::function<bool()> due) { job_->due = std::move(due); }
  // Before run(): threads that may help.
  void lend(lab::Hands* hands, int threads) { job_->lent = hands, job_->threads = threads; }
  void run();  // does not throw

 private:
  friend class Room;
  Kind kind_;
  std::shared_ptr<Job> job_;
  std::chrono::milliseconds wait_;
  Body body_;
  Finish finish_;
};

}  // namespace gofuda::tools
