#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>

#include "core/notation/text.hpp"
#include "tools/cli/commands.hpp"
#include "tools/print/build.hpp"
#include "tools/print/project.hpp"

namespace {

using gofuda::tools::Program;

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* o : app.get_options())
    for (const std::string& n : o->get_lnames()) names.push_back("--" + n);
  return names;
}

// CLI11 says that something was not expected; this says what was probably meant.
std::string hint(const CLI::App& app, int argc, char** argv) {
  const CLI::App* at = &app;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word.rfind("--", 0) == 0) {
      std::string name = word.substr(0, word.find('='));
      std::vector<std::string> names = option_names(*at);
      for (const std::string& n : option_names(app)) names.push_back(n);
      if (std::find(names.begin(), names.end(), name) == names.end())
        return "there is no option '" + gofuda::printable(name) + "'" + gofuda::did_you_mean(name, names);
      continue;
    }
    std::vector<std::string> names = command_names(*at);
    if (names.empty() || word.rfind('-', 0) == 0) continue;
    if (std::find(names.begin(), names.end(), word) == names.end()) {
      if (i > 1 && argv[i - 1][0] == '-') continue;  // the value of an option
      return "there is no command '" + gofuda::printable(word) + "'" + gofuda::did_you_mean(word, names);
    }
    at = at->get_subcommand(word);
  }
  return "";
}

// A project is found without being named; with --json it is said, too, for a program cannot see where it stands.
void say_folders(const gofuda::tools::Options& options) {
  if (!options.project.empty() && (options.verbose || options.json))
    std::fprintf(stderr, "project: %s\n", gofuda::printable(options.project).c_str());
  if (!options.verbose) return;
  for (const std::string& folder : options.rules)
    std::fprintf(stderr, "rules: %s\n", gofuda::printable(folder).c_str());
  std::fprintf(stderr, "rules: %s (installed)\n", gofuda::printable(gofuda::Library::installed_folder()).c_str());
}

void add_commands(CLI::App& app, Program& program) {
  gofuda::tools::add_play(app, program);
  gofuda::tools::add_table(app, program);
  gofuda::tools::add_judge(app, program);
  gofuda::tools::add_check(app, program);
  gofuda::tools::add_show(app, program);
  gofuda::tools::add_print(app, program);
  gofuda::tools::add_replay(app, program);
  gofuda::tools::add_perft(app, program);
  gofuda::tools::add_bench(app, program);
  gofuda::tools::add_simulate(app, program);
  gofuda::tools::add_sweep(app, program);
  gofuda::tools::add_plan(app, program);
  gofuda::tools::add_merge(app, program);
  gofuda::tools::add_report(app, program);
  gofuda::tools::add_compare(app, program);
  gofuda::tools::add_cards(app, program);
  gofuda::tools::add_differ(app, program);
  gofuda::tools::add_audit(app, program);
  gofuda::tools::add_tune(app, program);
  gofuda::tools::add_learn(app, program);
  gofuda::tools::add_gtp(app, program);
  gofuda::tools::add_sgf(app, program);
  gofuda::tools::add_solve(app, program);
  gofuda::tools::add_new(app, program);
  gofuda::tools::add_try(app, program);
  gofuda::tools::add_init(app, program);
  gofuda::tools::add_docs(app, program);
}

// An empty number is a variable that was never set, and CLI11 takes it for 0; a whole one that begins with a zero it
// takes for one to the base of eight or sixteen.
std::string odd_number(const std::string& s) {
  if (s.empty()) return "there is no number; give one, or leave it out";
  const std::size_t first = s.find_first_not_of(" \t\r\n+-"), next = first + 1;
  if (first < s.size() && s[first] == '0' && next < s.size() && std::isalnum(static_cast<unsigned char>(s[next])) &&
      s.find('.') == std::string::npos)
    return "a number does not begin with a zero, unlike " + gofuda::in_quotes(s);
  return "";
}

void refuse_odd_numbers(CLI::App& app) {
  const CLI::Validator given(odd_number, "");
  for (CLI::Option* o : app.get_options()) {
    const std::string type = o->get_type_name();
    const std::string name = type.substr(0, type.find(':'));
    if (name.size() == 1 || name == "MIB") o->check(given);
  }
  for (CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) refuse_odd_numbers(*sub);
}

int run(int argc, char** argv) {
  CLI::App app{
      "Gofuda: a rules laboratory for games of stones and cards.\n\nExamples:\n"
      "  gofuda play dango-1996                  play against a random opponent\n"
      "  gofuda judge tests/disputes             judge every dispute in a folder\n"
      "  gofuda check                            read every rule file and report mistakes\n"
      "  gofuda show card keima                  a card's text, options and orientations",
      "gofuda"};
  Program program;
  app.set_version_flag("--version", gofuda::tools::program_version());
  app.add_option("--rules", program.options.rules,
                 "A folder of your own rules (cards/, variants/), searched before the installed ones")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_flag("--no-project", program.options.no_project, "Do not use the project that the current folder stands in");
  app.add_flag("--verbose", program.options.verbose, "Say on standard error which folders the rules come from");
  app.add_flag("--json", program.options.json, "Machine-readable output on standard output");
  app.add_option("--color,--colour", program.options.colour, "Colour: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app.fallthrough();
  app.require_subcommand(0, 1);
  add_commands(app, program);
  refuse_odd_numbers(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) { return app.exit(e); } catch (const CLI::ParseError& e) {
    std::string better = hint(app, argc, argv);
    std::fprintf(stderr, "error: %s\nRun with --help for more information.\n",
                 better.empty() ? e.what() : better.c_str());
    return 2;
  }
  if (!program.run) {
    std::fputs(app.help().c_str(), stdout);
    return 0;
  }
  gofuda::tools::use_project(program.options);
  say_folders(program.options);
  return program.run();
}

// The number of a closed stream would be given to the next file or socket that is opened, and what is said would go
// there. What is opened instead refuses what the stream is for.
void hold_closed_streams() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) return;
}

}  // namespace

// What could not be written is no success.
int written(int code) {
  std::cout.flush();
  errno = 0;
  if (std::fflush(stdout) == 0 && !std::ferror(stdout) && std::cout) return code;
  std::fprintf(stderr, "error: the output cannot be written%s%s\n", errno ? ": " : "",
               errno ? std::strerror(errno) : "");
  return code == 0 ? 1 : code;
}

int main(int argc, char** argv) {
  hold_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);                   // a file that may grow no more is told of as a full disk is
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);  // so that lines of both outputs stay whole, and in turn, in one file
  try {
    return written(run(argc, argv));
  } catch (const std::bad_alloc&) {
    std::fputs("error: there is not so much memory\n", stderr);
    return 1;
  } catch (const std::exception& e) {
    const auto* system = dynamic_cast<const std::system_error*>(&e);
    if (system && system->code() == std::errc::resource_unavailable_try_again) {
      std::fputs("error: no thread can be begun, for want of memory or of processes; end others, or lift the limit\n",
                 stderr);
      return 1;
    }
    std::fprintf(stderr, "error: internal: %s\n", e.what());
    return 2;
  }
}
