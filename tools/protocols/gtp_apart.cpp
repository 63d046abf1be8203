#include "tools/protocols/gtp_apart.hpp"

#include <utility>

#include "tools/protocols/gtp_words.hpp"

namespace gofuda::tools {

namespace {

using isolate::MessageReader;
using isolate::MessageWriter;

enum class Said : std::uint8_t { answer, more, heard, read, save };  // what a message of the process is
constexpr std::size_t kSaids = 5;
constexpr std::uint64_t kLongestLine = 3'600'000;  // milliseconds

MessageWriter saying(Said what) {
  MessageWriter out;
  out.number(static_cast<std::uint64_t>(what));
  return out;
}

// --- in the process

std::string asked(isolate::Inside& inside, MessageWriter& question) {
  inside.send(question.take());
  return inside.receive().value_or("");
}

GtpOptions with_far_client(GtpOptions options, isolate::Inside& inside) {
  options.link.say = [&inside](std::string_view text) {
    MessageWriter to = saying(Said::more);
    to.text(text);
    inside.send(to.take());
  };
  options.link.heard = [&inside](int ms) {
    MessageWriter to = saying(Said::heard);
    to.number(static_cast<std::uint64_t>(ms));
    const std::string said = asked(inside, to);
    MessageReader from(said);
    return from.flag() || from.bad();
  };
  options.files.convert = false;
  options.files.read = [&inside](const std::string& name, std::string& problem) -> std::optional<std::string> {
    MessageWriter to = saying(Said::read);
    to.text(name);
    const std::string said = asked(inside, to);
    MessageReader from(said);
    const bool well = from.flag();
    std::string text = from.text(isolate::kMostMessage);
    if (well) return text;
    problem = std::move(text);
    return std::nullopt;
  };
  if (options.files.save) {
    options.files.save = [&inside](const std::string& name, const std::string& text) {
      MessageWriter to = saying(Said::save);
      to.text(name), to.text(text);
      const std::string said = asked(inside, to);
      return MessageReader(said).text();
    };
  }
  return options;
}

void answer_lines(isolate::Inside& inside, GtpServer& server) {
  Diagnostics out;
  MessageWriter begun;
  begun.number(server.start(out)), begun.diagnostics(out.list());
  inside.send(begun.take());
  while (const std::optional<std::string> line = inside.receive()) {
    MessageWriter to = saying(Said::answer);
    to.text(server.answer(*line)), to.number(server.over());
    inside.send(to.take());
  }
}

// --- outside

// The record that a line names, where it is a line of that command.
std::string named_by(const std::vector<std::string>& words, std::string_view command) {
  const std::size_t at = !words.empty() && is_gtp_id(words[0]) ? 1 : 0;
  return words.size() > at + 1 && words[at] == command ? words[at + 1] : "";
}

}  // namespace

GtpApart::GtpApart(const isolate::Limits& limits, Library& library, std::string variant, Settings settings,
                   GtpOptions options)
    : options_(std::move(options)) {
  process_ = std::make_unique<isolate::Process>(limits, [&](isolate::Inside& inside) {
    GtpServer server(library, std::move(variant), std::move(settings), with_far_client(options_, inside));
    answer_lines(inside, server);
  });
}

std::string GtpApart::lose() { return lost_ = "its process " + process_->end(); }

bool GtpApart::start(Diagnostics& out) {
  process_->allow();
  const std::optional<std::string> message = process_->answer();
  MessageReader from(message ? *message : "");
  const bool well = from.flag();
  const std::vector<Diagnostic> list = from.diagnostics();
  if (message && !from.whole()) process_->distrust();
  if (!message || !from.whole()) {
    out.error("", 0, 0, "isolate", lose());
    return false;
  }
  for (const Diagnostic& d : list) out.add(d);
  return well;
}

void GtpApart::give(MessageReader& from, const std::string& name, bool& granted) {
  const std::string wanted = from.text();
  if (!from.whole() || wanted != name || !std::exchange(granted, false)) return process_->distrust();
  std::string problem;
  const auto bytes = options_.files.read ? options_.files.read(name, problem) : std::nullopt;
  MessageWriter to;
  to.number(bytes.has_value()), to.text(bytes ? *bytes : problem);
  process_->send(to.take());
}

void GtpApart::take(MessageReader& from, const std::string& name, bool& granted) {
  const std::string wanted = from.text(), text = from.lines(isolate::kMostMessage);
  if (!from.whole() || wanted != name || !options_.files.save || !std::exchange(granted, false))
    return process_->distrust();
  MessageWriter to;
  to.text(options_.files.save(name, text));
  process_->send(to.take());
}

std::string GtpApart::answer(std::string_view line) {
  const std::vector<std::string> words = gtp_words(line);
  const std::string reads = named_by(words, "loadsgf"), writes = named_by(words, "printsgf");
  bool said = false, may_read = !reads.empty(), may_write = !writes.empty();
  process_->allow();
  process_->send(line);
  while (const std::optional<std::string> message = process_->answer()) {
    MessageReader from(*message);
    const Said kind = from.one_of<Said>(kSaids);
    if (kind == Said::read) {
      give(from, reads, may_read);
    } else if (kind == Said::save) {
      take(from, writes, may_write);
    } else if (kind == Said::heard) {
      const std::uint64_t ms = from.number(kLongestLine);
      if (!from.whole()) break;
      MessageWriter to;
      to.number(options_.link.heard(static_cast<int>(ms)));
      process_->allow();
      process_->send(to.take());
    } else {
      const std::string text = from.lines(isolate::kMostMessage);
      const bool over = kind == Said::answer && from.flag();
      if (!from.whole()) break;
      if (kind == Said::answer) return over_ = over, text;
      options_.link.say(text), said = true;
    }
  }
  if (!process_->lost()) process_->distrust();
  const std::string why = lose(), id = !words.empty() && is_gtp_id(words[0]) ? words[0] : "";
  return said ? "\n" : "?" + id + " " + why + "\n\n";
}

}  // namespace gofuda::tools
