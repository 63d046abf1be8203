#include "tools/isolate/disputes.hpp"

namespace gofuda::isolate {

namespace {

constexpr std::size_t kMostCases = 10000, kMostLines = 1u << 20, kMostFileName = 4096;
constexpr int kMostFiles = 16;  // that one dispute may ask for

void write_case(MessageWriter& to, const CaseResult& c) {
  to.text(c.name), to.number(c.passed), to.diagnostics(c.failures);
  to.number(c.verdict.has_value());
  if (c.verdict) {
    to.number(static_cast<std::uint64_t>(c.verdict->reason));
    to.points(c.verdict->points), to.text(c.verdict->detail);
  }
  to.texts(c.explanation), to.text(c.board);
}

CaseResult read_case(MessageReader& from) {
  CaseResult c;
  c.name = from.text(), c.passed = from.flag(), c.failures = from.diagnostics();
  if (from.flag()) {
    c.verdict.emplace();
    c.verdict->reason = from.one_of<Reason>(kReasons.size());
    c.verdict->points = from.points(), c.verdict->detail = from.text();
  }
  c.explanation = from.texts(kMostLines), c.board = from.lines();
  return c;
}

// Files are asked for by name, of who may open them.
DisputeFiles files_from(Inside& inside) {
  const auto read = [&inside](const std::string& name, std::string& problem) -> std::optional<std::string> {
    MessageWriter wanted;
    wanted.number(1), wanted.text(name);
    inside.send(wanted.take());
    const std::optional<std::string> answer = inside.receive();
    if (!answer) return std::nullopt;
    MessageReader from(*answer);
    const bool well = from.flag();
    std::string text = from.text(kMostMessage);
    if (well) return text;
    problem = text;
    return std::nullopt;
  };
  return {read, false};
}

void answer_disputes(Inside& inside, Library& library) {
  KeptScripts kept;
  while (const std::optional<std::string> order = inside.receive()) {
    MessageReader from(*order);
    const std::string name = from.text(), text = from.text(kMostMessage);
    const bool explain = from.flag();
    MessageWriter to;
    to.number(0);
    write_judged(to, judge_text(library, kept, name, text, explain, files_from(inside)));
    inside.send(to.take());
  }
}

}  // namespace

Judged judge_text(Library& library, KeptScripts& kept, const std::string& name, std::string_view text, bool explain,
                  const DisputeFiles& files) {
  Judged j;
  Diagnostics out;
  auto d = parse_dispute(name, text, out, files);
  j.read = d.has_value();
  if (d) {
    j.result = judge_dispute(library, *d, explain, &kept);
    j.title = d->title, j.ruling = d->ruling, j.reason = d->reason, j.source = d->source, j.rulings = d->rulings;
  }
  j.result.errors.insert(j.result.errors.begin(), out.list().begin(), out.list().end());
  return j;
}

void write_judged(MessageWriter& to, const Judged& j) {
  to.number(j.read);
  for (const std::string* t : {&j.title, &j.ruling, &j.reason, &j.source}) to.text(*t);
  to.texts(j.rulings), to.diagnostics(j.result.errors);
  to.number(j.result.cases.size());
  for (const CaseResult& c : j.result.cases) write_case(to, c);
}

Judged read_judged(MessageReader& from) {
  Judged j;
  j.read = from.flag();
  for (std::string* t : {&j.title, &j.ruling, &j.reason, &j.source}) *t = from.text();
  j.rulings = from.texts(kMostCases), j.result.errors = from.diagnostics();
  for (std::size_t n = from.count(kMostCases); n > 0 && !from.bad(); --n) j.result.cases.push_back(read_case(from));
  if (!j.read && (j.result.errors.empty() || !j.result.cases.empty())) from.refuse();
  return j;
}

Judge::Judge(const Limits& limits, Library library) : limits_(limits), library_(std::move(library)) {
  library_.keep_texts();
}

// What the process says: the verdict, or the name of a file that it needs first. Nothing when it is lost.
std::optional<Judged> Judge::hear(const DisputeFiles& files) {
  for (int asked = 0; asked <= kMostFiles; ++asked) {
    const std::optional<std::string> answer = process_->answer();
    if (!answer) return std::nullopt;
    MessageReader from(*answer);
    const bool wants = from.flag();
    if (!wants) {
      Judged j = read_judged(from);
      if (from.whole()) return j;
      break;
    }
    const std::string name = from.text(kMostFileName);
    if (!from.whole()) break;
    std::string problem;
    const auto bytes = files.read ? files.read(name, problem) : std::nullopt;
    MessageWriter to;
    to.number(bytes.has_value()), to.text(bytes ? *bytes : problem);
    process_->send(to.take());
  }
  process_->distrust();
  return std::nullopt;
}

Judged Judge::judge(const std::string& name, const std::string& text, bool explain, const DisputeFiles& files) {
  if (!process_)
    process_ = std::make_unique<Process>(limits_, [this](Inside& inside) { answer_disputes(inside, library_); });
  MessageWriter order;
  order.text(name), order.text(text), order.number(explain);
  process_->allow();
  process_->send(order.take());
  if (std::optional<Judged> j = hear(files)) return std::move(*j);
  Judged none;
  none.lost = true;
  none.result.errors.push_back({name, 0, 0, "isolate", "the script's process " + process_->end(), Severity::error});
  process_.reset();
  return none;
}

}  // namespace gofuda::isolate
