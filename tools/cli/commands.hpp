// How the commands are written: each function adds a subcommand to the application. Only the files of this room know
// CLI11; what a command does is a function of another header, of what was written.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "core/notation/saved_game.hpp"
#include "tools/isolate/lock.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Program {
  Options options;
  std::function<int()> run;  // what was chosen; gives the exit code
};

// When the command was chosen, this is what it does.
template <class Args>
void run(CLI::App* command, Program& program, std::shared_ptr<Args> args, int (*what)(const Options&, const Args&)) {
  command->callback(
      [&program, args, what] { program.run = [&program, args, what] { return what(program.options, *args); }; });
}

// An option that names a file: an empty name is a variable that was never set.
inline CLI::Option* named(CLI::Option* option) {
  return option->type_name("FILE")->check(
      CLI::Validator([](const std::string& s) { return std::string(s.empty() ? "a file has a name" : ""); }, ""));
}

// A whole number as it is written: a sign would be read as another one.
inline CLI::Option* whole_number(CLI::Option* option, std::uint64_t most = kMostSeed) {
  return option->check(CLI::Validator(
      [most](const std::string& s) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
        const bool read = error == std::errc() && end == s.data() + s.size() && value <= most;
        return read ? "" : "it is a whole number from 0 to " + std::to_string(most);
      },
      ""));
}

// A range lets through what is no number.
inline CLI::Validator no_nan() {
  return CLI::Validator(
      [](const std::string& s) {
        return std::string(s.find_first_of("nN") == std::string::npos ? "" : "it is no number");
      },
      "");
}

inline CLI::Option* one_of_parts(CLI::Option* option) {  // an empty one is no part, and not the whole
  return option->type_name("I/N")->check(CLI::Validator(
      [](const std::string& s) { return std::string(s.empty() ? "a part is I/N, such as 1/4" : ""); }, ""));
}

// The game, the players and the seed, as all commands that play many games have them.
struct PlanArgs;
void add_plan_options(CLI::App& c, PlanArgs& args);

inline void add_threads_option(CLI::App& c, int& threads) {
  c.add_option("--threads", threads, "At a time; 0: as many as the machine has. The results are the same")
      ->capture_default_str()
      ->type_name("T");
}

// Who sits at a table of people and programs, and by which rules.
template <class Args>
void add_table_options(CLI::App& c, Args& args) {
  for (auto [name, to] : {std::pair{"--black", &args.black}, {"--white", &args.white}})
    c.add_option(name, *to, "Who plays this colour: human, or a program such as random or mcts:playouts=2000")
        ->type_name("WHO");
  c.add_option("--set", args.set, "Play with another rule; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

// Rules from strangers: --isolate and its limits.
inline void add_isolate_options(CLI::App& c, isolate::Asked& asked) {
  auto* isolate = c.add_flag(
      "--isolate", asked.on,
      "Read and run the rules in processes that can do nothing but compute: for rules of people you do not know");
  c.add_option_function<std::uint64_t>(
       "--isolate-memory", [&asked](std::uint64_t mib) { asked.limits.memory = mib << 20; },
       "Most memory of such a process, in MiB (2048 unless said)")
      ->check(CLI::Range(std::uint64_t{64}, std::uint64_t{1} << 20))
      ->needs(isolate)
      ->type_name("MIB");
  c.add_option("--isolate-seconds", asked.limits.seconds, "Most time of the processor for one game or dispute")
      ->check(CLI::Range(1, 1'000'000))
      ->needs(isolate)
      ->capture_default_str()
      ->type_name("S");
}

void add_judge(CLI::App& app, Program& program);
void add_check(CLI::App& app, Program& program);
void add_play(CLI::App& app, Program& program);
void add_table(CLI::App& app, Program& program);
void add_show(CLI::App& app, Program& program);
void add_print(CLI::App& app, Program& program);
void add_replay(CLI::App& app, Program& program);
void add_perft(CLI::App& app, Program& program);
void add_bench(CLI::App& app, Program& program);
void add_simulate(CLI::App& app, Program& program);
void add_sweep(CLI::App& app, Program& program);
void add_plan(CLI::App& app, Program& program);
void add_merge(CLI::App& app, Program& program);
void add_report(CLI::App& app, Program& program);
void add_compare(CLI::App& app, Program& program);
void add_cards(CLI::App& app, Program& program);
void add_differ(CLI::App& app, Program& program);
void add_audit(CLI::App& app, Program& program);
void add_tune(CLI::App& app, Program& program);
void add_learn(CLI::App& app, Program& program);
void add_gtp(CLI::App& app, Program& program);
void add_sgf(CLI::App& app, Program& program);
void add_new(CLI::App& app, Program& program);
void add_init(CLI::App& app, Program& program);
void add_solve(CLI::App& app, Program& program);
void add_try(CLI::App& app, Program& program);
void add_docs(CLI::App& app, Program& program);

}  // namespace gofuda::tools
