// Disputes, judged here or in a process of their own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scripting/dispute.hpp"
#include "tools/isolate/message.hpp"
#include "tools/isolate/process.hpp"

namespace gofuda::isolate {

struct Judged {
  bool read = false;  // otherwise the result's errors say why not, and there is nothing else
  bool lost = false;  // its process was
  std::string title, ruling, reason, source;
  std::vector<std::string> rulings;
  DisputeResult result;
  bool passed() const { return read && result.passed(); }
};

// `name`: what the file is called.
Judged judge_text(Library& library, KeptScripts& kept, const std::string& name, std::string_view text, bool explain,
                  const DisputeFiles& files);

void write_judged(MessageWriter& to, const Judged& j);
Judged read_judged(MessageReader& from);

class Judge {
 public:
  Judge(const Limits& limits, Library library);
  // When the process is lost, that is the failure of this dispute; the next one has a new process. Throws
  // CannotIsolate. `files`: what the dispute names is read here, and its bytes are handed over.
  Judged judge(const std::string& name, const std::string& text, bool explain, const DisputeFiles& files);

 private:
  std::optional<Judged> hear(const DisputeFiles& files);

  Limits limits_;
  Library library_;
  std::unique_ptr<Process> process_;
};

}  // namespace gofuda::isolate
