// The engine in a process that can do nothing but compute (tools/isolate), for rules of people one does not know. Lines
// go in, answers come out; a record that a line names is read or written here, and no other file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tools/isolate/message.hpp"
#include "tools/isolate/process.hpp"
#include "tools/protocols/gtp.hpp"

namespace gofuda::tools {

class GtpApart {
 public:
  // Throws isolate::CannotIsolate.
  GtpApart(const isolate::Limits& limits, Library& library, std::string variant, Settings settings, GtpOptions options);
  bool start(Diagnostics& out);  // as of GtpServer
  std::string answer(std::string_view line);
  bool over() const { return over_ || !lost_.empty(); }
  const std::string& lost() const { return lost_; }  // why the process is gone, in words; "" while it is there

 private:
  std::string lose();
  void give(isolate::MessageReader& from, const std::string& name, bool& granted);
  void take(isolate::MessageReader& from, const std::string& name, bool& granted);

  GtpOptions options_;
  std::unique_ptr<isolate::Process> process_;
  std::string lost_;
  bool over_ = false;
};

}  // namespace gofuda::tools
