#include "tools/server/keeper.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/halt.hpp"
#include "tools/server/workers.hpp"

namespace gofuda::server {

using tools::Work;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kTurns = 2, kStudies = 2, kReplies = 2, kCourses = 2;  // threads
constexpr std::chrono::milliseconds kTellEvery{100};                 // of figures that grow

std::string or_else(const std::string& said, const char* otherwise) { return said.empty() ? otherwise : said; }

}  // namespace

struct Keeper::State {
  State(tools::RoomOptions options, std::function<void(News)> t) : room(std::move(options)), tell(std::move(t)) {}

  tools::Room room;
  const std::function<void(News)> tell;
  // They all judge one project.
  std::unique_ptr<lab::Hands> judges;
  const int most_judges = lab::processors();
  // Who waits for a program's turn does not wait for a study, nor who has asked something for either.
  Workers turns{kTurns}, studies{kStudies}, replies{kReplies}, courses{kCourses};

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> waiting;
  bool ending = false, ended = true;
  std::atomic<bool> progress{false};  // is going to be looked at

  // Of the thread that runs it alone.
  Clock::time_point last_turn;
  std::vector<std::shared_ptr<Work>> later;  // turns that are not to begin yet

  void post(std::function<void()> what) {
    {
      const std::lock_guard lock(mutex);
      waiting.push_back(std::move(what));
    }
    changed.notify_all();
  }

  void run();
  std::function<void()> next();
  void obey(const Order& order);
  void ask(const Order& order);
  void begin(const Beginning& b);
  void seat(const Beginning& b, Begun& begun);
  void deliver();
  void begin_judges() {
    if (!judges) judges = std::make_unique<lab::Hands>(most_judges);
  }
  void begin(const std::shared_ptr<Work>& work);
  void hand_out(const std::shared_ptr<Work>& work);
};

// --- the course of it

// What is to be done next; nothing at the end.
std::function<void()> Keeper::State::next() {
  std::unique_lock lock(mutex);
  for (;;) {
    if (ending) return nullptr;
    if (!waiting.empty()) {
      std::function<void()> what = std::move(waiting.front());
      waiting.pop_front();
      return what;
    }
    if (later.empty()) {
      changed.wait(lock);
      continue;
    }
    const auto first = std::min_element(later.begin(), later.end(),
                                        [](const auto& a, const auto& b) { return a->wait() < b->wait(); });
    if (changed.wait_until(lock, last_turn + (*first)->wait()) == std::cv_status::no_timeout) continue;
    const std::shared_ptr<Work> work = *first;
    later.erase(first);
    return [this, work] { hand_out(work); };
  }
}

void Keeper::State::run() {
  while (const std::function<void()> what = next()) what();
  const std::lock_guard lock(mutex);
  ended = true;
  changed.notify_all();
}

void Keeper::State::deliver() {
  for (tools::Event& e : room.take_events()) tell({News::Kind::frame, e.connection, std::move(e.frame)});
  while (std::optional<Work> work = room.take_work()) begin(std::make_shared<Work>(std::move(*work)));
}

void Keeper::State::begin(const std::shared_ptr<Work>& work) {
  if (work->kind() == Work::Kind::judge) {
    begin_judges();
    work->lend(judges.get(), most_judges);
  }
  work->on_progress([this] {
    if (!progress.exchange(true))
      post([this] {
        progress = false;
        room.look_at_progress();
        deliver();
      });
  });
  work->paced_by([told = Clock::now()]() mutable {
    if (Clock::now() - told < kTellEvery) return false;
    told = Clock::now();
    return true;
  });
  if (work->kind() == Work::Kind::turn && last_turn + work->wait() > Clock::now())
    later.push_back(work);
  else
    hand_out(work);
}

void Keeper::State::hand_out(const std::shared_ptr<Work>& work) {
  const Work::Kind kind = work->kind();
  const bool study = kind == Work::Kind::judge || kind == Work::Kind::simulate;
  Workers& threads = study                        ? studies
                     : kind == Work::Kind::reply  ? replies
                     : kind == Work::Kind::course ? courses
                                                  : turns;
  threads.begin([this, work] {
    work->run();
    post([this, work] {
      if (work->kind() == Work::Kind::turn) last_turn = Clock::now();
      room.finish(*work);
      deliver();
    });
  });
}

// --- orders

void Keeper::State::obey(const Order& order) {
  switch (order.kind) {
    case Order::Kind::begin:
      begin(order.beginning);
      break;
    case Order::Kind::join:
      room.join(order.who);
      break;
    case Order::Kind::leave:
      room.leave(order.who.connection);
      break;
    case Order::Kind::ask:
      ask(order);
      break;
    case Order::Kind::files:
      if (order.texts) room.texts_changed(order.texts);
      room.files_changed(order.files);
      break;
    case Order::Kind::save:
      tell({News::Kind::saved, 0, std::make_shared<const std::string>(room.saved())});
      break;
    case Order::Kind::ping:
      tell({News::Kind::pong});
      break;
    case Order::Kind::halt:
      break;
  }
  deliver();
}

void Keeper::State::ask(const Order& order) {
  std::string reply = room.handle_text(order.who, order.text);
  if (!reply.empty())
    tell({News::Kind::reply, order.who.connection, std::make_shared<const std::string>(std::move(reply))});
  deliver();
  tell({News::Kind::handled, order.who.connection});
}

void Keeper::State::begin(const Beginning& b) {
  Diagnostics out;
  Begun begun;
  if (b.text)
    begun.good = room.open(b.name, *b.text, b.settings, out, begun.misfit);
  else
    begun.good = room.begin(b.variant, b.settings, b.seed, or_else(b.black, "human"), or_else(b.white, "random"), out);
  begun.diagnostics = out.list();
  if (begun.good && b.text) seat(b, begun);
  tell({News::Kind::begun, 0, {}, std::move(begun)});
}

// Of a game that was loaded: where nobody is named, people sit, for it may be opened to be looked at.
void Keeper::State::seat(const Beginning& b, Begun& begun) {
  if (b.black.empty() && b.white.empty()) return;
  const nlohmann::json reply = room.handle(
      {0, tools::Role::owner},
      {{"do", "seat"}, {"id", 0}, {"black", or_else(b.black, "human")}, {"white", or_else(b.white, "human")}});
  if (reply["ok"] == true) return;
  begun.good = false;
  begun.refused = reply["error"]["text"].get<std::string>();
}

// --- from outside

Keeper::Keeper(tools::RoomOptions options, std::function<void(News)> tell)
    : state_(new State(std::move(options), std::move(tell))) {}
Keeper::~Keeper() = default;

void Keeper::begin_threads() {
  state_->begin_judges();
  for (Workers* w : {&state_->turns, &state_->studies, &state_->replies, &state_->courses}) w->begin_threads();
}

void Keeper::take(Order order) {
  if (order.kind == Order::Kind::halt) halt_wanted = true;
  state_->post([s = state_.get(), order = std::move(order)] { s->obey(order); });
}

void Keeper::run() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ended = false;
  }
  state_->run();
}

bool Keeper::end(std::chrono::milliseconds patience) {
  halt_wanted = true;
  {
    std::unique_lock lock(state_->mutex);
    state_->ending = true;
    state_->changed.notify_all();
    if (!state_->changed.wait_for(lock, patience, [this] { return state_->ended; })) return false;
  }
  state_->room.stop_all();
  bool all = true;
  for (Workers* w : {&state_->turns, &state_->studies, &state_->replies, &state_->courses}) all &= w->end(patience);
  return all;
}

}  // namespace gofuda::server
