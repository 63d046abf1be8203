#include "tools/learn/learn.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "core/halt.hpp"
#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/store/locked_file.hpp"
#include "tools/lab/store/sqlite.hpp"
#include "tools/learn/self_play.hpp"
#include "tools/players/weights_file.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kIsThere = "it is there already; remove it, or name another file";

// How far it is, a line every ten seconds; and the file after each of them, so that nothing is lost.
class Diary {
 public:
  // Throws StoreError where the file cannot be written.
  Diary(const Learn& args, const Variant& variant, const Trainer& trainer)
      : args_(args), variant_(variant), trainer_(trainer), file_(args.out, true) {}

  void round(const Lived& lived) {
    const auto now = Clock::now();
    if (now - last_ < std::chrono::seconds(10)) return;
    last_ = now;
    std::fprintf(stderr, "%s\n", text(lived).c_str());
    problem_ = write(lived);
  }
  bool is_new() const { return file_.is_empty(); }  // now that nobody else writes it
  // Nothing learned is nothing kept: it would only stand in the way of the same command.
  std::string write(const Lived& lived) {
    if (trainer_.learned() == 0) return "";
    return file_.replace(weights_text(trainer_.weights(), variant_,
                                      {lived.games, trainer_.learned(), static_cast<std::uint64_t>(args_.seed),
                                       static_cast<std::uint64_t>(args_.playouts)}));
  }
  const std::string& problem() const { return problem_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  std::string text(const Lived& lived) const {
    char agreed[96];
    std::snprintf(agreed, sizeof agreed, "; the search's answer in %.0f %% (by chance %.1f %%)",
                  100 * trainer_.agreed(), 100 * trainer_.by_chance());
    const double part = args_.games > 0 ? static_cast<double>(lived.games) / static_cast<double>(args_.games)
                                        : seconds() / (60 * args_.minutes);
    std::string out = counted(static_cast<std::int64_t>(lived.games), "game") + ", " +
                      counted(static_cast<std::int64_t>(trainer_.learned()), "answer") + agreed;
    if (part > 0 && part < 1) out += ", " + lab::duration_text(seconds() / part - seconds()) + " left";
    return out;
  }

 private:
  const Learn& args_;
  const Variant& variant_;
  const Trainer& trainer_;
  lab::LockedFile file_;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  std::string problem_;
};

std::string wrong_number(const Learn& args) {
  if (std::isnan(args.minutes)) return "--minutes is a number from 0.01 to 100000";
  if ((args.minutes > 0) == (args.games > 0)) return "say either --minutes or --games: how long it is to learn";
  if (args.out.empty()) return "--out FILE is where the weights are written";
  return "";
}

std::shared_ptr<const Variant> find_variant(const Options& options, const Learn& args, int& code) {
  Diagnostics out;
  const Settings settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
  if (!library) return code = 2, report(options, out), nullptr;
  if (const std::string none = no_such_variant(*library, args.variant); !none.empty())
    return code = usage_error(none), nullptr;
  auto variant = library->variant(args.variant, settings, {}, out);
  if (!variant) code = exit_code(out);
  if (out.size() > 0) report(options, out);
  return variant;
}

int learn(const Learn& args, const std::shared_ptr<const Variant>& variant) {
  Trainer trainer(*variant->ruleset);
  Diary diary(args, *variant, trainer);
  if (!diary.is_new()) throw lab::StoreError(1, kIsThere);
  const lab::Interrupt interrupt;
  const auto stop = [&] {
    return interrupt.caught() != 0 || halted() || (args.minutes > 0 && diary.seconds() > 60 * args.minutes) ||
           !diary.problem().empty();
  };
  const SelfPlay play{variant, static_cast<std::uint64_t>(args.seed), static_cast<std::uint64_t>(args.games),
                      args.playouts, args.threads};
  const Lived lived = learn_by_play(play, trainer, stop, [&](const Lived& so_far) { diary.round(so_far); });
  if (const std::string problem = diary.write(lived); !problem.empty()) return say_error(problem), 1;
  std::printf("%s: %s\n", printable(args.out).c_str(), diary.text(lived).c_str());
  if (lived.failed > 0)
    std::fprintf(stderr, "%s failed\n", counted(static_cast<std::int64_t>(lived.failed), "game").c_str());
  if (trainer.learned() == 0) std::fprintf(stderr, "nothing was learned, and no file is written\n");
  if (interrupt.caught() != 0) return 128 + interrupt.caught();
  return trainer.learned() > 0 ? 0 : 1;
}

}  // namespace

int learn(const Options& options, const Learn& args) {
  if (const std::string wrong = wrong_number(args); !wrong.empty()) return usage_error(wrong);
  int code = 0;
  const auto variant = find_variant(options, args, code);
  if (!variant) return code;
  if (struct stat there{}; ::stat(args.out.c_str(), &there) == 0 && !(S_ISREG(there.st_mode) && there.st_size == 0))
    return say_error(args.out + ": " + kIsThere), 1;
  try {
    return learn(args, variant);
  } catch (const lab::StoreError& e) { return lab::store_error(args.out, e); }
}

}  // namespace gofuda::tools
