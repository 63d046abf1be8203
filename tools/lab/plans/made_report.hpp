// A report of many games that is made in one piece: here, or by a process that can do nothing else.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tools/isolate/lock.hpp"
#include "tools/lab/runner/hands.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

// Who makes a report tells this what there is to say on the way.
class Teller {
 public:
  virtual ~Teller() = default;
  virtual void say(const std::string& line) = 0;  // on standard error, before games are played
  // What is done from here until end() comes to an early end in order when this is a signal, not 0.
  virtual const std::atomic<int>& begin() = 0;
  virtual void show(const std::string& where, std::uint64_t done, std::uint64_t all) = 0;
  virtual int end() = 0;  // the signal that came, or 0
};

struct MadeReport {
  std::string report;  // JSON; "": there is none, and these say why
  int code = 0;        // the exit code then
  std::string usage;   // wrong words, or
  Diagnostics wrong;   // wrong rules, or
  std::string lost;    // how the process was lost, as the end of "the process that ..."
  int caught = 0;      // a signal
};
using MakeReport = std::function<MadeReport(Teller&, lab::Hands&)>;

// `threads`: as many as the work asks of the hands at most. Throws isolate::CannotIsolate.
MadeReport make_report(const isolate::Asked& asked, int threads, const MakeReport& make);
int say_refused(const Options& options, MadeReport& made);  // where there is no report; the exit code

// The report as it is printed. Of a report that a process has made nothing is believed: null, where there is too much
// of something, and what steers a terminal is made printable. Its shape is not looked at: who prints it reads it with
// at().
nlohmann::json read_report(const isolate::Asked& asked, const std::string& report);
// What `print` gives; where it finds that a process's report is none, that is said instead.
int print_unless_lie(const isolate::Asked& asked, const std::function<int()>& print);

}  // namespace gofuda::tools
